/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keys of the walk (spec section 4.3): each key has one form, a map has no numeric strings as keys, and no
 * key occurs twice.
 *
 * The keys of a set are in buckets. Few keys are in a single one, and so are compared one by one. Others are
 * in buckets by a hash, which is seeded with addresses that the author of the payload does not know, so that
 * the walk stays linear.
 */
#include "lyo_walk_sink.h"

/** Sets with up to this many keys have a single bucket. */
#define LYO_WALK_FEW_KEYS 16u

/** Returns a hash that an attacker cannot predict. */
static uint32_t lyo_walk_hash(const lyo_walker *w, const lyo_walk_key *key)
{
    if (key->kind == LYO_KEY_INT) {
        return lyo_hash_bytes(&key->number, sizeof key->number, w);
    }
    uint32_t hash = key->name.hash ? key->name.hash : lyo_hash_bytes(key->name.bytes, key->name.size, w);
    return key->kind == LYO_KEY_PRIVATE_OF
               ? hash ^ lyo_hash_bytes(key->owner.bytes, key->owner.size, w->data) * 0x9E3779B1u
               : hash;
}

LYO_INLINE bool lyo_walk_same_span(const lyo_walk_span *a, const lyo_walk_span *b)
{
    return a->size == b->size && a->hash == b->hash &&
           (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0);
}

LYO_INLINE bool lyo_walk_same_key(const lyo_walk_key *a, const lyo_walk_key *b)
{
    return a->kind == b->kind && a->number == b->number && lyo_walk_same_span(&a->name, &b->name) &&
           lyo_walk_same_span(&a->owner, &b->owner);
}

bool lyo_walk_keys_begin(lyo_walker *w, lyo_walk_key_set *set, uint64_t count)
{
    LYO_ASSERT(count <= LYO_LIMIT_COUNT); /* so numbers of keys have 32 bits */
    if (!lyo_walk_reserve(w, &w->keys, count, sizeof(lyo_walk_key_entry))) {
        return false;
    }
    *set = (lyo_walk_key_set){w->keys.count, count, 0};
    while (w->keys.count < set->first + count) {
        LYO_WALK_ITEM(lyo_walk_key_entry, w->keys, w->keys.count++).head = 0;
    }
    return true;
}

/** True if the key of the next entry of a set is not in the set. Then it belongs to the set. */
LYO_INLINE bool lyo_walk_key_is_new(const lyo_walker *w, lyo_walk_key_set *set, lyo_walk_key_entry *entries)
{
    lyo_walk_key_entry *entry = &entries[set->used];
    uint64_t bucket = 0;

    if (set->count > LYO_WALK_FEW_KEYS) {
        bucket = lyo_walk_hash(w, &entry->key) * set->count >> 32;
    }
    for (uint32_t other = entries[bucket].head; other > 0; other = entries[other - 1].next) {
        if (lyo_walk_same_key(&entries[other - 1].key, &entry->key)) {
            return false;
        }
    }
    entry->next = entries[bucket].head;
    entries[bucket].head = ++set->used;
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
        *key = (lyo_walk_key){.kind = LYO_KEY_INT, .number = key->number};
        return definition ? LYO_OK : LYO_ERR_NUMERIC_KEY;
    case LYO_KEY_PROTECTED:
        return lyo_mangled_fits(1, key->name.size) ? LYO_OK : LYO_ERR_KEY;
    case LYO_KEY_PRIVATE:
        return lyo_mangled_fits(definition->class_name.size, key->name.size) &&
                       lyo_is_scope(definition->class_name.bytes, definition->class_name.size)
                   ? LYO_OK
                   : LYO_ERR_KEY;
    case LYO_KEY_PRIVATE_OF:
        return lyo_mangled_fits(key->owner.size, key->name.size) &&
                       lyo_is_scope(key->owner.bytes, key->owner.size) &&
                       !lyo_walk_same_span(&key->owner, &definition->class_name)
                   ? LYO_OK
                   : LYO_ERR_KEY;
    default:
        return LYO_OK;
    }
}

const uint8_t *lyo_walk_key_token(lyo_walker *w, const uint8_t *p, lyo_walk_key_set *set,
                                  const lyo_walk_definition *definition)
{
    const uint8_t *token = p;
    lyo_walk_key_entry *entries = &LYO_WALK_ITEM(lyo_walk_key_entry, w->keys, set->first);
    lyo_walk_key *key = &entries[set->used].key;
    lyo_walk_leaf name, owner;

    *key = (lyo_walk_key){.number = 0};
    name.string = owner.string = key->name;
    if (!(p = lyo_key_token(w, p, definition != NULL, &key->kind, &key->number, &name, &owner, 0))) {
        return NULL;
    }
    key->name = name.string;
    key->owner = owner.string;
    const lyo_key_kind as_read = key->kind; /* the rules make some strings ints */
    lyo_error_code code = lyo_walk_key_rule(key, definition);
    if (code == LYO_OK && !lyo_walk_key_is_new(w, set, entries)) {
        code = LYO_ERR_DUPLICATE_KEY;
    }
    if (code != LYO_OK) {
        return lyo_walk_fail(w, code, token);
    }
    LYO_WALK_EMIT(w, LYO_EVENT_KEY, token, p, .key = {as_read, key->number, name.string, owner.string});
    return p;
}
