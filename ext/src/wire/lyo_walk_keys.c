/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keys of the walk (spec section 4.3): each key has one form, a map has no numeric strings as keys, and no
 * key occurs twice.
 *
 * Few keys are compared one by one. Larger sets get a hash index. Its hash is seeded with addresses that the
 * author of the payload does not know, so that the walk stays linear. Ascending ints need neither.
 */
#include "lyo_walk_sink.h"
#include "wire/lyo_hash_bytes.h"

/** Returns a hash that an attacker cannot predict. */
static uint32_t lyo_walk_hash(const lyo_walker *w, const lyo_walk_key_entry *entry)
{
    if (entry->kind == LYO_KEY_INT) {
        uint8_t number[8];
        lyo_store(number, entry->size, 8);
        return lyo_hash_bytes(number, sizeof number, w);
    }
    uint32_t hash = lyo_hash_bytes(entry->name, (size_t)entry->size, w) + entry->kind;
    return entry->kind == LYO_KEY_PRIVATE_OF
               ? hash ^ lyo_hash_bytes(entry->owner.bytes, entry->owner.size, w->data) * 0x9E3779B1u
               : hash;
}

static bool lyo_walk_same_span(lyo_walk_span a, lyo_walk_span b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.bytes, b.bytes, a.size) == 0);
}

static bool lyo_walk_same_key(const lyo_walk_key_entry *a, const lyo_walk_key_entry *b)
{
    if (a->size != b->size || a->hash != b->hash || a->kind != b->kind) {
        return false;
    }
    return a->kind == LYO_KEY_INT || ((a->size == 0 || memcmp(a->name, b->name, (size_t)a->size) == 0) &&
                                      lyo_walk_same_span(a->owner, b->owner));
}

bool lyo_walk_keys_begin(lyo_walker *w, lyo_walk_key_set *set, uint64_t count)
{
    memset(set, 0, sizeof *set);
    set->first = w->keys.count;
    set->index = w->index.count;
    if (count <= LYO_WALK_FEW_KEYS) {
        return lyo_walk_reserve(w, &w->keys, (size_t)count);
    }
    LYO_ASSERT(count <= LYO_LIMIT_COUNT); /* so entries have 32 bits */
    size_t cells = 4 * LYO_WALK_FEW_KEYS;
    while (cells < 2 * count) {
        cells *= 2;
    }
    if (!lyo_walk_reserve(w, &w->keys, (size_t)count) || !lyo_walk_reserve(w, &w->index, cells)) {
        return false;
    }
    memset(&LYO_WALK_ITEM(uint32_t, w->index, set->index), 0, cells * sizeof(uint32_t));
    w->index.count += cells;
    set->mask = cells - 1;
    return true;
}

void lyo_walk_keys_end(lyo_walker *w, const lyo_walk_key_set *set)
{
    w->keys.count = set->first;
    w->index.count = set->index;
}

/** Adds the missing entries, up to the last one, to the index. Returns false if a key is there already. */
static LYO_NOINLINE bool lyo_walk_key_catch_up(lyo_walker *w, lyo_walk_key_set *set, size_t last)
{
    lyo_walk_key_entry *entries = &LYO_WALK_ITEM(lyo_walk_key_entry, w->keys, set->first);
    uint32_t *cells = &LYO_WALK_ITEM(uint32_t, w->index, set->index);

    for (; set->indexed <= last; set->indexed++) {
        lyo_walk_key_entry *entry = &entries[set->indexed];
        entry->hash = lyo_walk_hash(w, entry);
        uint64_t cell = entry->hash & set->mask;
        for (; cells[cell] != 0; cell = (cell + 1) & set->mask) {
            if (lyo_walk_same_key(&entries[cells[cell] - 1], entry)) {
                return false;
            }
        }
        cells[cell] = (uint32_t)set->indexed + 1;
    }
    return true;
}

/** True if no other entry of the set is equal to the last one. */
LYO_INLINE bool lyo_walk_key_is_new(lyo_walker *w, lyo_walk_key_set *set)
{
    lyo_walk_key_entry *entries = &LYO_WALK_ITEM(lyo_walk_key_entry, w->keys, set->first);
    size_t last = w->keys.count - set->first - 1;
    lyo_walk_key_entry *entry = &entries[last];
    if (entry->kind == LYO_KEY_INT && (!set->has_int || (int64_t)entry->size > set->highest)) {
        set->has_int = true;
        set->highest = (int64_t)entry->size;
        return true;
    }
    if (set->mask != 0) {
        return lyo_walk_key_catch_up(w, set, last);
    }
    for (size_t i = 0; i < last; i++) {
        if (lyo_walk_same_key(&entries[i], entry)) {
            return false;
        }
    }
    return true;
}

/**
 * Checks the rules for a key. Returns LYO_OK if it keeps them. In a state, a string that is the decimal form
 * of an int is replaced by that int.
 */
static lyo_error_code lyo_walk_key_rule(lyo_walk_key *key, const lyo_walk_definition *definition)
{
    switch (key->kind) {
    case LYO_KEY_PLAIN:
        if (definition && lyo_is_mangled(key->name.bytes, key->name.size)) {
            return LYO_ERR_KEY;
        }
        if (!lyo_is_int_key(key->name.bytes, key->name.size, &key->number)) {
            return LYO_OK;
        }
        key->kind = LYO_KEY_INT;
        return definition ? LYO_OK : LYO_ERR_NUMERIC_KEY;
    case LYO_KEY_PRIVATE:
        return definition->private_keys ? LYO_OK : LYO_ERR_KEY;
    case LYO_KEY_PRIVATE_OF:
        return lyo_is_scope(key->owner.bytes, key->owner.size) &&
                       !lyo_walk_same_span(key->owner, definition->class_name)
                   ? LYO_OK
                   : LYO_ERR_KEY;
    default:
        return LYO_OK;
    }
}

/** Adds a key to its set. Returns false, with an error recorded, if it is there already. */
LYO_INLINE bool lyo_walk_key_add(lyo_walker *w, lyo_walk_key_set *set, const uint8_t *token,
                                 const lyo_walk_key *key)
{
    uint64_t size = key->kind == LYO_KEY_INT ? (uint64_t)key->number : key->name.size;
    LYO_WALK_ITEM(lyo_walk_key_entry, w->keys, w->keys.count++) =
        (lyo_walk_key_entry){key->name.bytes, size, key->owner, 0, key->kind};
    if (!lyo_walk_key_is_new(w, set)) {
        lyo_walk_fail(w, LYO_ERR_DUPLICATE_KEY, token);
        return false;
    }
    return true;
}

/** Reads any key and emits its event. */
static const uint8_t *lyo_walk_any_key(lyo_walker *w, const uint8_t *p, lyo_walk_key_set *set,
                                       const lyo_walk_definition *definition)
{
    const uint8_t *token = p;
    lyo_walk_leaf name = {0}, owner = {0};
    lyo_walk_key key = {.number = 0};

    if (!(p = lyo_key_token(w, p, definition != NULL, &key.kind, &key.number, &name, &owner, LYO_WHOLE))) {
        return NULL;
    }
    key.name = name.string;
    key.owner = owner.string;
    const lyo_walk_key as_read = key; /* the rules make some strings ints */
    lyo_error_code code = lyo_walk_key_rule(&key, definition);
    if (code != LYO_OK) {
        return lyo_walk_fail(w, code, token);
    }
    if (!lyo_walk_key_add(w, set, token, &key)) {
        return NULL;
    }
    LYO_WALK_EMIT(w, LYO_EVENT_KEY, token, p, .key = as_read);
    return p;
}

const uint8_t *lyo_walk_key_token(lyo_walker *w, const uint8_t *p, lyo_walk_key_set *set,
                                  const lyo_walk_definition *definition)
{
    /* most keys are short strings that begin with neither a digit nor a NUL */
    if (lyo_walk_has(w, p, 3) && lyo_is_short_string(*p) && p[1] > '9' && !w->callback) {
        lyo_walk_leaf leaf;
        const uint8_t *next = lyo_short_string_token(w, p, *p, &leaf, LYO_QUICK);
        if (next) {
            const lyo_walk_key key = {.kind = LYO_KEY_PLAIN, .name = leaf.string};
            return lyo_walk_key_add(w, set, p, &key) ? next : NULL;
        }
    }
    return lyo_walk_any_key(w, p, set, definition);
}
