/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lyo_status().
 */
#include "php_lyo.h"

#include "module/lyo_kept.h"

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

/* Adds the rows of an owner to its array. Returns the sum of their bytes. */
static size_t add_rows(zval *owner, const lyo_usage *rows, size_t count)
{
    size_t bytes = 0;

    for (size_t i = 0; i < count; i++) {
        add_row(owner, &rows[i]);
        bytes += rows[i].bytes;
    }
    return bytes;
}

static void add_process(zval *status, const lyo_kept *kept)
{
    size_t limit = 0;
    zval owner;

    array_init(&owner);
    for (size_t i = 0; i < LYO_KEPT_OF_PROCESS; i++) {
        limit += kept->process[i].limit;
    }
    add_assoc_long(&owner, "bytes", (zend_long)add_rows(&owner, kept->process, LYO_KEPT_OF_PROCESS));
    add_assoc_long(&owner, "limit", (zend_long)limit);
    add_assoc_long(&owner, "names", (zend_long)lyo_process_name_count(&LYO_G(process)));
    add_assoc_zval(status, "process", &owner);
}

static void add_request(zval *status, const lyo_kept *kept)
{
    const lyo_request *request = &LYO_G(request);
    const size_t unread = request->unread.bytes ? ZSTR_LEN(request->unread.bytes) : 0;
    uint32_t fibers, calls = lyo_isolation_calls(&request->isolation, &fibers);
    zval owner;

    array_init(&owner);
    add_assoc_long(&owner, "bytes",
                   (zend_long)(unread + add_rows(&owner, kept->request, LYO_KEPT_OF_REQUEST)));
    add_assoc_long(&owner, "calls", calls);
    add_assoc_long(&owner, "fibers", fibers);
    add_assoc_long(&owner, "unread_session", (zend_long)unread);
    add_assoc_zval(status, "request", &owner);
}

ZEND_FUNCTION(lyo_status)
{
    ZEND_PARSE_PARAMETERS_NONE();

    const lyo_kept kept = lyo_kept_now(&LYO_G(process), &LYO_G(request));

    array_init(return_value);
    add_process(return_value, &kept);
    add_request(return_value, &kept);
}
