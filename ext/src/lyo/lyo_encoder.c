/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One encode: the state of an encoder, its memory and its failure, its passes, and the joining of its parts.
 */
#include "lyo/lyo_writer_definitions.h"

#include "lyo/lyo_writer_check.h"
#include "lyo/lyo_writer_equal.h"
#include "php/lyo_room.h"

#include "Zend/zend_alloc_sizes.h"

/* --- state ---------------------------------------------------------------------------------------------- */

/** Bytes of a block of strings and keys. With its head it has the largest size of which PHP keeps free blocks. */
#define STRING_BLOCK (ZEND_MM_MAX_SMALL_SIZE - sizeof(lyo_string_block))

static size_t reference_table_size(const lyo_encoder *e)
{
    size_t size = lyo_varlen_size(e->reference_count);
    for (uint32_t i = 0; i < e->reference_count; i++) {
        size += lyo_varlen_size(e->references[i]);
    }
    return size;
}

/* Returns the bytes between head and body, as far as they are known. */
static size_t front_size(const lyo_encoder *e)
{
    size_t preamble = lyo_preamble_size(e);

    return (preamble ? lyo_varlen_size(preamble) + preamble : 0) +
           (e->sharing ? reference_table_size(e) : 0) + (e->arrays.index_count ? lyo_array_table_size(e) : 0);
}

/*
 * Returns the room that a body leaves in front of itself when it moves to a string: what the last value with
 * the same definitions so far needed, else what is known so far. If that proves wrong, the body is moved once
 * more at the end.
 */
static size_t front_of(lyo_buffer *body)
{
    lyo_encoder *e = (lyo_encoder *)((char *)body - offsetof(lyo_encoder, body));

    size_t front = lyo_recall_front(e);
    return front ? front : front_size(e);
}

/* Initialises the members of one pass. */
LYO_INLINE void pass_init(lyo_encoder *e)
{
    lyo_string_ids_init(&e->strings, e->options->strings);
    lyo_definitions_init(e);
    lyo_identity_init(&e->identity);
    lyo_equal_arrays_init(&e->arrays);
    lyo_equal_arrays_use(&e->arrays, e->strings.memory->buckets, &e->strings.memory->stamp);
    e->reference_count = e->object_count = e->depth = 0;
    e->pass = e->classes ? ++e->classes->passes : 0;
    e->credit_used = 0;
    e->sharing = false;
    e->body.p = e->body.start + LYO_HEAD_SIZE;
}

LYO_INLINE void pass_free(lyo_encoder *e)
{
    lyo_equal_arrays_free(e);
    lyo_string_ids_free(&e->strings);
    lyo_definitions_free(e);
    lyo_identity_free(&e->identity);
}

LYO_INLINE void encoder_init(lyo_encoder *e, const lyo_encode_options *options)
{
    if (EXPECTED(options->strings != NULL)) {
        lyo_buffer_init(&e->body, options->strings->room, LYO_LASTING_ROOM);
    } else {
        lyo_buffer_init(&e->body, e->body_room, sizeof e->body_room);
    }
    e->body.front = front_of;
    /*
     * member by member: a memset() of more than some 64 bytes becomes "rep stos", whose latency a small value
     * notices
     */
    e->memory = (lyo_memory){NULL, NULL, NULL, NULL, NULL};
    e->pinned = e->assumed = e->skipped = e->values = e->to_objects = NULL;
    e->references = NULL;
    e->blocks = NULL;
    e->scope = NULL;
    e->open = NULL;
    e->strings.longs = NULL;
    e->reference_capacity = e->scale_hint = 0;
    e->repeating = e->no_speculation = e->owning = false;
    e->failure = LYO_FAILED_NOT;
    lyo_definitions_begin(&e->definitions);
    lyo_equal_arrays_begin(&e->arrays);
    e->string_room = (char *)e->made_strings;
    e->string_end = e->string_room + sizeof e->made_strings;
    e->options = options;
    e->classes = options->classes;
    e->max_depth = lyo_levels_left(options->isolation, options->max_depth ? options->max_depth : UINT32_MAX);
}

/*
 * Returns true if there is something to free besides the members of a pass. One test, because most values
 * have nothing of this.
 */
LYO_INLINE bool holds_more(const lyo_encoder *e)
{
    return ((uintptr_t)e->blocks | (uintptr_t)e->references | (uintptr_t)e->pinned | (uintptr_t)e->assumed |
            (uintptr_t)e->to_objects | (uintptr_t)e->memory.arena | (uintptr_t)e->memory.references |
            (uintptr_t)e->definitions.marks | (uintptr_t)e->arrays.found | (uintptr_t)e->skipped |
            (uintptr_t)e->strings.longs) != 0 ||
           e->classes != e->options->classes;
}

static LYO_NOINLINE void free_more(lyo_encoder *e)
{
    lyo_long_strings_free(&e->strings.longs); /* some may be in the blocks */
    while (e->blocks) {
        lyo_string_block *previous = e->blocks->previous;
        efree(e->blocks);
        e->blocks = previous;
    }
    if (e->classes != e->options->classes) {
        efree(e->classes);
    }
    LYO_FREE_IF(e->references);
    LYO_FREE_IF(e->definitions.marks);
    LYO_FREE_IF(e->arrays.found);
    LYO_FREE_IF(e->arrays.indices);
    HashTable *sets[] = {e->pinned, e->assumed, e->skipped, e->values, e->to_objects};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        if (sets[i]) {
            zend_array_release(sets[i]);
        }
    }
    /* last, because this may run destructors, of objects that only hooks made */
    lyo_memory_free(&e->memory);
    /*
     * PHP does not tell its collector of cycles when it drops an argument of a function. If the collector has run
     * since the first hook, it does not know of the value any more.
     */
    if (e->owning && Z_COLLECTABLE(e->root)) {
        gc_check_possible_root(Z_COUNTED(e->root));
    }
}

static void encoder_free(lyo_encoder *e)
{
    pass_free(e);
    lyo_buffer_free(&e->body);
    if (UNEXPECTED(holds_more(e))) {
        free_more(e);
    }
}

bool lyo_encoder_fail(lyo_encoder *e, lyo_failure failure, zend_string *class_name)
{
    if (e->failure == LYO_FAILED_NOT) {
        e->failure = failure;
        e->class_name = class_name;
    }
    return false;
}

bool lyo_encoder_too_deep(lyo_encoder *e)
{
    if (e->failure == LYO_FAILED_NOT) {
        e->error = (lyo_error){LYO_ERR_DEPTH, lyo_encoder_offset(e) + LYO_HEAD_SIZE};
    }
    return lyo_encoder_fail(e, LYO_FAILED_BYTES, NULL);
}

static LYO_NOINLINE void add_string_block(lyo_encoder *e, size_t least)
{
    size_t room = MAX(least, STRING_BLOCK);
    lyo_before_block(room);
    lyo_string_block *block = safe_emalloc(1, room, sizeof *block);

    block->previous = e->blocks;
    e->blocks = block;
    e->string_room = (char *)block->room;
    e->string_end = e->string_room + room;
}

void *lyo_encoder_room(lyo_encoder *e, size_t size)
{
    if (UNEXPECTED((size_t)(e->string_end - e->string_room) < size)) {
        add_string_block(e, size);
    }
    LYO_ASSERT(((uintptr_t)e->string_room & 7) == 0);
    return e->string_room;
}

zend_string *lyo_encoder_string(lyo_encoder *e, const char *bytes, size_t length)
{
    size_t size = ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(length));
    zend_string *string = lyo_encoder_room(e, size);

    e->string_room += size;
    GC_SET_REFCOUNT(string, 1);
    GC_TYPE_INFO(string) = GC_STRING;
    ZSTR_H(string) = 0;
    ZSTR_LEN(string) = length;
    memcpy(ZSTR_VAL(string), bytes, length);
    ZSTR_VAL(string)[length] = '\0';
    return string;
}

/* --- joining the parts ---------------------------------------------------------------------------------- */

/*
 * Sets the length. Memory is given back only if that is more than an eighth and 64 bytes; for less it is not
 * worth the cost.
 */
static zend_string *shrink(zend_string *string, size_t length)
{
    if (ZSTR_LEN(string) - length > length / 8 + 64) {
        return zend_string_truncate(string, length, 0);
    }
    ZSTR_LEN(string) = length;
    return string;
}

/* Writes everything that precedes the body, at p. */
static void write_head(const lyo_encoder *e, uint8_t *p)
{
    size_t preamble = lyo_preamble_size(e);
    const uint8_t *begin = p;

    *p++ = LYO_MAGIC;
    *p++ = LYO_VERSION << 4 | (preamble ? LYO_FLAG_PREAMBLE : 0) | (e->sharing ? LYO_FLAG_SHARING : 0) |
           (e->arrays.index_count ? LYO_FLAG_ARRAYS : 0);
    if (preamble) {
        p = lyo_put_preamble(e, lyo_put_varlen(p, preamble));
    }
    if (e->sharing) {
        p = lyo_put_varlen(p, e->reference_count);
        for (uint32_t i = 0; i < e->reference_count; i++) {
            p = lyo_put_varlen(p, e->references[i]);
        }
    }
    if (e->arrays.index_count) {
        p = lyo_put_array_table(e, p);
    }
    LYO_ASSERT((size_t)(p - begin) == LYO_HEAD_SIZE + front_size(e));
}

/*
 * Joins the parts. A small body is copied into a new string. A large one is in a string already, and is moved
 * there unless the room in front of it is exactly right.
 */
static zend_string *finish(lyo_encoder *e)
{
    size_t front = front_size(e), body = lyo_encoder_offset(e);
    zend_string *result;

    if (!e->body.string) {
        lyo_before_block(front);
        result = zend_string_alloc(LYO_HEAD_SIZE + front + body, 0);
        memcpy(ZSTR_VAL(result) + LYO_HEAD_SIZE + front, e->body.start + LYO_HEAD_SIZE, body);
    } else {
        lyo_remember_front(e, front);
        if (lyo_buffer_gap(&e->body) != front) {
            lyo_buffer_reserve(&e->body, front);
            memmove(ZSTR_VAL(e->body.string) + LYO_HEAD_SIZE + front, e->body.start + LYO_HEAD_SIZE, body);
        }
        result = shrink(e->body.string, LYO_HEAD_SIZE + front + body);
        e->body.string = NULL;
    }
    write_head(e, (uint8_t *)ZSTR_VAL(result));
    ZSTR_VAL(result)[ZSTR_LEN(result)] = '\0';
    return result;
}

/* --- one encode ---------------------------------------------------------------------------------------- */

zend_string *lyo_encode(zval *value, const lyo_encode_options *options, lyo_encoder *e)
{
    zend_string *result = NULL;

    encoder_init(e, options);
    ZVAL_COPY_VALUE(&e->root, value);
    bool written;
    for (uint32_t pinned = 0;; pinned = e->pinned ? zend_hash_num_elements(e->pinned) : 0) {
        pass_init(e);
        written = lyo_write_slot(e, &e->root, false, false);
        bool again = e->pinned && zend_hash_num_elements(e->pinned) > pinned;
        if (EXPECTED(!written) || (!again && (EXPECTED(!e->skipped) || !lyo_has_skipped_values(e)))) {
            break;
        }
        /* a PHP reference was met again, or was not, where the other was expected; hooks are not called again */
        e->repeating = e->owning;
        pass_free(e);
    }
    LYO_ASSERT(!written || lyo_encoder_is_sound(e));
    if (written) {
        result = finish(e);
        lyo_offer_definitions(e);
    }
    encoder_free(e);
    return result;
}
