/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_igbinary_messages.h"

#include "Zend/zend_exceptions.h"
#include "Zend/zend_smart_str.h"
#include "module/lyo_php.h"

/* Begin with the function. Then come error->a and, for unknown tags, the position, else error->b. */
static const char *const formats[] = {
    [LYO_IGB_SHORT_HEADER] = "igbinary_unserialize%s: expected at least 5 bytes of data, got %zu byte(s)",
    [LYO_IGB_END] = "igbinary_unserialize%s: end-of-data",
    [LYO_IGB_UNKNOWN_TYPE] = "igbinary_unserialize%s: unknown type '%02zx', position %zu",
    [LYO_IGB_UNKNOWN_KEY] = "igbinary_unserialize%s: unknown key type '%02zx', position %zu",
    [LYO_IGB_UNKNOWN_BODY] = "igbinary_unserialize%s: unknown object inner type '%02zx', position %zu",
    [LYO_IGB_UNKNOWN_CASE] = "igbinary_unserialize%s: expected case name to be string, got type '%02zx', "
                             "position %zu",
    [LYO_IGB_STRING_NUMBER] = "igbinary_unserialize%s: string index is out-of-bounds",
    [LYO_IGB_REF_NUMBER] = "igbinary_unserialize%s: invalid reference %zu >= %zu",
    [LYO_IGB_COUNT] = "igbinary_unserialize%s: data size %zu smaller that requested array length %zu.",
    [LYO_IGB_TRAILING] = "igbinary_unserialize%s: received more data to unserialize than expected",
    [LYO_IGB_DEPTH] = "igbinary_unserialize%s: Maximum depth of %zu exceeded. The depth limit can be "
                      "changed using the unserialize_max_depth ini setting",
    [LYO_IGB_ELEMENTS] = "igbinary_unserialize%s: more than %zu elements",
    [LYO_IGB_MEMORY] = "igbinary_unserialize%s: out of memory",
    [LYO_IGB_STACK] = "igbinary_unserialize%s: more levels than the C stack of this PHP can hold",
};

/* Quotes the four bytes of the version if they are text; else prints the number. */
static zend_string *version_reason(const uint8_t *data, uint32_t version)
{
    char text[9], *end = text;

    for (int i = 0; i < LYO_IGB_HEADER_SIZE; i++) {
        if (data[i] < 0x20 || data[i] > 0x7e) {
            return zend_strpprintf(
                0, "igbinary_unserialize_header: unsupported version: %u, should be 1 or 2%s", version,
                version != 0 && (version & 0xffffff) == 0 ? " (wrong endianness?)" : "");
        }
        if (data[i] == '"' || data[i] == '\\') {
            *end++ = '\\';
        }
        *end++ = (char)data[i];
    }
    *end = '\0';
    return zend_strpprintf(
        0,
        "igbinary_unserialize_header: unsupported version: \"%s\"..., should begin with a binary "
        "version header of \"\\x00\\x00\\x00\\x01\" or \"\\x00\\x00\\x00\\x02\"",
        text);
}

zend_string *lyo_igbinary_reason(const lyo_igbinary_error *error, const uint8_t *data)
{
    const lyo_igbinary_error_code code = error->code;
    const bool tag = code >= LYO_IGB_UNKNOWN_TYPE && code <= LYO_IGB_UNKNOWN_CASE;
    const char *function = code == LYO_IGB_SHORT_HEADER ? "_header"
                           : code >= LYO_IGB_TRAILING   ? ""
                                                        : error->part;

    if (code == LYO_IGB_WRONG_VERSION) {
        return version_reason(data, (uint32_t)error->a);
    }
    return zend_strpprintf(0, formats[code], function, (size_t)error->a,
                           tag ? error->position : (size_t)error->b);
}

/* Reports failures that are not about bytes, of either format. */
static void report(const lyo_decoding *d)
{
    lyo_throw_decoding(d);
    if (d->failure == LYO_FAILED_MISMATCH) {
        zend_error(E_WARNING, "%s", d->reason);
    } else if (d->failure == LYO_FAILED_LOADS) {
        zend_error(E_WARNING, "igbinary_unserialize: " LYO_TOO_MANY_LOADS);
    }
    ZEND_ASSERT(d->failure == LYO_FAILED_MISMATCH || d->failure == LYO_FAILED_LOADS || EG(exception));
}

void lyo_igbinary_report_decoder(const lyo_igbinary_decoder *d)
{
    if (d->base.failure == LYO_FAILED_BYTES) {
        zend_string *reason = lyo_igbinary_reason(&d->error, d->data);
        zend_error(E_WARNING, "%s", ZSTR_VAL(reason));
        zend_string_release(reason);
    } else {
        report(&d->base);
    }
}

void lyo_igbinary_report_bytes(const lyo_error *error)
{
    zend_error(E_WARNING, "igbinary_unserialize: %s at offset %zu", lyo_error_message(error->code),
               error->offset);
}

void lyo_igbinary_report_lyo(const lyo_decoder *d)
{
    if (d->base.failure == LYO_FAILED_BYTES) {
        lyo_igbinary_report_bytes(&d->error);
    } else {
        report(&d->base);
    }
}

void lyo_igbinary_report_encoder(const lyo_igbinary_encoder *e)
{
    if (!lyo_throw_refused(e->failure, e->class_name) && e->failure == LYO_FAILED_BYTES) {
        zend_error(E_WARNING, "igbinary_serialize: Maximum depth exceeded");
    }
}
