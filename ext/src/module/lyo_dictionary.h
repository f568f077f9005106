/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dictionaries of zstd, by their bytes. libzstd takes longer to prepare a dictionary than to compress a small
 * value with it, so prepared ones are kept: those of lyo.dictionaries as long as the process, up to
 * LYO_DICTIONARIES others until the request ends.
 */
#ifndef LYO_DICTIONARY_H
#define LYO_DICTIONARY_H

#include "lyo_compat.h"
#include "php/lyo_usage.h"
#include "wire/lyo_envelope.h"

/** lyo.dictionaries may name this many dictionaries, and this many others are kept. */
#define LYO_DICTIONARIES 8
/** Smallest size of a dictionary, in bytes: libzstd ignores shorter ones when it compresses. */
#define LYO_LEAST_DICTIONARY 8
/**
 * Upper limit for the process memory of one prepared dictionary, in bytes. Compression at level 5 needs
 * 0.4 to 3 MB, level 22 with a large one 700 MB: that is memory of the request, and counts against
 * memory_limit.
 */
#define LYO_LASTING_PACKING (4 << 20)
/**
 * The default level with a dictionary: small values are written faster with it than with level 1 and no
 * dictionary, and become 5 to 10 % smaller than with level 1 and the dictionary (docs/envelope.md).
 */
#define LYO_LEVEL_DICTIONARY 5

struct ZSTD_CDict_s;
struct ZSTD_DDict_s;
struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

typedef struct lyo_dictionary {
    zend_string *bytes; /* NULL: this place is free; owned */
    uint8_t name[LYO_DICTIONARY_NAME];
    bool lasting;                   /* until the process ends, and in its memory */
    bool packing_lasts;             /* packing, too: it is lasting and at most LYO_LASTING_PACKING bytes */
    int level;                      /* of packing */
    struct ZSTD_CDict_s *packing;   /* prepared for compression; NULL until needed */
    struct ZSTD_DDict_s *unpacking; /* prepared for unpacking; NULL until needed */
} lyo_dictionary;

/** What libzstd has prepared. All zero at first. */
typedef struct lyo_dictionaries {
    lyo_dictionary kept[2 * LYO_DICTIONARIES];
    uint32_t next; /* the place among those of the request that is taken next if all are taken */
    /* Of the request: libzstd's memory for one call at a time; NULL until needed, and while in use. */
    struct ZSTD_CCtx_s *packer;
    /*
     * [1] is for data with a dictionary. After such data, libzstd may read the next frame with its other
     * decoder, which accepts other damaged data. With one context for both, that changed the result of 152
     * damaged frames without a dictionary, in a test of 1,500,000 frames.
     */
    struct ZSTD_DCtx_s *unpacker[2];
    bool off; /* nothing that libzstd prepares is kept from call to call (lyo.disable) */
} lyo_zstd_kept;

/**
 * Returns the dictionary with these bytes, which stays valid until this is called again. lasting: it is not
 * forgotten with the request, and there are fewer than LYO_DICTIONARIES of these.
 */
lyo_dictionary *lyo_dictionary_of(lyo_zstd_kept *zstd, zend_string *bytes, bool lasting);

/** Returns the dictionary with this name among a list of strings, or NULL. Other elements are ignored. */
lyo_dictionary *lyo_dictionary_named(lyo_zstd_kept *zstd, const HashTable *list, const uint8_t *name);

/**
 * Makes dictionary->packing for a level. Returns false if the bytes are no dictionary that libzstd can use.
 */
bool lyo_dictionary_packs(lyo_dictionary *dictionary, int level);
/** Makes dictionary->unpacking. Returns false if the bytes are no dictionary that libzstd can use. */
bool lyo_dictionary_unpacks(lyo_dictionary *dictionary);

/**
 * Reads files with dictionaries, whose paths are separated as in include_path, and puts them into *list as
 * lasting ones, in place of what it has. *list is persistent. Returns false, with *list empty, if one cannot
 * be read, or if there are more than LYO_DICTIONARIES.
 */
bool lyo_dictionaries_load(lyo_zstd_kept *zstd, const char *paths, HashTable *list);

/** Forgets what belongs to the request. */
void lyo_zstd_forget(lyo_zstd_kept *zstd);
/** Called when a call needs neither dictionaries nor contexts any more. zstd may be NULL. */
static inline void lyo_zstd_end_call(lyo_zstd_kept *zstd)
{
    if (zstd && UNEXPECTED(zstd->off)) {
        lyo_zstd_forget(zstd);
    }
}
/** Reports the use of memory of the process and of the request. */
void lyo_zstd_usage(const lyo_zstd_kept *zstd, lyo_usage *process, lyo_usage *request);
/** Forgets those of lyo.dictionaries. */
void lyo_dictionaries_free(lyo_zstd_kept *zstd);

/**
 * Makes a dictionary of at most size bytes of samples, which follow one another in `samples`. It tries
 * several ways with three quarters of them, measures with the others, and takes the best way with all.
 * Returns NULL if libzstd cannot make one of them.
 */
zend_string *lyo_dictionary_train(zend_string *samples, size_t *sizes, uint32_t count, size_t size);

#endif
