/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Vectors (spec section 5.3): leaves in bulk, into the elements of a list or the cells of a column.
 */
#include "engine/lyo_reader_string.h"

#include <math.h>

/** Decimals of vectors stay within ±2^53, where doubles are exact ints. */
#define EXACT (INT64_C(1) << 53)

typedef struct cells {
    const uint8_t *kind_at; /* where the vector's errors stand */
    const uint8_t *nulls;   /* bitmap, or NULL */
    char *first;
    size_t stride;
    uint32_t n;
    uint32_t m; /* cells that are not null */
} cells;

/* The i-th cell from `from` on that is not null; *from moves behind it. */
LYO_INLINE zval *next_cell(const cells *c, uint32_t *from)
{
    uint32_t i = *from;
    if (UNEXPECTED(c->nulls)) {
        while (c->nulls[i >> 3] >> (i & 7) & 1) {
            i++;
        }
    }
    *from = i + 1;
    return (zval *)(c->first + c->stride * i);
}

static bool unused_bits_are_zero(const uint8_t *bits, uint64_t n)
{
    return n % 8 == 0 || bits[n / 8] >> (n % 8) == 0;
}

static const uint8_t *short_of(lyo_decoder *d, const cells *c)
{
    return lyo_reader_fail(d, d->end_code, c->kind_at);
}

static const uint8_t *malformed(lyo_decoder *d, const cells *c)
{
    return lyo_reader_fail(d, LYO_ERR_VECTOR, c->kind_at);
}

static const uint8_t *read_nulls(lyo_decoder *d, const uint8_t *p, cells *c)
{
    size_t size = ((size_t)c->n + 7) / 8;

    if (size > (size_t)(d->end - p)) {
        return short_of(d, c);
    }
    c->nulls = p;
    for (size_t i = 0; i < size; i++) {
        for (uint8_t bits = p[i]; bits; bits &= bits - 1) {
            c->m--;
        }
    }
    if (!unused_bits_are_zero(p, c->n) || c->m == 0) {
        return malformed(d, c);
    }
    return p + size;
}

/* --- ints and decimals ---------------------------------------------------------------------------------------------------- */

static const uint8_t *read_ints(lyo_decoder *d, const uint8_t *p, const cells *c, unsigned width)
{
    uint64_t zigzag;
    uint32_t at = 0;

    p = lyo_read_varlen(d, p, c->kind_at, &zigzag);
    if (!p) {
        return NULL;
    }
    int64_t base = lyo_unzigzag(zigzag);
    if (c->m > (uint64_t)(d->end - p) / width) {
        return short_of(d, c);
    }
    uint64_t high = (uint64_t)INT64_MAX - (uint64_t)base;
    for (uint32_t i = 0; i < c->m; i++, p += width) {
        uint64_t offset = lyo_load(p, width);
        if (UNEXPECTED(offset > high)) {
            return malformed(d, c);
        }
        ZVAL_LONG(next_cell(c, &at), (zend_long)((uint64_t)base + offset));
    }
    return p;
}

static const uint8_t *read_decimals(lyo_decoder *d, const uint8_t *p, const cells *c, unsigned width)
{
    uint64_t zigzag;
    uint32_t at = 0;

    if (p >= d->end) {
        return short_of(d, c);
    }
    unsigned scale = *p++;
    if (scale > 22) {
        return malformed(d, c);
    }
    p = lyo_read_varlen(d, p, c->kind_at, &zigzag);
    if (!p) {
        return NULL;
    }
    int64_t base = lyo_unzigzag(zigzag);
    if (c->m > (uint64_t)(d->end - p) / width) {
        return short_of(d, c);
    }
    uint64_t low = base < -EXACT ? (uint64_t)-EXACT - (uint64_t)base : 0;
    uint64_t high = (uint64_t)EXACT - (uint64_t)base;
    if (base > EXACT) {
        return malformed(d, c);
    }
    for (uint32_t i = 0; i < c->m; i++, p += width) {
        uint64_t offset = lyo_load(p, width);
        if (UNEXPECTED(offset < low || offset > high)) {
            return malformed(d, c);
        }
        ZVAL_DOUBLE(next_cell(c, &at), (double)(int64_t)((uint64_t)base + offset) / lyo_powers_of_ten[scale]);
    }
    return p;
}

static const uint8_t *read_sequence(lyo_decoder *d, const uint8_t *p, const cells *c)
{
    uint64_t zigzag[2];
    uint32_t at = 0;

    p = lyo_read_varlen(d, p, c->kind_at, &zigzag[0]);
    if (!p || !(p = lyo_read_varlen(d, p, c->kind_at, &zigzag[1]))) {
        return NULL;
    }
    int64_t first = lyo_unzigzag(zigzag[0]), step = lyo_unzigzag(zigzag[1]);
    uint64_t room = step < 0 ? (uint64_t)first - (uint64_t)INT64_MIN : (uint64_t)INT64_MAX - (uint64_t)first;
    uint64_t stride = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
    if (stride && c->m - 1 > room / stride) {
        return malformed(d, c);
    }
    for (uint32_t i = 0; i < c->m; i++) {
        ZVAL_LONG(next_cell(c, &at), (zend_long)((uint64_t)first + i * (uint64_t)step));
    }
    return p;
}

/* --- floats, bools ----------------------------------------------------------------------------------------------------------- */

static const uint8_t *read_doubles(lyo_decoder *d, const uint8_t *p, const cells *c)
{
    uint32_t at = 0;

    if (c->m > (uint64_t)(d->end - p) / 8) {
        return short_of(d, c);
    }
    for (uint32_t i = 0; i < c->m; i++, p += 8) {
        double v = lyo_load_double(p);
        ZVAL_DOUBLE(next_cell(c, &at), UNEXPECTED(v != v) ? NAN : v);
    }
    return p;
}

static const uint8_t *read_bools(lyo_decoder *d, const uint8_t *p, const cells *c)
{
    size_t size = ((size_t)c->m + 7) / 8;
    uint32_t at = 0;

    if (size > (size_t)(d->end - p)) {
        return short_of(d, c);
    }
    if (!unused_bits_are_zero(p, c->m)) {
        return malformed(d, c);
    }
    for (uint32_t i = 0; i < c->m; i++) {
        ZVAL_BOOL(next_cell(c, &at), p[i >> 3] >> (i & 7) & 1);
    }
    return p + size;
}

/* --- tokens ---------------------------------------------------------------------------------------------------------------------- */

static const uint8_t *read_constant(lyo_decoder *d, const uint8_t *p, const cells *c)
{
    uint32_t at = 0;
    zval *first = next_cell(c, &at);

    p = lyo_read_leaf(d, p, first);
    for (uint32_t i = 1; p && i < c->m; i++) {
        ZVAL_COPY(next_cell(c, &at), first);
    }
    return p;
}

static const uint8_t *read_mixed(lyo_decoder *d, const uint8_t *p, const cells *c)
{
    uint32_t at = 0;

    for (uint32_t i = 0; p && i < c->m; i++) {
        p = lyo_read_leaf(d, p, next_cell(c, &at));
    }
    return p;
}

LYO_INLINE uint32_t index_at(const uint8_t *p, uint32_t i, unsigned bits)
{
    if (bits == 16) {
        return (uint32_t)lyo_load(p + 2 * (size_t)i, 2);
    }
    return p[(size_t)i * bits / 8] >> ((size_t)i * bits % 8) & ((1u << bits) - 1);
}

static const uint8_t *read_indices(lyo_decoder *d, const uint8_t *p, const cells *c, zend_string **words,
                                   uint32_t count, unsigned bits)
{
    uint64_t needed = (uint64_t)c->m * bits;
    size_t size = (size_t)((needed + 7) / 8);
    uint32_t at = 0;

    if (size > (size_t)(d->end - p)) {
        return short_of(d, c);
    }
    if (!unused_bits_are_zero(p, needed)) {
        return malformed(d, c);
    }
    for (uint32_t i = 0; i < c->m; i++) {
        uint32_t index = index_at(p, i, bits);
        if (UNEXPECTED(index >= count)) {
            return malformed(d, c);
        }
        ZVAL_STR_COPY(next_cell(c, &at), words[index]);
    }
    return p + size;
}

static const uint8_t *read_dictionary(lyo_decoder *d, const uint8_t *p, const cells *c)
{
    zend_string *embedded[16], **words = embedded;
    uint64_t count;
    uint32_t read = 0;

    p = lyo_read_varlen(d, p, c->kind_at, &count);
    if (!p) {
        return NULL;
    }
    if (count == 0 || count > c->m || count > LYO_LIMIT_DICTIONARY) {
        return malformed(d, c);
    }
    unsigned bits = count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : count <= 256 ? 8 : 16;
    if (count > (uint64_t)(d->end - p)) {
        return short_of(d, c);
    }
    if (count > sizeof embedded / sizeof *embedded) {
        words = safe_emalloc((size_t)count, sizeof *words, 0);
    }
    while (p && read < count) {
        p = lyo_read_string(d, p, &words[read]);
        read += p != NULL;
    }
    if (p) {
        p = read_indices(d, p, c, words, (uint32_t)count, bits);
    }
    /* a word that no index names lives on: a back reference may */
    while (read > 0) {
        lyo_drop_string(d, words[--read]);
    }
    if (words != embedded) {
        efree(words);
    }
    return p;
}

/* --- vectors ---------------------------------------------------------------------------------------------------------------------- */

static const uint8_t *read_kind(lyo_decoder *d, const uint8_t *p, const cells *c, uint8_t kind)
{
    if (kind >= LYO_VEC_INT && kind <= LYO_VEC_INT_LAST) {
        return read_ints(d, p, c, kind - LYO_VEC_INT + 1u);
    }
    if (kind >= LYO_VEC_DECIMAL && kind <= LYO_VEC_DECIMAL_LAST) {
        return read_decimals(d, p, c, kind - LYO_VEC_DECIMAL + 1u);
    }
    switch (kind) {
    case LYO_VEC_SEQUENCE:
        return read_sequence(d, p, c);
    case LYO_VEC_BOOL:
        return read_bools(d, p, c);
    case LYO_VEC_DOUBLE:
        return read_doubles(d, p, c);
    case LYO_VEC_CONSTANT:
        return read_constant(d, p, c);
    case LYO_VEC_DICTIONARY:
        return read_dictionary(d, p, c);
    default:
        return read_mixed(d, p, c);
    }
}

static bool is_kind(uint8_t kind, bool column)
{
    return (kind >= LYO_VEC_INT && kind <= LYO_VEC_DOUBLE) ||
           (kind >= LYO_VEC_DECIMAL && kind <= LYO_VEC_DECIMAL_LAST) || kind == LYO_VEC_CONSTANT ||
           kind == LYO_VEC_DICTIONARY || (column && (kind == LYO_VEC_MIXED || kind == LYO_VEC_ROW_WISE));
}

const uint8_t *lyo_read_cells(lyo_decoder *d, const uint8_t *p, bool column, zval *first, size_t stride,
                              uint32_t n, uint8_t *kind)
{
    cells c = {p, NULL, (char *)first, stride, n, n};

    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    bool nulls = (*p & LYO_VEC_NULLS) != 0;
    *kind = *p++ & (LYO_VEC_NULLS - 1);
    if (UNEXPECTED(!is_kind(*kind, column) || (nulls && *kind == LYO_VEC_ROW_WISE))) {
        return malformed(d, &c);
    }
    if (nulls && !(p = read_nulls(d, p, &c))) {
        return NULL;
    }
    return *kind == LYO_VEC_ROW_WISE ? p : read_kind(d, p, &c, *kind);
}

/* True if so many words make indices of less than a byte. */
static bool are_few(uint64_t words, uint64_t n)
{
    return words >= 1 && words <= 16 && words <= n;
}

/* Draws on the credit for kinds that need less than a byte a cell. *drawn tells whether it did; false: the credit does not suffice. */
static bool draw(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t n, bool *drawn)
{
    uint8_t kind = *p & (LYO_VEC_NULLS - 1);
    const uint8_t *behind = p + 1;
    uint64_t words;

    *drawn = (*p & LYO_VEC_NULLS) || kind == LYO_VEC_SEQUENCE || kind == LYO_VEC_BOOL ||
             kind == LYO_VEC_CONSTANT ||
             (kind == LYO_VEC_DICTIONARY && lyo_get_varlen(&behind, d->end, &words) == LYO_VARLEN_OK &&
              are_few(words, n));
    return !*drawn || lyo_reader_draw(d, p + 1, tag, n);
}

const uint8_t *lyo_read_vector(lyo_decoder *d, const uint8_t *p, zval *out)
{
    const uint8_t *tag = p;
    uint64_t n;
    uint8_t kind;
    bool drawn;

    p = lyo_read_varlen(d, p + 1, tag, &n);
    if (!p) {
        return NULL;
    }
    if (UNEXPECTED(n == 0)) {
        return lyo_reader_fail(d, LYO_ERR_SIZE, tag);
    }
    if (!lyo_reader_open_any(d, p, tag, n, 0)) {
        return NULL;
    }
    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    if (UNEXPECTED(!is_kind(*p & (LYO_VEC_NULLS - 1), false))) {
        return lyo_reader_fail(d, LYO_ERR_VECTOR, p);
    }
    if (!draw(d, p, tag, n, &drawn)) {
        return NULL;
    }
    /* What has not drawn needs a byte for each cell. Where they are missing, the kind says so before it fills a cell. */
    bool paid = drawn || n <= (uint64_t)(d->end - p);
    uint32_t room = paid ? (uint32_t)n : 1;
    HashTable *ht = lyo_table_new_list(room);
    ZVAL_ARR(out, ht);
    for (uint32_t i = 0; i < room; i++) {
        ZVAL_NULL(&lyo_elements(ht)[i]);
    }
    lyo_table_filled(ht, room);
    p = lyo_read_cells(d, p, false, lyo_elements(ht), sizeof(zval), (uint32_t)n, &kind);
    d->depth--;
    return p;
}
