/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_dictionary.h"

#include "ext/hash/php_hash.h"
#include "ext/hash/php_hash_sha.h"
#include "module/lyo_zstd.h"

/* A dictionary of zstd has some 100 kB; a file of another kind is not read. */
#define LYO_MOST_OF_A_FILE (16 << 20)

static void forget(lyo_dictionary *dictionary)
{
#ifdef LYO_HAS_ZSTD
    ZSTD_freeCDict(dictionary->packing);
    ZSTD_freeDDict(dictionary->unpacking);
#endif
    if (dictionary->bytes) {
        zend_string_release(dictionary->bytes);
    }
    memset(dictionary, 0, sizeof *dictionary);
}

static void set_name(lyo_dictionary *dictionary)
{
    PHP_SHA256_CTX hash;
    uint8_t digest[32];

    PHP_SHA256Init(&hash);
    PHP_SHA256Update(&hash, (const unsigned char *)ZSTR_VAL(dictionary->bytes), ZSTR_LEN(dictionary->bytes));
    PHP_SHA256Final(digest, &hash);
    memcpy(dictionary->name, digest, LYO_DICTIONARY_NAME);
}

lyo_dictionary *lyo_dictionary_of(lyo_zstd_kept *zstd, zend_string *bytes, bool lasting)
{
    lyo_dictionary *all = zstd->kept, *end = all + 2 * LYO_DICTIONARIES, *place;

    /* Nobody writes to a string that others hold too, so the same address means the same bytes. */
    for (place = all; place < end; place++) {
        if (place->bytes == bytes) {
            return place;
        }
    }
    for (place = lasting ? all : all + LYO_DICTIONARIES; place < end && place->bytes; place++) {
    }
    if (place == end) {
        place = all + LYO_DICTIONARIES + zstd->next;
        zstd->next = (zstd->next + 1) % LYO_DICTIONARIES;
        forget(place);
    }
    place->bytes = zend_string_copy(bytes);
    place->lasting = lasting;
    set_name(place);
    return place;
}

lyo_dictionary *lyo_dictionary_named(lyo_zstd_kept *zstd, const HashTable *list, const uint8_t *name)
{
    zval *bytes;

    ZEND_HASH_FOREACH_VAL ((HashTable *)list, bytes) {
        ZVAL_DEREF(bytes);
        if (Z_TYPE_P(bytes) == IS_STRING) {
            lyo_dictionary *dictionary = lyo_dictionary_of(zstd, Z_STR_P(bytes), false);
            if (memcmp(dictionary->name, name, LYO_DICTIONARY_NAME) == 0) {
                return dictionary;
            }
        }
    }
    ZEND_HASH_FOREACH_END();
    return NULL;
}

/* Forgets LYO_DICTIONARIES of them. */
static void forget_half(lyo_dictionary *from)
{
    for (size_t i = 0; i < LYO_DICTIONARIES; i++) {
        forget(from + i);
    }
}

void lyo_zstd_forget(lyo_zstd_kept *zstd)
{
    forget_half(zstd->kept + LYO_DICTIONARIES);
    zstd->next = 0;
#ifdef LYO_HAS_ZSTD
    ZSTD_freeCCtx(zstd->packer);
    ZSTD_freeDCtx(zstd->unpacker[0]);
    ZSTD_freeDCtx(zstd->unpacker[1]);
#endif
    zstd->packer = NULL;
    zstd->unpacker[0] = zstd->unpacker[1] = NULL;
}

void lyo_dictionaries_free(lyo_zstd_kept *zstd)
{
    forget_half(zstd->kept);
}

/* --- from files ----------------------------------------------------------------------------------------- */

/* Returns a persistent string, or NULL if the file cannot be read or holds no dictionary. */
static zend_string *read_file(const char *path, size_t size)
{
    char name[MAXPATHLEN];
    zend_string *bytes = NULL;
    zend_stat_t file;

    if (size >= sizeof name) {
        return NULL;
    }
    memcpy(name, path, size);
    name[size] = '\0';
    FILE *f = VCWD_FOPEN(name, "rb");
    if (!f) {
        return NULL;
    }
    if (zend_fstat(fileno(f), &file) == 0 && file.st_size >= LYO_LEAST_DICTIONARY &&
        file.st_size <= LYO_MOST_OF_A_FILE) {
        bytes = zend_string_alloc((size_t)file.st_size, 1);
        ZSTR_VAL(bytes)[ZSTR_LEN(bytes)] = '\0';
        if (fread(ZSTR_VAL(bytes), 1, ZSTR_LEN(bytes), f) != ZSTR_LEN(bytes)) {
            pefree(bytes, 1);
            bytes = NULL;
        }
    }
    fclose(f);
    return bytes;
}

bool lyo_dictionaries_load(lyo_zstd_kept *zstd, const char *paths, HashTable *list)
{
    const char between[] = {ZEND_PATHS_SEPARATOR, '\0'};

    lyo_dictionaries_free(zstd);
    zend_hash_clean(list);
    for (size_t n; paths += strspn(paths, between), (n = strcspn(paths, between)) > 0; paths += n) {
        zend_string *bytes = zend_hash_num_elements(list) < LYO_DICTIONARIES ? read_file(paths, n) : NULL;
        zval zv;
        if (!bytes) {
            lyo_dictionaries_free(zstd);
            zend_hash_clean(list);
            return false;
        }
        lyo_dictionary_of(zstd, bytes, true);
        ZVAL_STR(&zv, bytes);
        zend_hash_next_index_insert(list, &zv);
    }
    return true;
}

/* --- with libzstd --------------------------------------------------------------------------------------- */

#ifdef LYO_HAS_ZSTD
static ZSTD_customMem memory_for(const lyo_dictionary *dictionary)
{
    return dictionary->lasting ? (ZSTD_customMem){NULL, NULL, NULL} : lyo_zstd_memory;
}

bool lyo_dictionary_packs(lyo_dictionary *dictionary, int level)
{
    const zend_string *bytes = dictionary->bytes;

    if (dictionary->packing && dictionary->level == level) {
        return true;
    }
    ZSTD_freeCDict(dictionary->packing);
    dictionary->packing = NULL;
    dictionary->level = level;
    dictionary->packing = ZSTD_createCDict_advanced(
        ZSTR_VAL(bytes), ZSTR_LEN(bytes), ZSTD_dlm_byRef, ZSTD_dct_auto,
        ZSTD_getCParams(level, ZSTD_CONTENTSIZE_UNKNOWN, ZSTR_LEN(bytes)), memory_for(dictionary));
    return dictionary->packing;
}

bool lyo_dictionary_unpacks(lyo_dictionary *dictionary)
{
    if (!dictionary->unpacking) {
        dictionary->unpacking =
            ZSTD_createDDict_advanced(ZSTR_VAL(dictionary->bytes), ZSTR_LEN(dictionary->bytes),
                                      ZSTD_dlm_byRef, ZSTD_dct_auto, memory_for(dictionary));
    }
    return dictionary->unpacking;
}

zend_string *lyo_dictionary_train(const zend_string *samples, const size_t *sizes, uint32_t count,
                                  size_t size)
{
    zend_string *result = zend_string_alloc(size, 0);
    size_t made = ZDICT_trainFromBuffer(ZSTR_VAL(result), size, ZSTR_VAL(samples), sizes, count);

    if (ZDICT_isError(made)) {
        zend_string_efree(result);
        return NULL;
    }
    result = zend_string_truncate(result, made, 0);
    ZSTR_VAL(result)[made] = '\0';
    return result;
}
#else
bool lyo_dictionary_packs(lyo_dictionary *dictionary, int level)
{
    return false;
}

bool lyo_dictionary_unpacks(lyo_dictionary *dictionary)
{
    return false;
}

zend_string *lyo_dictionary_train(const zend_string *samples, const size_t *sizes, uint32_t count,
                                  size_t size)
{
    return NULL;
}
#endif
