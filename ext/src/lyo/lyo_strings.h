/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's strings: which were written already, by content (spec section 4.2, rule 2 of section 6), in the body and in
 * the preamble, and which earlier one a new one begins as (6.5). One table for both: a string is looked for once. Where looking does not
 * pay, strings of the body get ids without being in the table.
 *
 * A string is found by a fingerprint of its length and 8 to 32 sampled bytes, confirmed by comparing. A long one that meets another with the same
 * samples is looked for by what stands where they begin to differ. When a probe runs
 * long (many strings that differ only between the samples) the table changes to a seeded hash of all bytes, so that the
 * answer is always exact and hostile content cannot make it quadratic.
 *
 * Entries are generation-stamped: their numbers grow from one table to the next in the same memory, and a slot whose entry is not above the base of a
 * table counts as free. So memory that many calls share is never cleared, and a small value does not pay for a large table.
 */
#ifndef LYO_STRINGS_H
#define LYO_STRINGS_H

#include "php/lyo_string.h"
#include "lyo_compat.h"
#include "wire/lyo_bytes.h"
#include "wire/lyo_tags.h"

#define LYO_NO_ID UINT32_MAX
/** Slots of the first table: in memory of a call, and in memory that lasts, where it costs nothing that they are many. The second one is 16 times as large: to move
 * strings of one table to the next took a tenth of the time of values that have many. */
#define LYO_CALL_SLOTS 256u
#define LYO_FIRST_SLOTS 1024u
#define LYO_SECOND_SLOTS 16384u
/** Slots of the third table, the largest that stands in memory that lasts; larger ones are made for a call. Only what was written to takes real memory. */
#define LYO_THIRD_SLOTS 65536u
#define LYO_LASTING_SLOTS (LYO_FIRST_SLOTS + LYO_SECOND_SLOTS + LYO_THIRD_SLOTS)

/** Whose ids. */
enum { LYO_BODY, LYO_NAMES };

typedef struct lyo_string_slot {
    uint32_t hash;
    uint32_t entry; /* base + id * 2 + list + 1; up to base: free */
    zend_string *string;
} lyo_string_slot;

/** A string that is known to be in no list, and its fingerprint. */
typedef struct lyo_string_print {
    zend_string *string;
    uint32_t hash;
} lyo_string_print;

/** The last string of a list that is long enough for the next one to begin as it does (spec section 6.5). */
typedef struct lyo_string_last {
    uint64_t head; /* lyo_string_head() */
    zend_string *string;
    uint32_t id; /* out of reach if there is none yet */
} lyo_string_last;

/** Bytes of a payload that may be written into memory that lasts before it is copied, once, into a string of its size. */
#define LYO_LASTING_ROOM 16384

/** What tables stand in, one after the other, and payloads while they are written. */
typedef struct lyo_string_memory {
    uint8_t *room; /* LYO_LASTING_ROOM bytes; NULL unless lasting */
    uint32_t used; /* highest entry that was given */
    /* of the process or thread, with LYO_LASTING_SLOTS; else of one call, with LYO_CALL_SLOTS */
    bool lasting;
    bool in_use; /* a table stands in it; after a fatal error nobody takes that away */
    lyo_string_slot slots[];
} lyo_string_memory;

#define LYO_LASTING_BYTES                                                                                    \
    (sizeof(lyo_string_memory) + LYO_LASTING_SLOTS * sizeof(lyo_string_slot) + LYO_LASTING_ROOM)

typedef struct lyo_string_trial lyo_string_trial;

typedef struct lyo_string_ids {
    lyo_string_slot *slots;
    uint32_t mask; /* slots - 1 */
    uint32_t base;
    uint32_t count[2]; /* strings of each list */
    /* strings of a list that there were at a time: what was forgotten still stands in tables that were left */
    uint32_t most;
    bool full_hash;          /* fingerprints cover all bytes */
    lyo_string_last last[2]; /* by list */
    lyo_string_memory *memory;
    lyo_string_trial *trial; /* NULL: none */
    /* strings that may be added before the table must grow; 1 during a trial, so that each of them is noted */
    uint32_t left;
    /* id below which each string of the body is looked for: LOOK_RUN behind where one was found last */
    uint32_t look_until;
} lyo_string_ids;

/** What strings of the body there were at a time. */
typedef struct lyo_string_mark {
    uint32_t count;
    uint32_t look_until;
    lyo_string_last last;
} lyo_string_mark;

/** Slots that a trial notes without an allocation. */
#define LYO_TRIAL_SLOTS 64

/**
 * Strings of the body that are perhaps taken back, soon and often: the slots that they were entered in are noted, so that taking them back takes no longer than
 * entering them did, however large the table is.
 */
struct lyo_string_trial {
    lyo_string_mark mark;
    uint32_t *slots; /* by index, in the order in which they were taken */
    uint32_t count;
    uint32_t capacity;
    uint32_t left; /* of the table */
    bool moved;    /* the table has grown or hashes otherwise: the slots are not theirs any more */
    uint32_t embedded[LYO_TRIAL_SLOTS]; /* not initialised */
};

/** Memory for the tables of many calls, one at a time; LYO_LASTING_BYTES. */
lyo_string_memory *lyo_string_memory_new(void);
void lyo_string_memory_free(lyo_string_memory *memory);

/** Memory for the table of one call, which frees it. */
lyo_string_memory *lyo_string_memory_of_call(void);
/** Makes it as new: entries are used up. */
void lyo_string_memory_clear(lyo_string_memory *memory);
/** The memory is cleared before entries reach this: what one value adds comes on top. */
#define LYO_MOST_ENTRIES UINT32_C(0x40000000)

/** An id that is farther from each other id than any string that another may begin as. */
#define LYO_NO_STRING (UINT32_MAX - LYO_LIMIT_PREFIX_MOST)

/** Field by field: as one struct it is written in parts and read at once, for which each call and each long string waits (2 % of small values). */
LYO_INLINE void lyo_string_last_set(lyo_string_last *last, uint64_t head, zend_string *string, uint32_t id)
{
    last->head = head;
    last->string = string;
    last->id = id;
}

/** An empty table. memory is borrowed, and must not hold another table; NULL: it has its own. */
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
    ids->full_hash = false;
    ids->trial = NULL;
    ids->look_until = LYO_LIMIT_LOOK_RUN;
    lyo_string_last_set(&ids->last[LYO_BODY], 0, NULL, LYO_NO_STRING);
    lyo_string_last_set(&ids->last[LYO_NAMES], 0, NULL, LYO_NO_STRING);
}

/** Drops the memory of the table. */
void lyo_string_ids_free(lyo_string_ids *ids);

/** A string was added, and none is left to be: makes room for more, or notes the slot for a trial. */
void lyo_string_ids_full(lyo_string_ids *ids, const lyo_string_slot *slot);

/** Notes what strings of the body there are. The mark borrows them: it is good until user code runs. */
void lyo_string_ids_mark(const lyo_string_ids *ids, lyo_string_mark *mark);

/** lyo_string_ids_enter() where the table may have to grow, or hashes otherwise, or strings are long. */
void lyo_string_ids_enter_each(lyo_string_ids *ids, const lyo_string_print *prints, uint32_t count);

/** lyo_string_ids_enter() for those that are left, the first of which stands in a long chain. */
void lyo_string_ids_enter_rest(lyo_string_ids *ids, const lyo_string_print *prints, uint32_t count);

/**
 * Forgets all strings of the body that came after the mark, and what was found after it. Goes through the whole table: for what happens once in a value; else there are
 * trials.
 */
void lyo_string_ids_truncate(lyo_string_ids *ids, const lyo_string_mark *mark);

/** Begins a trial. Until it ends, strings of the body alone are added, and no user code runs. */
void lyo_string_ids_try(lyo_string_ids *ids, lyo_string_trial *trial);
/** Ends it: its strings stay. */
void lyo_string_ids_keep(lyo_string_ids *ids, lyo_string_trial *trial);
/** Ends it: its strings, and what was found meanwhile, are forgotten. */
void lyo_string_ids_take_back(lyo_string_ids *ids, lyo_string_trial *trial);

/** Makes the last string of the preamble what it would be had all its strings been added, none entered. */
void lyo_string_ids_restore(lyo_string_ids *ids);

/** All strings of the preamble, by id; there must be room for them. */
void lyo_string_ids_names(const lyo_string_ids *ids, zend_string **strings);

/** For LYO_ASSERT(): true if no slot that is free stands before one in use, each string of the preamble is there once, and none has an id that was not given. */
bool lyo_string_ids_are_sound(const lyo_string_ids *ids);

/** Changes to hashes of all bytes. */
void lyo_string_ids_harden(lyo_string_ids *ids);

/**
 * What a string of more than LYO_SAMPLED_MOST bytes is looked for by next, when one that is not the same has its hash: first a hash of what stands where the other
 * one begins to differ (turns 0), then one of all its bytes.
 */
uint32_t lyo_string_turn(const lyo_string_ids *ids, const zend_string *string, const zend_string *other,
                         uint32_t hash, unsigned turns);

/* --- hot -------------------------------------------------------------------------------------------------------------- */

/** Fingerprint of at most 32 sampled bytes: the first 8, 8 in the middle, and the last 16, where names that end alike still differ; of short strings, of all bytes and the
 * length. */
LYO_INLINE uint32_t lyo_string_fingerprint(const zend_string *string)
{
    size_t len = ZSTR_LEN(string);
    uint64_t h = lyo_string_tail(string);

    /* odd constants with well-spread bits: golden ratio and primes of splitmix64 */
    if (len > 8) {
        uint64_t middle = lyo_load8(ZSTR_VAL(string) + (len >> 1) - 4);
        /* of less than 16 bytes, what stands in front of them is the length; not so where that takes 4 */
        uint64_t before = SIZEOF_SIZE_T >= 8 || len >= 16 ? lyo_load8(ZSTR_VAL(string) + len - 16) : 0;
        h ^= lyo_load8(ZSTR_VAL(string)) * UINT64_C(0x94D049BB133111EB) ^ (middle << 44 | middle >> 20) ^
             (before << 26 | before >> 38);
    }
    return (uint32_t)((h ^ h >> 32) * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

/** Longest string that stands in the chain of its samples alone. A longer one that meets another with the same samples there turns to that of another hash. */
#define LYO_SAMPLED_MOST 127

/** How often a string may turn to another hash. */
#define LYO_STRING_TURNS 2
LYO_INLINE bool lyo_string_may_turn(const lyo_string_ids *ids, const zend_string *string, unsigned turns)
{
    return ZSTR_LEN(string) > LYO_SAMPLED_MOST && turns < LYO_STRING_TURNS && !ids->full_hash;
}

/* At a load of 1/2 a free slot is due after 2 to 3 steps; 32 steps mean that the samples do not tell strings apart. */
#define LYO_PROBE_LIMIT 32

/**
 * The slot of a string of two or more bytes: its own in this list, or the free one where it belongs. *other is its entry in the other list if it was seen
 * there, else the base. *hash is what a new entry is to be found by.
 */
LYO_INLINE lyo_string_slot *lyo_string_ids_find(lyo_string_ids *ids, const zend_string *string, unsigned list,
                                                uint32_t *hash, uint32_t *other)
{
    uint32_t steps = 0, base = ids->base, at;
    unsigned turns;

    *other = base;
again:
    turns = 0;
    *hash = UNEXPECTED(ids->full_hash) ? lyo_string_hash_all(string, ids) : lyo_string_fingerprint(string);
    for (at = *hash & ids->mask; ids->slots[at].entry > base; at = (at + 1) & ids->mask) {
        lyo_string_slot *slot = &ids->slots[at];
        if (slot->hash == *hash) {
            if (lyo_same_string(slot->string, string)) {
                if (EXPECTED(((slot->entry - base - 1) & 1) == list)) {
                    return slot;
                }
                *other = slot->entry;
            } else if (lyo_string_may_turn(ids, string, turns)) {
                *hash = lyo_string_turn(ids, string, slot->string, *hash, turns++);
                at = *hash - 1;
            }
        }
        if (UNEXPECTED(++steps == LYO_PROBE_LIMIT) && !ids->full_hash) {
            lyo_string_ids_harden(ids);
            goto again;
        }
    }
    return &ids->slots[at];
}

/** The entry of the string that is added next. */
LYO_INLINE uint32_t lyo_string_ids_next(const lyo_string_ids *ids, unsigned list)
{
    return ids->base + ids->count[list] * 2 + list + 1;
}

/** The id that belongs to an entry. */
LYO_INLINE uint32_t lyo_string_ids_id(const lyo_string_ids *ids, uint32_t entry)
{
    return (entry - ids->base - 1) >> 1;
}

/**
 * Gives the next id of a list to a string that has just been looked for there, and not found. Borrows the string, which must live as long as
 * the table; an owning table adds a reference. The slot is not good any more afterwards.
 */
LYO_INLINE void lyo_string_ids_add(lyo_string_ids *ids, zend_string *string, unsigned list,
                                   lyo_string_slot *slot, uint32_t hash)
{
    slot->hash = hash;
    slot->entry = lyo_string_ids_next(ids, list);
    slot->string = string;
    ids->count[list]++;
    if (UNEXPECTED(--ids->left == 0)) {
        lyo_string_ids_full(ids, slot);
    }
}

/** True if the next string of the body, of two bytes or more, is to be looked for. */
LYO_INLINE bool lyo_string_ids_looks(const lyo_string_ids *ids)
{
    return EXPECTED(ids->count[LYO_BODY] < ids->look_until) ||
           ids->count[LYO_BODY] % LYO_LIMIT_LOOK_EACH == 0;
}

/** A string of the body was found: the next ones are all looked for. */
LYO_INLINE void lyo_string_ids_found(lyo_string_ids *ids)
{
    ids->look_until = ids->count[LYO_BODY] + LYO_LIMIT_LOOK_RUN;
}

/** Gives the next id of the body to a string that is not looked for. */
LYO_INLINE void lyo_string_ids_skip(lyo_string_ids *ids)
{
    ids->count[LYO_BODY]++;
}

/**
 * Adds strings of up to LYO_SAMPLED_MOST bytes that are known not to be in the preamble, with the fingerprints they have. What they begin with is not remembered:
 * lyo_string_ids_restore() makes up for that.
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
            at = (at + 1) & mask;
            if (UNEXPECTED(((at - prints->hash) & mask) == LYO_PROBE_LIMIT)) {
                lyo_string_ids_enter_rest(ids, prints, (uint32_t)(end - prints));
                return;
            }
        }
        slots[at] = (lyo_string_slot){prints->hash, entry, prints->string};
    }
}

/** What a string of LYO_LIMIT_PREFIX_STRING bytes or more has to have in common with the last one: the number in its first 6 bytes. */
LYO_INLINE uint64_t lyo_string_head(const zend_string *string)
{
    return lyo_load((const uint8_t *)ZSTR_VAL(string), 8) << (64 - 8 * LYO_LIMIT_PREFIX_HEAD);
}

#endif
