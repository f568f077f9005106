/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Walk and reader are two instances of one grammar: whatever the bytes are, they accept the same, and refuse the same with the same code at the same
 * offset. Tried with payloads that are changed at random, exactly as long as their memory, so that memory checkers detect a read past their end.
 */
#include "unit.h"

#include "Zend/zend_exceptions.h"
#include "php/lyo_check.h"
#include "php/lyo_isolation.h"
#include "lyo/lyo_reader.h"

/** Payloads are not changed to longer ones. */
#define MOST_BYTES 1024

/** Differences that are printed. */
#define MOST_PRINTED 10

typedef struct trial {
    const HashTable *seeds; /* strings */
    uint64_t random;
    lyo_decode_options options;
    lyo_decode_mechanisms mechanisms;
    uint64_t accepted;
    uint64_t refused[LYO_ERR_RUN + 1]; /* by code */
    uint64_t differences;
} trial;

/* xorshift64*: the same numbers everywhere. */
static uint32_t random_below(trial *t, uint32_t most)
{
    t->random ^= t->random >> 12;
    t->random ^= t->random << 25;
    t->random ^= t->random >> 27;
    return (uint32_t)((t->random * UINT64_C(0x2545F4914F6CDD1D) >> 32) % most);
}

static const zend_string *random_seed(trial *t)
{
    return Z_STR_P(zend_hash_index_find(t->seeds, random_below(t, zend_hash_num_elements(t->seeds))));
}

static uint8_t random_byte(trial *t)
{
    static const uint8_t telling[] = {0,    1,    2,    0x20, 0x21, 0x22, 0xDA, 0xED, 0x61, 0x80, 0x88,
                                      0x90, 0xA5, 0xC0, 0xC8, 0xCC, 0xD0, 0xD4, 0xD8, 0xD9, 0xDA, 0xDB,
                                      0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE8, 0xEC, 0xF0, 0xF8, 0xFF};

    return random_below(t, 2) ? (uint8_t)random_below(t, 256) : telling[random_below(t, sizeof telling)];
}

/* Changes the bytes at one place; returns the new size. */
static size_t change(trial *t, uint8_t *bytes, size_t size)
{
    size_t at = random_below(t, (uint32_t)size + 1), n = 1 + random_below(t, 8);

    switch (random_below(t, 8)) {
    case 0: /* ends early */
        return at;
    case 1: /* removed */
        n = MIN(n, size - at);
        memmove(bytes + at, bytes + at + n, size - at - n);
        return size - n;
    case 2: /* put in */
    case 3:
        if (size + n > MOST_BYTES) {
            return size;
        }
        memmove(bytes + at + n, bytes + at, size - at);
        for (size_t i = 0; i < n; i++) {
            bytes[at + i] = random_byte(t);
        }
        return size + n;
    case 4: { /* goes on as another one */
        const zend_string *other = random_seed(t);
        size_t from = random_below(t, (uint32_t)ZSTR_LEN(other) + 1), rest = ZSTR_LEN(other) - from;
        rest = MIN(rest, MOST_BYTES - at);
        memcpy(bytes + at, ZSTR_VAL(other) + from, rest);
        return at + rest;
    }
    case 5: /* a bit */
        if (at < size) {
            bytes[at] ^= (uint8_t)(1u << random_below(t, 8));
        }
        return size;
    default:
        if (at < size) {
            bytes[at] = random_byte(t);
        }
        return size;
    }
}

static void ignore(int level, bool named, const char *message)
{
}

static void print_difference(const uint8_t *data, size_t size, bool walked, const lyo_error *walk, bool read,
                             const lyo_decoder *d)
{
    php_printf("agree: ");
    for (size_t i = 0; i < size; i++) {
        php_printf("%02X", data[i]);
    }
    php_printf("\n  walk: %s at %zu, reader: %s at %zu, failure %d\n",
               walked ? "good" : lyo_error_name(walk->code), walk->offset,
               read ? "good" : lyo_error_name(d->error.code), d->error.offset, (int)d->base.failure);
}

/* If a class refuses, the bytes must be valid. */
static void try_one(trial *t, const uint8_t *data, size_t size)
{
    lyo_decoder d;
    lyo_error error;
    zval result;

    bool walked = lyo_check_bytes(data, size, t->options.max_depth, t->options.max_elements, &error);
    bool read = lyo_decode(&d, data, size, &t->options, &t->mechanisms, &result);
    bool same = read || d.base.failure != LYO_FAILED_BYTES
                    ? walked
                    : !walked && error.code == d.error.code && error.offset == d.error.offset;
    if (!same && t->differences++ < MOST_PRINTED) {
        print_difference(data, size, walked, &error, read, &d);
    }
    if (walked) {
        t->accepted++;
    } else {
        t->refused[error.code]++;
    }
    if (read) {
        zval_ptr_dtor(&result);
    }
    lyo_decoder_free(&d);
    zend_clear_exception();
}

/* lyo_unit_agree(array $seeds, int $runs, int $random): [accepted, differences, refused by code] */
ZEND_FUNCTION(lyo_unit_agree)
{
    HashTable *seeds, *none = zend_new_array(0);
    zend_long runs, random;
    lyo_isolation isolation = {0};
    uint8_t bytes[MOST_BYTES];

    ZEND_PARSE_PARAMETERS_START(3, 3)
        Z_PARAM_ARRAY_HT(seeds)
        Z_PARAM_LONG(runs)
        Z_PARAM_LONG(random)
    ZEND_PARSE_PARAMETERS_END();

    trial t = {.seeds = seeds,
               .random = (uint64_t)random * 2 + 1,
               .options = {.diagnose = ignore, .isolation = &isolation}};
    for (zend_long i = 0; i < runs; i++) {
        const zend_string *seed = random_seed(&t);
        size_t size = MIN(ZSTR_LEN(seed), MOST_BYTES);
        memcpy(bytes, ZSTR_VAL(seed), size);
        for (uint32_t changes = 1 + random_below(&t, 4); changes > 0; changes--) {
            size = change(&t, bytes, size);
        }
        /* without classes the reader looks for none, so it does not ask the walk */
        t.options.allowed_classes = random_below(&t, 4) ? none : NULL;
        t.options.max_depth = random_below(&t, 8) ? 64 : 3;
        t.options.max_elements = random_below(&t, 8) ? 0 : 12;
        t.mechanisms.without = random_below(&t, 4) ? 0 : LYO_LEAVES | LYO_KEYS;
        uint8_t *exact = emalloc(size + !size);
        memcpy(exact, bytes, size);
        try_one(&t, exact, size);
        efree(exact);
    }
    zend_array_release(none);
    zend_gc_collect_cycles(); /* of accepted values: what is left after this is a leak */
    array_init(return_value);
    add_next_index_long(return_value, (zend_long)t.accepted);
    add_next_index_long(return_value, (zend_long)t.differences);
    for (int code = LYO_ERR_TRUNCATED; code <= LYO_ERR_RUN; code++) {
        /* the others are errors of envelopes alone */
        if (code != LYO_ERR_ENTRY && code != LYO_ERR_RESERVED &&
            (code <= LYO_ERR_ENVELOPE || code >= LYO_ERR_ARRAY_ID)) {
            add_assoc_long(return_value, lyo_error_name(code), (zend_long)t.refused[code]);
        }
    }
}
