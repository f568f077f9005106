/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Default options, limits, and the translation of failures into exceptions.
 */
#include "module/lyo/lyo_host.h"

#include "Zend/zend_exceptions.h"
#include "Zend/zend_smart_str.h"
#include "module/lyo_php.h"
#include "php/lyo_check.h"
#include "php_lyo.h"

lyo_encode_options lyo_default_encode_options(void)
{
    lyo_process *process = &LYO_G(process);
    lyo_request *request = &LYO_G(request);

    return (lyo_encode_options){
        .max_depth = lyo_bearable_depth(LYO_G(max_depth)),
        .diagnose = lyo_diagnose_php,
        .strings = lyo_process_strings(process),
        .trails = lyo_process_trails(process),
        .notes = UNEXPECTED(process->disabled & LYO_NOTES) ? NULL : lyo_request_notes(request),
        .without = process->disabled,
        .isolation = &request->isolation,
    };
}

lyo_decode_options lyo_default_decode_options(void)
{
    zend_long depth = LYO_G(max_depth);

    return (lyo_decode_options){
        .allowed_classes = lyo_classes_of_setting(LYO_G(allowed_classes)),
        .max_depth =
            EXPECTED(depth > 0 && depth <= LYO_LIMIT_DEPTH) ? (uint32_t)depth : lyo_bearable_depth(depth),
        .max_elements = LYO_G(max_elements) > 0 ? (uint64_t)LYO_G(max_elements) : 0,
        .diagnose = lyo_diagnose_php,
        .isolation = &LYO_G(request).isolation,
    };
}

lyo_envelope_options lyo_default_envelope_options(void)
{
    lyo_envelope_options options = LYO_G(envelope);

    if (options.dictionary) { /* what the caller frees */
        options.dictionary = zend_string_copy(options.dictionary);
    }
    return options;
}

ZEND_DLEXPORT lyo_isolation *lyo_shared_isolation(uint32_t version, size_t size);
ZEND_DLEXPORT lyo_isolation *lyo_shared_isolation(uint32_t version, size_t size)
{
    return version == LYO_ISOLATION_VERSION && size == sizeof(lyo_isolation) ? &LYO_G(request).isolation
                                                                             : NULL;
}

/* --- exceptions ----------------------------------------------------------------------------------------- */

zend_class_entry *lyo_exception_ce;
zend_class_entry *lyo_truncated_ce, *lyo_corrupt_ce, *lyo_unsupported_version_ce, *lyo_limit_ce;
zend_class_entry *lyo_class_not_allowed_ce, *lyo_class_mismatch_ce, *lyo_signature_ce, *lyo_unavailable_ce;

static zend_class_entry *exception_of(lyo_error_code code)
{
#define LYO_EXCEPTION_Truncated lyo_truncated_ce
#define LYO_EXCEPTION_Corrupt lyo_corrupt_ce
#define LYO_EXCEPTION_UnsupportedVersion lyo_unsupported_version_ce
#define LYO_EXCEPTION_Limit lyo_limit_ce
#define LYO_EXCEPTION_Signature lyo_signature_ce
#define LYO_EXCEPTION_Unavailable lyo_unavailable_ce
#define LYO_EXCEPTION_CASE(name, exception, message)                                                         \
    case LYO_ERR_##name:                                                                                     \
        return LYO_EXCEPTION_##exception;
    switch (code) {
        LYO_ERRORS(LYO_EXCEPTION_CASE)
    default:
        return lyo_corrupt_ce;
    }
}

static zend_object *throw_at(zend_class_entry *ce, size_t offset, const char *format, ...)
{
    char *message;
    va_list arguments;

    va_start(arguments, format);
    zend_vspprintf(&message, 0, format, arguments);
    va_end(arguments);
    zend_object *exception = zend_throw_exception(ce, message, 0);
    efree(message);
    if (exception) {
        zend_update_property_long(lyo_exception_ce, exception, "offset", sizeof "offset" - 1,
                                  (zend_long)offset);
    }
    return exception;
}

/* Throws with the names of refused and missing classes, in the message and as a list. */
static void throw_classes(const lyo_decoder *d)
{
    smart_str names = {0};
    zend_string *name;
    zval list;

    array_init(&list);
    ZEND_HASH_FOREACH_STR_KEY (d->base.refused, name) {
        if (names.s) {
            smart_str_appends(&names, ", ");
        }
        smart_str_append(&names, name);
        add_next_index_str(&list, zend_string_copy(name));
    }
    ZEND_HASH_FOREACH_END();
    smart_str_0(&names);
    zend_object *exception = throw_at(lyo_class_not_allowed_ce, 0, "Class not allowed or not found: %s",
                                      names.s ? ZSTR_VAL(names.s) : "");
    if (exception) {
        zend_update_property(lyo_class_not_allowed_ce, exception, "classes", sizeof "classes" - 1, &list);
    }
    zval_ptr_dtor(&list);
    smart_str_free(&names);
}

static void throw_error(const lyo_error *error)
{
    if (error->code == LYO_OK) {
        zend_throw_error(NULL, "No memory to check the data");
        return;
    }
    throw_at(exception_of(error->code), error->offset, "%s at offset %zu", lyo_error_message(error->code),
             error->offset);
}

void lyo_throw_unavailable(const char *what, size_t offset)
{
    throw_at(lyo_unavailable_ce, offset, "%s: %s at offset %zu", lyo_error_message(LYO_ERR_UNAVAILABLE), what,
             offset);
}

static void throw_unsealed(const lyo_unsealed *opened)
{
    if (*opened->missing) {
        lyo_throw_unavailable(opened->missing, opened->error.offset);
    } else {
        throw_error(&opened->error);
    }
}

static void throw_encoder(const lyo_encoder *e)
{
    if (!lyo_throw_refused(e->failure, e->class_name) && e->failure == LYO_FAILED_BYTES) {
        throw_error(&e->error);
    }
}

static void throw_decoder(const lyo_decoder *d)
{
    if (lyo_throw_decoding(&d->base)) {
        return;
    }
    switch (d->base.failure) {
    case LYO_FAILED_BYTES:
        throw_error(&d->error);
        break;
    case LYO_FAILED_CLASSES:
        throw_classes(d);
        break;
    case LYO_FAILED_MISMATCH:
        throw_at(lyo_class_mismatch_ce, 0, "%s", d->base.reason);
        break;
    default:
        ZEND_ASSERT(EG(exception));
        break;
    }
}

/* --- calls ---------------------------------------------------------------------------------------------- */

/* Counts a call. Throws and returns false if there are too many nested calls inside hooks of this fiber. */
LYO_INLINE bool begin_call(void)
{
    if (UNEXPECTED(!lyo_begin_call(&LYO_G(request).isolation))) {
        throw_error(&(lyo_error){LYO_ERR_DEPTH, 0});
        return false;
    }
    return true;
}

/*
 * Checks before anything is encoded that the requested compression and dictionary can be used. Throws and
 * returns false if they cannot.
 */
static bool may_seal(const lyo_envelope_options *envelope)
{
    if (envelope->compress && !lyo_compression_library(envelope->compress)) {
        lyo_throw_unavailable(lyo_compression_of(envelope->compress)->name, 0);
        return false;
    }
    lyo_dictionary *dictionary = lyo_seal_dictionary(envelope);
    const bool packs = !dictionary || lyo_dictionary_packs(dictionary, lyo_envelope_level(envelope));
    if (!packs) {
        char name[LYO_MISSING];
        lyo_describe_dictionary(dictionary->name, name);
        lyo_throw_unavailable(name, 0);
    }
    lyo_zstd_end_call(envelope->zstd);
    return packs;
}

LYO_INLINE zend_string *encode_counted(zval *value, const lyo_encode_options *options,
                                       const lyo_envelope_options *envelope)
{
    lyo_encoder e;
    const bool wrapped = UNEXPECTED(lyo_wants_envelope(envelope));

    if (wrapped && !may_seal(envelope)) {
        return NULL;
    }

    if (!begin_call()) {
        return NULL;
    }
    zend_string *result = lyo_encode(value, options, &e);
    lyo_end_call(&LYO_G(request).isolation);
    if (!result) {
        throw_encoder(&e);
        return NULL;
    }
    return wrapped ? lyo_seal(result, envelope) : result;
}

zend_string *lyo_encode_or_throw(zval *value, const lyo_encode_options *options,
                                 const lyo_envelope_options *envelope)
{
    ZVAL_DEREF(value);
    if (lyo_is_alone(value) && EXPECTED(!lyo_wants_envelope(envelope))) {
        return lyo_encode_alone(value);
    }
    return encode_counted(value, options, envelope);
}

zend_string *lyo_encode_by_default(zval *value)
{
    ZVAL_DEREF(value);
    if (lyo_is_alone(value) && EXPECTED(!lyo_wants_envelope(&LYO_G(envelope)))) { /* needs no options */
        return lyo_encode_alone(value);
    }
    lyo_encode_options options = lyo_default_encode_options();

    return encode_counted(value, &options, &LYO_G(envelope));
}

LYO_INLINE bool decode_counted(const char *data, size_t size, const lyo_decode_options *options, zval *result)
{
    lyo_decoder d;

    if (!begin_call()) {
        return false;
    }
    lyo_decode_mechanisms mechanisms = lyo_process_mechanisms(&LYO_G(process));
    bool decoded = lyo_decode(&d, (const uint8_t *)data, size, options, &mechanisms, result);
    if (!decoded) {
        throw_decoder(&d);
    }
    lyo_decoder_free(&d);
    lyo_end_call(&LYO_G(request).isolation);
    return decoded;
}

static LYO_NOINLINE bool decode_envelope(const char *data, size_t size, const lyo_decode_options *options,
                                         const lyo_envelope_options *envelope, zval *result)
{
    lyo_unsealed opened;
    bool decoded = false;

    if (lyo_unseal((const uint8_t *)data, size, envelope, &opened)) {
        decoded = decode_counted((const char *)opened.payload, opened.size, options, result);
    } else {
        throw_unsealed(&opened);
    }
    lyo_unsealed_free(&opened);
    return decoded;
}

bool lyo_decode_or_throw(const char *data, size_t size, const lyo_decode_options *options,
                         const lyo_envelope_options *envelope, zval *result)
{
    if (UNEXPECTED(envelope->keys || envelope->required || lyo_is_envelope((const uint8_t *)data, size))) {
        return decode_envelope(data, size, options, envelope, result);
    }
    return decode_counted(data, size, options, result);
}

bool lyo_decode_by_default(const char *data, size_t size, zval *result)
{
    lyo_decode_options options = lyo_default_decode_options();

    bool decoded = lyo_decode_or_throw(data, size, &options, &LYO_G(envelope), result);

    lyo_release_classes(&options);
    return decoded;
}

bool lyo_is_encoded(const char *data, size_t size)
{
    lyo_error error;
    lyo_unsealed opened;
    bool good = lyo_unseal((const uint8_t *)data, size, &LYO_G(envelope), &opened) &&
                lyo_check_bytes(opened.payload, opened.size, lyo_bearable_depth(LYO_G(max_depth)), 0, &error);

    lyo_unsealed_free(&opened);
    return good;
}
