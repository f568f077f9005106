/* SPDX-License-Identifier: BSD-3-Clause
 *
 * State of one walk, used only by the lyo_walk*.c files. A function that reads takes the address to read
 * from. It returns the address after what it read, or NULL if it has set the error.
 */
#ifndef LYO_WALK_STATE_H
#define LYO_WALK_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lyo_bytes.h"
#include "lyo_position.h"
#include "lyo_token.h"
#include "lyo_rows.h"
#include "lyo_walk.h"
#include "wire/lyo_hash_bytes.h"

/**
 * Bytes of the first memory of a walk, which is on the C stack, and least size of later memory: four pages
 * together with what the allocator and the link between blocks take.
 */
#define LYO_WALK_ROOM 16352u

/** A growing array. */
typedef struct lyo_walk_table {
    void *items;
    size_t count;
    size_t capacity;
} lyo_walk_table;

/** The keys of one map, state or shape, somewhere in walker.keys. */
typedef struct lyo_walk_key_set {
    size_t first;   /* its first entry in walker.keys */
    uint64_t count; /* entries that it has room for */
    uint32_t used;  /* entries that it has */
} lyo_walk_key_set;

/** A key of a set. The entries of a set are also its buckets, each with a list of the keys in it. */
typedef struct lyo_walk_key_entry {
    lyo_walk_key key;
    uint32_t head; /* number of the first key in this bucket, or 0; the first entry has number 1 */
    uint32_t next; /* number of the next key in the bucket of this key, or 0 */
} lyo_walk_key_entry;

typedef enum lyo_walk_frame_kind {
    LYO_WALK_VALUES, /* list or record */
    LYO_WALK_KEYED,  /* map, or state of an open class */
    LYO_WALK_RUNS,
    LYO_WALK_ROWS /* only for the level of events: all rows are read at once */
} lyo_walk_frame_kind;

/** A container that has begun but not ended. */
typedef struct lyo_walk_frame {
    lyo_walk_frame_kind kind;
    uint64_t left;                         /* values to come */
    const lyo_walk_definition *definition; /* that of a state; NULL: a map */
    lyo_walk_key_set keys;                 /* KEYED */
} lyo_walk_frame;

/** Memory on the heap, for tables and joined strings. */
typedef struct lyo_walk_block {
    struct lyo_walk_block *previous;
    uint64_t bytes[]; /* of a type that has the alignment of all that is taken */
} lyo_walk_block;

struct lyo_walker {
    const uint8_t *data;      /* first byte of the payload */
    const uint8_t *end;       /* end of what may be read now: of the payload or the preamble */
    const uint8_t *body;      /* first byte of the value */
    const uint8_t *next_slot; /* address of the next place of both tables; end if there is none */
    lyo_error_code end_code;  /* error code for a token that passes end */
    bool sharing;
    bool has_arrays;
    uint64_t pending; /* bytes that the containers around the innermost one still need at least */
    uint64_t depth;
    uint64_t deepest; /* depth that was reached since the innermost lyo_measure_begin(); at first max_depth */
    uint64_t max_depth;
    uint64_t elements_left;
    uint64_t credit_used;       /* cells drawn from the credit */
    uint64_t allowance_used;    /* elements that occurred again */
    uint64_t marks;             /* objects, enum cases, and beginnings and uses of references */
    uint64_t objects;           /* number of objects that have begun */
    lyo_walk_table frames;      /* lyo_walk_frame */
    lyo_walk_table watches;     /* lyo_walk_watch: values whose end is waited for */
    lyo_walk_table strings;     /* lyo_walk_span by string id */
    lyo_walk_table names;       /* the same for the preamble, once it is read */
    lyo_walk_table definitions; /* lyo_walk_definition */
    lyo_walk_table keys;        /* lyo_walk_key_entry */
    uint64_t references;        /* length of the reference table */
    uint64_t array_count;       /* length of the array table */
    uint64_t places;            /* of both */
    uint64_t hits;              /* how many of them have been reached */
    lyo_position *positions;    /* sorted by position */
    bool *begun;                /* by reference index: its first slot has begun */
    lyo_array_facts *arrays;    /* by array index */
    uint64_t reference;         /* of the next event, or LYO_WALK_NO_PLACE */
    uint64_t array;             /* the same */
    uint8_t *memory;            /* free memory, and its size */
    size_t room;
    lyo_walk_block *blocks; /* NULL: none */
    const lyo_walk_options *options;
    lyo_walk_callback callback; /* NULL: none */
    void *context;
    lyo_error *error;
    const uint8_t *at; /* what comes next; valid if the walk was stopped */
    bool stopped;
};

#define LYO_WALK_ITEM(type, table, i) (((type *)(table).items)[i])

/* lyo_walk_state.c */

/** Sets the error and its position. Always returns NULL. */
LYO_NOINLINE const uint8_t *lyo_walk_fail(lyo_walker *w, lyo_error_code code, const uint8_t *at);
/** Returns memory for count items that lives until the end of the walk, or NULL if there is none. */
void *lyo_walk_take(lyo_walker *w, uint64_t count, size_t item_size);
/** Makes room for count more items. */
bool lyo_walk_reserve(lyo_walker *w, lyo_walk_table *table, uint64_t count, size_t item_size);
/** Emits an event for the bytes from begin to end. There must be a callback. */
void lyo_walk_tell(lyo_walker *w, const uint8_t *begin, const uint8_t *end, lyo_walk_event *event);

/**
 * The same if there is a callback. The tag is the first byte; the last arguments initialise other members.
 */
#define LYO_WALK_EMIT(w, event_kind, begin, end, ...)                                                        \
    do {                                                                                                     \
        if ((w)->callback) {                                                                                 \
            const uint8_t tag_byte = (begin) < (end) ? *(begin) : 0;                                         \
            lyo_walk_tell(w, begin, end,                                                                     \
                          &(lyo_walk_event){.kind = (event_kind), .tag = tag_byte, __VA_ARGS__});            \
        }                                                                                                    \
    } while (0)

/* lyo_walk_leaf.c */

/** Reads PREFIXED and its variants, and joins both parts of the string. leaf may be NULL. */
const uint8_t *lyo_walk_prefixed(lyo_walker *w, const uint8_t *p, lyo_walk_leaf *leaf);
/** Reads a string token. */
const uint8_t *lyo_walk_string(lyo_walker *w, const uint8_t *p, lyo_walk_leaf *leaf, unsigned how);
/** Reads a leaf token, with LYO_IN_SLOT also the empty array. */
const uint8_t *lyo_walk_leaf_token(lyo_walker *w, const uint8_t *p, lyo_walk_leaf *leaf, unsigned how);

/* lyo_walk_keys.c */

/** Begins a set of count keys, whose bytes the caller has claimed. It ends when w->keys.count is set back. */
bool lyo_walk_keys_begin(lyo_walker *w, lyo_walk_key_set *set, uint64_t count);
/**
 * Reads a key and adds it to the set; a key that is in the set already is an error. definition: the class of
 * a state, or NULL for a map.
 */
const uint8_t *lyo_walk_key_token(lyo_walker *w, const uint8_t *p, lyo_walk_key_set *set,
                                  const lyo_walk_definition *definition);

/* lyo_walk_preamble.c */

/** Reads everything before the value. */
const uint8_t *lyo_walk_preamble(lyo_walker *w, const uint8_t *p);

/* lyo_walk_vector.c */

/**
 * Reads a vector of count cells. tag is the VECTOR that it belongs to, or NULL for a column. Sets *kind to
 * its kind without bit 7.
 */
const uint8_t *lyo_walk_vector(lyo_walker *w, const uint8_t *p, uint64_t count, const uint8_t *tag,
                               uint8_t *kind);

/* lyo_walk_rows.c */

/** Reads ROWS with all its blocks. */
const uint8_t *lyo_walk_rows(lyo_walker *w, const uint8_t *p);

/* lyo_walk.c */

/**
 * Pushes a frame for a container that passed lyo_open() and has `left` values to come. pending is what
 * lyo_walk_pending() returned before.
 */
lyo_walk_frame *lyo_walk_push(lyo_walker *w, lyo_walk_frame_kind kind, uint64_t left, uint64_t pending);
/** Returns how many bytes the unread rest of a frame needs at least. */
LYO_INLINE uint64_t lyo_walk_frame_pending(const lyo_walk_frame *f)
{
    switch (f->kind) {
    case LYO_WALK_KEYED:
        return 2 * f->left;
    case LYO_WALK_RUNS:
        return f->left > 0 ? 2 : 0;
    default:
        return f->left;
    }
}

LYO_INLINE lyo_walk_frame *lyo_walk_top(const lyo_walker *w)
{
    LYO_ASSERT(w->frames.count > 0);
    return &LYO_WALK_ITEM(lyo_walk_frame, w->frames, w->frames.count - 1);
}

/** Returns how many bytes all open containers still need at least. */
LYO_INLINE uint64_t lyo_walk_pending(const lyo_walker *w)
{
    return w->pending + (w->frames.count > 0 ? lyo_walk_frame_pending(lyo_walk_top(w)) : 0);
}

/**
 * Longest string that is hashed and compared wherever it is a key, in bytes. A longer one is hashed once, when
 * it is read, because a back reference to it may take one byte only.
 */
#define LYO_WALK_BRIEF 256

/** Returns a string that was read. */
LYO_INLINE lyo_walk_span lyo_walk_span_of(const lyo_walker *w, const uint8_t *bytes, size_t size)
{
    return (lyo_walk_span){bytes, size,
                           LYO_UNLIKELY(size > LYO_WALK_BRIEF) ? lyo_hash_bytes(bytes, size, w) : 0};
}

/** Gives the next string id to a string. */
LYO_INLINE bool lyo_walk_add_string(lyo_walker *w, lyo_walk_span string)
{
    if (LYO_UNLIKELY(w->strings.count == w->strings.capacity) &&
        !lyo_walk_reserve(w, &w->strings, 1, sizeof string)) {
        return false;
    }
    LYO_WALK_ITEM(lyo_walk_span, w->strings, w->strings.count++) = string;
    return true;
}

#endif
