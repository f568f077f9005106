/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arrays. There are three ways to read one. A packed list, while its keys count 0, 1, 2. A hash table with
 * room for all entries, filled without checks for room. And PHP's own functions for int keys in another
 * order, which may result in a packed array with holes.
 */
#include "igbinary/lyo_igbinary_quick.h"
#include "php/lyo_objects.h"

/*
 * Reads a key at p. Sets *s to a string with a reference for the caller; or sets *s to NULL and *h to an int
 * key. *none is true if there is a null instead of an entry.
 */
LYO_INLINE const uint8_t *read_key(lyo_igbinary_decoder *d, const uint8_t *p, zend_string **s, zend_long *h,
                                   bool *none)
{
    /* what other functions set is in memory, *s and *h stay in registers */
    zend_string *name;
    zend_ulong index;
    uint32_t number;
    const uint8_t *next;

    *none = false;
    *s = lyo_igbinary_numbered(d, p, &next);
    if (EXPECTED(*s) && (uint8_t)ZSTR_VAL(*s)[0] > '9') {
        zend_string_addref(*s);
        return next;
    }
    if (UNEXPECTED(p >= d->end)) {
        return lyo_igbinary_refuse(d);
    }
    uint8_t tag = *p;
    if (tag == LYO_IGB_STRING8 && EXPECTED(d->end - p > 2) && EXPECTED(p[2] > '9') && EXPECTED(p[1] > 1) &&
        EXPECTED(d->end - p - 2 >= p[1])) {
        *s = p[1] <= LYO_IGB_INTERNED_KEY ? zend_string_init_existing_interned((const char *)p + 2, p[1], 0)
                                          : zend_string_init((const char *)p + 2, p[1], 0);
        lyo_igbinary_add_string(d, *s);
        return p + 2 + p[1];
    }
    lyo_igbinary_token token = lyo_igbinary_token_of(tag);
    if (token.kind == LYO_IGB_IS_LONG) {
        p = lyo_igbinary_read_long(d, p + 1, token.width, (zend_long *)&index);
        *s = NULL;
        *h = (zend_long)index;
        return p;
    }
    if (UNEXPECTED(tag == LYO_IGB_NULL)) {
        *none = true;
        return p + 1;
    }
    p = lyo_igbinary_read_string(d, p, true, &name, &number);
    *s = name;
    if (UNEXPECTED(p && ZEND_HANDLE_NUMERIC(name, index))) {
        *h = (zend_long)index;
        lyo_igbinary_keep_string(d, name);
        *s = NULL;
    }
    return p;
}

/*
 * Clears the value of a key that occurs twice. The old value and s, the key unless it is an int, are kept
 * alive, because a later token may refer to them.
 */
static LYO_NOINLINE zval *replace(lyo_igbinary_decoder *d, zval *old, zend_string *s)
{
    lyo_clear_slot(&d->base, NULL, old);
    if (s) {
        lyo_igbinary_keep_string(d, s);
    }
    return old;
}

/* --- entries -------------------------------------------------------------------------------------------- */

/* Where entries go. */
typedef enum entry_place {
    IN_TABLE, /* a table of hash layout with room for all of them */
    AS_PROPERTIES /* the same, and all keys are strings */,
    ANYWHERE /* a table that may change its layout */
} entry_place;

/* Adds a null under a key to a table that has room, and returns its slot. Takes over the string. */
LYO_INLINE zval *place_in_table(lyo_igbinary_decoder *d, HashTable *ht, zend_string *s, zend_long h)
{
    zval *place = s ? lyo_table_add(ht, s) : lyo_table_add_int(ht, h);

    if (UNEXPECTED(!place)) {
        place = replace(d, s ? zend_hash_find(ht, s) : zend_hash_index_find(ht, (zend_ulong)h), s);
    }
    return place;
}

static zval *place_anywhere(lyo_igbinary_decoder *d, HashTable *ht, zend_string *s, zend_long h)
{
    const uint32_t count = zend_hash_num_elements(ht);

    lyo_table_allow_change(ht); /* a message may refer to an array from inside itself, as with igbinary */
    zval *place = s ? zend_hash_lookup(ht, s) : zend_hash_index_lookup(ht, (zend_ulong)h);
    if (UNEXPECTED(zend_hash_num_elements(ht) == count)) {
        return replace(d, place, s);
    }
    if (s) {
        zend_string_release(s);
    }
    return place;
}

LYO_INLINE const uint8_t *read_entries(lyo_igbinary_decoder *d, const uint8_t *p, HashTable *ht, uint32_t n,
                                       const entry_place place)
{
    zend_string *s = NULL;
    zend_long h = 0;
    bool none;

    for (; n; n--) {
        d->pending--;
        p = read_key(d, p, &s, &h, &none);
        if (UNEXPECTED(!p)) {
            return NULL;
        }
        if (UNEXPECTED(none)) {
            continue;
        }
        if (place == AS_PROPERTIES && UNEXPECTED(!s)) {
            s = zend_long_to_str(h);
            d->named_ints++;
        }
        p = lyo_igbinary_quick(d, p,
                               place == ANYWHERE ? place_anywhere(d, ht, s, h) : place_in_table(d, ht, s, h));
        if (UNEXPECTED(!p)) {
            return NULL;
        }
    }
    return p;
}

/* True if the key at p is the int i in its shortest form. Sets *next to the byte after it. */
LYO_INLINE bool is_index(const lyo_igbinary_decoder *d, const uint8_t *p, uint32_t i, const uint8_t **next)
{
    size_t left = (size_t)(d->end - p);

    if (EXPECTED(i <= 0xff)) {
        *next = p + 2;
        return left > 2 && p[0] == LYO_IGB_LONG8P && p[1] == i;
    }
    if (EXPECTED(i <= 0xffff)) {
        *next = p + 3;
        return left > 3 && p[0] == LYO_IGB_LONG16P && lyo_load_be(p + 1, 2) == i;
    }
    *next = p + 5;
    return left > 5 && p[0] == LYO_IGB_LONG16P + 2 && lyo_load_be(p + 1, 4) == i;
}

/*
 * Reads a list with room for n entries. From the first key that is not the next index on, it uses
 * read_entries().
 */
static const uint8_t *read_list(lyo_igbinary_decoder *d, const uint8_t *p, HashTable *ht, uint32_t n)
{
    const uint8_t *next;

    for (uint32_t i = 0; i < n; i++) {
        if (UNEXPECTED(!is_index(d, p, i, &next))) {
            lyo_table_filled(ht, i);
            lyo_table_go_on_with(ht, i);
            return read_entries(d, p, ht, n - i, ANYWHERE);
        }
        d->pending--;
        ZVAL_NULL(&lyo_elements(ht)[i]);
        p = lyo_igbinary_quick(d, next, &lyo_elements(ht)[i]);
        if (UNEXPECTED(!p)) {
            lyo_table_filled(ht, i + 1);
            return NULL;
        }
    }
    lyo_table_filled(ht, n);
    return p;
}

/* --- arrays --------------------------------------------------------------------------------------------- */

/* Returns a new table for the n entries at p. *alike: it has the keys of an earlier one, which are likely. */
LYO_INLINE HashTable *new_table(lyo_igbinary_decoder *d, const uint8_t *p, uint32_t n, bool *alike)
{
    const uint8_t *next;
    const zend_string *first = lyo_igbinary_numbered(d, p, &next);
    const HashTable *like = first ? lyo_igbinary_like(d, first, n) : NULL;

    *alike = like != NULL;
    return like ? lyo_table_clone(like, n) : lyo_table_new(n);
}

LYO_INLINE const uint8_t *fill_table(lyo_igbinary_decoder *d, const uint8_t *p, HashTable *ht, uint32_t n,
                                     bool alike, const entry_place place)
{
    const uint64_t named_ints = d->named_ints;
    uint32_t done = 0;

    if (alike) {
        p = lyo_igbinary_read_alike(d, p, ht, n, &done);
        if (UNEXPECTED(!p) || EXPECTED(done == n)) {
            return p;
        }
        lyo_igbinary_fall_back(ht);
    }
    p = read_entries(d, p, ht, n - done, place);
    if (EXPECTED(p) && EXPECTED(d->named_ints == named_ints)) { /* in an array these keys are ints */
        lyo_igbinary_remember(d, ht);
    }
    return p;
}

static const uint8_t *read_table(lyo_igbinary_decoder *d, const uint8_t *p, uint32_t n, zval *out,
                                 void *holder)
{
    bool alike;
    HashTable *ht = new_table(d, p, n, &alike);

    ZVAL_ARR(out, ht);
    lyo_igbinary_add_id(d, ht, holder);
    return fill_table(d, p, ht, n, alike, IN_TABLE);
}

const uint8_t *lyo_igbinary_read_properties(lyo_igbinary_decoder *d, const uint8_t *p, zend_object *object,
                                            uint32_t n)
{
    bool alike = false;

    if (object->properties) { /* __PHP_Incomplete_Class has the name of the missing class */
        lyo_before_block((size_t)n * sizeof(lyo_entry));
        zend_hash_extend(object->properties, lyo_places(object->properties) + n, 0);
    } else {
        object->properties = new_table(d, p, n, &alike);
    }
    return fill_table(d, p, object->properties, n, alike, AS_PROPERTIES);
}

static const uint8_t *read_ints(lyo_igbinary_decoder *d, const uint8_t *p, uint32_t n, zval *out,
                                void *holder)
{
    const bool list = p[0] == LYO_IGB_LONG8P && d->end - p > 1 && p[1] == 0;

    lyo_before_block((size_t)n * sizeof(zval));
    HashTable *ht = list ? lyo_table_new_list(n) : zend_new_array(n);

    ZVAL_ARR(out, ht);
    lyo_igbinary_add_id(d, ht, holder);
    return list ? read_list(d, p, ht, n) : read_entries(d, p, ht, n, ANYWHERE);
}

const uint8_t *lyo_igbinary_read_array(lyo_igbinary_decoder *d, const uint8_t *p, uint32_t n, zval *out,
                                       void *holder)
{
    if (!n) {
        if (UNEXPECTED(d->depth >= d->max_depth)) {
            return lyo_igbinary_refuse(d);
        }
        ZVAL_EMPTY_ARRAY(out);
        lyo_igbinary_add_id(d, Z_ARRVAL_P(out), holder);
        return p;
    }
    const uint32_t depth = d->depth;
    const uint64_t pending = d->pending;
    if (UNEXPECTED(!lyo_igbinary_open(d, p, n))) {
        return NULL;
    }
    p = lyo_igbinary_token_of(*p).kind == LYO_IGB_IS_LONG ? read_ints(d, p, n, out, holder)
                                                          : read_table(d, p, n, out, holder);
    d->depth--;
    LYO_ASSERT(!p || (d->depth == depth && d->pending == pending && lyo_is_sound(out)));
    return p;
}
