/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counts that 32 bits do not hold, or that no PHP array can have (spec section 7.4). The bytes are few; what follows them is only claimed, so
 * code that trusts the count reads or writes past its memory, and crashes the test.
 */
#include "php/lyo_isolation.h"
#include "unit.h"

#include "lyo/lyo_reader.h"
#include "php/lyo_check.h"

/* More bytes than any count below needs. */
#define CLAIMED ((size_t)1 << 46)

/* The first is one too many; of the others the low 32 bits alone would be 0, 1 or small, too. */
static const uint64_t counts[] = {
    ((uint64_t)1 << 30) + 1, (uint64_t)1 << 31,       UINT32_MAX,        (uint64_t)1 << 32,
    ((uint64_t)1 << 32) + 1, ((uint64_t)1 << 32) + 9, (uint64_t)1 << 40,
};

static void ignore(int level, bool named, const char *message)
{
}

static lyo_isolation isolation;
static const lyo_decode_options options = {.max_depth = 16, .diagnose = ignore, .isolation = &isolation};

typedef struct message {
    uint8_t bytes[64];
    size_t size;
    size_t at; /* the offset at which the count must be refused */
} message;

static void put(message *m, const void *bytes, size_t size)
{
    memcpy(m->bytes + m->size, bytes, size);
    m->size += size;
}

static void put_count(message *m, uint64_t count)
{
    m->size = (size_t)(lyo_put_varlen(m->bytes + m->size, count) - m->bytes);
}

/* Both readers of the format must refuse the count as one, at its place. */
static void check_both(const message *m, const char *name)
{
    lyo_decoder d;
    lyo_error error;
    zval result;
    char text[160];

    bool refused = !lyo_decode(&d, m->bytes, CLAIMED, &options, &lyo_no_mechanisms, &result);
    snprintf(text, sizeof text, "%s, decoded: error %d at %zu", name, (int)d.error.code, d.error.offset);
    unit_check(refused && d.error.code == LYO_ERR_ELEMENTS && d.error.offset == m->at, text);
    lyo_decoder_free(&d);

    refused = !lyo_check_bytes(m->bytes, CLAIMED, LYO_LIMIT_DEPTH, 0, &error);
    snprintf(text, sizeof text, "%s, walked: error %d at %zu", name, (int)error.code, error.offset);
    unit_check(refused && error.code == LYO_ERR_ELEMENTS && error.offset == m->at, text);
}

/* Head, and a preamble with one definition: a shape of the key "k", or an open stdClass. */
static message with_definition(bool shape)
{
    static const uint8_t map[] = {LYO_DEF_MAP_SHAPE, 1, LYO_TAG_STRING_CHAR, 'k'};
    static const uint8_t open[] = {
        LYO_DEF_OPEN_CLASS, LYO_TAG_STRING_SHORT + 6, 's', 't', 'd', 'C', 'l', 'a', 's', 's'};
    message m = {{LYO_MAGIC, LYO_VERSION << 4 | LYO_FLAG_PREAMBLE}, 2, 0};

    put_count(&m, shape ? sizeof map : sizeof open);
    put(&m, shape ? map : open, shape ? sizeof map : sizeof open);
    m.at = m.size;
    return m;
}

static const message plain = {{LYO_MAGIC, LYO_VERSION << 4}, 2, 2};

/* A list or map with its count in four bytes. */
static void check_container(uint8_t tag, uint64_t count, const char *name)
{
    message m = plain;

    if (count <= UINT32_MAX) {
        m.bytes[m.size++] = tag;
        lyo_store(m.bytes + m.size, count, 4);
        m.size += 4;
        check_both(&m, name);
    }
}

static void check_rows(uint64_t count)
{
    message m = with_definition(true);

    m.bytes[m.size++] = LYO_TAG_ROWS;
    put_count(&m, count);
    put_count(&m, 0);
    check_both(&m, "rows");
}

static void check_runs(uint64_t count)
{
    message m = plain;

    m.bytes[m.size++] = LYO_TAG_RUNS;
    put_count(&m, count);
    put_count(&m, count);
    check_both(&m, "runs");
}

static void check_open_class(uint64_t count)
{
    message m = with_definition(false);

    m.bytes[m.size++] = LYO_TAG_INSTANCE_SHORT;
    put_count(&m, count);
    check_both(&m, "keys of an open class");
}

static void check_shape(uint8_t kind, uint64_t count)
{
    message m = {{LYO_MAGIC, LYO_VERSION << 4 | LYO_FLAG_PREAMBLE}, 2, 0};

    put_count(&m, CLAIMED / 2);
    m.bytes[m.size++] = kind;
    if (kind == LYO_DEF_CLASS_SHAPE) {
        m.bytes[m.size++] = LYO_TAG_STRING_CHAR;
        m.bytes[m.size++] = 'C';
    }
    m.at = m.size;
    put_count(&m, count);
    check_both(&m, "keys of a shape");
}

static void check_table(uint8_t flag, uint64_t count, const char *name)
{
    message m = {{LYO_MAGIC, LYO_VERSION << 4 | flag}, 2, 2};

    put_count(&m, count);
    check_both(&m, name);
}

/* Cells of vectors that need less than a byte each: bytes that nobody has to hold have paid for them. */
static void check_vector(uint8_t kind, uint64_t count)
{
    static const uint8_t cells[] = {2, LYO_TAG_STRING_CHAR, 'a', LYO_TAG_STRING_CHAR, 'b', 0, 0};
    message m = plain;
    lyo_decoder d;
    zval out;
    char text[80];

    m.bytes[m.size++] = LYO_TAG_VECTOR;
    put_count(&m, count);
    m.bytes[m.size++] = kind;
    put(&m, cells, sizeof cells);
    check_both(&m, "cells of a vector");

    lyo_decoder_init(&d, m.bytes, CLAIMED, &options, &lyo_no_mechanisms);
    d.body = (const uint8_t *)((uintptr_t)m.bytes - CLAIMED); /* so many bytes of body before the vector */
    ZVAL_NULL(&out);
    bool refused = !lyo_read_value(&d, m.bytes + 2, &out);
    snprintf(text, sizeof text, "cells of a vector with credit, kind %d: error %d", kind, (int)d.error.code);
    unit_check(refused && d.error.code == LYO_ERR_ELEMENTS && d.error.offset == 2, text);
    zval_ptr_dtor(&out);
    lyo_decoder_free(&d);
}

/* A capacity that 32 bits do not hold ends PHP, so the largest one that is held is what can be tried. */
static void check_capacities(void)
{
    unit_check(lyo_room_times((uint32_t)1 << 30, 2) == (uint32_t)1 << 31, "twice 2^30");
    unit_check(lyo_room_times(UINT32_MAX / 4, 4) == UINT32_MAX / 4 * 4, "four times the most");
    bool ended = false;
    int reporting = EG(error_reporting);
    EG(error_reporting) = 0;
    zend_try
    {
        lyo_room_times((uint32_t)1 << 31, 2);
    }
    zend_catch
    {
        ended = true;
        CG(unclean_shutdown) = false; /* the test goes on */
    }
    zend_end_try();
    EG(error_reporting) = reporting;
    unit_check(ended, "twice 2^31 ends PHP");
}

void unit_counts(void)
{
    static const uint8_t kinds[] = {
        LYO_VEC_INT,    LYO_VEC_SEQUENCE, LYO_VEC_BOOL,       LYO_VEC_CONSTANT,
        LYO_VEC_DOUBLE, LYO_VEC_DECIMAL,  LYO_VEC_DICTIONARY, LYO_VEC_INT | LYO_VEC_NULLS,
    };

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        check_container(LYO_TAG_LIST_LAST, counts[i], "a list");
        check_container(LYO_TAG_MAP_LAST, counts[i], "a map");
        check_rows(counts[i]);
        check_runs(counts[i]);
        check_open_class(counts[i]);
        check_shape(LYO_DEF_MAP_SHAPE, counts[i]);
        check_shape(LYO_DEF_CLASS_SHAPE, counts[i]);
        check_table(LYO_FLAG_SHARING, counts[i], "places of the reference table");
        check_table(LYO_FLAG_ARRAYS, counts[i], "places of the array table");
        for (size_t k = 0; k < sizeof kinds; k++) {
            check_vector(kinds[k], counts[i]);
        }
    }
    check_capacities();
}
