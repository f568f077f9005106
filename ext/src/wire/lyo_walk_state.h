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

/** Entries of each table on the C stack. */
#define LYO_WALK_EMBEDDED 64u
/**
 * Flag in the size of a prefixed string that is not joined yet. Its bytes pointer is then the address of its
 * token.
 */
#define LYO_WALK_APART (~(SIZE_MAX >> 1))
/** Most steps from a string that has been asked for, or from one in its chain, to a string in one piece. */
#define LYO_WALK_STEPS 32u
/** Maps with up to this many keys compare them one by one. */
#define LYO_WALK_FEW_KEYS 16u

/** A growing array. It begins on the C stack and moves to the heap when it grows. */
typedef struct lyo_walk_table {
    void *items;
    void *embedded;
    size_t count;
    size_t capacity;
    size_t item_size;
} lyo_walk_table;

/** The keys of one map, state or shape, somewhere in walker.keys. */
typedef struct lyo_walk_key_set {
    size_t first;    /* its first entry in walker.keys */
    size_t index;    /* its first cell in walker.index */
    uint64_t mask;   /* number of cells - 1, all ones; 0: no index */
    size_t indexed;  /* entries that the index holds */
    int64_t highest; /* highest int key */
    bool has_int;
} lyo_walk_key_set;

typedef struct lyo_walk_key_entry {
    const uint8_t *name;
    uint64_t size;       /* size of the name; INT: the number itself */
    lyo_walk_span owner; /* PRIVATE_OF: the class */
    uint32_t hash;
    lyo_key_kind kind;
} lyo_walk_key_entry;

typedef enum lyo_walk_frame_kind {
    LYO_WALK_VALUES, /* list or record */
    LYO_WALK_MAP,
    LYO_WALK_STATE, /* state of an open class */
    LYO_WALK_ROWS
} lyo_walk_frame_kind;

/** A container that has begun but not ended. */
typedef struct lyo_walk_frame {
    lyo_walk_frame_kind kind;
    uint64_t left;                         /* values to come; ROWS: in this block */
    const uint8_t *tag;                    /* its first byte */
    const lyo_walk_definition *definition; /* STATE, ROWS */
    lyo_walk_key_set keys;                 /* MAP, STATE, keyed ROWS */
    lyo_rows rows;                         /* ROWS; its member left excludes this block */
} lyo_walk_frame;

/** Memory for joined strings, which are not in one piece in the payload. It does not move. */
typedef struct lyo_walk_block {
    struct lyo_walk_block *previous;
    size_t used;
    size_t size;
    uint8_t bytes[];
} lyo_walk_block;

struct lyo_walker {
    const uint8_t *data;      /* first byte of the payload */
    const uint8_t *end;       /* end of what may be read now: of the payload or the preamble */
    const uint8_t *body;      /* first byte of the value */
    const uint8_t *next_slot; /* address of the next position of the reference table; end if there is none */
    lyo_error_code end_code;  /* error code for a token that passes end */
    bool sharing;
    uint64_t pending; /* bytes that the containers around the innermost one still need at least */
    uint64_t depth;
    uint64_t max_depth;
    uint64_t elements_left;
    uint64_t credit_used; /* cells drawn from the credit */
    uint64_t objects;     /* number of objects that have begun */
    size_t hits;          /* how many of positions have been reached */
    void *(*reallocate)(void *memory, size_t size);
    void (*release)(void *memory);
    lyo_walk_table frames;          /* lyo_walk_frame */
    lyo_walk_table strings;         /* lyo_walk_span by string id */
    lyo_walk_table names;           /* the same for the preamble, once it is read */
    lyo_walk_table definitions;     /* lyo_walk_definition */
    lyo_walk_table keys;            /* lyo_walk_key_entry */
    lyo_walk_table index;           /* uint32_t: entry of a set + 1, or 0 */
    lyo_walk_table positions;       /* lyo_position, sorted by position */
    lyo_walk_table places;          /* uint64_t: position by reference index */
    lyo_walk_block *joined;         /* joined strings; NULL: none */
    lyo_walk_definition definition; /* the definition that is being read */
    const uint8_t *at;              /* where the walk stopped */
    uint64_t reference;             /* of the next event, or LYO_WALK_NO_REFERENCE */
    bool stopped;
    /* a value comes next: the root value or that of a key that was read */
    bool at_value;
    /* no events until at most `quiet` frames are open and no value comes next */
    bool skipping;
    size_t quiet;
    lyo_walk_callback callback; /* NULL: no callback, or events are skipped */
    lyo_walk_callback listener;
    void *context;
    lyo_error *error;
};

#define LYO_WALK_ITEM(type, table, i) (((type *)(table).items)[i])

/* lyo_walk_state.c */

/** Sets the error and its position. Always returns NULL. */
LYO_NOINLINE const uint8_t *lyo_walk_fail(lyo_walker *w, lyo_error_code code, const uint8_t *at);
/** Makes room for count more items. */
bool lyo_walk_reserve(lyo_walker *w, lyo_walk_table *table, size_t count);
/** Returns memory for size bytes that lives until the end of the walk, or NULL if there is none. */
uint8_t *lyo_walk_take(lyo_walker *w, size_t size);
/** Emits an event for the bytes from begin to end. There must be a callback. */
void lyo_walk_tell(lyo_walker *w, const uint8_t *begin, const uint8_t *end, lyo_walk_event *event);

/** The same if there is a callback. The tag is the first byte; the last arguments initialise other members. */
#define LYO_WALK_EMIT(w, event_kind, begin, end, ...)                                                        \
    do {                                                                                                     \
        if ((w)->callback) {                                                                                 \
            const uint8_t tag_byte = (begin) < (end) ? *(begin) : 0;                                         \
            lyo_walk_tell(w, begin, end,                                                                     \
                          &(lyo_walk_event){.kind = (event_kind), .tag = tag_byte, __VA_ARGS__});            \
        }                                                                                                    \
    } while (0)

/* lyo_walk_leaf.c */

LYO_INLINE bool lyo_walk_is_apart(const lyo_walk_span *string)
{
    return (string->size & LYO_WALK_APART) != 0;
}
/** Joins string i of `strings` into one piece. */
bool lyo_walk_join(lyo_walker *w, lyo_walk_span *strings, size_t i);
/**
 * Reads PREFIXED and its variants. The string is not joined: for a later string that shares its beginning,
 * its size is enough.
 */
const uint8_t *lyo_walk_prefixed(lyo_walker *w, const uint8_t *p);
/**
 * Reads a string token. Without LYO_WHOLE and without a callback the string may not be joined; only its size
 * is valid then.
 */
const uint8_t *lyo_walk_string(lyo_walker *w, const uint8_t *p, lyo_walk_leaf *leaf, unsigned how);
/** Reads a leaf token, with LYO_IN_SLOT also the empty array. */
const uint8_t *lyo_walk_leaf_token(lyo_walker *w, const uint8_t *p, lyo_walk_leaf *leaf, unsigned how);

/* lyo_walk_keys.c */

/** Begins a set of count keys, whose bytes the caller has claimed. */
bool lyo_walk_keys_begin(lyo_walker *w, lyo_walk_key_set *set, uint64_t count);
void lyo_walk_keys_end(lyo_walker *w, const lyo_walk_key_set *set);
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

/** Reads ROWS or ROWS_KEYED and pushes its frame. */
const uint8_t *lyo_walk_rows(lyo_walker *w, const uint8_t *p);
/** Reads the keys and columns of the next block of the innermost frame. */
const uint8_t *lyo_walk_rows_block(lyo_walker *w, const uint8_t *p);

/* lyo_walk.c */

/**
 * Pushes a frame for a container at `at` that passed lyo_open() and has `left` values to come. pending is
 * what lyo_walk_pending() returned before.
 */
lyo_walk_frame *lyo_walk_push(lyo_walker *w, lyo_walk_frame_kind kind, const uint8_t *at, uint64_t left,
                              uint64_t pending);
/** Returns how many bytes the unread rest of a frame needs at least. */
LYO_INLINE uint64_t lyo_walk_frame_pending(const lyo_walk_frame *f)
{
    switch (f->kind) {
    case LYO_WALK_MAP:
    case LYO_WALK_STATE:
        return 2 * f->left;
    case LYO_WALK_ROWS:
        return f->left + lyo_rows_need(&f->rows);
    default:
        return f->left;
    }
}

LYO_INLINE lyo_walk_frame *lyo_walk_top(const lyo_walker *w)
{
    return &LYO_WALK_ITEM(lyo_walk_frame, w->frames, w->frames.count - 1);
}

/** Returns how many bytes all open containers still need at least. */
LYO_INLINE uint64_t lyo_walk_pending(const lyo_walker *w)
{
    return w->pending + (w->frames.count > 0 ? lyo_walk_frame_pending(lyo_walk_top(w)) : 0);
}

/** Gives the next string id to a string. */
LYO_INLINE bool lyo_walk_add_string(lyo_walker *w, lyo_walk_span string)
{
    if (LYO_UNLIKELY(w->strings.count == w->strings.capacity) && !lyo_walk_reserve(w, &w->strings, 1)) {
        return false;
    }
    LYO_WALK_ITEM(lyo_walk_span, w->strings, w->strings.count++) = string;
    return true;
}

/** True if there are size more bytes. */
LYO_INLINE bool lyo_walk_has(const lyo_walker *w, const uint8_t *p, uint64_t size)
{
    return (uint64_t)(w->end - p) >= size;
}

#endif
