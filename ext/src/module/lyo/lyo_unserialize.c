/* SPDX-License-Identifier: BSD-3-Clause
 *
 * PHP's own unserialize(), which also reads the formats of lyo.unserialize_reads. As in profilers, a handler of
 * ours takes the place of the function's own one, and calls it for all other data.
 */
#include "igbinary/lyo_igbinary_reader.h"
#include "module/lyo/lyo_host.h"
#include "module/lyo_arguments.h"
#include "php_lyo.h"

static zif_handler own_handler; /* PHP's; NULL: it was not replaced */

/* --- options -------------------------------------------------------------------------------------------- */

/* What unserialize() knows, too. It ignores other options. */
static const lyo_option known_options[] = {
    {"allowed_classes", "array|bool", MAY_BE_ARRAY | MAY_BE_BOOL, lyo_take_classes,
     offsetof(lyo_decode_options, allowed_classes)},
    {"max_depth", "int", MAY_BE_LONG, lyo_take_depth, offsetof(lyo_decode_options, max_depth)},
    {NULL, NULL, 0, NULL, 0},
};

static bool take_options(HashTable *given, lyo_decode_options *options)
{
    HashTable *array = zend_new_array(2);

    for (const lyo_option *option = known_options; option->name; option++) {
        zval *value = zend_hash_str_find_deref(given, option->name, strlen(option->name));
        if (value) {
            Z_TRY_ADDREF_P(value);
            zend_hash_str_add_new(array, option->name, strlen(option->name), value);
        }
    }
    const bool taken = lyo_take_options(array, known_options, options);
    zend_array_destroy(array);
    return taken;
}

/* Returns the defaults: inside Serializable::unserialize() they are what the outer call of unserialize() has. */
static lyo_decode_options default_options(void)
{
    lyo_decode_options options = lyo_default_decode_options();
    php_unserialize_data_t outer = BG(unserialize).level && !BG(serialize_lock) ? BG(unserialize).data : NULL;
    HashTable *classes = outer ? php_var_unserialize_get_allowed_classes(outer) : NULL;

    if (classes) {
        lyo_release_classes(&options);
        options.allowed_classes = zend_array_dup(classes);
    }
    options.max_depth =
        lyo_bearable_depth(outer ? php_var_unserialize_get_max_depth(outer) : BG(unserialize_max_depth));
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

    if (!lyo_unseal(data, size, &LYO_G(envelope), &opened)) {
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

static ZEND_NAMED_FUNCTION(unserialize_any)
{
    const uint32_t count = ZEND_CALL_NUM_ARGS(execute_data);
    const zval *data = count ? ZEND_CALL_ARG(execute_data, 1) : NULL;
    const zval *given = count == 2 ? ZEND_CALL_ARG(execute_data, 2) : NULL;
    size_t offset;

    /* arguments of other types are left to PHP, with its conversions and errors */
    if (!data || count > 2 || Z_TYPE_P(data) != IS_STRING || (given && Z_TYPE_P(given) != IS_ARRAY) ||
        !is_ours(Z_STR_P(data))) {
        own_handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
        return;
    }
    lyo_decode_options options = default_options();
    if (given && !take_options(Z_ARRVAL_P(given), &options)) {
        lyo_release_classes(&options);
        RETURN_THROWS();
    }
    zval result;
    if (read_any(Z_STR_P(data), &options, &offset, &result)) {
        ZVAL_COPY_VALUE(return_value, &result);
    } else {
        RETVAL_FALSE;
        if (!EG(exception)) { /* that of a hook, or of an error handler */
            php_error_docref(NULL, LYO_UNSERIALIZE_FAILED, "Error at offset %zu of %zu bytes", offset,
                             Z_STRLEN_P(data));
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
