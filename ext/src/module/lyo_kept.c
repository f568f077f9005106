/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_kept.h"

#include "ext/standard/info.h"

static lyo_usage classes_row(const lyo_class_infos *classes, bool disabled)
{
    lyo_usage row = {.name = "classes", .limit = disabled ? 0 : sizeof(lyo_class_infos)};

    if (classes) {
        row.bytes = sizeof(lyo_class_infos);
        for (uint32_t i = 0; i < LYO_CLASS_INFOS; i++) {
            row.entries += classes->places[i].ce != NULL;
        }
    }
    return row;
}

void lyo_kept_now(const lyo_process *process, const lyo_request *request, lyo_usage rows[LYO_KEPT])
{
    lyo_process_usage(process, rows);
    rows[LYO_KEPT_OF_PROCESS] = classes_row(request->classes, process->disabled & LYO_CLASSES);
    lyo_zstd_usage(&request->zstd, &rows[LYO_PROCESS_PARTS], &rows[LYO_KEPT_OF_PROCESS + 1]);
}

static void print_row(const char *owner, const lyo_usage *row)
{
    char name[32], text[240];
    /* The limit of what libzstd has is memory_limit, which may be off. */
    int n = row->limit < ZEND_LONG_MAX
                ? snprintf(text, sizeof text, "%zu entries, %zu of %zu bytes", row->entries, row->bytes,
                           row->limit)
                : snprintf(text, sizeof text, "%zu entries, %zu bytes, no limit", row->entries, row->bytes);

    snprintf(name, sizeof name, "%s, %s", owner, row->name);
    if (!row->limit) {
        snprintf(text, sizeof text, "off");
    } else if (row->counted) {
        n += snprintf(text + n, sizeof text - (size_t)n, ", %" PRIu64 " hits, %" PRIu64 " misses", row->hits,
                      row->misses);
        if (row->refuses) {
            snprintf(text + n, sizeof text - (size_t)n, ", %" PRIu64 " refused, %" PRIu64 " freed",
                     row->refused, row->freed);
        }
    }
    php_info_print_table_row(2, name, text);
}

void lyo_php_info_kept(const lyo_process *process, const lyo_request *request, const char *title)
{
    lyo_usage rows[LYO_KEPT];

    lyo_kept_now(process, request, rows);
    php_info_print_table_start();
    php_info_print_table_header(2, title, "");
    for (size_t i = 0; i < LYO_KEPT; i++) {
        print_row(i < LYO_KEPT_OF_PROCESS ? "process" : "request", &rows[i]);
    }
    php_info_print_table_end();
}
