/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo/lyo_costs.h"

static void add_cost(lyo_cost *cost, const lyo_cost *other)
{
    cost->calls += other->calls;
    cost->bytes += other->bytes;
    cost->time += other->time;
}

void lyo_costs_add(lyo_costs *costs, lyo_work work, uint64_t start, size_t bytes)
{
    add_cost(&costs->request[work], &(lyo_cost){1, bytes, (uint64_t)LYO_HRTIME() - start});
}

void lyo_costs_end_request(lyo_costs *costs)
{
    for (size_t work = 0; work < LYO_WORK_KINDS; work++) {
        add_cost(&costs->earlier[work], &costs->request[work]);
        costs->request[work] = (lyo_cost){0};
    }
}

static void add_row(zval *owner, const char *name, const lyo_cost *cost)
{
    zval row;

    array_init(&row);
    add_assoc_long(&row, "calls", (zend_long)cost->calls);
    add_assoc_long(&row, "bytes", (zend_long)cost->bytes);
    add_assoc_long(&row, "time", (zend_long)cost->time);
    add_assoc_zval(owner, name, &row);
}

void lyo_costs_array(const lyo_costs *costs, zval *array)
{
    static const char *const names[LYO_WORK_KINDS] = {[LYO_WORK_ENCODE] = "encode",
                                                      [LYO_WORK_DECODE] = "decode",
                                                      [LYO_WORK_PACK] = "pack",
                                                      [LYO_WORK_UNPACK] = "unpack"};
    zval process, request;

    array_init(&process);
    array_init(&request);
    for (size_t work = 0; work < LYO_WORK_KINDS; work++) {
        lyo_cost both = costs->earlier[work];
        add_cost(&both, &costs->request[work]);
        add_row(&process, names[work], &both);
        add_row(&request, names[work], &costs->request[work]);
    }
    array_init(array);
    add_assoc_zval(array, "process", &process);
    add_assoc_zval(array, "request", &request);
}
