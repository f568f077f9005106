/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An extension that uses the C API of lyo, as a session or cache module would. Each function returns null without lyo.
 */
#include "php_lyo_api.h"
#include <sys/mman.h>
#include <unistd.h>

ZEND_BEGIN_ARG_INFO_EX(no_argument, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(one_argument, 0, 0, 1)
    ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(encode_arguments, 0, 0, 2)
    ZEND_ARG_INFO(0, value)
    ZEND_ARG_INFO(0, max_depth)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(encode_sized_arguments, 0, 0, 4)
    ZEND_ARG_INFO(0, value)
    ZEND_ARG_INFO(0, size)
    ZEND_ARG_INFO(0, last)
    ZEND_ARG_INFO(0, max_depth)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(decode_sized_arguments, 0, 0, 7)
    ZEND_ARG_INFO(0, data)
    ZEND_ARG_INFO(0, size)
    ZEND_ARG_INFO(0, last)
    ZEND_ARG_INFO(0, max_depth)
    ZEND_ARG_INFO(0, max_elements)
    ZEND_ARG_INFO(0, classes)
    ZEND_ARG_INFO(0, throws)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(decode_arguments, 0, 0, 5)
    ZEND_ARG_INFO(0, data)
    ZEND_ARG_INFO(0, max_depth)
    ZEND_ARG_INFO(0, max_elements)
    ZEND_ARG_INFO(0, classes)
    ZEND_ARG_INFO(0, throws)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(in_place_arguments, 0, 0, 2)
    ZEND_ARG_INFO(0, data)
    ZEND_ARG_INFO(0, shift)
ZEND_END_ARG_INFO()

#define LYO_OR_RETURN                                                                                        \
    const lyo_api *lyo = lyo_api_find(LYO_API_VERSION);                                                      \
    if (!lyo) {                                                                                              \
        RETURN_NULL();                                                                                       \
    }

ZEND_FUNCTION(consumer_roundtrip)
{
    zval *value;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    LYO_OR_RETURN
    zend_string *encoded = lyo->encode(value, NULL);
    if (encoded) {
        lyo->decode(ZSTR_VAL(encoded), ZSTR_LEN(encoded), NULL, return_value);
        zend_string_release(encoded);
    }
}

ZEND_FUNCTION(consumer_is_encoded)
{
    zend_string *data;
    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();
    LYO_OR_RETURN
    RETURN_BOOL(lyo->is_encoded(ZSTR_VAL(data), ZSTR_LEN(data)));
}

/* encode with a limit of depth; decode with limits, and classes as keys of an array or null for all */
ZEND_FUNCTION(consumer_encode_with)
{
    zval *value;
    zend_long max_depth;
    ZEND_PARSE_PARAMETERS_START(2, 2)
        Z_PARAM_ZVAL(value)
        Z_PARAM_LONG(max_depth)
    ZEND_PARSE_PARAMETERS_END();
    LYO_OR_RETURN
    lyo_api_encode_options options = {.size = sizeof options, .max_depth = (uint32_t)max_depth};
    zend_string *encoded = lyo->encode(value, &options);
    if (encoded) {
        RETURN_STR(encoded);
    }
}

ZEND_FUNCTION(consumer_decode_with)
{
    zend_string *data;
    zend_long max_depth, max_elements;
    HashTable *classes;
    bool throws;
    ZEND_PARSE_PARAMETERS_START(5, 5)
        Z_PARAM_STR(data)
        Z_PARAM_LONG(max_depth)
        Z_PARAM_LONG(max_elements)
        Z_PARAM_ARRAY_HT_OR_NULL(classes)
        Z_PARAM_BOOL(throws)
    ZEND_PARSE_PARAMETERS_END();
    LYO_OR_RETURN
    lyo_api_decode_options options = {.size = sizeof options,
                                      .max_depth = (uint32_t)max_depth,
                                      .max_elements = (uint64_t)max_elements,
                                      .allowed_classes = classes,
                                      .missing_class_throws = throws};
    lyo->decode(ZSTR_VAL(data), ZSTR_LEN(data), &options, return_value);
}

/*
 * Options of any size, as another header would make them: the first `known` bytes of options (or fewer, if size is smaller), then zeros up to size.
 * If size is larger than `known`, the last byte is `last`. The bytes after it, up to the next word, are not zero; later ones cannot be read.
 */
static void *make_options(const void *options, size_t known, size_t size, char last, char **mapped,
                          size_t *length)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), there = size <= 2 * page ? (size + 7) / 8 * 8 : 8;
    if (there < sizeof size) {
        there = sizeof size;
    }
    *length = 3 * page;
    *mapped = mmap(NULL, *length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (*mapped == MAP_FAILED) {
        return NULL;
    }
    char *at = *mapped + 2 * page - there;
    memset(at, 0x7F, there);
    if (size <= 2 * page) {
        memset(at, 0, size);
        memcpy(at, options, size < known ? size : known);
        if (size > known) {
            at[size - 1] = last;
        }
    }
    memcpy(at, &size, sizeof size);
    mprotect(*mapped + 2 * page, page, PROT_NONE);
    return at;
}

ZEND_FUNCTION(consumer_encode_sized)
{
    zval *value;
    zend_long size, last, max_depth;
    ZEND_PARSE_PARAMETERS_START(4, 4)
        Z_PARAM_ZVAL(value)
        Z_PARAM_LONG(size)
        Z_PARAM_LONG(last)
        Z_PARAM_LONG(max_depth)
    ZEND_PARSE_PARAMETERS_END();
    LYO_OR_RETURN
    lyo_api_encode_options options;
    char *mapped;
    size_t length;
    memset(&options, 0, sizeof options);
    options.max_depth = (uint32_t)max_depth;
    void *sized = make_options(&options, sizeof options, (size_t)size, (char)last, &mapped, &length);
    if (!sized) {
        RETURN_FALSE;
    }
    zend_string *encoded = lyo->encode(value, sized);
    munmap(mapped, length);
    if (encoded) {
        RETURN_STR(encoded);
    }
}

ZEND_FUNCTION(consumer_decode_sized)
{
    zend_string *data;
    zend_long size, last, max_depth, max_elements;
    HashTable *classes;
    bool throws;
    ZEND_PARSE_PARAMETERS_START(7, 7)
        Z_PARAM_STR(data)
        Z_PARAM_LONG(size)
        Z_PARAM_LONG(last)
        Z_PARAM_LONG(max_depth)
        Z_PARAM_LONG(max_elements)
        Z_PARAM_ARRAY_HT_OR_NULL(classes)
        Z_PARAM_BOOL(throws)
    ZEND_PARSE_PARAMETERS_END();
    LYO_OR_RETURN
    lyo_api_decode_options options;
    char *mapped;
    size_t length;
    memset(&options, 0, sizeof options);
    options.max_depth = (uint32_t)max_depth;
    options.max_elements = (uint64_t)max_elements;
    options.allowed_classes = classes;
    options.missing_class_throws = throws;
    void *sized = make_options(&options, sizeof options, (size_t)size, (char)last, &mapped, &length);
    if (!sized) {
        RETURN_FALSE;
    }
    lyo->decode(ZSTR_VAL(data), ZSTR_LEN(data), sized, return_value);
    munmap(mapped, length);
}

/* The offsets of the members of the options, and the total size. */
ZEND_FUNCTION(consumer_layout)
{
    zval encode, decode, all;
    ZEND_PARSE_PARAMETERS_NONE();
#define ADD_MEMBER(list, type, name)                                                                         \
    do {                                                                                                     \
        zval ends;                                                                                           \
        array_init(&ends);                                                                                   \
        add_next_index_long(&ends, offsetof(type, name));                                                    \
        add_next_index_long(&ends, offsetof(type, name) + sizeof(((type *)NULL)->name));                     \
        add_assoc_zval(&list, #name, &ends);                                                                 \
    } while (0)
    array_init(&encode);
    ADD_MEMBER(encode, lyo_api_encode_options, max_depth);
    ADD_MEMBER(encode, lyo_api_encode_options, keys);
    ADD_MEMBER(encode, lyo_api_encode_options, context);
    ADD_MEMBER(encode, lyo_api_encode_options, checksum);
    ADD_MEMBER(encode, lyo_api_encode_options, compress);
    ADD_MEMBER(encode, lyo_api_encode_options, dictionaries);
    array_init(&decode);
    ADD_MEMBER(decode, lyo_api_decode_options, max_depth);
    ADD_MEMBER(decode, lyo_api_decode_options, max_elements);
    ADD_MEMBER(decode, lyo_api_decode_options, allowed_classes);
    ADD_MEMBER(decode, lyo_api_decode_options, missing_class_throws);
    ADD_MEMBER(decode, lyo_api_decode_options, keys);
    ADD_MEMBER(decode, lyo_api_decode_options, context);
    ADD_MEMBER(decode, lyo_api_decode_options, unsigned_until);
    ADD_MEMBER(decode, lyo_api_decode_options, max_unpacked);
    ADD_MEMBER(decode, lyo_api_decode_options, dictionaries);
    array_init(&all);
    add_assoc_long(&all, "encode", sizeof(lyo_api_encode_options));
    add_assoc_long(&all, "decode", sizeof(lyo_api_decode_options));
    array_init(return_value);
    add_assoc_zval(return_value, "encode", &encode);
    add_assoc_zval(return_value, "decode", &decode);
    add_assoc_zval(return_value, "size", &all);
}

/* From a read-only copy that begins `shift` bytes off a boundary of 8, or, with shift -1, ends where the next page faults. */
ZEND_FUNCTION(consumer_decode_in_place)
{
    zend_string *data;
    zend_long shift;
    ZEND_PARSE_PARAMETERS_START(2, 2)
        Z_PARAM_STR(data)
        Z_PARAM_LONG(shift)
    ZEND_PARSE_PARAMETERS_END();
    LYO_OR_RETURN
    size_t page = (size_t)sysconf(_SC_PAGESIZE), length = (ZSTR_LEN(data) + 8 + page - 1) / page * page;
    char *mapped = mmap(NULL, length + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) {
        RETURN_FALSE;
    }
    char *copy = shift < 0 ? mapped + length - ZSTR_LEN(data) : mapped + shift;
    memcpy(copy, ZSTR_VAL(data), ZSTR_LEN(data));
    mprotect(mapped, length, PROT_READ);
    mprotect(mapped + length, page, PROT_NONE);
    bool encoded = lyo->is_encoded(copy, ZSTR_LEN(data)),
         decoded = lyo->decode(copy, ZSTR_LEN(data), NULL, return_value);
    /* the value outlives the bytes that it was made of */
    munmap(mapped, length + page);
    if (encoded != decoded && !EG(exception)) {
        zend_throw_error(NULL, "is_encoded and decode disagree");
    }
}

ZEND_FUNCTION(consumer_seal)
{
    zval *value;
    HashTable *keys, *dictionaries = NULL;
    zend_string *context;
    zend_long checksum, compress;
    ZEND_PARSE_PARAMETERS_START(5, 6)
        Z_PARAM_ZVAL(value)
        Z_PARAM_ARRAY_HT_OR_NULL(keys)
        Z_PARAM_STR_OR_NULL(context)
        Z_PARAM_LONG(checksum)
        Z_PARAM_LONG(compress)
        Z_PARAM_OPTIONAL
        Z_PARAM_ARRAY_HT_OR_NULL(dictionaries)
    ZEND_PARSE_PARAMETERS_END();
    LYO_OR_RETURN
    lyo_api_encode_options options = {.size = sizeof options,
                                      .keys = keys,
                                      .context = context,
                                      .checksum = (uint32_t)checksum,
                                      .compress = (uint32_t)compress,
                                      .dictionaries = dictionaries};
    zend_string *encoded = lyo->encode(value, &options);
    if (encoded) {
        RETURN_STR(encoded);
    }
}

ZEND_FUNCTION(consumer_open)
{
    zend_string *data, *context;
    HashTable *keys, *dictionaries = NULL;
    zend_long unsigned_until, max_unpacked;
    ZEND_PARSE_PARAMETERS_START(5, 6)
        Z_PARAM_STR(data)
        Z_PARAM_ARRAY_HT_OR_NULL(keys)
        Z_PARAM_STR_OR_NULL(context)
        Z_PARAM_LONG(unsigned_until)
        Z_PARAM_LONG(max_unpacked)
        Z_PARAM_OPTIONAL
        Z_PARAM_ARRAY_HT_OR_NULL(dictionaries)
    ZEND_PARSE_PARAMETERS_END();
    LYO_OR_RETURN
    lyo_api_decode_options options = {.size = sizeof options,
                                      .keys = keys,
                                      .context = context,
                                      .unsigned_until = unsigned_until,
                                      .max_unpacked = (uint64_t)max_unpacked,
                                      .dictionaries = dictionaries};
    zval result;
    if (lyo->decode(ZSTR_VAL(data), ZSTR_LEN(data), &options, &result)) {
        RETURN_COPY_VALUE(&result);
    }
}

/* Version and size of the table, from the table itself. */
ZEND_FUNCTION(consumer_table)
{
    ZEND_PARSE_PARAMETERS_NONE();
    LYO_OR_RETURN
    array_init(return_value);
    add_assoc_bool(return_value, "size fits", lyo->size >= sizeof *lyo);
    add_assoc_long(return_value, "version", lyo->version);
    add_assoc_bool(return_value, "same table again", lyo_api_find(LYO_API_VERSION) == lyo);
    add_assoc_bool(return_value, "later version", lyo_api_find(LYO_API_VERSION + 1) != NULL);
    add_assoc_bool(return_value, "version 0", lyo_api_find(0) != NULL);
}

static const zend_function_entry functions[] = {
    ZEND_FE(consumer_roundtrip, one_argument) ZEND_FE(consumer_is_encoded, one_argument)
        ZEND_FE(consumer_encode_with, encode_arguments) ZEND_FE(consumer_decode_with, decode_arguments)
            ZEND_FE(consumer_encode_sized, encode_sized_arguments)
                ZEND_FE(consumer_decode_sized, decode_sized_arguments) ZEND_FE(consumer_layout, no_argument)
                    ZEND_FE(consumer_seal, decode_arguments) ZEND_FE(consumer_open, decode_arguments)
                        ZEND_FE(consumer_decode_in_place, in_place_arguments)
                            ZEND_FE(consumer_table, no_argument) ZEND_FE_END};

zend_module_entry consumer_module_entry = {
    STANDARD_MODULE_HEADER,    "consumer", functions, NULL, NULL, NULL, NULL, NULL, "1",
    STANDARD_MODULE_PROPERTIES};

ZEND_GET_MODULE(consumer)
