/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arrays that are equal to earlier ones (spec section 6.6). Whether two arrays are the same is a matter of
 * content. That they share a table is only the quick way to see it.
 */
#include "lyo/lyo_writer_equal.h"

#include "lyo/lyo_shapes.h"

/* --- are two arrays the same? --------------------------------------------------------------------------- */

/*
 * Most PHP references that one comparison looks behind. A reference that is met twice makes no difference to
 * it, so that without a limit a few of them could stand for any number of values.
 */
#define MOST_REFERENCES 1024

/*
 * Returns the value of a PHP reference of the candidate, which was written as a value so far, or the cell if
 * it is a reference.
 */
static zval *written_value(lyo_encoder *e, zval *cell)
{
    const lyo_node *node = lyo_identity_find(&e->identity, Z_COUNTED_P(cell));

    return node && node->reference == LYO_NOT_REFERENCED && !lyo_is_pinned(e, cell)
               ? lyo_memory_value(&e->memory, Z_REF_P(cell))
               : cell;
}

/* Returns the value of a cell of one of the arrays. Still a PHP reference: the array is not plain. */
LYO_INLINE zval *value_of(lyo_comparison *c, zval *cell, bool written)
{
    if (EXPECTED(Z_TYPE_P(cell) != IS_REFERENCE)) {
        return cell;
    }
    if (Z_REFCOUNT_P(cell) == 1) {
        return lyo_unwrap(c->e, cell);
    }
    if (++c->references > MOST_REFERENCES) {
        return cell;
    }
    return written ? written_value(c->e, cell) : lyo_plain(c->e, cell);
}

LYO_INLINE lyo_key key_of_cell(const HashTable *ht, const zval *cell)
{
    return lyo_is_packed(ht) ? (lyo_key){NULL, (zend_ulong)(cell - lyo_elements(ht))}
                             : (lyo_key){lyo_entry_of(cell)->key, lyo_entry_of(cell)->h};
}

LYO_INLINE bool same_key(lyo_comparison *c, const lyo_key *a, const lyo_key *b)
{
    return a->h == b->h && (a->name == b->name ||
                            (a->name && b->name && lyo_same_among(&c->e->strings.longs, a->name, b->name)));
}

/* Returns true for the int 0, as which serialize() writes a resource. */
static bool is_zero(const zval *v)
{
    return Z_TYPE_P(v) == IS_RESOURCE || (Z_TYPE_P(v) == IS_LONG && Z_LVAL_P(v) == 0);
}

static bool same_array(lyo_comparison *c, const HashTable *a, const HashTable *b, uint32_t levels);

static bool same_value_of(lyo_comparison *c, zval *a, zval *b, uint32_t levels)
{
    a = value_of(c, a, false);
    b = value_of(c, b, c->written);
    if (Z_TYPE_P(a) != Z_TYPE_P(b)) {
        return is_zero(a) && is_zero(b);
    }
    switch (Z_TYPE_P(a)) {
    case IS_NULL:
    case IS_FALSE:
    case IS_TRUE:
    case IS_RESOURCE:
        return true;
    case IS_LONG:
        return Z_LVAL_P(a) == Z_LVAL_P(b);
    case IS_DOUBLE:
        return lyo_double_bits(Z_DVAL_P(a)) == lyo_double_bits(Z_DVAL_P(b));
    case IS_STRING:
        return lyo_same_among(&c->e->strings.longs, Z_STR_P(a), Z_STR_P(b));
    case IS_ARRAY:
        return same_array(c, Z_ARRVAL_P(a), Z_ARRVAL_P(b), levels);
    default:
        return false;
    }
}

/* levels: how many more the arrays may have. */
static bool same_array(lyo_comparison *c, const HashTable *a, const HashTable *b, uint32_t levels)
{
    if (a == b && !(c->e->options->without & LYO_ARRAYS)) {
        c->shared = true;
        return true;
    }
    if (zend_hash_num_elements(a) != zend_hash_num_elements(b)) {
        return false;
    }
    if (zend_hash_num_elements(a) == 0) {
        return true;
    }
    if (levels == 0) {
        return false;
    }
    const bool lists = lyo_is_packed(a) && lyo_is_packed(b) && !lyo_has_holes(a) && !lyo_has_holes(b);
    lyo_cells y = lyo_cells_of(b);
    for (lyo_cells x = lyo_cells_of(a); x.left > 0; lyo_cells_next(&x), lyo_cells_next(&y)) {
        if (!lists) {
            const lyo_key key = key_of_cell(a, x.cell), other = key_of_cell(b, y.cell);
            if (!same_key(c, &key, &other)) {
                return false;
            }
        }
        if (!same_value_of(c, x.cell, y.cell, levels - 1)) {
            return false;
        }
    }
    return true;
}

/*
 * Finds elements and levels of the second array of a comparison. Returns false if it is not shareable. A PHP
 * reference in a table that both arrays have in common is in two slots.
 */
static bool find_facts(lyo_comparison *c, const HashTable *ht, uint32_t levels, lyo_array_facts *facts)
{
    if (levels == 0) {
        return false;
    }
    facts->elements += zend_hash_num_elements(ht);
    facts->levels = MAX(facts->levels, LYO_LIMIT_ARRAY_LEVELS - levels + 1);
    for (lyo_cells each = lyo_cells_of(ht); each.left > 0; lyo_cells_next(&each)) {
        bool referenced = Z_ISREF_P(each.cell) && Z_REFCOUNT_P(each.cell) > 1;
        const zval *value = value_of(c, each.cell, c->written);
        if (Z_TYPE_P(value) >= IS_OBJECT ? Z_TYPE_P(value) != IS_RESOURCE : referenced && c->shared) {
            return false;
        }
        if (Z_TYPE_P(value) == IS_DOUBLE
                ? isnan(Z_DVAL_P(value))
                : Z_TYPE_P(value) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(value)) > 0 &&
                      !find_facts(c, Z_ARRVAL_P(value), levels - 1, facts)) {
            return false;
        }
    }
    return true;
}

LYO_NOINLINE void lyo_note_references(lyo_encoder *e, const HashTable *ht, bool written)
{
    if (zend_hash_num_elements(ht) == 0) {
        return;
    }
    for (lyo_cells each = lyo_cells_of(ht); each.left > 0; lyo_cells_next(&each)) {
        zval *cell = each.cell;
        if (Z_ISREF_P(cell) && Z_REFCOUNT_P(cell) > 1) {
            if (written) {
                lyo_assume_plain(e, cell);
            } else {
                lyo_note_plain(e, cell);
            }
            cell = lyo_memory_value(&e->memory, Z_REF_P(cell));
        }
        ZVAL_DEREF(cell);
        if (Z_TYPE_P(cell) == IS_ARRAY) {
            lyo_note_references(e, Z_ARRVAL_P(cell), written);
        }
    }
}

bool lyo_are_same(lyo_comparison *c, const HashTable *a, const HashTable *b, lyo_array_facts *facts)
{
    LYO_ASSERT(zend_hash_num_elements(a) > 0 && zend_hash_num_elements(b) > 0);
    *facts = (lyo_array_facts){0, 0};
    return same_array(c, a, b, LYO_LIMIT_ARRAY_LEVELS) && find_facts(c, b, LYO_LIMIT_ARRAY_LEVELS, facts);
}

/* --- candidates ----------------------------------------------------------------------------------------- */

static LYO_NOINLINE void make_buckets(lyo_encoder *e)
{
    e->arrays.buckets = ecalloc(LYO_LIMIT_ARRAY_BUCKETS, sizeof *e->arrays.buckets);
    e->arrays.stamp = 1;
}

uint32_t lyo_add_found(lyo_encoder *e, const lyo_array_facts *facts, size_t offset)
{
    lyo_equal_arrays *arrays = &e->arrays;

    if (UNEXPECTED(arrays->found_count == arrays->found_capacity)) {
        uint32_t capacity = arrays->found_capacity;
        arrays->found = lyo_room_double(arrays->found, &capacity, 16, sizeof *arrays->found);
        arrays->indices =
            lyo_room_double(arrays->indices, &arrays->found_capacity, 16, sizeof *arrays->indices);
    }
    arrays->found[arrays->found_count] = (lyo_found_array){*facts, offset, LYO_NO_INDEX};
    return arrays->found_count++;
}

bool lyo_write_use(lyo_encoder *e, uint32_t number)
{
    lyo_equal_arrays *arrays = &e->arrays;
    lyo_found_array *found = &arrays->found[number];

    LYO_ASSERT(number < arrays->found_count && e->depth <= e->max_depth);
    if (UNEXPECTED(found->facts.levels > e->max_depth - e->depth) ||
        UNEXPECTED(found->facts.elements > lyo_allowance_left(e))) {
        return false;
    }
    arrays->allowance_used += found->facts.elements;
    if (found->index == LYO_NO_INDEX) {
        found->index = arrays->index_count++;
        arrays->indices[found->index] = number;
    }
    lyo_buffer_byte(&e->body, LYO_TAG_USE_ARRAY);
    lyo_buffer_varlen(&e->body, found->index);
    return true;
}

/* --- looking for an array ------------------------------------------------------------------------------- */

/*
 * Returns a number whose lowest 8 bits are those of the digest of a value. For an object, an enum case or a
 * PHP reference sets *other.
 */
LYO_INLINE uint32_t print_of(const zval *v, bool *other)
{
    if (Z_TYPE_P(v) == IS_STRING) { /* the first byte of the empty string is its NUL */
        return (uint32_t)Z_STRLEN_P(v) + (uint8_t)Z_STRVAL_P(v)[0] * 3u;
    }
    if (Z_TYPE_P(v) > IS_ARRAY) {
        *other |= Z_TYPE_P(v) != IS_RESOURCE;
        return 0; /* a resource is the int 0 */
    }
    const uint32_t type = Z_TYPE_P(v);
    return type == IS_LONG    ? (uint32_t)Z_LVAL_P(v)
           : type == IS_ARRAY ? 100 + zend_hash_num_elements(Z_ARRVAL_P(v))
                              : type - (type == IS_DOUBLE); /* 1 to 4 */
}

LYO_INLINE uint32_t join_print(const HashTable *ht, uint32_t first)
{
    return zend_hash_num_elements(ht) + 7 * first;
}

/* Makes an array the newer candidate of bucket i. */
LYO_INLINE void set_candidate(lyo_encoder *e, uint32_t i, HashTable *ht, uint64_t key)
{
    lyo_array_bucket *bucket = &e->arrays.buckets[i];

    if (UNEXPECTED(lyo_is_candidate(&e->arrays, &bucket->newer))) {
        bucket->older = bucket->newer;
    }
    bucket->newer = (lyo_candidate){key, ht, (uint64_t)lyo_encoder_offset(e) << 1};
}

static bool find_earlier(lyo_encoder *e, HashTable *ht, lyo_candidate *candidate)
{
    lyo_comparison c = {.e = e, .written = true};
    lyo_array_facts facts;

    if (!lyo_are_same(&c, ht, candidate->table, &facts)) {
        return false;
    }
    if (!(candidate->where & 1)) {
        candidate->where = (uint64_t)lyo_add_found(e, &facts, (size_t)(candidate->where >> 1)) << 1 | 1;
    }
    uint32_t number = (uint32_t)(candidate->where >> 1);
    if (!lyo_write_use(e, number)) {
        return false;
    }
    if (UNEXPECTED(c.references > 0)) {
        lyo_note_references(e, candidate->table, true);
        lyo_note_references(e, ht, false);
    }
    e->arrays.last_found = number;
    e->arrays.look_until = e->arrays.count + LYO_LIMIT_ARRAY_RUN;
    return true;
}

LYO_INLINE bool may_be_same(const lyo_candidate *candidate, const HashTable *ht, uint64_t key)
{
    return candidate->key == key && !lyo_are_different(ht, candidate->table);
}

/* The general case of lyo_use_array(), for an array with this print. */
static LYO_NOINLINE bool use_any(lyo_encoder *e, HashTable *ht, uint32_t print)
{
    if (!e->arrays.stamp) {
        make_buckets(e);
    }
    const uint32_t i = print % LYO_LIMIT_ARRAY_BUCKETS;
    lyo_array_bucket *bucket = &e->arrays.buckets[i];
    uint64_t key = (uint64_t)e->arrays.stamp << 32 | print;

    if (may_be_same(&bucket->newer, ht, key) && find_earlier(e, ht, &bucket->newer)) {
        return true;
    }
    if (may_be_same(&bucket->older, ht, key) && find_earlier(e, ht, &bucket->older)) {
        return true;
    }
    set_candidate(e, i, ht, key);
    return false;
}

/* The same for an array that begins with a hole, a PHP reference or an object. */
static LYO_NOINLINE bool use_uncommon(lyo_encoder *e, HashTable *ht)
{
    const zval *first = lyo_skip_reference(e, lyo_cells_of(ht).cell);
    bool other = false;

    uint32_t print = print_of(first, &other);
    return !other && use_any(e, ht, join_print(ht, print));
}

bool lyo_is_number(lyo_encoder *e, const HashTable *ht)
{
    const zval *first = lyo_cells_of(ht).cell;
    const zval *value = Z_ISREF_P(first) ? lyo_memory_value(&e->memory, Z_REF_P(first)) : first;
    uint32_t type = UINT32_C(1) << Z_TYPE_P(value);

    return (type & (MAY_BE_NULL | MAY_BE_BOOL | MAY_BE_LONG | MAY_BE_DOUBLE | MAY_BE_RESOURCE)) != 0;
}

bool lyo_use_array(lyo_encoder *e, HashTable *ht)
{
    const zval *first = lyo_all_cells_of(ht).cell;
    bool other = Z_TYPE_P(first) == IS_UNDEF;

    /* without a call, so that no registers are saved: in most values no array is equal to another */
    uint32_t print = join_print(ht, print_of(first, &other));
    uint64_t key = (uint64_t)e->arrays.stamp << 32 | print;
    if (UNEXPECTED(other)) {
        return use_uncommon(e, ht);
    }
    if (UNEXPECTED(!e->arrays.stamp)) {
        return use_any(e, ht, print);
    }
    const uint32_t i = print % LYO_LIMIT_ARRAY_BUCKETS;
    const lyo_array_bucket *bucket = &e->arrays.buckets[i];
    if (UNEXPECTED(lyo_is_candidate(&e->arrays, &bucket->newer)) &&
        (bucket->newer.key == key || bucket->older.key == key)) {
        return use_any(e, ht, print);
    }
    set_candidate(e, i, ht, key);
    return false;
}

/* --- the array table ------------------------------------------------------------------------------------ */

size_t lyo_array_table_size(const lyo_encoder *e)
{
    const lyo_equal_arrays *arrays = &e->arrays;
    size_t size = lyo_varlen_size(arrays->index_count);

    for (uint32_t i = 0; i < arrays->index_count; i++) {
        size += lyo_varlen_size(arrays->found[arrays->indices[i]].offset);
    }
    return size;
}

uint8_t *lyo_put_array_table(const lyo_encoder *e, uint8_t *p)
{
    const lyo_equal_arrays *arrays = &e->arrays;

    p = lyo_put_varlen(p, arrays->index_count);
    for (uint32_t i = 0; i < arrays->index_count; i++) {
        p = lyo_put_varlen(p, arrays->found[arrays->indices[i]].offset);
    }
    return p;
}
