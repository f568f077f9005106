/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_shown.h"

#include "Zend/zend_smart_str.h"

/* Returns the number of bytes of the character at s, with its code point, or 0 if it is not valid UTF-8. */
static unsigned code_point(const uint8_t *s, size_t left, uint32_t *code)
{
    const unsigned size = *s < 0x80 ? 1 : *s < 0xC2 ? 0 : *s < 0xE0 ? 2 : *s < 0xF0 ? 3 : *s < 0xF5 ? 4 : 0;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

    if (!size || size > left) {
        return 0;
    }
    *code = size == 1 ? *s : *s & (0x7Fu >> size);
    for (unsigned i = 1; i < size; i++) {
        if ((s[i] & 0xC0) != 0x80) {
            return 0;
        }
        *code = *code << 6 | (s[i] & 0x3F);
    }
    return *code < least[size] || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000) ? 0 : size;
}

/* True for the characters that move a cursor, begin a line, or change the direction of text. */
static bool acts(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E ||
           code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

zend_string *lyo_shown_name(zend_string *name)
{
    const uint8_t *s = (const uint8_t *)ZSTR_VAL(name), *end = s + ZSTR_LEN(name);
    smart_str shown = {0};
    bool same = true;

    while (s < end && *s >= 0x20 && *s < 0x7F) {
        s++;
    }
    if (EXPECTED(s == end)) {
        return zend_string_copy(name);
    }
    s = (const uint8_t *)ZSTR_VAL(name);
    while (s < end) {
        uint32_t code;
        const unsigned size = code_point(s, (size_t)(end - s), &code);
        if (size && !acts(code)) {
            smart_str_appendl(&shown, (const char *)s, size);
        } else {
            smart_str_append_printf(&shown, size > 1 ? "\\u{%X}" : "\\x%02X", size > 1 ? code : *s);
            same = false;
        }
        s += size ? size : 1;
    }
    if (same) {
        smart_str_free(&shown);
        return zend_string_copy(name);
    }
    return smart_str_extract(&shown);
}

const char *lyo_shown(lyo_decoding *d, zend_string *name)
{
    zval zv;

    ZVAL_STR(&zv, lyo_shown_name(name));
    lyo_keep(d, &zv);
    return Z_STRVAL(zv);
}
