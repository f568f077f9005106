/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Default options, limits, and the translation of failures into exceptions.
 */
#include "module/lyo/lyo_host.h"

#include "Zend/zend_exceptions.h"
#include "ext/random/php_random.h"
#include "lyo/lyo_values.h"
#include "module/lyo_php.h"
#include "php/lyo_check.h"
#include "php_lyo.h"

LYO_INLINE uint32_t depth_of_setting(void)
{
    const zend_long depth = LYO_G(max_depth);

    return EXPECTED(depth > 0 && depth <= LYO_LIMIT_DEPTH) ? (uint32_t)depth : lyo_bearable_depth(depth);
}

LYO_INLINE lyo_encode_options encode_options(void)
{
    lyo_process *process = &LYO_G(process);
    lyo_request *request = &LYO_G(request);

    return (lyo_encode_options){
        .max_depth = depth_of_setting(),
        .diagnose = lyo_diagnose_php,
        .strings = lyo_process_strings(process),
        .prefixes = lyo_process_prefixes(process),
        .classes = UNEXPECTED(process->disabled & LYO_CLASSES) ? NULL : lyo_request_classes(request),
        .without = process->disabled,
        .isolation = &request->isolation,
    };
}

lyo_encode_options lyo_default_encode_options(void)
{
    return encode_options();
}

LYO_INLINE lyo_decode_options decode_options(void)
{
    return (lyo_decode_options){
        .allowed_classes = lyo_classes_of_setting(LYO_G(allowed_classes)),
        .max_depth = depth_of_setting(),
        .max_elements = LYO_G(max_elements) > 0 ? (uint64_t)LYO_G(max_elements) : 0,
        .diagnose = lyo_diagnose_php,
        .isolation = &LYO_G(request).isolation,
    };
}

lyo_decode_options lyo_default_decode_options(void)
{
    return decode_options();
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

/* What differs in the names of their classes. */
static const char *const exceptions[] = {
#define LYO_EXCEPTION(name, exception, message) [LYO_ERR_##name] = #exception,
    LYO_ERRORS(LYO_EXCEPTION)};

zend_object *lyo_throw_at(const char *exception_name, size_t offset, const char *format, ...)
{
    zend_string *name = zend_strpprintf(0, "Lyo\\Exception\\%sException", exception_name);
    char *message;
    va_list arguments;

    va_start(arguments, format);
    zend_vspprintf(&message, 0, format, arguments);
    va_end(arguments);
    zend_object *exception = zend_throw_exception(zend_lookup_class(name), message, 0);
    zend_string_release(name);
    efree(message);
    if (exception) {
        zend_update_property_long(lyo_exception_ce, exception, "offset", sizeof "offset" - 1,
                                  (zend_long)offset);
    }
    return exception;
}

/* Throws with the names of refused and missing classes, in the message and as a list. */
static void throw_classes(const lyo_decoding *d)
{
    zend_string *names = lyo_refused_names(d->refused);
    zend_object *exception = lyo_throw_at("ClassNotAllowed", 0, LYO_REFUSED_CLASSES, ZSTR_VAL(names));
    zval list;

    ZVAL_ARR(&list, d->refused);
    if (exception) {
        zend_update_property(exception->ce, exception, "classes", sizeof "classes" - 1, &list);
    }
    zend_string_release(names);
}

void lyo_throw_error(const lyo_error *error, const char *missing)
{
    if (error->code == LYO_OK) {
        zend_throw_error(NULL, "No memory to check the data");
        return;
    }
    zend_string *reason = lyo_error_reason(error, missing);
    lyo_throw_at(exceptions[error->code], error->offset, "%s", ZSTR_VAL(reason));
    zend_string_release(reason);
}

void lyo_throw_unavailable(const char *what)
{
    lyo_throw_error(&(lyo_error){LYO_ERR_UNAVAILABLE, 0}, what);
}

/* Data without Lyo's first byte: says what they are, if that can be seen. */
static void throw_foreign(const lyo_error *error, const uint8_t *data, size_t size)
{
    const lyo_foreign *foreign = lyo_foreign_of(data, size);

    if (foreign) {
        lyo_throw_at(exceptions[error->code], error->offset,
                     "%s at offset %zu: it begins like %s, which %s reads", lyo_error_message(error->code),
                     error->offset, foreign->format, foreign->reader);
    } else {
        lyo_throw_error(error, "");
    }
}

void lyo_throw_failure(const lyo_decoding *d, size_t value)
{
    if (d->failure == LYO_FAILED_CLASSES) {
        throw_classes(d);
    } else if (d->failure == LYO_FAILED_LOADS) {
        lyo_throw_at("Limit", value, "%s at offset %zu", LYO_TOO_MANY_LOADS, value);
    } else if (d->failure == LYO_FAILED_MISMATCH) {
        lyo_throw_at("ClassMismatch", 0, "%s", d->reason);
    } else {
        lyo_throw_decoding(d);
    }
    ZEND_ASSERT(EG(exception));
}

static void throw_decoder(const lyo_decoder *d, const uint8_t *data, size_t size)
{
    const bool bytes = d->base.failure == LYO_FAILED_BYTES;

    if (bytes && d->error.code == LYO_ERR_MAGIC) {
        throw_foreign(&d->error, data, size);
    } else if (bytes) {
        lyo_throw_error(&d->error, "");
    } else { /* all classes are loaded before the value */
        lyo_throw_failure(&d->base, (size_t)(d->body - d->data));
    }
}

/* --- calls ---------------------------------------------------------------------------------------------- */

bool lyo_begin_or_throw(void)
{
    if (UNEXPECTED(!lyo_begin_call(&LYO_G(request).isolation))) {
        lyo_throw_error(&(lyo_error){LYO_ERR_DEPTH, 0}, "");
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
    if (envelope->compress && !lyo_compression_of(envelope->compress)->version) {
        lyo_throw_unavailable(lyo_compression_of(envelope->compress)->name);
        return false;
    }
    lyo_dictionary *dictionary = lyo_seal_dictionary(envelope);
    const bool packs = !dictionary || lyo_dictionary_packs(dictionary, lyo_envelope_level(envelope));
    if (!packs) {
        char name[LYO_MISSING];
        lyo_describe_dictionary(dictionary->name, name);
        lyo_throw_unavailable(name);
    }
    lyo_zstd_end_call(envelope->zstd);
    return packs;
}

LYO_INLINE zend_string *encode_bare(zval *value, const lyo_encode_options *options)
{
    lyo_encoder e;

    if (!lyo_begin_or_throw()) {
        return NULL;
    }
    zend_string *result = lyo_encode(value, options, &e);
    lyo_end_call(&LYO_G(request).isolation);
    if (!result && !lyo_throw_refused(e.failure, e.class_name) && e.failure == LYO_FAILED_BYTES) {
        lyo_throw_error(&e.error, "");
    }
    return result;
}

static zend_string *pack(zend_string *payload, const lyo_envelope_options *envelope)
{
    const uint64_t start = lyo_costs_begin(&LYO_G(costs));
    const size_t size = ZSTR_LEN(payload);
    zend_string *result = lyo_seal(payload, envelope);

    lyo_costs_end(&LYO_G(costs), LYO_WORK_PACK, start, size);
    return result;
}

static LYO_NOINLINE zend_string *encode_uncounted(zval *value, const lyo_write_options *given)
{
    const lyo_envelope_options *envelope = given ? &given->envelope : &LYO_G(envelope);
    const bool wrapped = UNEXPECTED(lyo_wants_envelope(envelope));
    zend_string *result;

    if (wrapped && !may_seal(envelope)) {
        return NULL;
    }
    ZVAL_DEREF(value);
    if (lyo_is_alone(value)) { /* needs no options */
        result = lyo_encode_alone(value);
    } else {
        const lyo_encode_options options = EXPECTED(!given) ? encode_options() : given->engine;
        result = encode_bare(value, &options);
    }
    return result && wrapped ? pack(result, envelope) : result;
}

static LYO_NOINLINE zend_string *encode_counted(zval *value, const lyo_write_options *given)
{
    const uint64_t start = lyo_costs_begin(&LYO_G(costs));
    zend_string *result = encode_uncounted(value, given);

    lyo_costs_end(&LYO_G(costs), LYO_WORK_ENCODE, start, result ? ZSTR_LEN(result) : 0);
    return result;
}

zend_string *lyo_encode_or_throw(zval *value, const lyo_write_options *given)
{
    return EXPECTED(!LYO_G(costs).counted) ? encode_uncounted(value, given) : encode_counted(value, given);
}

/* A payload, with its envelope, among the values that are kept. */
typedef struct lookup {
    const uint8_t *data;
    size_t size;
    uint64_t hash;
    lyo_values *values; /* NULL: the value is not to be kept */
} lookup;

/* Returns the store. NULL: there is none. */
LYO_INLINE lyo_values *kept_values(lyo_process *process)
{
    uint64_t secrets[2];

    if (UNEXPECTED(!process->values) && !(process->disabled & LYO_VALUES) &&
        php_random_bytes_silent(secrets, sizeof secrets) == SUCCESS) {
        lyo_process_make_values(process, secrets);
    }
    return process->values;
}

/* Returns true with *result set if the value is kept, and a decode with these options would accept it. */
static bool find_kept(lookup *look, const lyo_decode_options *options, const lyo_envelope_options *envelope,
                      zval *result)
{
    lyo_values *values = kept_values(&LYO_G(process));

    if (!values || look->size < LYO_VALUES_LEAST || envelope->keys ||
        (envelope->required && !lyo_is_envelope(look->data, look->size)) ||
        UNEXPECTED(CG(compiler_options) & ZEND_COMPILE_PRELOAD) || /* OPcache keeps what it makes */
        options->isolation->calls >= LYO_MOST_CALLS) {
        return false;
    }
    look->hash = lyo_values_hash(values, look->data, look->size);
    lyo_value *value = lyo_values_find(values, look->hash, look->data, look->size);
    if (!value) {
        look->values = lyo_values_want(values, look->hash, look->data, look->size) ? values : NULL;
        return false;
    }
    const lyo_value_facts *facts = &value->facts;
    if (facts->height > lyo_levels_of_call(options) ||
        (options->max_elements && facts->elements > options->max_elements) ||
        (envelope->max_unpacked && facts->unpacked > (size_t)envelope->max_unpacked) ||
        (facts->with_dictionary && envelope->dictionaries != LYO_G(envelope).dictionaries)) {
        return false;
    }
    ZVAL_ARR(result, lyo_values_use(values, value));
    Z_TYPE_INFO_P(result) = IS_ARRAY; /* immutable: it is not counted */
    return true;
}

/* d has read all elements of the value. */
static LYO_NOINLINE void keep_value(const lookup *look, const lyo_decoder *d, const lyo_unsealed *opened,
                                    const lyo_envelope_options *envelope, const zval *value)
{
    const uint64_t most = d->base.options->max_elements;
    const lyo_value_facts facts = {.elements = (most ? most : UINT64_MAX) - d->elements_left,
                                   .unpacked = opened->unpacked ? opened->size : 0,
                                   .with_dictionary = opened->unpacked && opened->with_dictionary};

    if (d->classed || d->sharing || d->base.deferred_kinds ||
        (facts.with_dictionary && envelope->dictionaries != LYO_G(envelope).dictionaries)) {
        lyo_values_refuse(look->values, look->hash);
    } else {
        lyo_values_keep(look->values, look->hash, look->data, look->size, &facts, value);
    }
}

/* look: NULL: no values are kept. */
LYO_INLINE bool decode_bare(const lyo_unsealed *opened, const lyo_decode_options *options,
                            const lyo_envelope_options *envelope, const lookup *look, zval *result)
{
    const uint8_t *data = opened->payload;
    const size_t size = opened->size;
    lyo_decoder d;

    if (!lyo_begin_or_throw()) {
        return false;
    }
    lyo_decode_mechanisms mechanisms = lyo_process_mechanisms(&LYO_G(process));
    bool decoded = lyo_decode(&d, data, size, options, &mechanisms, result);
    if (!decoded) {
        throw_decoder(&d, data, size);
    } else if (look && look->values) {
        keep_value(look, &d, opened, envelope, result);
    }
    lyo_decoder_free(&d);
    lyo_end_call(&LYO_G(request).isolation);
    return decoded;
}

bool lyo_unpack(const uint8_t *data, size_t size, const lyo_envelope_options *envelope, lyo_unsealed *opened)
{
    const uint64_t start = lyo_is_envelope(data, size) ? lyo_costs_begin(&LYO_G(costs)) : 0;
    const bool good = lyo_unseal(data, size, envelope, opened);

    lyo_costs_end(&LYO_G(costs), LYO_WORK_UNPACK, start, good ? opened->size : 0);
    return good;
}

LYO_INLINE bool decode_sealed(const uint8_t *data, size_t size, const lyo_decode_options *options,
                              const lyo_envelope_options *envelope, const lookup *look, zval *result)
{
    lyo_unsealed opened;
    bool decoded = false;

    opened.payload = data;
    opened.size = size;
    opened.unpacked = NULL;
    if (UNEXPECTED(envelope->keys || envelope->required || lyo_is_envelope(opened.payload, size)) &&
        !lyo_unpack(opened.payload, size, envelope, &opened)) {
        lyo_throw_error(&opened.error, opened.missing);
    } else {
        decoded = decode_bare(&opened, options, envelope, look, result);
    }
    lyo_unsealed_free(&opened);
    return decoded;
}

static LYO_NOINLINE bool decode_or_find(const uint8_t *data, size_t size, const lyo_decode_options *options,
                                        const lyo_envelope_options *envelope, zval *result)
{
    lookup look = {data, size, 0, NULL};

    return find_kept(&look, options, envelope, result) ||
           decode_sealed(data, size, options, envelope, &look, result);
}

bool lyo_decode_uncounted(const char *data, size_t size, const lyo_read_options *given, zval *result)
{
    const lyo_envelope_options *envelope = given ? &given->envelope : &LYO_G(envelope);
    lyo_decode_options options = EXPECTED(!given) ? decode_options() : given->engine;
    const bool decoded = UNEXPECTED(LYO_G(process).keep)
                             ? decode_or_find((const uint8_t *)data, size, &options, envelope, result)
                             : decode_sealed((const uint8_t *)data, size, &options, envelope, NULL, result);

    if (!given) {
        lyo_release_classes(&options);
    }
    return decoded;
}

static LYO_NOINLINE bool decode_counted(const char *data, size_t size, const lyo_read_options *given,
                                        zval *result)
{
    const uint64_t start = lyo_costs_begin(&LYO_G(costs));
    const bool decoded = lyo_decode_uncounted(data, size, given, result);

    lyo_costs_end(&LYO_G(costs), LYO_WORK_DECODE, start, size);
    return decoded;
}

bool lyo_decode_or_throw(const char *data, size_t size, const lyo_read_options *given, zval *result)
{
    return EXPECTED(!LYO_G(costs).counted) ? lyo_decode_uncounted(data, size, given, result)
                                           : decode_counted(data, size, given, result);
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
