/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keys of the walk (spec section 4.3): each key has one form, a map has no numeric strings as keys, and no
 * key occurs twice.
 *
 * Few keys are compared one by one. A 64-bit filter shows that most of them need no comparison. Larger sets
 * get a hash index. Both use a quick hash of a few bytes of the key, which costs 2 ns. Chosen keys can make
 * this hash collide. If an index takes too many steps, it is rebuilt with SipHash-1-3, seeded with a value
 * that the author of the payload does not know. So the walk stays linear. Ascending ints need neither.
 */
#include "lyo_walk_sink.h"

/**
 * Steps per key, and steps in addition, after which an index is rebuilt. Keys that were not chosen to collide
 * take less than 2 steps.
 */
#define LYO_STEPS_PER_KEY 4u
#define LYO_STEPS_FREE 64u

#define LYO_ROTATE(x, b) (((x) << (b)) | ((x) >> (64 - (b))))
#define LYO_SIP_ROUND(v0, v1, v2, v3)                                                                        \
    do {                                                                                                     \
        v0 += v1;                                                                                            \
        v1 = LYO_ROTATE(v1, 13) ^ v0;                                                                        \
        v0 = LYO_ROTATE(v0, 32);                                                                             \
        v2 += v3;                                                                                            \
        v3 = LYO_ROTATE(v3, 16) ^ v2;                                                                        \
        v0 += v3;                                                                                            \
        v3 = LYO_ROTATE(v3, 21) ^ v0;                                                                        \
        v2 += v1;                                                                                            \
        v1 = LYO_ROTATE(v1, 17) ^ v2;                                                                        \
        v2 = LYO_ROTATE(v2, 32);                                                                             \
    } while (0)

/** SipHash-1-3 of a string. The callers use the upper half. tweak separates the kinds of keys. */
static uint64_t lyo_walk_sip(const uint64_t seed[2], uint64_t tweak, lyo_walk_span s)
{
    uint64_t k0 = seed[0] ^ tweak, k1 = seed[1];
    uint64_t v0 = k0 ^ 0x736F6D6570736575u, v1 = k1 ^ 0x646F72616E646F6Du;
    uint64_t v2 = k0 ^ 0x6C7967656E657261u, v3 = k1 ^ 0x7465646279746573u;
    const uint8_t *p = s.bytes;
    for (size_t left = s.size; left >= 8; left -= 8, p += 8) {
        uint64_t m = lyo_load(p, 8);
        v3 ^= m;
        LYO_SIP_ROUND(v0, v1, v2, v3);
        v0 ^= m;
    }
    unsigned rest = s.size & 7;
    uint64_t last = (uint64_t)s.size << 56 | (rest ? lyo_load(p, rest) : 0);
    v3 ^= last;
    LYO_SIP_ROUND(v0, v1, v2, v3);
    v0 ^= last;
    v2 ^= 0xFF;
    LYO_SIP_ROUND(v0, v1, v2, v3);
    LYO_SIP_ROUND(v0, v1, v2, v3);
    LYO_SIP_ROUND(v0, v1, v2, v3);
    return v0 ^ v1 ^ v2 ^ v3;
}

static lyo_walk_span lyo_walk_entry_name(const lyo_walk_key_entry *entry)
{
    return (lyo_walk_span){entry->name, (size_t)entry->size};
}

/** Hash of a key that an attacker cannot predict. */
static uint32_t lyo_walk_strong_hash(const lyo_walker *w, const lyo_walk_key_entry *entry)
{
    uint64_t tweak = entry->kind;
    if (entry->kind == LYO_KEY_INT) {
        uint8_t number[8];
        lyo_store(number, entry->size, 8);
        return (uint32_t)(lyo_walk_sip(w->seed, tweak, (lyo_walk_span){number, 8}) >> 32);
    }
    if (entry->kind == LYO_KEY_PRIVATE_OF) {
        tweak += lyo_walk_sip(w->seed, 0, entry->owner);
    }
    return (uint32_t)(lyo_walk_sip(w->seed, tweak, lyo_walk_entry_name(entry)) >> 32);
}

/** Hash of a key's length and its first, middle and last bytes. */
LYO_INLINE uint32_t lyo_walk_quick_hash(const lyo_walk_key_entry *entry)
{
    uint64_t x = entry->size;
    if (entry->kind != LYO_KEY_INT) {
        const uint8_t *p = entry->name;
        size_t n = (size_t)entry->size;
        x += (uint64_t)entry->kind << 32;
        if (n >= 8) {
            x += lyo_load(p, 8) * 0xA0761D6478BD642Fu + lyo_load(p + n - 8, 8);
            x ^= n > 16 ? lyo_load(p + n / 2 - 4, 8) << 1 : 0;
            /* no load past the end: a prefixed name is not in the payload but in memory of its own */
        } else if (n >= 4) {
            x += (lyo_load(p, 4) | lyo_load(p + n - 4, 4) << 32) * 0xA0761D6478BD642Fu;
        } else if (n > 0) {
            x += (p[0] | (uint64_t)p[n / 2] << 8 | (uint64_t)p[n - 1] << 16) << 8;
        }
    }
    x *= 0x9E3779B97F4A7C15u;
    x ^= x >> 29;
    return (uint32_t)(x * 0xE7037ED1A0B428DBu >> 32);
}

static bool lyo_walk_same_span(lyo_walk_span a, lyo_walk_span b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.bytes, b.bytes, a.size) == 0);
}

static bool lyo_walk_same_key(const lyo_walk_key_entry *a, const lyo_walk_key_entry *b)
{
    if (a->hash != b->hash || a->kind != b->kind || a->size != b->size) {
        return false;
    }
    if (a->kind == LYO_KEY_INT) {
        return true;
    }
    return lyo_walk_same_span(lyo_walk_entry_name(a), lyo_walk_entry_name(b)) &&
           (a->kind != LYO_KEY_PRIVATE_OF || lyo_walk_same_span(a->owner, b->owner));
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

/** Adds entry i of the set to its index. Returns false if an equal key is there. */
static bool lyo_walk_key_index(lyo_walker *w, lyo_walk_key_set *set, size_t i)
{
    lyo_walk_key_entry *entries = &LYO_WALK_ITEM(lyo_walk_key_entry, w->keys, set->first);
    uint32_t *cells = &LYO_WALK_ITEM(uint32_t, w->index, set->index);
    lyo_walk_key_entry *entry = &entries[i];
    if (set->strong) {
        entry->hash = lyo_walk_strong_hash(w, entry);
    }
    uint64_t cell = entry->hash & set->mask;
    for (; cells[cell] != 0; cell = (cell + 1) & set->mask) {
        if (lyo_walk_same_key(&entries[cells[cell] - 1], entry)) {
            return false;
        }
        set->steps++;
    }
    cells[cell] = (uint32_t)i + 1;
    return true;
}

/** Adds all missing entries up to entry last to the index. Returns false if an equal key is there. */
static LYO_NOINLINE bool lyo_walk_key_catch_up(lyo_walker *w, lyo_walk_key_set *set, size_t last)
{
    while (set->indexed <= last) {
        if (!lyo_walk_key_index(w, set, set->indexed)) {
            return false;
        }
        set->indexed++;
        if (!set->strong && set->steps > LYO_STEPS_FREE + LYO_STEPS_PER_KEY * set->indexed) {
            set->strong = true;
            set->indexed = 0;
            memset(&LYO_WALK_ITEM(uint32_t, w->index, set->index), 0, (set->mask + 1) * sizeof(uint32_t));
        }
    }
    return true;
}

/** True if no other entry of the set is equal to the last one. */
LYO_INLINE bool lyo_walk_key_is_new(lyo_walker *w, lyo_walk_key_set *set)
{
    lyo_walk_key_entry *entries = &LYO_WALK_ITEM(lyo_walk_key_entry, w->keys, set->first);
    size_t last = w->keys.count - set->first - 1;
    lyo_walk_key_entry *entry = &entries[last];
    entry->hash = lyo_walk_quick_hash(entry);
    uint64_t bit = (uint64_t)1 << (entry->hash & 63);
    bool maybe = (set->seen & bit) != 0;
    set->seen |= bit;
    if (entry->kind == LYO_KEY_INT && (!set->has_int || (int64_t)entry->size > set->highest)) {
        set->has_int = true;
        set->highest = (int64_t)entry->size;
        return true;
    }
    if (set->mask != 0) {
        return lyo_walk_key_catch_up(w, set, last);
    }
    for (size_t i = 0; maybe && i < last; i++) {
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
    lyo_walk_key key;

    if (!(p = lyo_key_token(w, p, definition != NULL, &key.kind, &key.number, &name, &owner, LYO_WHOLE))) {
        return NULL;
    }
    key.name = name.string;
    key.owner = owner.string;
    lyo_key_kind kind = key.kind;
    lyo_error_code code = lyo_walk_key_rule(&key, definition);
    if (code != LYO_OK) {
        return lyo_walk_fail(w, code, token);
    }
    if (!lyo_walk_key_add(w, set, token, &key)) {
        return NULL;
    }
    if (w->callback) {
        lyo_walk_event event = lyo_walk_event_at(w, LYO_EVENT_KEY, token, p);
        event.key = key;
        event.key.kind = kind;
        event.tag = *token;
        lyo_walk_tell(w, &event);
    }
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
