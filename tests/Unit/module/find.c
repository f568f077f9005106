/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A walk stops at a value, skips others, and continues with another listener. Finding a value by its path needs this.
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
    uint32_t step; /* containers of the path that have been entered, beside the outermost */
    uint64_t next; /* element of the innermost one that comes next */
    bool found;
    bool skip;  /* the value at which it has stopped is not on the path */
    int events; /* number of events received */
    lyo_walk_event last;
} finder;

static bool hear(void *context, const lyo_walk_event *event)
{
    finder *f = context;
    const char *key = f->keys[f->step];

    f->events++;
    f->last = *event;
    f->skip = false;
    if (event->kind == LYO_EVENT_HEAD || event->level == 0) {
        return true;
    }
    if (event->kind == LYO_EVENT_KEY) {
        f->skip = !key || event->key.name.size != strlen(key) ||
                  memcmp(event->key.name.bytes, key, strlen(key)) != 0;
        return !f->skip;
    }
    if (!key && f->next++ != f->numbers[f->step]) {
        f->skip = event->kind == LYO_EVENT_LIST || event->kind == LYO_EVENT_MAP;
        return !f->skip;
    }
    f->step++;
    f->next = 0;
    f->found = f->step == f->steps;
    return !f->found;
}

static lyo_walk_result find(lyo_walker *w, finder *f)
{
    lyo_walk_result result;

    while ((result = lyo_walk_go(w, hear, f)) == LYO_WALK_STOPPED && !f->found) {
        if (f->skip) {
            lyo_walk_skip(w);
        }
    }
    return result;
}

typedef struct counter {
    int leaves;
    int ends;
    int64_t last;
    int stop_after; /* leaves */
} counter;

static bool count(void *context, const lyo_walk_event *event)
{
    counter *c = context;

    c->leaves += event->kind == LYO_EVENT_LEAF;
    c->ends += event->kind == LYO_EVENT_END;
    if (event->kind == LYO_EVENT_LEAF) {
        c->last = event->leaf.integer;
    }
    return c->leaves != c->stop_after;
}

/* {"ab": [1, [2, 3], {"x": 4}], "cd": {"ab": 5, "ef": [6, "ab", 7]}, "gh": 8} */
static const uint8_t payload[] = {0xC1, 0x10, 0x8A, 0x41, 'a',  'b',  0x82, 0x03, 0x81, 0x04, 0x05,
                                  0x88, 0xA5, 'x',  0x06, 0x41, 'c',  'd',  0x89, 0xF1, 0x07, 0x41,
                                  'e',  'f',  0x82, 0x08, 0xF2, 0x09, 0x41, 'g',  'h',  0x0A};

static lyo_walker *begin(lyo_error *error)
{
    lyo_walker *w = lyo_walk_begin(payload, sizeof payload, NULL, error);

    unit_check(w != NULL, "a walk begins");
    return w;
}

/* By keys: everything before the value is skipped, except keys. Another listener reads the list, and none reads the rest. */
static void find_by_keys(void)
{
    lyo_error error;
    lyo_walker *w = begin(&error);
    finder f = {.keys = {"cd", "ef"}, .steps = 2};
    counter c = {.stop_after = 3};

    unit_check(find(w, &f) == LYO_WALK_STOPPED && f.found, "cd.ef is found");
    unit_check(f.last.kind == LYO_EVENT_LIST && f.last.offset == 24 && f.last.number == 3,
               "it is the list at 24");
    unit_check(lyo_walk_offset(w) == 25, "its values come next");
    unit_check(f.events == 8, "nothing is told of what was skipped");
    unit_check(lyo_walk_go(w, count, &c) == LYO_WALK_STOPPED && c.leaves == 3 && c.last == 7 && c.ends == 0,
               "another listener reads the list, and stops at its last value");
    unit_check(lyo_walk_offset(w) == 28, "behind which the next key comes");
    unit_check(lyo_walk_go(w, NULL, NULL) == LYO_WALK_GOOD, "the rest is good");
    lyo_walk_end(w);
}

static void find_by_numbers(void)
{
    lyo_error error;
    lyo_walker *w = begin(&error);
    finder f = {.keys = {"ab", NULL, "x"}, .numbers = {0, 2}, .steps = 3};

    unit_check(find(w, &f) == LYO_WALK_STOPPED && f.found, "ab.2.x is found");
    unit_check(f.last.kind == LYO_EVENT_LEAF && f.last.offset == 14 && f.last.leaf.integer == 4,
               "it is the 4 at 14");
    lyo_walk_end(w);
}

/* Skipped values are still checked. */
static void find_nothing(void)
{
    lyo_error error;
    lyo_walker *w = begin(&error);
    finder f = {.keys = {"zz"}, .steps = 1};

    unit_check(find(w, &f) == LYO_WALK_GOOD && !f.found, "zz is not there, and all is good");
    lyo_walk_end(w);

    uint8_t bad[sizeof payload];
    memcpy(bad, payload, sizeof bad);
    bad[9] = 0; /* in the list that is skipped */
    w = lyo_walk_begin(bad, sizeof bad, NULL, &error);
    f = (finder){.keys = {"gh"}, .steps = 1};
    unit_check(find(w, &f) == LYO_WALK_WRONG && error.code == LYO_ERR_TAG && error.offset == 9,
               "an error in what is skipped is found");
    lyo_walk_end(w);
}

void unit_find(void)
{
    find_by_keys();
    find_by_numbers();
    find_nothing();
}
