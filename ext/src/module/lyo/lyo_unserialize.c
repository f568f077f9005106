/* SPDX-License-Identifier: BSD-3-Clause
 *
 * PHP's own unserialize(), which also reads the formats of lyo.unserialize_reads. As in profilers, a handler of
 * ours takes the place of the function's own one, and calls it for all other data.
 */
#include "igbinary/lyo_igbinary_reader.h"
#include "module/lyo/lyo_host.h"
#include "php_lyo.h"

static zif_handler own_handler; /* PHP's; NULL: it was not replaced */

/* --- options -------------------------------------------------------------------------------------------- */

/*
 * Lets PHP's function judge the options, with a text that needs none of them, so that errors are those of the
 * running version. Returns false if it has thrown.
 */
static bool judge_options(INTERNAL_FUNCTION_PARAMETERS)
{
    zval *data = ZEND_CALL_ARG(execute_data, 1), given, result;
    lyo_serializer_state outer;

    ZVAL_COPY_VALUE(&given, data);
    ZVAL_STRINGL(data, "N;", 2);
    ZVAL_NULL(&result);
    lyo_isolate(&LYO_G(request).isolation, true, &outer);
    own_handler(execute_data, &result);
    lyo_rejoin(&LYO_G(request).isolation, &outer);
    zval_ptr_dtor_str(data);
    ZVAL_COPY_VALUE(data, &given);
    return !EG(exception);
}

/* Adds a name as unserialize() reads it. Arrays, which are never one, it has warned of. */
static void allow_entry(HashTable *classes, zval *entry)
{
    ZVAL_DEREF(entry);
    zend_string *name = Z_TYPE_P(entry) == IS_ARRAY ? NULL : zval_try_get_string(entry);
    if (name) {
        lyo_allow_class(classes, ZSTR_VAL(name), ZSTR_LEN(name));
        zend_string_release(name);
    }
}

static HashTable *classes_of(const zval *allowed)
{
    zval *entry;

    if (Z_TYPE_P(allowed) == IS_TRUE) {
        return NULL;
    }
    HashTable *classes = zend_new_array(8);
    if (Z_TYPE_P(allowed) == IS_ARRAY) {
        ZEND_HASH_FOREACH_VAL (Z_ARRVAL_P(allowed), entry) {
            allow_entry(classes, entry);
        }
        ZEND_HASH_FOREACH_END();
    }
    return classes;
}

/* Takes what unserialize() knows, too. It ignores other options. */
static void take_options(HashTable *given, lyo_decode_options *options)
{
    const zval *allowed = zend_hash_str_find_deref(given, ZEND_STRL("allowed_classes"));
    const zval *max_depth = zend_hash_str_find_deref(given, ZEND_STRL("max_depth"));

    if (allowed) {
        lyo_release_classes(options);
        options->allowed_classes = classes_of(allowed);
    }
    if (max_depth) {
        options->max_depth = lyo_bearable_depth(Z_LVAL_P(max_depth));
        options->taken = 0;
    }
}

/*
 * Returns the options for this call. Inside Serializable::unserialize(), the outer call of unserialize() has
 * the defaults, but its classes hold only for calls without options.
 */
static lyo_decode_options options_of(HashTable *given)
{
    lyo_decode_options options = lyo_default_decode_options();
    php_unserialize_data_t outer = BG(unserialize).level && !BG(serialize_lock) ? BG(unserialize).data : NULL;

    options.max_depth = lyo_bearable_depth(BG(unserialize_max_depth));
    if (outer) {
        HashTable *classes = given ? NULL : php_var_unserialize_get_allowed_classes(outer);
        if (classes) {
            lyo_release_classes(&options);
            options.allowed_classes = zend_array_dup(classes);
        }
        options.max_depth = lyo_bearable_depth(php_var_unserialize_get_max_depth(outer));
        options.taken = (uint32_t)php_var_unserialize_get_cur_depth(outer);
    }
    if (given) {
        take_options(given, &options);
    }
    return options;
}

/* --- reading -------------------------------------------------------------------------------------------- */

/* Throws what unserialize() throws, too. Returns the offset for the message about other failures. */
static size_t end_decoding(const lyo_decoding *d, size_t offset)
{
    lyo_throw_decoding(d);
    return d->failure == LYO_FAILED_BYTES ? offset : 0;
}

static void warn_of_depth(const lyo_decode_options *options)
{
    php_error_docref(NULL, E_WARNING,
                     "Maximum depth of %u exceeded. The depth limit can be changed using the max_depth "
                     "unserialize() option or the unserialize_max_depth ini setting",
                     options->max_depth);
}

static bool read_lyo(const uint8_t *data, size_t size, const lyo_decode_options *options, size_t *offset,
                     zval *result)
{
    const lyo_decode_mechanisms mechanisms = lyo_process_mechanisms(&LYO_G(process));
    lyo_unsealed opened;
    lyo_decoder d;
    bool decoded = false;

    if (!lyo_unpack(data, size, &LYO_G(envelope), &opened)) {
        *offset = opened.error.offset;
    } else {
        decoded = lyo_decode(&d, opened.payload, opened.size, options, &mechanisms, result);
        if (!decoded) {
            *offset = end_decoding(&d.base, d.error.offset);
            if (d.base.failure == LYO_FAILED_BYTES && d.error.code == LYO_ERR_DEPTH) {
                warn_of_depth(options);
            }
        }
        lyo_decoder_free(&d);
    }
    lyo_unsealed_free(&opened);
    return decoded;
}

static bool read_igbinary(const uint8_t *data, size_t size, const lyo_decode_options *options, size_t *offset,
                          zval *result)
{
    lyo_igbinary_decoder d;
    const bool decoded = lyo_igbinary_decode(&d, data, size, options, result);

    if (!decoded) {
        *offset = end_decoding(&d.base, d.error.token);
        if (d.base.failure == LYO_FAILED_BYTES && d.error.code == LYO_IGB_DEPTH) {
            warn_of_depth(options);
        }
    }
    lyo_igbinary_decoder_free(&d);
    return decoded;
}

static bool read_any(const zend_string *string, const lyo_decode_options *options, size_t *offset,
                     zval *result)
{
    const uint8_t *data = (const uint8_t *)ZSTR_VAL(string);
    const size_t size = ZSTR_LEN(string), carrier = lyo_carrier_size(data, size);
    const uint64_t start = lyo_costs_begin(&LYO_G(costs));
    bool decoded = false;

    *offset = 0;
    if (!lyo_begin_call(options->isolation)) {
        return false;
    }
    if (lyo_format_of(data, size) == LYO_READS_IGBINARY) {
        decoded = read_igbinary(data, size, options, offset, result);
    } else if (!(decoded = read_lyo(data + carrier, size - carrier, options, offset, result))) {
        *offset += carrier;
    }
    lyo_end_call(options->isolation);
    lyo_costs_end(&LYO_G(costs), LYO_WORK_DECODE, start, size);
    return decoded;
}

/* --- the function --------------------------------------------------------------------------------------- */

static bool is_ours(const zend_string *string)
{
    const uint8_t *data = (const uint8_t *)ZSTR_VAL(string);
    const size_t size = ZSTR_LEN(string);
    const uint8_t reads = LYO_G(unserialize_reads), format = lyo_format_of(data, size) & reads;

    if (EXPECTED(!(format & (LYO_READS_LYO | LYO_READS_IGBINARY)))) {
        return false;
    }
    const size_t carrier = lyo_carrier_size(data, size);
    return format != LYO_READS_LYO || (reads & LYO_READS_ENVELOPES) ||
           !lyo_is_envelope(data + carrier, size - carrier);
}

/*
 * Returns the data of the call if they are ours, else NULL. An object becomes its string, as in PHP's
 * function, which may throw.
 */
static const zend_string *find_data(zend_execute_data *execute_data)
{
    const uint32_t count = ZEND_CALL_NUM_ARGS(execute_data);
    zval *data = count ? ZEND_CALL_ARG(execute_data, 1) : NULL;
    zend_string *string;

    /* arguments of other types are left to PHP, with its conversions and errors */
    if (!data || count > 2 || (count == 2 && Z_TYPE_P(ZEND_CALL_ARG(execute_data, 2)) != IS_ARRAY) ||
        (Z_TYPE_P(data) == IS_OBJECT ? !zend_parse_arg_str(data, &string, false, 1)
                                     : Z_TYPE_P(data) != IS_STRING)) {
        return NULL;
    }
    return is_ours(Z_STR_P(data)) ? Z_STR_P(data) : NULL;
}

static ZEND_NAMED_FUNCTION(unserialize_any)
{
    const zend_string *data = find_data(execute_data);
    const bool has_options = ZEND_CALL_NUM_ARGS(execute_data) == 2;
    size_t offset;

    if (!data) {
        if (!EG(exception)) { /* that of __toString() */
            own_handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
        }
        return;
    }
    if (has_options && !judge_options(INTERNAL_FUNCTION_PARAM_PASSTHRU)) {
        RETURN_THROWS();
    }
    lyo_decode_options options = options_of(has_options ? Z_ARRVAL_P(ZEND_CALL_ARG(execute_data, 2)) : NULL);
    zval result;
    if (UNEXPECTED(EG(exception))) { /* that of an object in the list of classes */
        RETVAL_FALSE;
    } else if (read_any(data, &options, &offset, &result)) {
        ZVAL_COPY_VALUE(return_value, &result);
    } else {
        RETVAL_FALSE;
        if (!EG(exception)) { /* that of a hook, or of an error handler */
            php_error_docref(NULL, LYO_UNSERIALIZE_FAILED, "Error at offset %zu of %zu bytes", offset,
                             ZSTR_LEN(data));
        }
    }
    lyo_release_classes(&options);
}

static zend_internal_function *find_function(void)
{
    zend_function *function = zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("unserialize"));

    return function && function->type == ZEND_INTERNAL_FUNCTION ? &function->internal_function : NULL;
}

void lyo_extend_unserialize(void)
{
    zend_internal_function *function = LYO_G(unserialize_reads) ? find_function() : NULL;

    if (function) {
        own_handler = function->handler;
        function->handler = unserialize_any;
    }
}

void lyo_restore_unserialize(void)
{
    zend_internal_function *function = own_handler ? find_function() : NULL; /* it may have been disabled */

    if (function && function->handler == unserialize_any) {
        function->handler = own_handler;
    }
    own_handler = NULL;
}
