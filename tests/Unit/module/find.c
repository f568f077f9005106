/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A listener finds a value by its path, and skips the others by their level. It hears what is in the value, or the walk
 * stops there and continues with another listener, or with none.
 */
#include "unit.h"

#include "wire/lyo_walk.h"

/** Deepest path. */
#define MOST_STEPS 4

/** Finds the value at a path of string keys, and numbers of list elements where a key is NULL. */
typedef struct finder {
    const char *keys[MOST_STEPS];
    uint64_t numbers[MOST_STEPS];
    uint32_t steps;
    uint32_t level; /* of the values of the innermost container of the path that has been entered */
    uint64_t next;  /* element of it that comes next */
    bool key;       /* the last key is that of the path */
    bool found;
    bool ended;           /* all of the value has been heard */
    lyo_walk_event event; /* its first one */
    lyo_walker *walker;   /* is stopped there; NULL: none is */
    int leaves;           /* in the value, and the last one */
    int64_t last;
} finder;

/** True if a value at the level of the finder is on the path. */
static bool is_on_path(finder *f)
{
    return f->level == 0 || (f->keys[f->level - 1] ? f->key : f->next++ == f->numbers[f->level - 1]);
}

static void hear(void *context, const lyo_walk_event *event)
{
    finder *f = context;
    const char *key = f->level > 0 ? f->keys[f->level - 1] : NULL;

    if (f->found) {
        f->ended |= event->level <= f->event.level;
        if (event->kind == LYO_EVENT_LEAF && !f->ended) {
            f->leaves++;
            f->last = event->leaf.integer;
        }
    } else if (event->kind == LYO_EVENT_HEAD || event->kind == LYO_EVENT_END || event->level != f->level) {
        return; /* what is in other values is deeper */
    } else if (event->kind == LYO_EVENT_KEY) {
        f->key = key && event->key.name.size == strlen(key) &&
                 memcmp(event->key.name.bytes, key, strlen(key)) == 0;
    } else if (is_on_path(f)) {
        f->found = f->level++ == f->steps;
        f->event = *event;
        f->next = 0;
        if (f->found && f->walker) {
            lyo_walk_stop(f->walker);
        }
    }
}

/** Counts leaves up to a number of them. */
typedef struct counter {
    lyo_walker *walker;
    int leaves;
    int most;
    int64_t last;
} counter;

static void count(void *context, const lyo_walk_event *event)
{
    counter *c = context;

    if (event->kind == LYO_EVENT_LEAF) {
        c->last = event->leaf.integer;
        if (++c->leaves == c->most) {
            lyo_walk_stop(c->walker);
        }
    }
}

/* {"ab": [1, [2, 3], {"x": 4}], "cd": {"ab": 5, "ef": [6, "ab", 7]}, "gh": 8} */
static const uint8_t payload[] = {0xC1, 0x10, 0x8A, 0x41, 'a',  'b',  0x82, 0x03, 0x81, 0x04, 0x05,
                                  0x88, 0xA5, 'x',  0x06, 0x41, 'c',  'd',  0x89, 0xF1, 0x07, 0x41,
                                  'e',  'f',  0x82, 0x08, 0xF2, 0x09, 0x41, 'g',  'h',  0x0A};

static const lyo_walk_options options = {LYO_LIMIT_DEPTH, 0, realloc, free};

static void find_by_keys(void)
{
    lyo_error error;
    finder f = {.keys = {"cd", "ef"}, .steps = 2};

    unit_check(lyo_walk(payload, sizeof payload, &options, hear, &f, &error) && f.found, "cd.ef is found");
    unit_check(f.event.kind == LYO_EVENT_LIST && f.event.offset == 24 && f.event.number == 3,
               "it is the list at 24");
    unit_check(f.leaves == 3 && f.last == 7, "three leaves are in it, and no later ones");
}

static void find_by_numbers(void)
{
    lyo_error error;
    finder f = {.keys = {"ab", NULL, "x"}, .numbers = {0, 2}, .steps = 3};

    unit_check(lyo_walk(payload, sizeof payload, &options, hear, &f, &error) && f.found, "ab.2.x is found");
    unit_check(f.event.kind == LYO_EVENT_LEAF && f.event.offset == 14 && f.event.leaf.integer == 4,
               "it is the 4 at 14");
}

/* One listener finds the list, another reads it, and none reads the rest. */
static void stop_and_continue(void)
{
    lyo_error error;
    lyo_walker *w = lyo_walk_begin(payload, sizeof payload, &options, &error);
    finder f = {.keys = {"cd", "ef"}, .steps = 2, .walker = w};
    counter c = {.walker = w, .most = 3};

    unit_check(w != NULL, "a walk begins");
    unit_check(lyo_walk_go(w, hear, &f) == LYO_WALK_STOPPED && f.found && f.event.offset == 24,
               "the walk stops at cd.ef");
    unit_check(lyo_walk_offset(w) == 25, "its values come next");
    unit_check(lyo_walk_go(w, count, &c) == LYO_WALK_STOPPED && c.leaves == 3 && c.last == 7,
               "another listener hears the three values and stops");
    unit_check(lyo_walk_offset(w) == 28, "the next key comes next");
    unit_check(lyo_walk_go(w, NULL, NULL) == LYO_WALK_GOOD, "the rest is good");
    lyo_walk_end(w);
}

/* A walk that was stopped finds the errors behind, and may be ended at once. */
static void stop_before_an_error(void)
{
    lyo_error error;
    lyo_walker *w = lyo_walk_begin(payload, sizeof payload - 1, &options, &error);
    finder f = {.keys = {"cd", "ef"}, .steps = 2, .walker = w};

    unit_check(lyo_walk_go(w, hear, &f) == LYO_WALK_STOPPED,
               "the walk stops at cd.ef of a truncated payload");
    unit_check(lyo_walk_go(w, NULL, NULL) == LYO_WALK_WRONG && error.code == LYO_ERR_TRUNCATED &&
                   error.offset == sizeof payload - 1,
               "the end is found when it continues");
    lyo_walk_end(w);

    w = lyo_walk_begin(payload, sizeof payload, &options, &error);
    f = (finder){.keys = {"cd"}, .steps = 1, .walker = w};
    unit_check(lyo_walk_go(w, hear, &f) == LYO_WALK_STOPPED, "the walk stops at cd");
    lyo_walk_end(w);
}

/* Skipped values are still checked. */
static void find_nothing(void)
{
    lyo_error error;
    finder f = {.keys = {"zz"}, .steps = 1};

    unit_check(lyo_walk(payload, sizeof payload, &options, hear, &f, &error) && !f.found,
               "zz is not there, and all is good");

    uint8_t bad[sizeof payload];
    memcpy(bad, payload, sizeof bad);
    bad[9] = 0; /* in the list that is skipped */
    f = (finder){.keys = {"gh"}, .steps = 1};
    unit_check(!lyo_walk(bad, sizeof bad, &options, hear, &f, &error) && error.code == LYO_ERR_TAG &&
                   error.offset == 9,
               "an error in what is skipped is found");
}

void unit_find(void)
{
    find_by_keys();
    find_by_numbers();
    stop_and_continue();
    stop_before_an_error();
    find_nothing();
}
