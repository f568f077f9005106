/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's strings. The table answers by content whether a string was written already, in the body or in
 * the preamble (spec section 4.2, rule 2 of section 6). It also remembers the last string of each list, whose
 * beginning the next one may share (6.5). Body and preamble use one table, so each string is looked up once.
 * Where lookups do not pay, strings of the body get ids without being entered.
 *
 * A lookup compares a fingerprint of the length and 8 to 32 sampled bytes, then the whole string. A long
 * string that meets another one with its fingerprint is looked for by a seeded hash of all its bytes instead.
 * (Without that, 25 jobs of a Laravel queue, which differ in a number in the middle, took half as long
 * again.) When a probe runs long all the same, all strings change to that hash. Long strings are not read
 * again each time (php/lyo_long_strings.h). So the answer is always exact, and hostile content cannot make
 * lookups quadratic.
 *
 * Slots are generation-stamped. Entry numbers grow from one table to the next in the same memory. A slot
 * whose entry is not above the base of the table counts as free. So memory that many calls share is never
 * cleared, and a small value does not pay for a large table.
 */
#ifndef LYO_STRINGS_H
#define LYO_STRINGS_H

#include "lyo/lyo_equal_arrays.h"
#include "php/lyo_long_strings.h"
#include "lyo_compat.h"
#include "wire/lyo_bytes.h"
#include "wire/lyo_tags.h"

#define LYO_NO_ID UINT32_MAX
/**
 * Slots of the first table: in memory of one call, and in lasting memory, where many slots cost nothing. The
 * second table is 16 times as large, because moving strings from table to table took a tenth of the time of
 * values with many strings.
 */
#define LYO_CALL_SLOTS 256u
#define LYO_FIRST_SLOTS 1024u
#define LYO_SECOND_SLOTS 16384u
/**
 * Slots of the third table, the largest in lasting memory. Larger tables are allocated for one call. Only
 * pages that were written to take real memory.
 */
#define LYO_THIRD_SLOTS 65536u
#define LYO_LASTING_SLOTS (LYO_FIRST_SLOTS + LYO_SECOND_SLOTS + LYO_THIRD_SLOTS)

/** The two lists of ids: strings of the body, and strings of the preamble. */
enum { LYO_BODY, LYO_NAMES };

typedef struct lyo_string_slot {
    uint32_t hash;
    uint32_t entry; /* base + id * 2 + list + 1; the slot is free if this is at most base */
    zend_string *string;
} lyo_string_slot;

/** A string that is known to be in neither list, with its fingerprint. */
typedef struct lyo_string_print {
    zend_string *string;
    uint32_t hash;
} lyo_string_print;

/**
 * The last string of a list that is long enough for the next one to share its beginning (spec section 6.5).
 */
typedef struct lyo_string_last {
    uint64_t head; /* lyo_string_head() */
    zend_string *string;
    uint32_t id; /* LYO_NO_STRING if there is none yet */
} lyo_string_last;

/**
 * Size of the lasting room in which a payload is written before it is copied, once, into a string of its
 * exact size.
 */
#define LYO_LASTING_ROOM 16384

/** Entries of lyo_string_memory.guesses. */
#define LYO_MAP_GUESSES 256

/** Memory for the tables, which follow one another in it, and for payloads while they are written. */
typedef struct lyo_string_memory {
    uint8_t *room; /* LYO_LASTING_ROOM bytes; NULL unless lasting */
    uint32_t used; /* highest entry that was assigned */
    /*
     * true: LYO_LASTING_SLOTS slots, owned by the process or thread; false: LYO_CALL_SLOTS slots, owned by
     * one call
     */
    bool lasting;
    bool in_use;               /* a table uses it; after a fatal error nobody resets this */
    uint32_t stamp;            /* of the last pass that looked for arrays */
    lyo_array_bucket *buckets; /* of such passes: LYO_LIMIT_ARRAY_BUCKETS; NULL unless lasting */
    /* index of the last map shape with these keys (lyo_guess_of()), of any call: to be verified */
    uint16_t guesses[LYO_MAP_GUESSES];
    lyo_string_slot slots[];
} lyo_string_memory;

#define LYO_LASTING_BYTES                                                                                    \
    (sizeof(lyo_string_memory) + LYO_LASTING_SLOTS * sizeof(lyo_string_slot) + LYO_LASTING_ROOM +            \
     LYO_LIMIT_ARRAY_BUCKETS * sizeof(lyo_array_bucket))

typedef struct lyo_string_ids {
    lyo_string_slot *slots;
    uint32_t mask; /* slots - 1 */
    uint32_t base;
    uint32_t count[2]; /* strings of each list */
    /* highest count of the body before a rollback; tables that were outgrown may still hold those entries */
    uint32_t most;
    bool full_hash;          /* fingerprints cover all bytes */
    bool rehashed;           /* some strings are where the hash of all their bytes says */
    lyo_string_last last[2]; /* by list */
    lyo_string_memory *memory;
    uint32_t left; /* strings that may be added; the table grows before it takes the last one */
    /*
     * each string of the body is looked up while the next id is below this: LOOK_RUN ids after the last match
     */
    uint32_t look_until;
    lyo_long_strings *longs; /* what the call knows of long strings; shared by all passes */
} lyo_string_ids;

/** The state of the body's list at one moment, for a rollback. */
typedef struct lyo_string_mark {
    uint32_t count;
    uint32_t look_until;
    lyo_string_last last;
} lyo_string_mark;

/** Returns lasting memory of LYO_LASTING_BYTES for the tables of many calls, one at a time. */
lyo_string_memory *lyo_string_memory_new(void);
void lyo_string_memory_free(lyo_string_memory *memory);

/** Returns memory for the table of one call. lyo_string_ids_free() frees it. */
lyo_string_memory *lyo_string_memory_of_call(void);
/** Clears lasting memory, and starts entries at 0 again, before they run out. */
void lyo_string_memory_clear(lyo_string_memory *memory);
/**
 * Above this number of entries, lyo_string_ids_init() empties the table before the next value. One value may
 * still make it larger.
 */
#define LYO_MOST_ENTRIES UINT32_C(0x40000000)

/** The id of "no string". Its distance to every real id is larger than a prefix reference can span. */
#define LYO_NO_STRING (UINT32_MAX - LYO_LIMIT_PREFIX_MOST)

/**
 * Assigns field by field. A struct assignment is stored in parts and loaded at once, which stalls each call
 * and each long string (2 % of small values).
 */
LYO_INLINE void lyo_string_last_set(lyo_string_last *last, uint64_t head, zend_string *string, uint32_t id)
{
    last->head = head;
    last->string = string;
    last->id = id;
}

/**
 * Begins an empty table. memory is borrowed, and no other table may use it at the same time; NULL: the table
 * allocates its own.
 */
LYO_INLINE void lyo_string_ids_init(lyo_string_ids *ids, lyo_string_memory *memory)
{
    if (UNEXPECTED(!memory)) {
        memory = lyo_string_memory_of_call();
    } else if (UNEXPECTED(memory->used > LYO_MOST_ENTRIES)) {
        lyo_string_memory_clear(memory);
    }
    LYO_ASSERT(!memory->in_use);
    memory->in_use = true;
    ids->memory = memory;
    ids->slots = memory->slots;
    ids->mask = (EXPECTED(memory->lasting) ? LYO_FIRST_SLOTS : LYO_CALL_SLOTS) - 1;
    ids->base = memory->used;
    ids->left = (ids->mask + 1) / 2;
    ids->count[LYO_BODY] = ids->count[LYO_NAMES] = ids->most = 0;
    ids->full_hash = ids->rehashed = false;
    ids->look_until = LYO_LIMIT_LOOK_RUN;
    lyo_string_last_set(&ids->last[LYO_BODY], 0, NULL, LYO_NO_STRING);
    lyo_string_last_set(&ids->last[LYO_NAMES], 0, NULL, LYO_NO_STRING);
}

/**
 * Ends the table. Lasting memory keeps its slots and records the entries that were used; other memory is
 * freed.
 */
void lyo_string_ids_free(lyo_string_ids *ids);

/** Moves the strings to a larger table, when one more than `left` would be added. */
void lyo_string_ids_grow(lyo_string_ids *ids);

/**
 * Saves the state of the body's list. The mark borrows its last string, so it is valid until user code runs.
 */
void lyo_string_ids_mark(const lyo_string_ids *ids, lyo_string_mark *mark);

/** lyo_string_ids_enter() for the general case: the table may have to grow, or hashes all bytes. */
void lyo_string_ids_enter_each(lyo_string_ids *ids, const lyo_string_print *prints, uint32_t count);

/**
 * Rolls the body's list back to the mark. It rebuilds the whole table, so it is for what happens once in a
 * value.
 */
void lyo_string_ids_truncate(lyo_string_ids *ids, const lyo_string_mark *mark);

/**
 * Sets the last string of the preamble, which lyo_string_ids_enter() does not maintain, as if each string had
 * been added one by one.
 */
void lyo_string_ids_restore(lyo_string_ids *ids);

/**
 * Stores all strings of the preamble in `strings`, indexed by id. It must have room for count[LYO_NAMES] of
 * them.
 */
void lyo_string_ids_names(const lyo_string_ids *ids, zend_string **strings);

/**
 * For LYO_ASSERT(). Returns true if no probe chain has a free slot before a used one, all strings of the
 * preamble are there, and each id was assigned.
 */
bool lyo_string_ids_are_sound(const lyo_string_ids *ids);

/** Switches the table to the seeded hash of all bytes. */
void lyo_string_ids_reseed(lyo_string_ids *ids);

/* --- hot ------------------------------------------------------------------------------------------------ */

/**
 * Returns a fingerprint of at most 32 sampled bytes: the first 8, 8 in the middle, and the last 16, where
 * names with the same ending still differ. For short strings it covers the length and all bytes.
 */
LYO_INLINE uint32_t lyo_string_fingerprint(const zend_string *string)
{
    size_t len = ZSTR_LEN(string);
    uint64_t h = lyo_string_tail(string);

    /* odd constants with well-spread bits: golden ratio and primes of splitmix64 */
    if (len > 8) {
        uint64_t middle = lyo_load8(ZSTR_VAL(string) + (len >> 1) - 4);
        /*
         * below 16 bytes this load also reads the end of the header, which is the length; not where size_t
         * has 4 bytes
         */
        uint64_t before = SIZEOF_SIZE_T >= 8 || len >= 16 ? lyo_load8(ZSTR_VAL(string) + len - 16) : 0;
        h ^= lyo_load8(ZSTR_VAL(string)) * UINT64_C(0x94D049BB133111EB) ^ (middle << 44 | middle >> 20) ^
             (before << 26 | before >> 38);
    }
    return (uint32_t)((h ^ h >> 32) * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

/** Longest string that is only looked for by its fingerprint. */
#define LYO_SAMPLED_MOST 127

/*
 * At a load of 1/2 a free slot is expected after 2 to 3 steps. 32 steps mean that the samples do not tell the
 * strings apart.
 */
#define LYO_PROBE_LIMIT 32

/** Returns what the entry of a used slot is: its id * 2 + list. */
LYO_INLINE uint32_t lyo_string_ids_found_at(const lyo_string_ids *ids, const lyo_string_slot *slot)
{
    return slot->entry - ids->base - 1;
}

/**
 * Returns true if a string of the list can be written as a reference to what was found. The body can name
 * strings of the preamble up to LYO_LIMIT_NAMES.
 */
LYO_INLINE bool lyo_string_ids_can_serve(uint32_t found, unsigned list)
{
    return (found & 1) == list || (list == LYO_BODY && found >> 1 < LYO_LIMIT_NAMES);
}

/**
 * Looks up a string of two or more bytes. Returns the first slot that has it and serves this list, or the
 * free slot where it belongs. *hash is the fingerprint; it becomes the hash that a new entry must have.
 */
LYO_INLINE lyo_string_slot *lyo_string_ids_find(lyo_string_ids *ids, const zend_string *string, unsigned list,
                                                uint32_t *hash)
{
    uint32_t steps = 0, at;
    bool sampled;

    LYO_ASSERT(ZSTR_LEN(string) >= 2);
    if (UNEXPECTED(ids->left == 1)) {
        lyo_string_ids_grow(ids);
    }
again:
    sampled = ZSTR_LEN(string) > LYO_SAMPLED_MOST && !ids->full_hash;
    if (UNEXPECTED(ids->full_hash)) {
        *hash = lyo_hash_among(&ids->longs, string);
    }
    for (at = *hash & ids->mask; ids->slots[at].entry > ids->base; at = (at + 1) & ids->mask) {
        lyo_string_slot *slot = &ids->slots[at];
        if (slot->hash == *hash) {
            if (lyo_same_among(&ids->longs, slot->string, string)) {
                if (EXPECTED(lyo_string_ids_can_serve(lyo_string_ids_found_at(ids, slot), list))) {
                    return slot;
                }
            } else if (sampled) {
                sampled = false;
                ids->rehashed = true;
                *hash = lyo_hash_among(&ids->longs, string);
                at = *hash - 1; /* the loop adds 1 */
            }
        }
        if (UNEXPECTED(++steps == LYO_PROBE_LIMIT) && !ids->full_hash) {
            lyo_string_ids_reseed(ids);
            goto again;
        }
    }
    return &ids->slots[at];
}

/** Returns the entry of the next string of a list. */
LYO_INLINE uint32_t lyo_string_ids_next(const lyo_string_ids *ids, unsigned list)
{
    return ids->base + ids->count[list] * 2 + list + 1;
}

/**
 * Gives the next id of a list to a string that was not found, in the free slot where it belongs. Borrows the
 * string, which must live as long as the table.
 */
LYO_INLINE void lyo_string_ids_add(lyo_string_ids *ids, zend_string *string, unsigned list,
                                   lyo_string_slot *slot, uint32_t hash)
{
    LYO_ASSERT(slot->entry <= ids->base && ids->left > 1);
    slot->hash = hash;
    slot->entry = lyo_string_ids_next(ids, list);
    slot->string = string;
    ids->count[list]++;
    ids->left--;
}

/** Returns true if the next string of the body (two bytes or more) must be looked up. */
LYO_INLINE bool lyo_string_ids_must_look(const lyo_string_ids *ids)
{
    return EXPECTED(ids->count[LYO_BODY] < ids->look_until) ||
           ids->count[LYO_BODY] % LYO_LIMIT_LOOK_EACH == 0;
}

/** Records a match in the body: the next LOOK_RUN strings are all looked up. */
LYO_INLINE void lyo_string_ids_found(lyo_string_ids *ids)
{
    ids->look_until = ids->count[LYO_BODY] + LYO_LIMIT_LOOK_RUN;
}

/**
 * Adds strings that are known not to be in the preamble, with their fingerprints. It does not maintain the
 * last string of the preamble: lyo_string_ids_restore() sets that later.
 */
LYO_INLINE void lyo_string_ids_enter(lyo_string_ids *ids, const lyo_string_print *prints, uint32_t count)
{
    const lyo_string_print *end = prints + count;
    lyo_string_slot *slots = ids->slots;
    uint32_t mask = ids->mask, base = ids->base, entry = lyo_string_ids_next(ids, LYO_NAMES);

    if (UNEXPECTED(ids->left <= count || ids->full_hash)) {
        lyo_string_ids_enter_each(ids, prints, count);
        return;
    }
    ids->left -= count;
    ids->count[LYO_NAMES] += count;
    for (; prints < end; prints++, entry += 2) {
        uint32_t at = prints->hash & mask;
        while (slots[at].entry > base) {
            bool alike = slots[at].hash == prints->hash && ZSTR_LEN(prints->string) > LYO_SAMPLED_MOST;
            at = (at + 1) & mask;
            if (UNEXPECTED(alike || ((at - prints->hash) & mask) == LYO_PROBE_LIMIT)) {
                ids->left += (uint32_t)(end - prints);
                ids->count[LYO_NAMES] -= (uint32_t)(end - prints);
                lyo_string_ids_enter_each(ids, prints, (uint32_t)(end - prints));
                return;
            }
        }
        slots[at] = (lyo_string_slot){prints->hash, entry, prints->string};
    }
}

/**
 * Returns the first LYO_LIMIT_PREFIX_HEAD (6) bytes of a string of at least LYO_LIMIT_PREFIX_STRING bytes, as
 * a number. They must equal those of the last string before a prefix reference is tried.
 */
LYO_INLINE uint64_t lyo_string_head(const zend_string *string)
{
    LYO_ASSERT(ZSTR_LEN(string) >= LYO_LIMIT_PREFIX_STRING);
    return lyo_load((const uint8_t *)ZSTR_VAL(string), 8) << (64 - 8 * LYO_LIMIT_PREFIX_HEAD);
}

#endif
