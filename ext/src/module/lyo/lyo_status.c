/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lyo_status().
 */
#include "php_lyo.h"

#include "module/lyo_kept.h"

/* Makes the array of an owner: its rows, and how many bytes they and `others` take. */
static void init_owner(zval *owner, const lyo_usage *rows, size_t count, size_t others)
{
    size_t bytes = others;
    zval zv;

    array_init(owner);
    for (const lyo_usage *row = rows; row < rows + count; row++) {
        array_init(&zv);
        add_assoc_long(&zv, "entries", (zend_long)row->entries);
        add_assoc_long(&zv, "bytes", (zend_long)row->bytes);
        add_assoc_long(&zv, "limit", (zend_long)row->limit);
        if (row->counted) {
            add_assoc_long(&zv, "hits", (zend_long)row->hits);
            add_assoc_long(&zv, "misses", (zend_long)row->misses);
        }
        if (row->refuses) {
            add_assoc_long(&zv, "refused", (zend_long)row->refused);
            add_assoc_long(&zv, "freed", (zend_long)row->freed);
        }
        add_assoc_zval(owner, row->name, &zv);
        bytes += row->bytes;
    }
    add_assoc_long(owner, "bytes", (zend_long)bytes);
}

ZEND_FUNCTION(lyo_status)
{
    ZEND_PARSE_PARAMETERS_NONE();

    const lyo_request *request = &LYO_G(request);
    const size_t unread = request->unread.bytes ? ZSTR_LEN(request->unread.bytes) : 0;
    uint32_t fibers, calls = lyo_isolation_calls(&request->isolation, &fibers);
    size_t limit = 0;
    lyo_usage rows[LYO_KEPT];
    zval owner;

    lyo_kept_now(&LYO_G(process), request, rows);
    array_init(return_value);
    init_owner(&owner, rows, LYO_KEPT_OF_PROCESS, 0);
    for (size_t i = 0; i < LYO_KEPT_OF_PROCESS; i++) {
        limit += rows[i].limit;
    }
    add_assoc_long(&owner, "limit", (zend_long)limit);
    add_assoc_long(&owner, "names", (zend_long)lyo_process_name_count(&LYO_G(process)));
    add_assoc_zval(return_value, "process", &owner);
    init_owner(&owner, rows + LYO_KEPT_OF_PROCESS, LYO_KEPT - LYO_KEPT_OF_PROCESS, unread);
    add_assoc_long(&owner, "calls", calls);
    add_assoc_long(&owner, "fibers", fibers);
    add_assoc_long(&owner, "unread_session", (zend_long)unread);
    add_assoc_zval(return_value, "request", &owner);
    lyo_costs_array(&LYO_G(costs), &owner);
    add_assoc_zval(return_value, "cost", &owner);
}
