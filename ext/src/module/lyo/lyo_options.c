/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo/lyo_host.h"

#include "module/lyo_arguments.h"

/*
 * --- values ----------------------------------------------------------------------------------------------
 */

static bool take_missing_class(const char *name, zval *value, void *place)
{
    const bool throws = zend_string_equals_literal(Z_STR_P(value), "throw");

    *(bool *)place = throws;
    return throws || zend_string_equals_literal(Z_STR_P(value), "incomplete") ||
           lyo_refuse_option(name, "either \"incomplete\" or \"throw\"");
}

static bool take_compress(const char *name, zval *value, void *place)
{
    const lyo_compression *compression =
        Z_TYPE_P(value) == IS_STRING ? lyo_compression_named(Z_STR_P(value)) : NULL;

    *(uint8_t *)place = compression ? compression->algorithm : 0;
    return compression || Z_TYPE_P(value) == IS_NULL ||
           lyo_refuse_option(name, "either \"zlib\" or \"zstd\"");
}

static bool take_ratio(const char *name, zval *value, void *place)
{
    const double ratio = zval_get_double(value);

    *(double *)place = ratio;
    return ratio >= 1 || lyo_refuse_option(name, "greater than or equal to 1");
}

/* An int; null is 0. */
static bool take_int(const char *name, zval *value, void *place)
{
    *(zend_long *)place = zval_get_long(value);
    return true;
}

static bool take_bool(const char *name, zval *value, void *place)
{
    *(bool *)place = Z_TYPE_P(value) == IS_TRUE;
    return true;
}

static bool take_sign(const char *name, zval *value, void *envelope)
{
    if (Z_TYPE_P(value) == IS_NULL) {
        lyo_forget_keys(envelope);
        return true;
    }
    return lyo_take_keys(Z_ARRVAL_P(value), envelope) ||
           lyo_refuse_option(
               name, "an array of name => key, with keys of at least 16 bytes and names of 1 to 32 bytes");
}

static bool take_dictionaries(const char *name, zval *value, void *envelope)
{
    return lyo_take_dictionaries(Z_ARRVAL_P(value), envelope) ||
           lyo_refuse_option(name, "an array of strings of at least 8 bytes");
}

static bool take_context(const char *name, zval *value, void *envelope)
{
    lyo_take_context(Z_STR_P(value), envelope);
    return true;
}

static uint8_t format_named(const zval *name)
{
    static const struct {
        const char *name;
        uint8_t format;
    } formats[] = {{"lyo", LYO_READS_LYO}, {"igbinary", LYO_READS_IGBINARY}, {"native", LYO_READS_NATIVE}};

    for (size_t i = 0; Z_TYPE_P(name) == IS_STRING && i < sizeof formats / sizeof *formats; i++) {
        if (zend_string_equals_cstr(Z_STR_P(name), formats[i].name, strlen(formats[i].name))) {
            return formats[i].format;
        }
    }
    return 0;
}

static bool take_formats(const char *name, zval *value, void *place)
{
    uint8_t formats = 0;
    bool known = true;
    zval *entry;

    if (Z_TYPE_P(value) == IS_STRING) {
        formats = zend_string_equals_literal(Z_STR_P(value), "all") ? LYO_READS_ALL : 0;
    } else {
        ZEND_HASH_FOREACH_VAL (Z_ARRVAL_P(value), entry) {
            ZVAL_DEREF(entry);
            const uint8_t format = format_named(entry);
            known = known && format;
            formats |= format;
        }
        ZEND_HASH_FOREACH_END();
    }
    *(uint8_t *)place = formats;
    return (known && formats) ||
           lyo_refuse_option(
               name, "either \"all\" or a list of at least one of \"lyo\", \"igbinary\" and \"native\"");
}

/*
 * --- functions -------------------------------------------------------------------------------------------
 */

#define WRITE(member) offsetof(lyo_write_options, member)
#define READ(member) offsetof(lyo_read_options, member)

static const lyo_option write_options[] = {
    {"max_depth", "int", MAY_BE_LONG, lyo_take_depth, WRITE(engine.max_depth)},
    {"checksum", "bool", MAY_BE_BOOL, take_bool, WRITE(envelope.checksum)},
    {"compress", "?string", MAY_BE_STRING | MAY_BE_NULL, take_compress, WRITE(envelope.compress)},
    {"level", "int", MAY_BE_LONG, take_int, WRITE(envelope.level)},
    {"min_size", "int", MAY_BE_LONG, lyo_take_count, WRITE(envelope.min_size)},
    {"min_ratio", "int|float", MAY_BE_LONG | MAY_BE_DOUBLE, take_ratio, WRITE(envelope.min_ratio)},
    {"dictionaries", "array", MAY_BE_ARRAY, take_dictionaries, WRITE(envelope)},
    {"sign", "?array", MAY_BE_ARRAY | MAY_BE_NULL, take_sign, WRITE(envelope)},
    {"context", "string", MAY_BE_STRING, take_context, WRITE(envelope)},
    {NULL, NULL, 0, NULL, 0},
};

static const lyo_option read_options[] = {
    {"allowed_classes", "array|bool", MAY_BE_ARRAY | MAY_BE_BOOL, lyo_take_classes,
     READ(engine.allowed_classes)},
    {"max_depth", "int", MAY_BE_LONG, lyo_take_depth, READ(engine.max_depth)},
    {"max_elements", "int", MAY_BE_LONG, lyo_take_count, READ(engine.max_elements)},
    {"missing_class", "string", MAY_BE_STRING, take_missing_class, READ(engine.missing_throws)},
    {"checksum", "bool", MAY_BE_BOOL, take_bool, READ(envelope.required)},
    {"max_unpacked", "int", MAY_BE_LONG, lyo_take_count, READ(envelope.max_unpacked)},
    {"dictionaries", "array", MAY_BE_ARRAY, take_dictionaries, READ(envelope)},
    {"sign", "?array", MAY_BE_ARRAY | MAY_BE_NULL, take_sign, READ(envelope)},
    {"context", "string", MAY_BE_STRING, take_context, READ(envelope)},
    {"unsigned_until", "?int", MAY_BE_LONG | MAY_BE_NULL, take_int, READ(envelope.unsigned_until)},
    {"formats", "array|string", MAY_BE_ARRAY | MAY_BE_STRING, take_formats, READ(formats)},
    {NULL, NULL, 0, NULL, 0},
};

/* A level of an option must be one of the algorithm. A level of the setting may be meant for another one. */
static bool check_level(const lyo_envelope_options *options)
{
    const lyo_compression *compression = lyo_compression_of(options->compress);

    if (options->level >= compression->least && options->level <= compression->most) {
        return true;
    }
    zend_value_error("%s(): Option \"level\" must be between %d and %d for \"%s\"",
                     get_active_function_name(), compression->least, compression->most, compression->name);
    return false;
}

bool lyo_take_write_options(HashTable *array, lyo_write_options *options)
{
    return lyo_take_options(array, write_options, options) &&
           (!options->envelope.compress || !zend_hash_str_exists(array, ZEND_STRL("level")) ||
            check_level(&options->envelope));
}

bool lyo_take_read_options(HashTable *array, lyo_read_options *options)
{
    return lyo_take_options(array, read_options, options);
}
