/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The module lyo_unit: lyo_unit_run() runs all tests and returns how many checks it made and how many did not hold. For lyo_unit_agree() see agree.c.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "unit.h"

static zend_long checks, failures;

void unit_check(bool holds, const char *name)
{
    checks++;
    if (!holds) {
        failures++;
        php_printf("unit: FAILED %s\n", name);
    }
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_run, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

static ZEND_FUNCTION(lyo_unit_run)
{
    ZEND_PARSE_PARAMETERS_NONE();

    checks = failures = 0;
    unit_cache();
    unit_counts();
    unit_find();
    unit_sealed();
    array_init(return_value);
    add_next_index_long(return_value, checks);
    add_next_index_long(return_value, failures);
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_agree, 0, 3, IS_ARRAY, 0)
    ZEND_ARG_TYPE_INFO(0, seeds, IS_ARRAY, 0)
    ZEND_ARG_TYPE_INFO(0, runs, IS_LONG, 0)
    ZEND_ARG_TYPE_INFO(0, random, IS_LONG, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {ZEND_FE(lyo_unit_run, arginfo_run)
                                                    ZEND_FE(lyo_unit_agree, arginfo_agree) ZEND_FE_END};

static zend_module_entry lyo_unit_module_entry = {
    STANDARD_MODULE_HEADER,     "lyo_unit", functions, NULL, NULL, NULL, NULL, NULL, "0",
    STANDARD_MODULE_PROPERTIES,
};

#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif
ZEND_DLEXPORT zend_module_entry *get_module(void);
ZEND_DLEXPORT zend_module_entry *get_module(void)
{
    return &lyo_unit_module_entry;
}
