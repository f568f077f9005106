/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lyo_status(), and the same numbers in phpinfo().
 */
#include "module/lyo/lyo_status.h"

#include "php_lyo.h"

#include "ext/standard/info.h"

static lyo_usage notes(void)
{
    return lyo_request_usage(&LYO_G(request), LYO_G(process).disabled & LYO_NOTES);
}

static void add_row(zval *owner, const lyo_usage *row)
{
    zval zv;

    array_init(&zv);
    add_assoc_long(&zv, "entries", (zend_long)row->entries);
    add_assoc_long(&zv, "bytes", (zend_long)row->bytes);
    add_assoc_long(&zv, "limit", (zend_long)row->limit);
    if (row->counted) {
        add_assoc_long(&zv, "hits", (zend_long)row->hits);
        add_assoc_long(&zv, "misses", (zend_long)row->misses);
    }
    add_assoc_zval(owner, row->name, &zv);
}

static void add_process(zval *status)
{
    lyo_usage rows[LYO_PROCESS_PARTS];
    size_t bytes = 0, limit = 0;
    zval owner;

    array_init(&owner);
    lyo_process_usage(&LYO_G(process), rows);
    for (size_t i = 0; i < LYO_PROCESS_PARTS; i++) {
        bytes += rows[i].bytes;
        limit += rows[i].limit;
    }
    add_assoc_long(&owner, "bytes", (zend_long)bytes);
    add_assoc_long(&owner, "limit", (zend_long)limit);
    add_assoc_long(&owner, "names", (zend_long)lyo_process_name_count(&LYO_G(process)));
    for (size_t i = 0; i < LYO_PROCESS_PARTS; i++) {
        add_row(&owner, &rows[i]);
    }
    add_assoc_zval(status, "process", &owner);
}

static void add_request(zval *status)
{
    const lyo_request *request = &LYO_G(request);
    lyo_usage row = notes();
    size_t unread = request->unread.bytes ? ZSTR_LEN(request->unread.bytes) : 0;
    uint32_t fibers, calls = lyo_isolation_calls(&request->isolation, &fibers);
    zval owner;

    array_init(&owner);
    add_assoc_long(&owner, "bytes", (zend_long)(row.bytes + unread));
    add_assoc_long(&owner, "calls", calls);
    add_assoc_long(&owner, "fibers", fibers);
    add_assoc_long(&owner, "unread_session", (zend_long)unread);
    add_row(&owner, &row);
    add_assoc_zval(status, "request", &owner);
}

ZEND_FUNCTION(lyo_status)
{
    ZEND_PARSE_PARAMETERS_NONE();

    array_init(return_value);
    add_process(return_value);
    add_request(return_value);
}

static void print_row(const char *owner, const lyo_usage *row)
{
    char name[32], text[160];
    int n =
        snprintf(text, sizeof text, "%zu entries, %zu of %zu bytes", row->entries, row->bytes, row->limit);

    snprintf(name, sizeof name, "%s, %s", owner, row->name);
    if (!row->limit) {
        snprintf(text, sizeof text, "off");
    } else if (row->counted) {
        snprintf(text + n, sizeof text - (size_t)n, ", %" PRIu64 " hits, %" PRIu64 " misses", row->hits,
                 row->misses);
    }
    php_info_print_table_row(2, name, text);
}

void lyo_print_status(void)
{
    lyo_usage rows[LYO_PROCESS_PARTS], row = notes();

    php_info_print_table_start();
    php_info_print_table_header(2, "What is kept (lyo_status)", "");
    lyo_process_usage(&LYO_G(process), rows);
    for (size_t i = 0; i < LYO_PROCESS_PARTS; i++) {
        print_row("process", &rows[i]);
    }
    print_row("request", &row);
    php_info_print_table_end();
}
