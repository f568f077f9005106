/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_igbinary_messages.h"

#include "Zend/zend_exceptions.h"
#include "Zend/zend_smart_str.h"
#include "module/lyo_php.h"

static const char *const functions[] = {
    [LYO_IGB_PART_VALUE] = "zval",
    [LYO_IGB_PART_LONG] = "long",
    [LYO_IGB_PART_DOUBLE] = "double",
    [LYO_IGB_PART_STRING] = "string",
    [LYO_IGB_PART_CHARARRAY] = "chararray",
    [LYO_IGB_PART_ARRAY] = "array",
    [LYO_IGB_PART_OBJECT] = "object",
    [LYO_IGB_PART_PAYLOAD] = "object_ser",
    [LYO_IGB_PART_REF] = "ref",
    [LYO_IGB_PART_PROPERTIES] = "object_properties",
    [LYO_IGB_PART_ENUM_CASE] = "object_enum_case",
};

/* Quotes the four bytes of the version if they are text; else prints the number. */
static void warn_version(const uint8_t *data, uint32_t version)
{
    char text[9], *end = text;

    for (int i = 0; i < LYO_IGB_HEADER_SIZE; i++) {
        if (data[i] < 0x20 || data[i] > 0x7e) {
            zend_error(E_WARNING, "igbinary_unserialize_header: unsupported version: %u, should be 1 or 2%s",
                       version, version != 0 && (version & 0xffffff) == 0 ? " (wrong endianness?)" : "");
            return;
        }
        if (data[i] == '"' || data[i] == '\\') {
            *end++ = '\\';
        }
        *end++ = (char)data[i];
    }
    *end = '\0';
    zend_error(E_WARNING,
               "igbinary_unserialize_header: unsupported version: \"%s\"..., should begin with a binary "
               "version header of "
               "\"\\x00\\x00\\x00\\x01\" or \"\\x00\\x00\\x00\\x02\"",
               text);
}

void lyo_igbinary_warn(const lyo_igbinary_error *error, const uint8_t *data)
{
    const char *function = functions[error->part];

    switch (error->code) {
    case LYO_IGB_SHORT_HEADER:
        zend_error(E_WARNING,
                   "igbinary_unserialize_header: expected at least 5 bytes of data, got %u byte(s)",
                   (unsigned)error->a);
        break;
    case LYO_IGB_WRONG_VERSION:
        warn_version(data, (uint32_t)error->a);
        break;
    case LYO_IGB_UNKNOWN_TYPE:
        zend_error(E_WARNING, "igbinary_unserialize_zval: unknown type '%02x', position %zu",
                   (unsigned)error->a, error->position);
        break;
    case LYO_IGB_UNKNOWN_KEY:
        zend_error(E_WARNING, "igbinary_unserialize_%s: unknown key type '%02x', position %zu", function,
                   (unsigned)error->a, error->position);
        break;
    case LYO_IGB_UNKNOWN_BODY:
        zend_error(E_WARNING, "igbinary_unserialize_object: unknown object inner type '%02x', position %zu",
                   (unsigned)error->a, error->position);
        break;
    case LYO_IGB_UNKNOWN_CASE:
        zend_error(E_WARNING,
                   "igbinary_unserialize_object_enum_case: expected case name to be string, got type '%02x', "
                   "position %zu",
                   (unsigned)error->a, error->position);
        break;
    case LYO_IGB_STRING_NUMBER:
        zend_error(E_WARNING, "igbinary_unserialize_string: string index is out-of-bounds");
        break;
    case LYO_IGB_REF_NUMBER:
        zend_error(E_WARNING, "igbinary_unserialize_ref: invalid reference %u >= %u", (unsigned)error->a,
                   (unsigned)error->b);
        break;
    case LYO_IGB_COUNT:
        zend_error(E_WARNING,
                   "igbinary_unserialize_%s: data size %zu smaller that requested array length %u.", function,
                   (size_t)error->a, (unsigned)error->b);
        break;
    case LYO_IGB_TRAILING:
        zend_error(E_WARNING, "igbinary_unserialize: received more data to unserialize than expected");
        break;
    case LYO_IGB_DEPTH:
        zend_error(E_WARNING,
                   "igbinary_unserialize: Maximum depth of %u exceeded. The depth limit can be changed using "
                   "the unserialize_max_depth ini setting",
                   (unsigned)error->a);
        break;
    case LYO_IGB_MEMORY:
        zend_error(E_WARNING, "igbinary_unserialize: out of memory");
        break;
    default:
        zend_error(E_WARNING, "igbinary_unserialize_%s: end-of-data", function);
        break;
    }
}

/* Reports failures that are not about bytes, of either format. */
static void report(const lyo_decoding *d)
{
    switch (d->failure) {
    case LYO_FAILED_NOT_UNSERIALIZABLE:
        zend_throw_exception_ex(NULL, 0, "Unserialization of '%s' is not allowed", ZSTR_VAL(d->class_name));
        break;
    case LYO_FAILED_ERROR:
        zend_throw_error(NULL, "%s", d->reason);
        break;
    case LYO_FAILED_MISMATCH:
        zend_error(E_WARNING, "%s", d->reason);
        break;
    default:
        ZEND_ASSERT(EG(exception));
        break;
    }
}

void lyo_igbinary_report_decoder(const lyo_igbinary_decoder *d)
{
    if (d->base.failure == LYO_FAILED_BYTES) {
        lyo_igbinary_warn(&d->error, d->data);
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
