/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_dictionary.h"

#include "ext/hash/php_hash.h"
#include "ext/hash/php_hash_sha.h"
#include "module/lyo_zstd.h"
#include "php/lyo_limit.h"

/* A dictionary of zstd has some 100 kB; a file of another kind is not read. */
#define LYO_MOST_OF_A_FILE (16 << 20)

static void forget_packing(lyo_dictionary *dictionary)
{
#ifdef LYO_HAS_ZSTD
    ZSTD_freeCDict(dictionary->packing);
#endif
    dictionary->packing = NULL;
}

static void forget_unpacking(lyo_dictionary *dictionary)
{
#ifdef LYO_HAS_ZSTD
    ZSTD_freeDDict(dictionary->unpacking);
#endif
    dictionary->unpacking = NULL;
}

static void forget(lyo_dictionary *dictionary)
{
    forget_packing(dictionary);
    forget_unpacking(dictionary);
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

void lyo_zstd_forget(lyo_zstd_kept *zstd)
{
    for (lyo_dictionary *one = zstd->kept; one < zstd->kept + 2 * LYO_DICTIONARIES; one++) {
        if (zstd->off || !one->packing_lasts) {
            forget_packing(one);
        }
        if (zstd->off) {
            forget_unpacking(one);
        }
        if (!one->lasting) {
            forget(one);
        }
    }
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
    for (size_t i = 0; i < LYO_DICTIONARIES; i++) {
        forget(zstd->kept + i);
    }
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
static ZSTD_customMem memory_that(bool lasts)
{
    return lasts ? (ZSTD_customMem){NULL, NULL, NULL} : lyo_zstd_memory;
}

bool lyo_dictionary_packs(lyo_dictionary *dictionary, int level)
{
    const zend_string *bytes = dictionary->bytes;
    const ZSTD_compressionParameters parameters =
        ZSTD_getCParams(level, ZSTD_CONTENTSIZE_UNKNOWN, ZSTR_LEN(bytes));

    if (dictionary->packing && dictionary->level == level) {
        return true;
    }
    forget_packing(dictionary);
    dictionary->level = level;
    dictionary->packing_lasts =
        dictionary->lasting &&
        ZSTD_estimateCDictSize_advanced(ZSTR_LEN(bytes), parameters, ZSTD_dlm_byRef) <= LYO_LASTING_PACKING;
    dictionary->packing =
        ZSTD_createCDict_advanced(ZSTR_VAL(bytes), ZSTR_LEN(bytes), ZSTD_dlm_byRef, ZSTD_dct_auto, parameters,
                                  memory_that(dictionary->packing_lasts));
    return dictionary->packing;
}

bool lyo_dictionary_unpacks(lyo_dictionary *dictionary)
{
    if (!dictionary->unpacking) {
        dictionary->unpacking =
            ZSTD_createDDict_advanced(ZSTR_VAL(dictionary->bytes), ZSTR_LEN(dictionary->bytes),
                                      ZSTD_dlm_byRef, ZSTD_dct_auto, memory_that(dictionary->lasting));
    }
    return dictionary->unpacking;
}

/* --- usage ---------------------------------------------------------------------------------------------- */

static void count(lyo_usage *row, size_t bytes)
{
    row->entries += bytes > 0;
    row->bytes += bytes;
}

void lyo_zstd_usage(const lyo_zstd_kept *zstd, lyo_usage *process, lyo_usage *request)
{
    /* Only the first of lyo.dictionaries compresses, all of them unpack. */
    const size_t lasting = LYO_LASTING_PACKING + LYO_DICTIONARIES * ZSTD_estimateDDictSize(0, ZSTD_dlm_byRef);

    *process = (lyo_usage){.name = "zstd", .limit = zstd->off ? 0 : lasting};
    *request = (lyo_usage){.name = "zstd", .limit = zstd->off ? 0 : (size_t)PG(memory_limit) & ZEND_LONG_MAX};
    for (const lyo_dictionary *one = zstd->kept; one < zstd->kept + 2 * LYO_DICTIONARIES; one++) {
        count(one->packing_lasts ? process : request, ZSTD_sizeof_CDict(one->packing));
        count(one->lasting ? process : request, ZSTD_sizeof_DDict(one->unpacking));
    }
    count(request, ZSTD_sizeof_CCtx(zstd->packer));
    count(request, ZSTD_sizeof_DCtx(zstd->unpacker[0]));
    count(request, ZSTD_sizeof_DCtx(zstd->unpacker[1]));
}

/* --- training ------------------------------------------------------------------------------------------- */

/* Of each so many samples one is left out at first, to choose the way with. */
#define HELD_OUT 4
/* Bytes that libzstd puts before the content of a dictionary, at most: its tables. */
#define TABLES 256
/*
 * Bytes that libzstd reads to tell which samples are new. Each sample takes what was chosen before it, so
 * that 100,000 samples of 100 bytes and a dictionary of 9 MB would take an hour; this takes a second.
 */
#define MOST_COMPARED ((size_t)1 << 30)

/* Samples that follow one another. */
typedef struct training {
    char *bytes;
    size_t *sizes;
    uint32_t count;
    size_t size; /* of all */
    size_t most; /* bytes of a dictionary */
    ZSTD_CCtx *packer;
} training;

/* Ways to choose what a dictionary contains. */
enum { WAY_SEGMENTS, WAY_NEW_SAMPLES, WAY_ALL_SAMPLES, WAYS };

/* True if what was chosen before does not make the sample half as large. room has the bytes of the sample. */
static bool is_new(const training *t, const char *sample, size_t size, const char *chosen, size_t chosen_size,
                   char *room)
{
    ZSTD_CCtx_reset(t->packer, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(t->packer, ZSTD_c_compressionLevel, 1);
    ZSTD_CCtx_refPrefix(t->packer, chosen, chosen_size);
    return ZSTD_isError(ZSTD_compress2(t->packer, room, size / 2, sample, size));
}

/*
 * Puts whole samples in front of one another at the end of `to`, so that what came first is nearest to the
 * values. Returns how many bytes they take.
 */
static size_t choose_samples(const training *t, bool all, char *to, size_t room)
{
    char *packed = lyo_reallocate(NULL, room, 1);
    const char *sample = t->bytes;
    size_t chosen = 0, compared = 0;

    for (uint32_t i = 0; i < t->count && compared < MOST_COMPARED; sample += t->sizes[i++]) {
        const size_t size = t->sizes[i];
        if (size > room - chosen) {
            continue;
        }
        compared += all ? 0 : chosen + size;
        if (all || is_new(t, sample, size, to + room - chosen, chosen, packed)) {
            chosen += size;
            memcpy(to + room - chosen, sample, size);
        }
    }
    efree(packed);
    return chosen;
}

static size_t room_for_samples(const training *t)
{
    return t->most - MIN(TABLES, t->most / 2);
}

/*
 * libzstd looks for segments that many samples share. It needs thousands of samples for that. Of some
 * hundred, the samples themselves make a better dictionary, with tables made of all of them.
 */
static zend_string *train_in_a_way(const training *t, int way)
{
    size_t made;

    lyo_before_block(t->most);
    zend_string *result = zend_string_alloc(t->most, 0);
    if (way == WAY_SEGMENTS) {
        made = ZDICT_trainFromBuffer(ZSTR_VAL(result), t->most, t->bytes, t->sizes, t->count);
    } else {
        const size_t room = room_for_samples(t);
        char *content = lyo_reallocate(NULL, room, 1);
        size_t size = choose_samples(t, way == WAY_ALL_SAMPLES, content, room);
        made = ZDICT_finalizeDictionary(ZSTR_VAL(result), t->most, content + room - size, size, t->bytes,
                                        t->sizes, t->count, (ZDICT_params_t){0});
        efree(content);
    }
    if (ZDICT_isError(made)) {
        zend_string_efree(result);
        return NULL;
    }
    result = zend_string_truncate(result, made, 0);
    ZSTR_VAL(result)[made] = '\0';
    return result;
}

/* Returns how many bytes all samples take with a dictionary. */
static size_t packed_sizes(const training *t, const zend_string *bytes)
{
    ZSTD_CDict *dictionary = ZSTD_createCDict_advanced(
        ZSTR_VAL(bytes), ZSTR_LEN(bytes), ZSTD_dlm_byRef, ZSTD_dct_auto,
        ZSTD_getCParams(LYO_LEVEL_DICTIONARY, ZSTD_CONTENTSIZE_UNKNOWN, ZSTR_LEN(bytes)), lyo_zstd_memory);
    char *room = lyo_reallocate(NULL, t->size + 1, 1);
    const char *sample = t->bytes;
    size_t sum = 0;

    ZSTD_CCtx_reset(t->packer, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_refCDict(t->packer, dictionary);
    for (uint32_t i = 0; i < t->count; sample += t->sizes[i++]) {
        size_t packed = ZSTD_compress2(t->packer, room, t->sizes[i], sample, t->sizes[i]);
        sum += ZSTD_isError(packed) ? t->sizes[i] : packed; /* not smaller: it stays as it is */
    }
    efree(room);
    ZSTD_freeCDict(dictionary);
    return sum;
}

static void add_sample(training *t, const char *sample, size_t size)
{
    memcpy(t->bytes + t->size, sample, size);
    t->sizes[t->count++] = size;
    t->size += size;
}

/* Returns the way that gives the best dictionary for samples that it was not made of. */
static int best_way(const training *t)
{
    training part[2] = {*t, *t}; /* to make dictionaries of, to measure with */
    const char *sample = t->bytes;
    size_t least = SIZE_MAX;
    int best = WAY_SEGMENTS;

    if (t->size <= room_for_samples(t)) {
        return WAY_ALL_SAMPLES; /* nothing is left out; so few samples are too few to measure with */
    }
    for (int i = 0; i < 2; i++) {
        part[i].bytes = lyo_reallocate(NULL, t->size + 1, 1);
        part[i].sizes = lyo_reallocate(NULL, t->count, sizeof *t->sizes);
        part[i].count = 0;
        part[i].size = 0;
    }
    for (uint32_t i = 0; i < t->count; sample += t->sizes[i++]) {
        add_sample(&part[i % HELD_OUT == HELD_OUT - 1], sample, t->sizes[i]);
    }
    for (int way = 0; way < WAYS; way++) {
        zend_string *dictionary = train_in_a_way(&part[0], way);
        if (dictionary) {
            size_t size = packed_sizes(&part[1], dictionary);
            if (size < least) {
                least = size;
                best = way;
            }
            zend_string_efree(dictionary);
        }
    }
    for (int i = 0; i < 2; i++) {
        efree(part[i].bytes);
        efree(part[i].sizes);
    }
    return best;
}

zend_string *lyo_dictionary_train(zend_string *samples, size_t *sizes, uint32_t count, size_t size)
{
    training t = {ZSTR_VAL(samples), sizes, count, ZSTR_LEN(samples), size, NULL};

    if (t.size < LYO_LEAST_DICTIONARY) {
        return NULL;
    }
    t.packer = ZSTD_createCCtx_advanced(lyo_zstd_memory);
    zend_string *result = train_in_a_way(&t, best_way(&t));
    ZSTD_freeCCtx(t.packer);
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

void lyo_zstd_usage(const lyo_zstd_kept *zstd, lyo_usage *process, lyo_usage *request)
{
    *process = *request = (lyo_usage){.name = "zstd"};
}

zend_string *lyo_dictionary_train(zend_string *samples, size_t *sizes, uint32_t count, size_t size)
{
    return NULL;
}
#endif
