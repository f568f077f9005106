/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs of leaves, in the form that takes the fewest bytes: whole lists (spec section 6.1), and columns of
 * rows (sections 5.4 and 6.4).
 */
#include "lyo/lyo_writer_vector.h"

/* Returns the int of a cell; a resource is 0, as in serialize(). */
static zend_long int_of(const zval *cell)
{
    return EXPECTED(Z_TYPE_P(cell) == IS_LONG) ? Z_LVAL_P(cell) : 0;
}

/* Returns true if the cells can be a vector: all are ints, all are bools, or all have one type of leaf. */
static bool is_uniform(uint32_t types)
{
    return !(types & ~LYO_INT_TYPES) || !(types & ~MAY_BE_BOOL) || types == MAY_BE_NULL ||
           types == MAY_BE_DOUBLE || types == MAY_BE_STRING;
}

/* Returns the types of the cells of a list up to the first that makes a vector impossible. */
static uint32_t types_of(const lyo_run *run)
{
    uint32_t types = 0, before = 0;

    for (uint32_t i = 0; i < run->count; i++) {
        types |= UINT32_C(1) << Z_TYPE_P(lyo_run_cell(run, i));
        if (UNEXPECTED(types != before)) {
            if (!is_uniform(types)) {
                break;
            }
            before = types;
        }
    }
    return types;
}

/* Returns true if all cells, which are uniform and no ints, are the same leaf, bit for bit. */
static bool is_constant(lyo_encoder *e, const lyo_run *run)
{
    const zval *a = lyo_run_cell(run, 0);

    for (uint32_t i = 1; i < run->count; i++) {
        const zval *b = lyo_run_cell(run, i);
        if (Z_TYPE_P(a) != Z_TYPE_P(b)) {
            return false;
        }
        if (Z_TYPE_P(a) == IS_STRING && !lyo_same_among(&e->strings.longs, Z_STR_P(a), Z_STR_P(b))) {
            return false;
        }
        if (Z_TYPE_P(a) == IS_DOUBLE && lyo_double_bits(Z_DVAL_P(a)) != lyo_double_bits(Z_DVAL_P(b)) &&
            !(isnan(Z_DVAL_P(a)) && isnan(Z_DVAL_P(b)))) { /* all NaNs count as equal */
            return false;
        }
    }
    return true;
}

/* --- how a run begins ----------------------------------------------------------------------------------- */

static void write_bits(lyo_encoder *e, const lyo_run *run, unsigned char type)
{
    size_t bytes = ((size_t)run->count + 7) / 8;

    lyo_buffer_reserve(&e->body, bytes);
    memset(e->body.p, 0, bytes);
    for (uint32_t i = 0; i < run->count; i++) {
        e->body.p[i >> 3] |= (uint8_t)((Z_TYPE_P(lyo_run_cell(run, i)) == type) << (i & 7));
    }
    e->body.p += bytes;
}

/*
 * Writes the kind and what precedes it. Returns false, and writes nothing, if the kind takes less than a byte
 * a cell, and the credit does not allow that. The credit of a column is drawn for the whole block.
 */
static bool begin_run(lyo_encoder *e, const lyo_run *run, uint8_t kind)
{
    if (run->column) {
        lyo_buffer_byte(&e->body, (uint8_t)(kind | (run->with_nulls ? LYO_VEC_NULLS : 0)));
        if (run->with_nulls) {
            write_bits(e, run->with_nulls, IS_NULL);
        }
        return true;
    }
    if ((kind == LYO_VEC_CONSTANT || kind == LYO_VEC_SEQUENCE || kind == LYO_VEC_BOOL) &&
        !lyo_draw_credit(&e->credit_used, lyo_encoder_offset(e) + 2 + lyo_varlen_size(run->count),
                         run->count)) {
        return false;
    }
    lyo_buffer_byte(&e->body, LYO_TAG_VECTOR);
    lyo_buffer_varlen(&e->body, run->count);
    lyo_buffer_byte(&e->body, kind);
    return true;
}

/*
 * Returns the least size of the tagged cells with which a vector of `size` bytes behind its kind is chosen. A
 * column must not take more bytes than the tagged cells, a list at most n / 16 more than the tagged list.
 */
LYO_INLINE size_t least_tagged(const lyo_run *run, size_t size)
{
    const uint32_t n = run->count;

    LYO_ASSERT(size >= n);
    return run->column ? size : 2 + lyo_varlen_size(n) + size - (n <= 8 ? 1 : 1 + lyo_uint_size(n)) - n / 16;
}

/* Returns the size of a cell as a tagged int or float. hint: see lyo_decimal_of(). */
LYO_INLINE unsigned tagged_size(const zval *cell, bool floats, unsigned *hint)
{
    int64_t mantissa;
    unsigned scale;

    if (!floats) {
        return lyo_int_token_size(int_of(cell));
    }
    return lyo_decimal_of(Z_DVAL_P(cell), hint, &mantissa, &scale) ? 2 + lyo_int_size(mantissa) : 9;
}

/*
 * Returns the size of the run as tagged cells, each of which has from each_least to each_most bytes, or a
 * bound that leads to the same choice. While cells are counted, their total is known to be from `least` to
 * `most` bytes. That settles the choice as soon as the vector is too large even if they take `most` bytes, or
 * small enough even if they take `least`, whatever the headers take. For most runs, a third of the cells is
 * enough.
 */
LYO_INLINE size_t tagged_cells(const lyo_run *run, bool floats, unsigned each_least, unsigned each_most,
                               size_t vector)
{
    size_t n = run->count, least = n * each_least, most = n * each_most;
    unsigned hint = 0;

    for (uint32_t i = 0;
         i < n && least < most && most + n / 16 >= vector && least <= vector + 2 + LYO_VARLEN_MAX; i++) {
        unsigned size = tagged_size(lyo_run_cell(run, i), floats, &hint);
        least += size - each_least;
        most -= each_most - size;
    }
    return most + n / 16 < vector ? most : least;
}

/* --- ints ----------------------------------------------------------------------------------------------- */

typedef struct int_facts {
    size_t size;    /* size as a vector, behind its kind */
    zend_long base; /* the least int */
    zend_long max;
    zend_long first;
    zend_long step;
    unsigned width;
    bool sequence; /* all steps are equal and fit 64 bits */
} int_facts;

/*
 * Returns true if the steps, which are equal modulo 2^64, lead from first to last without overflow. Steps
 * that overflow all go in one direction. They end on the wrong side of first, unless together they are 2^64
 * or longer.
 */
static bool is_sequence(zend_long first, zend_long last, zend_long step, uint32_t steps)
{
    uint64_t length = step < 0 ? -(uint64_t)step : (uint64_t)step;

    return (step < 0 ? last <= first : last >= first) && (steps == 0 || length <= UINT64_MAX / steps);
}

/*
 * Collects all facts of a run of ints. Its loop has no data-dependent jump: for 23 ids, a fifth faster than one
 * loop a question. only: stops at a cell that is no int, and returns false.
 */
LYO_INLINE bool look_at_ints(const lyo_run *run, bool only, int_facts *facts)
{
    zend_long first = int_of(lyo_run_cell(run, 0)), min = first, max = first, last = first;
    uint64_t step = (uint64_t)int_of(lyo_run_cell(run, run->count > 1)) - (uint64_t)first, others = 0;

    for (uint32_t i = 1; i < run->count; i++) {
        const zval *cell = lyo_run_cell(run, i);
        if (only && Z_TYPE_P(cell) != IS_LONG) {
            return false;
        }
        zend_long v = only ? Z_LVAL_P(cell) : int_of(cell);
        others |= ((uint64_t)v - (uint64_t)last) ^ step;
        last = v;
        min = v < min ? v : min;
        max = v > max ? v : max;
    }
    facts->sequence = !others && is_sequence(first, last, (zend_long)step, run->count - 1);
    facts->first = first;
    facts->step = (zend_long)step;
    facts->base = min;
    facts->width = lyo_uint_size((uint64_t)max - (uint64_t)min);
    facts->size = lyo_varlen_size(lyo_zigzag(min)) + (size_t)run->count * facts->width;
    facts->max = max;
    return true;
}

/* Returns the size of a run of ints as tagged cells, or a bound that leads to the same choice. */
LYO_INLINE size_t tagged_ints(const lyo_run *run, const int_facts *facts)
{
    const zend_long min = facts->base, max = facts->max;
    const size_t enough = least_tagged(run, facts->size);
    size_t size = run->count;

    if ((min >= 63 || max <= -2 ? 2 * size : size) >= enough) { /* whatever the cells take beyond that */
        return enough;
    }
    if (UNEXPECTED(min < INT16_MIN || max > INT16_MAX)) {
        return tagged_cells(run, false, min >= 63 || max <= -2 ? 2 : 1,
                            MAX(lyo_int_token_size(min), lyo_int_token_size(max)), facts->size);
    }
    if (min >= -1 && max <= 62) {
        return size;
    }
    /* in blocks without a data-dependent jump, until it is enough even if all others take a byte */
    for (uint32_t i = 0; i < run->count && size < enough;) {
        for (const uint32_t end = MIN(run->count, i + 16); i < end; i++) {
            const uint64_t v = (uint64_t)int_of(lyo_run_cell(run, i));
            size += (v + 1 > 63) + (v + 128 > 255);
        }
    }
    return size;
}

/* Writes the base, and of each cell what it adds to that. power: 10^scale of decimals; 0: ints. */
LYO_INLINE void put_offsets(lyo_encoder *e, const lyo_run *run, int64_t base, unsigned width,
                            const double power)
{
    lyo_buffer_varlen(&e->body, lyo_zigzag(base));
    lyo_buffer_reserve(&e->body, (size_t)run->count * width + 8);
    uint8_t *p = e->body.p;
    for (uint32_t i = 0; i < run->count; i++, p += width) {
        const zval *cell = lyo_run_cell(run, i);
        int64_t v = power > 0 ? lyo_nearest(Z_DVAL_P(cell) * power) : int_of(cell);
        lyo_store_wide(p, (uint64_t)v - (uint64_t)base);
    }
    e->body.p = p;
}

static bool write_ints(lyo_encoder *e, const lyo_run *run, const int_facts *facts)
{
    if (facts->sequence && facts->step == 0 && begin_run(e, run, LYO_VEC_CONSTANT)) {
        lyo_write_int(e, facts->first);
        return true;
    }
    if (facts->sequence && run->count >= 3 && begin_run(e, run, LYO_VEC_SEQUENCE)) {
        lyo_buffer_varlen(&e->body, lyo_zigzag(facts->first));
        lyo_buffer_varlen(&e->body, lyo_zigzag(facts->step));
        return true;
    }
    if (tagged_ints(run, facts) < least_tagged(run, facts->size)) {
        return false;
    }
    begin_run(e, run, (uint8_t)(LYO_VEC_INT + facts->width - 1));
    put_offsets(e, run, facts->base, facts->width, 0);
    return true;
}

/* --- floats --------------------------------------------------------------------------------------------- */

typedef struct float_facts {
    size_t size; /* size as a vector, behind its kind */
    int64_t base;
    unsigned scale;
    unsigned width;
} float_facts;

/*
 * Finds the largest scale that a float of the run needs, and sets all facts. Returns false if a float is no
 * short decimal, or is out of bounds at the scale of another one. What is exact at one scale is exact at a
 * larger one, and mantissas are in the order of their floats: so only the least and the greatest are looked
 * at twice. Most floats take one division.
 */
static bool look_at_floats(const lyo_run *run, float_facts *facts)
{
    int64_t mantissa;
    unsigned own, hint = 0;
    double min = HUGE_VAL, max = -HUGE_VAL;

    facts->scale = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        double v = Z_DVAL_P(lyo_run_cell(run, i));
        if (UNEXPECTED(!lyo_decimal_at(v, facts->scale, &mantissa))) {
            if (!lyo_decimal_of(v, &hint, &mantissa, &own) || own <= facts->scale) {
                return false;
            }
            facts->scale = own;
        }
        min = v < min ? v : min;
        max = v > max ? v : max;
    }
    if (!lyo_decimal_at(min, facts->scale, &facts->base) || !lyo_decimal_at(max, facts->scale, &mantissa)) {
        return false;
    }
    facts->width = lyo_uint_size((uint64_t)mantissa - (uint64_t)facts->base);
    facts->size = 1 + lyo_varlen_size(lyo_zigzag(facts->base)) + (size_t)run->count * facts->width;
    return true;
}

static void put_doubles(lyo_encoder *e, const lyo_run *run)
{
    lyo_buffer_reserve(&e->body, (size_t)run->count * 8);
    uint8_t *p = e->body.p;
    for (uint32_t i = 0; i < run->count; i++, p += 8) {
        double v = Z_DVAL_P(lyo_run_cell(run, i));
        lyo_store(p, v != v ? UINT64_C(0x7FF8000000000000) : lyo_double_bits(v), 8);
    }
    e->body.p = p;
}

static bool write_floats(lyo_encoder *e, const lyo_run *run)
{
    float_facts facts;
    size_t doubles = (size_t)run->count * 8;
    bool decimal = look_at_floats(run, &facts) && facts.size <= doubles;
    size_t size = decimal ? facts.size : doubles;

    if (tagged_cells(run, true, 3, 9, size) < least_tagged(run, size)) {
        return false;
    }
    begin_run(e, run, (uint8_t)(decimal ? LYO_VEC_DECIMAL + facts.width - 1 : LYO_VEC_DOUBLE));
    if (decimal) {
        lyo_buffer_byte(&e->body, (uint8_t)facts.scale);
        put_offsets(e, run, facts.base, facts.width, lyo_powers_of_ten[facts.scale]);
    } else {
        put_doubles(e, run);
    }
    return true;
}

/* --- dictionaries --------------------------------------------------------------------------------------- */

#define DICTIONARY_SLOTS 256 /* a power of two, twice the cells of a block */

static void write_indices(lyo_encoder *e, const uint8_t *indices, uint32_t count, uint32_t distinct)
{
    unsigned bits = distinct <= 2 ? 1 : distinct <= 4 ? 2 : distinct <= 16 ? 4 : 8;
    size_t bytes = ((size_t)count * bits + 7) / 8;

    lyo_buffer_reserve(&e->body, bytes);
    memset(e->body.p, 0, bytes);
    for (uint32_t i = 0; i < count; i++) {
        e->body.p[i * bits >> 3] |= (uint8_t)(indices[i] << (i * bits & 7));
    }
    e->body.p += bytes;
}

/*
 * Numbers the distinct strings in the order of their first cells. Returns how many there are, or 0 if they
 * are more than half of the cells.
 */
static uint32_t number_strings(lyo_encoder *e, const lyo_run *run, uint8_t *indices, uint32_t *firsts)
{
    uint8_t slots[DICTIONARY_SLOTS] = {0}; /* number of the string + 1; 0: free */
    uint32_t distinct = 0;

    for (uint32_t i = 0; i < run->count; i++) {
        zend_string *s = Z_STR_P(lyo_run_cell(run, i));
        uint32_t at = lyo_string_fingerprint(s) % DICTIONARY_SLOTS;
        while (slots[at] &&
               !lyo_same_among(&e->strings.longs, Z_STR_P(lyo_run_cell(run, firsts[slots[at] - 1])), s)) {
            at = (at + 1) % DICTIONARY_SLOTS;
        }
        if (!slots[at]) {
            if (distinct + 1 > run->count / 2) {
                return 0;
            }
            firsts[distinct] = i;
            slots[at] = (uint8_t)++distinct;
        }
        indices[i] = slots[at] - 1;
    }
    return distinct;
}

/* Writes a dictionary column. Returns false if there are too many distinct strings. */
static bool write_dictionary(lyo_encoder *e, const lyo_run *run)
{
    uint8_t indices[LYO_LIMIT_BLOCK_ROWS];
    uint32_t firsts[LYO_LIMIT_BLOCK_ROWS];
    uint32_t distinct = number_strings(e, run, indices, firsts);

    if (!distinct) {
        return false;
    }
    begin_run(e, run, LYO_VEC_DICTIONARY);
    lyo_buffer_varlen(&e->body, distinct);
    for (uint32_t i = 0; i < distinct; i++) {
        lyo_write_string(e, Z_STR_P(lyo_run_cell(run, firsts[i])));
    }
    write_indices(e, indices, run->count, distinct);
    return true;
}

/* --- lists and columns ---------------------------------------------------------------------------------- */

/* Writes a run of cells of these types. Returns false, and writes nothing, if no form is chosen. */
static bool write_run(lyo_encoder *e, const lyo_run *run, uint32_t types)
{
    int_facts facts;

    if (!is_uniform(types)) {
        return false;
    }
    if (!(types & ~LYO_INT_TYPES)) {
        look_at_ints(run, false, &facts);
        return write_ints(e, run, &facts);
    }
    if (is_constant(e, run) && begin_run(e, run, LYO_VEC_CONSTANT)) {
        lyo_write_leaf(e, lyo_run_cell(run, 0));
        return true;
    }
    if (types == MAY_BE_DOUBLE) {
        return write_floats(e, run);
    }
    if (types == MAY_BE_STRING) {
        return run->column && write_dictionary(e, run);
    }
    if (types == MAY_BE_NULL || !begin_run(e, run, LYO_VEC_BOOL)) {
        return false;
    }
    write_bits(e, run, IS_TRUE);
    return true;
}

/*
 * Rare: writes a list whose cells are not at even distances, because of deleted entries between them, or are
 * PHP references.
 */
static LYO_NOINLINE bool write_gathered(lyo_encoder *e, const HashTable *ht)
{
    zval **cells = safe_emalloc(zend_hash_num_elements(ht), sizeof *cells, 0);
    lyo_run run = {.cells = cells};

    for (lyo_cells each = lyo_cells_of(ht); each.left > 0; lyo_cells_next(&each)) {
        cells[run.count++] = lyo_plain(e, each.cell);
    }
    bool written = write_run(e, &run, types_of(&run));
    efree(cells);
    if (written) {
        for (lyo_cells each = lyo_cells_of(ht); each.left > 0; lyo_cells_next(&each)) {
            lyo_note_plain(e, each.cell);
        }
    }
    return written;
}

bool lyo_write_vector(lyo_encoder *e, const HashTable *ht)
{
    lyo_cells cells = lyo_cells_of(ht);
    lyo_run run = {.first = cells.cell, .stride = cells.stride, .count = zend_hash_num_elements(ht)};
    int_facts facts;

    if (UNEXPECTED(lyo_has_holes(ht))) {
        return write_gathered(e, ht);
    }
    if (Z_TYPE_P(run.first) == IS_LONG && look_at_ints(&run, true, &facts)) {
        return write_ints(e, &run, &facts);
    }
    uint32_t types = types_of(&run);
    if (UNEXPECTED(types & MAY_BE_REF)) {
        return write_gathered(e, ht);
    }
    return is_uniform(types) && write_run(e, &run, types);
}

void lyo_write_mixed_column(lyo_encoder *e, const lyo_run *run)
{
    lyo_buffer_byte(&e->body, LYO_VEC_MIXED);
    for (uint32_t i = 0; i < run->count; i++) {
        lyo_write_leaf(e, lyo_run_cell(run, i));
    }
}

/* Writes a column of which some cells are null. Returns false if it must be written as mixed. */
static LYO_NOINLINE bool write_with_nulls(lyo_encoder *e, const lyo_run *run, uint32_t types)
{
    zval *present[LYO_LIMIT_BLOCK_ROWS];
    lyo_run rest = {.cells = present, .column = true, .with_nulls = run};

    for (uint32_t i = 0; i < run->count; i++) {
        zval *cell = lyo_run_cell(run, i);
        if (Z_TYPE_P(cell) != IS_NULL) {
            present[rest.count++] = cell;
        }
    }
    return write_run(e, &rest, types & ~MAY_BE_NULL);
}

void lyo_write_column(lyo_encoder *e, const lyo_run *run, uint32_t types)
{
    bool nulls = (types & MAY_BE_NULL) && types != MAY_BE_NULL;

    if (!(nulls ? write_with_nulls(e, run, types) : write_run(e, run, types))) {
        lyo_write_mixed_column(e, run);
    }
}
