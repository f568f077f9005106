/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_settings.h"

zend_result lyo_refuse_setting(const zend_ini_entry *entry, const zend_string *value, const char *may_be)
{
    zend_error(E_WARNING, "%s must be %s, \"%s\" is ignored", ZSTR_VAL(entry->name), may_be,
               value ? ZSTR_VAL(value) : "");
    return FAILURE;
}

bool lyo_take_names(const zend_string *value, const char *const *names, size_t count, uint32_t *found)
{
    static const char between[] = ", \t";
    const char *p = value ? ZSTR_VAL(value) : "";

    *found = 0;
    for (size_t n; p += strspn(p, between), (n = strcspn(p, between)) > 0; p += n) {
        size_t i = 0;
        while (i < count && (strlen(names[i]) != n || memcmp(names[i], p, n) != 0)) {
            i++;
        }
        if (i == count) {
            return false;
        }
        *found |= UINT32_C(1) << i;
    }
    return true;
}

ZEND_INI_MH(lyo_on_mechanisms)
{
    /* in the order of their bits */
    static const char *const names[] = {"prefixes", "shapes", "strings", "classes",  "leaves", "keys",
                                        "rows",     "zstd",   "arrays",  "interned", "values"};
    uint32_t found;

    if (!lyo_take_names(new_value, names, sizeof names / sizeof *names, &found)) {
        return lyo_refuse_setting(entry, new_value,
                                  "names of prefixes, shapes, strings, classes, leaves, keys, rows, zstd, "
                                  "arrays, interned and values");
    }
    *(uint32_t *)ZEND_INI_GET_ADDR() = found;
    return SUCCESS;
}

ZEND_INI_MH(lyo_on_classes)
{
    const bool all = !new_value || zend_string_equals_literal(new_value, "*");

    *(const char **)ZEND_INI_GET_ADDR() = all ? NULL : ZSTR_VAL(new_value);
    return SUCCESS;
}

ZEND_INI_MH(lyo_on_quantity)
{
    zend_string *problem = NULL;
    zend_long number = -1;

    /* PHP also reads an empty value as 0. A variable that is not set must not remove a limit. */
    if (new_value && strpbrk(ZSTR_VAL(new_value), "0123456789")) {
        number = zend_ini_parse_quantity(new_value, &problem);
    }
    if (problem) {
        zend_string_release(problem);
        number = -1;
    }
    if (number < 0) {
        return lyo_refuse_setting(entry, new_value, "an integer of 0 or more");
    }
    *(zend_long *)ZEND_INI_GET_ADDR() = number;
    return SUCCESS;
}

ZEND_INI_MH(lyo_on_switch)
{
    static const char *const words[] = {"on", "yes", "true", "", "off", "no", "false", "none"};
    zend_long number;
    bool good = !new_value ||
                is_numeric_string(ZSTR_VAL(new_value), ZSTR_LEN(new_value), &number, NULL, 0) == IS_LONG;

    for (size_t i = 0; !good && i < sizeof words / sizeof *words; i++) {
        good =
            zend_binary_strcasecmp(ZSTR_VAL(new_value), ZSTR_LEN(new_value), words[i], strlen(words[i])) == 0;
    }
    if (!good) {
        return lyo_refuse_setting(entry, new_value, "on or off");
    }
    *(bool *)ZEND_INI_GET_ADDR() = new_value && zend_ini_parse_bool(new_value);
    return SUCCESS;
}
