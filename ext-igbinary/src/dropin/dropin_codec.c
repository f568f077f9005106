/* SPDX-License-Identifier: BSD-3-Clause */
#include "dropin/dropin.h"

#include "module/lyo_envelope_seal.h"
#include "module/lyo_igbinary_messages.h"
#include "module/lyo_php.h"
#include "lyo/lyo_writer.h"

#include "Zend/zend_exceptions.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/php_var.h"
#include "ext/standard/php_versioning.h"

/* --- settings ------------------------------------------------------------------------------------------- */

/*
 * Each module with this engine isolates the state of PHP's serializer between fibers. When hooks of one
 * module call the other, both must share one isolation, or one would take the state inside a hook for the
 * state outside. So if lyo.so is loaded, its isolation serves both.
 */
static LYO_NOINLINE lyo_isolation *find_isolation(void)
{
    const zend_module_entry *lyo = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("lyo"));
    lyo_isolation_get get =
        lyo ? (lyo_isolation_get)DL_FETCH_SYMBOL(lyo->handle, LYO_ISOLATION_SYMBOL) : NULL;
    lyo_isolation *shared = get ? get(LYO_ISOLATION_VERSION, sizeof *shared) : NULL;

    return IGBINARY_G(isolation) = shared ? shared : &IGBINARY_G(request).isolation;
}

LYO_INLINE lyo_isolation *isolation(void)
{
    return EXPECTED(IGBINARY_G(isolation)) ? IGBINARY_G(isolation) : find_isolation();
}

/*
 * Of the diagnostics that data cause, igbinary prefixes only the one about dynamic properties with the
 * function name.
 */
static void diagnose(int level, bool named, const char *message)
{
    lyo_diagnose_php(level, named || level == E_DEPRECATED, message);
}

lyo_decode_options lyo_dropin_options(void)
{
    zend_long depth = IGBINARY_G(max_depth) > 0 ? IGBINARY_G(max_depth) : BG(unserialize_max_depth);

    return (lyo_decode_options){
        .allowed_classes = lyo_classes_of_setting(IGBINARY_G(allowed_classes)),
        .max_depth = lyo_bearable_depth(depth),
        .diagnose = diagnose,
        .isolation = isolation(),
    };
}

/*
 * phpredis passes versions 3 and 4 of the header to igbinary since 6.0. Older versions would return such data
 * as a string.
 */
static bool redis_is_too_old(void)
{
    const zend_module_entry *redis = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("redis"));

    return redis && redis->version && php_version_compare(redis->version, "6.0.0") < 0;
}

static bool writes_lyo(void)
{
    if (EXPECTED(!IGBINARY_G(write_lyo))) {
        return false;
    }
    if (!redis_is_too_old()) {
        return true;
    }
    if (!IGBINARY_G(warned)) {
        IGBINARY_G(warned) = true;
        zend_error(E_WARNING, "igbinary.write_format=lyo has no effect: the redis extension that is loaded "
                              "is older than 6.0 and would take such data for plain strings");
    }
    return false;
}

/* --- encode --------------------------------------------------------------------------------------------- */

static zend_string *encode_v2(zval *value)
{
    lyo_igbinary_encoder e;
    lyo_igbinary_encode_options options = {IGBINARY_G(compact_strings), lyo_bearable_depth, lyo_diagnose_php,
                                           isolation()};
    zend_string *result = lyo_igbinary_encode(&e, value, &options);

    if (UNEXPECTED(!result)) {
        lyo_igbinary_report_encoder(&e);
    }
    return result;
}

static void report_lyo(const lyo_encoder *e)
{
    if (!lyo_throw_refused(e->failure, e->class_name) && e->failure == LYO_FAILED_BYTES) {
        zend_error(E_WARNING, "igbinary_serialize: %s", lyo_error_message(e->error.code));
    }
}

static zend_string *encode_lyo(zval *value)
{
    lyo_encoder e;
    lyo_process *process = &IGBINARY_G(process);
    lyo_encode_options options = {.max_depth = lyo_bearable_depth(0),
                                  .diagnose = lyo_diagnose_php,
                                  .strings = lyo_process_strings(process),
                                  .prefixes = lyo_process_prefixes(process),
                                  .classes = UNEXPECTED(process->disabled & LYO_CLASSES)
                                                 ? NULL
                                                 : lyo_request_classes(&IGBINARY_G(request)),
                                  .without = process->disabled,
                                  .isolation = isolation()};
    zend_string *bytes = lyo_encode(value, &options, &e);

    if (!bytes) {
        report_lyo(&e);
        return NULL;
    }
    zend_string *result =
        zend_string_concat2(LYO_DROPIN_CARRIER, LYO_IGB_HEADER_SIZE, ZSTR_VAL(bytes), ZSTR_LEN(bytes));
    zend_string_release(bytes);
    return result;
}

/*
 * Counts nested calls inside hooks, for each fiber. Without a limit, a hook that encodes its own object would
 * crash PHP.
 */
static bool begin_igbinary_call(const char *function)
{
    if (UNEXPECTED(!lyo_begin_call(isolation()))) {
        zend_error(E_WARNING, "%s: too many calls inside one another", function);
        return false;
    }
    return true;
}

zend_string *lyo_dropin_encode(zval *value)
{
    if (UNEXPECTED(!begin_igbinary_call("igbinary_serialize"))) {
        return NULL;
    }
    if (Z_TYPE_P(value) == IS_INDIRECT) {
        value = Z_INDIRECT_P(value);
    }
    zend_string *result = UNEXPECTED(writes_lyo()) ? encode_lyo(value) : encode_v2(value);
    lyo_end_call(IGBINARY_G(isolation));
    return result;
}

/* --- decode --------------------------------------------------------------------------------------------- */

static bool decode_v2(const char *data, size_t size, const lyo_decode_options *options, zval *result)
{
    lyo_igbinary_decoder d;
    bool decoded = lyo_igbinary_decode(&d, (const uint8_t *)data, size, options, result);

    if (UNEXPECTED(!decoded)) {
        lyo_igbinary_report_decoder(&d);
    }
    lyo_igbinary_decoder_free(&d);
    return decoded;
}

static bool decode_carried_lyo(const char *data, size_t size, const lyo_decode_options *options, zval *result)
{
    const lyo_envelope_options envelope = {.max_unpacked = LYO_LIMIT_UNPACKED};
    const lyo_decode_mechanisms mechanisms = lyo_process_mechanisms(&IGBINARY_G(process));
    lyo_unsealed opened;
    lyo_decoder d;
    bool decoded = false;

    if (!lyo_unseal((const uint8_t *)data + LYO_IGB_HEADER_SIZE, size - LYO_IGB_HEADER_SIZE, &envelope,
                    &opened)) {
        lyo_igbinary_report_bytes(&opened.error);
    } else {
        decoded = lyo_decode(&d, opened.payload, opened.size, options, &mechanisms, result);
        if (!decoded) {
            lyo_igbinary_report_lyo(&d);
        }
        lyo_decoder_free(&d);
    }
    lyo_unsealed_free(&opened);
    return decoded;
}

static bool decode_native(const char *data, size_t size, const lyo_decode_options *options, zval *result)
{
    const unsigned char *p = (const unsigned char *)data, *end = p + size;
    php_unserialize_data_t context = php_var_unserialize_init();
    /* this joins the context of an outer unserialize(), whose policy must be restored afterwards */
    HashTable *outer_classes = php_var_unserialize_get_allowed_classes(context);
    zend_long outer_max_depth = php_var_unserialize_get_max_depth(context);
    zend_long outer_depth = php_var_unserialize_get_cur_depth(context);

    php_var_unserialize_set_allowed_classes(context, (HashTable *)options->allowed_classes);
    php_var_unserialize_set_max_depth(context, (zend_long)options->max_depth);
    php_var_unserialize_set_cur_depth(context, 0);
    zval *value = var_tmp_var(&context);
    bool decoded = php_var_unserialize(value, &p, end, &context) && p == end;
    php_var_unserialize_set_allowed_classes(context, outer_classes);
    php_var_unserialize_set_max_depth(context, outer_max_depth);
    php_var_unserialize_set_cur_depth(context, outer_depth);
    if (decoded) {
        ZVAL_COPY(result, value);
    } else if (!EG(exception)) {
        zend_error(E_WARNING, "igbinary_unserialize: serialize() data are broken at offset %zu of %zu bytes",
                   (size_t)((const char *)p - data), size);
    }
    php_var_unserialize_destroy(context); /* hooks run here */
    if (decoded && EG(exception)) {
        zval_ptr_dtor(result);
        decoded = false;
    }
    if (decoded && Z_ISREF_P(result)) {
        zend_unwrap_reference(result);
    }
    return decoded;
}

static bool decode_any(const char *data, size_t size, const lyo_decode_options *options, zval *result)
{
    bool decoded;

    if (UNEXPECTED(!begin_igbinary_call("igbinary_unserialize"))) {
        return false;
    }
    if (UNEXPECTED(size > LYO_IGB_HEADER_SIZE && !memcmp(data, LYO_DROPIN_CARRIER, LYO_IGB_HEADER_SIZE))) {
        decoded = decode_carried_lyo(data, size, options, result);
    } else if (UNEXPECTED(IGBINARY_G(read_native)) && lyo_looks_native(data, size)) {
        decoded = decode_native(data, size, options, result);
    } else {
        decoded = decode_v2(data, size, options, result);
    }
    lyo_end_call(IGBINARY_G(isolation));
    return decoded;
}

bool lyo_dropin_decode(const char *data, size_t size, const lyo_decode_options *options, zval *result)
{
    /* neither options nor limits apply to a leaf */
    if (lyo_igbinary_decode_leaf((const uint8_t *)data, size, result)) {
        return true;
    }
    if (options) {
        return decode_any(data, size, options, result);
    }
    lyo_decode_options settings = lyo_dropin_options();
    bool decoded = decode_any(data, size, &settings, result);
    lyo_release_classes(&settings);
    return decoded;
}
