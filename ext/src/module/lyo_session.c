/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_session.h"

#if LYO_HAS_SESSIONS

#include "module/lyo_envelope_seal.h"
#include "module/lyo_igbinary_messages.h"
#include "module/lyo_php.h"
#include "igbinary/lyo_igbinary_reader.h"
#include "igbinary/lyo_igbinary_writer.h"
#include "lyo/lyo_reader.h"
#include "php/lyo_isolation.h"
#include "wire/lyo_tags.h"

/* Format "php": key|value. Returns the position of the bar, or NULL if the data look different. */
static const char *looks_php(const char *data, const char *end)
{
    const char *bar = memchr(data, '|', (size_t)(end - data));
    return bar && lyo_looks_native(bar + 1, (size_t)(end - bar - 1)) ? bar : NULL;
}

/* Format "php_binary": length of the key, key, value. */
static bool looks_php_binary(const char *data, const char *end)
{
    size_t length = (unsigned char)data[0];
    return length < 128 && (size_t)(end - data) > length + 1 &&
           lyo_looks_native(data + 1 + length, (size_t)(end - data) - 1 - length);
}

/* Format "php_serialize": a:1:{ without a bar after it, because "php" data may begin with a name a:1:{ */
static bool looks_php_serialize(const char *data, const char *end)
{
    if (end - data < 6 || data[0] != 'a' || data[1] != ':') {
        return false;
    }
    const char *p = data + 2 + strspn(data + 2, "0123456789");
    return end - p >= 3 && p > data + 2 && p[0] == ':' && p[1] == '{' && p[2] != '|' && end[-1] == '}';
}

/* Returns the format that the data look like. They may be invalid all the same. A NUL follows them. */
static lyo_session_format detect(const char *data, size_t size)
{
    const char *end = data + size;

    if ((uint8_t)data[0] == LYO_MAGIC) {
        return LYO_SESSION_LYO;
    }
    if (lyo_igbinary_has_header((const uint8_t *)data, size)) {
        return LYO_SESSION_IGBINARY;
    }
    if (size > LYO_IGB_HEADER_SIZE && !memcmp(data, "\0\0\0\4", LYO_IGB_HEADER_SIZE)) {
        return LYO_SESSION_IGBINARY_LYO;
    }
    if (looks_php_serialize(data, end)) {
        return LYO_SESSION_PHP_SERIALIZE;
    }
    const char *bar = looks_php(data, end);
    bool binary = looks_php_binary(data, end);
    /*
     * Some data look like both formats. In "php_binary" the first byte is the length of the first name, and a
     * bar in a value comes after that name. In "php" the first byte is a character of the first name, 32 or
     * more, and the bar ends that name. So it is "php" if the bar comes within as many bytes as the first
     * byte says.
     */
    if (bar && (!binary || ((uint8_t)data[0] >= ' ' && bar - data <= (uint8_t)data[0]))) {
        return LYO_SESSION_PHP;
    }
    return binary ? LYO_SESSION_PHP_BINARY : LYO_SESSION_UNKNOWN;
}

/* --- names ---------------------------------------------------------------------------------------------- */

static const char *const format_names[] = {
    [LYO_SESSION_LYO] = "lyo",
    [LYO_SESSION_IGBINARY] = "igbinary",
    [LYO_SESSION_PHP] = "php",
    [LYO_SESSION_PHP_BINARY] = "php_binary",
    [LYO_SESSION_PHP_SERIALIZE] = "php_serialize",
};

lyo_session_format lyo_session_format_named(const zend_string *name)
{
    for (size_t i = 0; i < sizeof format_names / sizeof *format_names; i++) {
        if (format_names[i] && zend_string_equals_cstr(name, format_names[i], strlen(format_names[i]))) {
            return (lyo_session_format)i;
        }
    }
    return LYO_SESSION_UNKNOWN;
}

/* --- reading -------------------------------------------------------------------------------------------- */

static zend_result decode_php_session(lyo_session_format format, const char *data, size_t size,
                                      const lyo_decode_options *options)
{
    const ps_serializer *handler = _php_find_ps_serializer(format_names[format]); /* every PHP has these */

    if (!options->allowed_classes) {
        return handler->decode(data, size);
    }
    /*
     * PHP's handlers have no class policy. But they join an unserialize() that is in progress, so its policy
     * applies to them.
     */
    lyo_serializer_state outer;
    lyo_isolate(options->isolation, false, &outer);
    php_unserialize_data_t context = php_var_unserialize_init();
    php_var_unserialize_set_allowed_classes(context, (HashTable *)options->allowed_classes);
    php_var_unserialize_set_max_depth(context, options->max_depth);
    zend_result result = handler->decode(data, size);
    php_var_unserialize_destroy(context); /* hooks run here */
    lyo_rejoin(options->isolation, &outer);
    return result;
}

zval *lyo_session_array(void)
{
    zval *session = &PS(http_session_vars);

    ZVAL_DEREF(session);
    return Z_TYPE_P(session) == IS_ARRAY ? session : NULL;
}

/* Sets one entry of the session. An existing entry keeps its position. The value is borrowed. */
static void set_entry(zval *session, zend_ulong index, zend_string *key, zval *value)
{
    SEPARATE_ARRAY(session); /* a destructor may have made a copy */
    HashTable *entries = Z_ARRVAL_P(session);
    zval *slot = key ? zend_hash_lookup(entries, key) : zend_hash_index_lookup(entries, index);
    zval before;

    ZVAL_COPY_VALUE(&before, slot);
    ZVAL_COPY(slot, value);
    zval_ptr_dtor(&before); /* last, because it may run a destructor */
}

/*
 * Sets the entries of a decoded array, or the properties of a decoded object, in the session. Takes over the
 * value. Entries with other keys stay, as with PHP's handlers "php" and "php_binary". Nothing is set if hooks
 * or the program have ended the session. Returns false if the value is neither an array nor an object.
 */
static bool take(zval *value)
{
    if (Z_TYPE_P(value) == IS_OBJECT) {
        convert_to_array(value);
    }
    if (Z_TYPE_P(value) != IS_ARRAY) {
        zval_ptr_dtor(value);
        return false;
    }
    /* not fetched earlier, because the destructor of an object may have assigned another array */
    zval *session = lyo_session_array();
    /* the array of session_start(): it never had an entry, no loop iterates over it, nobody else holds it */
    if (session && lyo_is_untouched(Z_ARRVAL_P(session)) && GC_REFCOUNT(Z_ARRVAL_P(session)) == 1) {
        zend_array_release(Z_ARRVAL_P(session));
        ZVAL_COPY_VALUE(session, value);
        return true;
    }
    zend_ulong index;
    zend_string *key;
    zval *entry;
    ZEND_HASH_FOREACH_KEY_VAL (Z_ARRVAL_P(value), index, key, entry) {
        session = lyo_session_array();
        if (!session) {
            break;
        }
        set_entry(session, index, key, entry);
    }
    ZEND_HASH_FOREACH_END();
    zval_ptr_dtor(value);
    return true;
}

static bool in_session_decode(void)
{
    const char *name = get_active_function_name();

    return name && strcmp(name, "session_decode") == 0;
}

/*
 * Warns that the session starts empty. If an error handler ends with a fatal error, PHP destroys the session
 * whose data are being read, and deletes what is stored. It finds no id then, and deletes nothing.
 */
static void warn_of_unread(const zend_string *reason)
{
    zend_try
    {
        php_error_docref(
            NULL, E_WARNING,
            "Failed to decode the session: %s. It starts empty, and what is stored stays as it is until "
            "$_SESSION is written to",
            ZSTR_VAL(reason));
    }
    zend_catch
    {
        if (PS(id)) {
            zend_string_release(PS(id));
            PS(id) = NULL;
        }
        zend_bailout();
    }
    zend_end_try();
}

/*
 * Handles data that cannot be read. reason: for the warning. If an exception is pending, it says why, and there
 * is no warning.
 */
static zend_result begin_empty(const char *data, size_t size, const zend_string *reason,
                               lyo_unread_session *unread)
{
    zval empty, reference, before, global, *session;
    const bool thrown = EG(exception) != NULL;

    if (thrown && in_session_decode()) {
        return SUCCESS; /* for a failure PHP would destroy the session */
    }
    lyo_session_forget(unread);
    if (in_session_decode()) {
        return FAILURE;
    }
    ZVAL_COPY_VALUE(&before, &PS(http_session_vars));
    ZVAL_UNDEF(&global);
    if ((session = zend_hash_str_find_ind(&EG(symbol_table), ZEND_STRL("_SESSION")))) {
        ZVAL_COPY(&global, session);
    }
    array_init(&empty);
    ZVAL_NEW_REF(&reference, &empty);
    ZVAL_COPY(&PS(http_session_vars), &reference);
    zend_hash_str_update_ind(&EG(symbol_table), ZEND_STRL("_SESSION"), &reference);
    if (PS(id)) { /* a hook may have ended the session */
        *unread = (lyo_unread_session){zend_string_init(data, size, 0), zend_string_copy(PS(id)),
                                       Z_ARRVAL_P(lyo_session_array())};
        GC_ADDREF(unread->session);
    }
    /* last, because destructors and error handlers see the new session and may end it */
    zval_ptr_dtor(&global);
    zval_ptr_dtor(&before);
    if (!thrown) {
        warn_of_unread(reason);
    }
    return SUCCESS;
}

/* All of these return NULL if the data were read, else why not, as a new string. */

static zend_string *reason_of(const char *text)
{
    return zend_string_init(text, strlen(text), 0);
}

static zend_string *take_or_refuse(zval *value)
{
    return take(value) ? NULL : reason_of("a session is an array or an object");
}

static zend_string *decode_payload(const uint8_t *payload, size_t size, const lyo_session_reading *reading)
{
    lyo_decoder d;
    zval value;
    bool decoded = lyo_decode(&d, payload, size, reading->options, reading->mechanisms, &value);
    zend_string *reason = decoded                              ? NULL
                          : d.base.failure == LYO_FAILED_BYTES ? lyo_error_reason(&d.error, "")
                                                               : lyo_decoding_reason(&d.base);

    lyo_decoder_free(&d);
    return decoded ? take_or_refuse(&value) : reason;
}

static zend_string *decode_lyo_session(const char *data, size_t size, const lyo_session_reading *reading)
{
    lyo_unsealed opened;

    zend_string *reason = lyo_unseal((const uint8_t *)data, size, reading->envelope, &opened)
                              ? decode_payload(opened.payload, opened.size, reading)
                              : lyo_error_reason(&opened.error, opened.missing);
    lyo_unsealed_free(&opened);
    return reason;
}

static zend_string *decode_igbinary_session(const char *data, size_t size, const lyo_decode_options *options)
{
    lyo_igbinary_decoder d;
    zval value;
    bool decoded = lyo_igbinary_decode(&d, (const uint8_t *)data, size, options, &value);
    zend_string *reason = decoded                              ? NULL
                          : d.base.failure == LYO_FAILED_BYTES ? lyo_igbinary_reason(&d.error, d.data)
                                                               : lyo_decoding_reason(&d.base);

    lyo_igbinary_decoder_free(&d);
    return decoded ? take_or_refuse(&value) : reason;
}

static zend_string *decode_native_session(lyo_session_format format, const char *data, size_t size,
                                          const lyo_session_reading *reading)
{
    if (!reading->native) {
        return zend_strpprintf(0, "the form %s is not read here", format_names[format]);
    }
    return decode_php_session(format, data, size, reading->options) == SUCCESS
               ? NULL
               : zend_strpprintf(0, "PHP's handler %s cannot read it", format_names[format]);
}

static zend_string *decode_session(const char *data, size_t size, const lyo_session_reading *reading)
{
    const lyo_session_format format = detect(data, size);

    switch (format) {
    case LYO_SESSION_LYO:
        return decode_lyo_session(data, size, reading);
    case LYO_SESSION_IGBINARY_LYO:
        return decode_lyo_session(data + LYO_IGB_HEADER_SIZE, size - LYO_IGB_HEADER_SIZE, reading);
    case LYO_SESSION_IGBINARY:
        return decode_igbinary_session(data, size, reading->options);
    case LYO_SESSION_UNKNOWN:
        return size ? reason_of("its form is unknown") : NULL; /* a new session has no data */
    default:
        return decode_native_session(format, data, size, reading);
    }
}

zend_result lyo_session_decode(const char *data, size_t size, const lyo_session_reading *reading,
                               lyo_unread_session *unread)
{
    lyo_isolation *isolation = reading->options->isolation;
    lyo_decode_options options = *reading->options;
    lyo_session_reading keeping = *reading;
    zend_string *reason;

    options.keeps_value = true; /* as with PHP's handlers: an exception of a hook leaves session_start() */
    keeping.options = &options;
    /* a hook may call session_decode(), whose hooks may do the same */
    if (lyo_begin_call(isolation)) {
        reason = decode_session(data, size, &keeping);
        lyo_end_call(isolation);
    } else {
        reason = lyo_error_reason(&(lyo_error){LYO_ERR_DEPTH, 0}, "");
    }
    if (!reason) {
        lyo_session_forget(unread);
        return SUCCESS;
    }
    zend_result result = begin_empty(data, size, reason, unread);
    zend_string_release(reason); /* an error handler that throws comes here, too */
    return result;
}

zend_string *lyo_session_unread(const lyo_unread_session *unread, const zval *session)
{
    bool same = unread->bytes && Z_ARRVAL_P(session) == unread->session && PS(id) &&
                zend_string_equals(PS(id), unread->id);

    /*
     * A copy, because PHP's JIT assumes that session_encode() returns a string with a single reference and
     * frees it without checking.
     */
    return same ? zend_string_init(ZSTR_VAL(unread->bytes), ZSTR_LEN(unread->bytes), 0) : NULL;
}

/* --- writing -------------------------------------------------------------------------------------------- */

static zend_string *encode_igbinary(zval *session, lyo_isolation *isolation)
{
    lyo_igbinary_encoder e;
    lyo_igbinary_encode_options options = {true, lyo_bearable_depth, lyo_diagnose_php, isolation};

    if (!lyo_begin_call(isolation)) {
        return NULL;
    }
    zend_string *bytes = lyo_igbinary_encode(&e, session, &options);
    lyo_end_call(isolation);
    if (!bytes) {
        lyo_throw_refused(e.failure, e.class_name);
    }
    return bytes;
}

/* Longest name that php_binary can hold, in bytes. */
#define LYO_MOST_OF_PHP_BINARY 127

/* Warns about keys that PHP's handler php_binary leaves out without a warning. */
static void warn_of_long_keys(zval *session)
{
    zend_string *key;
    zval kept; /* an error handler may end the session */

    ZVAL_COPY(&kept, session);
    ZEND_HASH_FOREACH_STR_KEY (Z_ARRVAL(kept), key) {
        if (key && ZSTR_LEN(key) > LYO_MOST_OF_PHP_BINARY) {
            php_error_docref(NULL, E_WARNING, "Skipping a key of %zu bytes, php_binary has at most %d",
                             ZSTR_LEN(key), LYO_MOST_OF_PHP_BINARY);
        }
    }
    ZEND_HASH_FOREACH_END();
    zval_ptr_dtor(&kept);
}

static zend_string *encode_as(lyo_session_format format, lyo_isolation *isolation)
{
    zval *session = lyo_session_array();

    if (!session) { /* PHP's handlers assume that there is one */
        return NULL;
    }
    if (format == LYO_SESSION_IGBINARY) {
        return encode_igbinary(session, isolation);
    }
    return _php_find_ps_serializer(format_names[format])->encode();
}

bool lyo_session_encode(lyo_session_format format, lyo_isolation *isolation, zend_string **bytes)
{
    zval *session = lyo_session_array();
    bool empty = zend_hash_num_elements(Z_ARRVAL_P(session)) == 0;

    if (format == LYO_SESSION_PHP_BINARY) {
        warn_of_long_keys(session);
    }
    *bytes = encode_as(format, isolation);
    if (EG(exception) || empty || (*bytes && detect(ZSTR_VAL(*bytes), ZSTR_LEN(*bytes)) == format)) {
        return true;
    }
    if (*bytes) {
        zend_string_release(*bytes);
        *bytes = NULL;
    }
    php_error_docref(NULL, E_WARNING,
                     "The session cannot be written as %s, for a name or value that this form cannot hold. "
                     "It is written as lyo",
                     format_names[format]);
    return false;
}

#endif

void lyo_session_forget(lyo_unread_session *unread)
{
    if (unread->bytes) {
        zend_string_release(unread->bytes);
        zend_string_release(unread->id);
        zend_array_release(unread->session);
        *unread = (lyo_unread_session){0};
    }
}
