/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine/lyo_dates.h"

#include "ext/date/php_date.h"

#define DATE_LENGTH (sizeof "2026-01-31 23:59:59.999999" - 1)

static zend_string *date_key, *zone_type_key, *zone_key;

void lyo_dates_startup(void)
{
    date_key = zend_string_init_interned(ZEND_STRL("date"), true);
    zone_type_key = zend_string_init_interned(ZEND_STRL("timezone_type"), true);
    zone_key = zend_string_init_interned(ZEND_STRL("timezone"), true);
}

static bool has_own_hook(const zend_class_entry *ce)
{
    const zend_function *hook = ce->__serialize;

    return hook->type == ZEND_INTERNAL_FUNCTION &&
           (hook->internal_function.handler ==
                php_date_get_immutable_ce()->__serialize->internal_function.handler ||
            hook->internal_function.handler ==
                php_date_get_date_ce()->__serialize->internal_function.handler);
}

static bool is_between(timelib_sll v, timelib_sll least, timelib_sll most)
{
    return v >= least && v <= most;
}

static bool is_simple(const timelib_time *t)
{
    return t && t->is_localtime && is_between(t->y, 0, 9999) && is_between(t->m, 1, 12) &&
           is_between(t->d, 1, 31) && is_between(t->h, 0, 23) && is_between(t->i, 0, 59) &&
           is_between(t->s, 0, 59) && is_between(t->us, 0, 999999);
}

/* Writes n digits and what stands behind them. */
static char *put_digits(char *p, timelib_sll v, int n, char behind)
{
    uint32_t rest = (uint32_t)v;

    for (int i = n - 1; i >= 0; i--) {
        p[i] = (char)('0' + rest % 10);
        rest /= 10;
    }
    p[n] = behind;
    return p + n + 1;
}

static zend_string *format(const timelib_time *t)
{
    zend_string *date = zend_string_alloc(DATE_LENGTH, 0);
    char *p = put_digits(ZSTR_VAL(date), t->y, 4, '-');

    p = put_digits(p, t->m, 2, '-');
    p = put_digits(p, t->d, 2, ' ');
    p = put_digits(p, t->h, 2, ':');
    p = put_digits(p, t->i, 2, ':');
    p = put_digits(p, t->s, 2, '.');
    put_digits(p, t->us, 6, '\0');
    return date;
}

/* The name of the zone as a new string; NULL: PHP may write it in more ways than one. */
static zend_string *format_zone(const timelib_time *t)
{
    const char *name = NULL;

    if (t->zone_type == TIMELIB_ZONETYPE_OFFSET && t->z % 60 == 0 && is_between(t->z, -359999, 359999)) {
        zend_string *offset = zend_string_alloc(sizeof "+00:00" - 1, 0);
        int minutes = abs(t->z / 60);
        ZSTR_VAL(offset)[0] = t->z < 0 ? '-' : '+';
        put_digits(put_digits(ZSTR_VAL(offset) + 1, minutes / 60, 2, ':'), minutes % 60, 2, '\0');
        return offset;
    }
    if (t->zone_type == TIMELIB_ZONETYPE_ID) {
        name = t->tz_info ? t->tz_info->name : NULL;
    } else if (t->zone_type == TIMELIB_ZONETYPE_ABBR) {
        name = t->tz_abbr;
    }
    return name ? zend_string_init(name, strlen(name), 0) : NULL;
}

bool lyo_date_state(zend_object *object, lyo_remembered slots[LYO_DATE_SLOTS])
{
    if (!has_own_hook(object->ce) || object->ce->default_properties_count ||
        (object->properties && zend_hash_num_elements(object->properties)) || LYO_IS_LAZY(object)) {
        return false;
    }
    const timelib_time *t = php_date_obj_from_obj(object)->time;
    zend_string *zone = is_simple(t) ? format_zone(t) : NULL;
    if (!zone) {
        return false;
    }
    slots[0].key = (lyo_key){date_key, ZSTR_H(date_key)};
    ZVAL_NEW_STR(&slots[0].value, format(t));
    slots[1].key = (lyo_key){zone_type_key, ZSTR_H(zone_type_key)};
    ZVAL_LONG(&slots[1].value, t->zone_type);
    slots[2].key = (lyo_key){zone_key, ZSTR_H(zone_key)};
    ZVAL_STR(&slots[2].value, zone);
    return true;
}
