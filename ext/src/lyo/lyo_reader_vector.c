/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Vectors (spec section 5.3): leaves in bulk, into the elements of a list or the cells of a column.
 */
#include "lyo/lyo_reader_sink.h"

#define EMBEDDED_WORDS 16

typedef struct lyo_vector {
    const uint8_t *at;
    const uint8_t *tag;
    const uint8_t *nulls;
    uint64_t n;
    uint64_t m;
    uint8_t kind;
    zval *out;        /* of a VECTOR: where the list is stored; else NULL */
    zval *elements;   /* of a VECTOR: its first cell; set when its cells are read */
    const zval *rows; /* of a column: the rows that have its cells */
    size_t column;    /* which cell of each row */
    zval *words;
    uint32_t word_count;
    zval embedded[EMBEDDED_WORDS];
} lyo_vector;

/* Returns the first cell from *cell on that is not to stay null, and sets *cell to the index behind it. */
LYO_INLINE zval *next_cell(const lyo_vector *v, uint32_t *cell)
{
    uint32_t i = *cell;

    LYO_ASSERT(i < v->n);
    if (v->out) { /* a list has no nulls */
        *cell = i + 1;
        return &v->elements[i];
    }
    if (UNEXPECTED(v->nulls)) {
        while (v->nulls[i >> 3] >> (i & 7) & 1) {
            i++;
        }
        LYO_ASSERT(i < v->n); /* the bitmap has as many cells as were counted */
    }
    *cell = i + 1;
    return &lyo_entries(Z_ARR(v->rows[i]))[v->column].val;
}

#define sink_wants_cells(d) true
#define sink_part(d, v, part, begin, end, first, second) ((void)(begin))
#define sink_cell(d, v, cell) next_cell(v, cell)
#define sink_cell_end(d, v, begin, end) ((void)(begin))
#define sink_word_cell(d, v, out, index) ZVAL_COPY(out, &(v)->words[index])

/* Makes the list of a VECTOR. Its count is set when the cells are filled: that cannot fail. */
static LYO_NOINLINE void make_list(lyo_vector *v)
{
    HashTable *ht = lyo_table_new_list((uint32_t)v->n);

    ZVAL_ARR(v->out, ht);
    v->elements = lyo_elements(ht);
}

LYO_INLINE void sink_cells(lyo_decoder *d, lyo_vector *v)
{
    if (v->out) {
        make_list(v);
    }
}

LYO_INLINE const uint8_t *sink_leaf_cell(lyo_decoder *d, const uint8_t *p, zval *out)
{
    const uint8_t *next = EXPECTED(p < d->limit) ? lyo_leaf_token(d, p, out, LYO_QUICK) : NULL;

    return EXPECTED(next) ? next : lyo_read_leaf(d, p, out, 0);
}

LYO_INLINE const uint8_t *sink_constant(lyo_decoder *d, lyo_vector *v, const uint8_t *p)
{
    uint32_t cell = 0;
    zval leaf;

    ZVAL_NULL(&leaf);
    p = lyo_read_leaf(d, p, &leaf, 0);
    if (UNEXPECTED(!p)) {
        return NULL;
    }
    LYO_ASSERT(v->m > 0);
    sink_cells(d, v);
    if (Z_REFCOUNTED(leaf)) {
        GC_SET_REFCOUNT(Z_COUNTED(leaf), GC_REFCOUNT(Z_COUNTED(leaf)) + (uint32_t)v->m - 1);
    }
    for (uint32_t i = 0; i < v->m; i++) {
        ZVAL_COPY_VALUE(next_cell(v, &cell), &leaf);
    }
    return p;
}

LYO_INLINE bool sink_words(lyo_decoder *d, lyo_vector *v, uint64_t count)
{
    lyo_before_block((size_t)count * sizeof *v->words);
    v->words = count > EMBEDDED_WORDS ? safe_emalloc((size_t)count, sizeof *v->words, 0) : v->embedded;
    v->word_count = 0;
    return true;
}

LYO_INLINE const uint8_t *sink_word(lyo_decoder *d, lyo_vector *v, uint64_t i, const uint8_t *p)
{
    const uint8_t *next = EXPECTED(p < d->limit) ? lyo_string_token(d, p, &v->words[i], LYO_QUICK) : NULL;

    if (UNEXPECTED(!next)) {
        next = lyo_read_string(d, p, &v->words[i], 0);
    }
    v->word_count += next != NULL;
    return next;
}

/* A word that no index uses lives until the end: a back reference may name it. */
LYO_INLINE void sink_words_end(lyo_decoder *d, lyo_vector *v)
{
    while (v->word_count > 0) {
        zend_string *word = Z_STR(v->words[--v->word_count]);
        if (EXPECTED(!ZSTR_IS_INTERNED(word)) && EXPECTED(GC_REFCOUNT(word) > 1)) {
            GC_DELREF(word);
        } else {
            lyo_drop_string(d, word);
        }
    }
    if (v->words != v->embedded) {
        efree(v->words);
    }
}

#include "wire/lyo_grammar_vector.h"

static LYO_NOINLINE const uint8_t *read_cells(lyo_decoder *d, const uint8_t *p, lyo_vector *v)
{
    return lyo_vector_token(d, p, v);
}

const uint8_t *lyo_read_column(lyo_decoder *d, const uint8_t *p, const zval *rows, uint32_t n,
                               uint32_t column)
{
    lyo_vector v;

    LYO_ASSERT(n <= LYO_LIMIT_BLOCK_ROWS);
    v.tag = NULL;
    v.n = n;
    v.out = NULL;
    v.rows = rows;
    v.column = column;
    return read_cells(d, p, &v);
}

const uint8_t *lyo_read_vector(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t n, zval *out)
{
    lyo_vector v;

    if (!lyo_enter(d, p, tag, n, 0)) {
        return NULL;
    }
    v.tag = tag;
    v.n = n;
    v.out = out;
    p = read_cells(d, p, &v);
    if (EXPECTED(p)) {
        lyo_table_filled(Z_ARRVAL_P(out), (uint32_t)n);
    }
    d->depth--;
    return p;
}
