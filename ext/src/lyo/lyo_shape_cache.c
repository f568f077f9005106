/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_shape_cache.h"

lyo_shape_cache *lyo_shape_cache_new(lyo_permanent *names, size_t limit)
{
    lyo_shape_cache *cache = pecalloc(1, sizeof *cache, 1);

    cache->names = names;
    cache->limit = limit;
    cache->used = sizeof *cache;
    return cache;
}

/* --- search --------------------------------------------------------------------------------------------- */

LYO_INLINE uint64_t mix(uint64_t h, const uint8_t *bytes)
{
    h = (h ^ lyo_load(bytes, 8)) * UINT64_C(0xBF58476D1CE4E5B9);
    return h ^ h >> 32;
}

/*
 * Hashes the size and at most 64 bytes. Preambles that differ elsewhere have the same hash; is_preamble()
 * compares them.
 */
uint64_t lyo_shape_cache_hash(const uint8_t *bytes, size_t size)
{
    uint64_t h = size * UINT64_C(0x9E3779B97F4A7C15);

    if (size < 8) {
        return (h ^ lyo_load(bytes, (unsigned)size)) | 1;
    }
    h = mix(mix(h, bytes), bytes + size - 8);
    if (size > 16) {
        const uint8_t *middle = bytes + size / 2;
        h = mix(mix(h, middle - 8), middle);
    }
    if (size > 64) {
        h = mix(mix(h, bytes + size / 4), bytes + size / 4 * 3 - 8);
    }
    return (h ^ h >> 29) | 1;
}

static bool is_preamble(const lyo_cached_preamble *cached, uint64_t hash, const uint8_t *bytes, size_t size)
{
    return cached->hash == hash && cached->size == size && !memcmp(cached->bytes, bytes, size);
}

/* Resets what holds for one request only. */
static void forget_request(lyo_definition *definition)
{
    definition->targets = NULL;
    definition->direct = false;
    definition->enum_case = NULL;
    definition->class = (lyo_class){.name = definition->class.name};
}

static void use(lyo_cached_preamble *cached, lyo_decoder *d)
{
    const uint32_t count = d->definition_count = cached->definition_count;

    d->names.strings = cached->names;
    d->names.count = cached->name_count;
    d->classed = cached->classed;
    if (!cached->classed || (cached->resolved && !d->base.options->allowed_classes)) {
        d->definitions = cached->definitions;
        d->borrowed = true;
        return;
    }
    if (count > d->definition_capacity) {
        d->definitions = safe_emalloc(count, sizeof *d->definitions, 0);
    }
    memcpy(d->definitions, cached->definitions, count * sizeof *d->definitions);
    for (uint32_t i = 0; cached->resolved && i < count; i++) {
        forget_request(&d->definitions[i]);
    }
    if (cached->plain && !d->base.options->allowed_classes) {
        d->cached = cached;
    }
}

bool lyo_shape_cache_find(lyo_shape_cache *cache, uint64_t hash, const uint8_t *bytes, size_t size,
                          lyo_decoder *d)
{
    LYO_ASSERT(d->definition_count == 0 && d->names.count == 0);
    for (uint32_t i = 0; i < LYO_CACHE_PROBES; i++) {
        lyo_cached_preamble *cached = cache->slots[(hash >> 8 ^ i) % LYO_CACHE_SLOTS];
        if (cached && is_preamble(cached, hash, bytes, size)) {
            use(cached, d);
            cache->hits++;
            return true;
        }
    }
    cache->misses++;
    return false;
}

/* --- what holds for one request ------------------------------------------------------------------------- */

void lyo_shape_cache_resolve(lyo_decoder *d)
{
    lyo_cached_preamble *cached = d->cached;
    lyo_shape_cache *cache = d->mechanisms->shape_cache;

    LYO_ASSERT(!cached->resolved && !d->borrowed && d->definition_count == cached->definition_count);
    LYO_ASSERT(!d->base.options->allowed_classes);
    memcpy(cached->definitions, d->definitions, d->definition_count * sizeof *d->definitions);
    cached->resolved = true;
    cached->next = cache->resolved;
    cache->resolved = cached;
    if (d->definitions != d->embedded_definitions) {
        efree(d->definitions);
    }
    use(cached, d);
}

void lyo_shape_cache_end_request(lyo_shape_cache *cache)
{
    for (lyo_cached_preamble *cached = cache->resolved; cached; cached = cached->next) {
        for (uint32_t i = 0; i < cached->definition_count; i++) {
            lyo_definition *definition = &cached->definitions[i];
            LYO_FREE_IF(definition->targets);
            forget_request(definition);
        }
        cached->resolved = false;
    }
    cache->resolved = NULL;
}

/* --- admission ------------------------------------------------------------------------------------------ */

static zend_string *permanent(lyo_shape_cache *cache, const zend_string *s)
{
    return lyo_permanent_string(cache->names, s, &cache->used);
}

/* Returns a permanent, immutable copy of a table of keys, with null values. */
static HashTable *make_layout(lyo_shape_cache *cache, const HashTable *like)
{
    HashTable *ht = lyo_table_lasting_copy(like);

    for (lyo_entry *b = lyo_entries(ht); b < lyo_entries_end(ht); b++) {
        b->key = b->key ? permanent(cache, b->key) : NULL;
        ZVAL_NULL(&b->val);
    }
    return ht;
}

/*
 * Returns the bytes that a preamble costs without strings. *strings: the most bytes that its strings can add.
 */
static size_t cost_of(size_t size, const lyo_decoder *d, size_t *strings)
{
    size_t cost = sizeof(lyo_cached_preamble) + size + d->definition_count * sizeof(lyo_definition);

    *strings = 0;
    for (uint32_t i = 0; i < d->names.count; i++) {
        *strings += lyo_permanent_size(d->names.strings[i]);
    }
    cost += ((size_t)d->names.count + 1) * sizeof(zend_string *);
    for (uint32_t i = 0; i < d->definition_count; i++) {
        const HashTable *layout = d->definitions[i].layout;
        if (!layout) {
            continue;
        }
        cost += sizeof *layout + lyo_table_lasting_size(layout);
        for (const lyo_entry *b = lyo_entries(layout); b < lyo_entries_end(layout); b++) {
            /* a mangled key is a string of its own; any other is one of d->names, counted above */
            *strings += b->key && ZSTR_VAL(b->key)[0] == '\0' ? lyo_permanent_size(b->key) : 0;
        }
    }
    return cost;
}

static lyo_cached_preamble *make_cached(lyo_shape_cache *cache, uint64_t hash, const uint8_t *bytes,
                                        size_t size, const lyo_decoder *d)
{
    lyo_cached_preamble *cached = pecalloc(1, sizeof *cached, 1);

    cached->hash = hash;
    cached->size = (uint32_t)size;
    cached->bytes = pemalloc(size, 1);
    memcpy(cached->bytes, bytes, size);
    cached->definition_count = d->definition_count;
    cached->classed = d->classed;
    cached->definitions = safe_pemalloc(d->definition_count, sizeof *cached->definitions, 0, 1);
    cached->name_count = d->names.count;
    cached->names = safe_pemalloc(d->names.count + 1, sizeof *cached->names, 0, 1);
    for (uint32_t i = 0; i < d->names.count; i++) {
        cached->names[i] = permanent(cache, d->names.strings[i]);
    }
    cached->plain = true;
    for (uint32_t i = 0; i < d->definition_count; i++) {
        lyo_definition *definition = &cached->definitions[i];
        *definition = d->definitions[i];
        LYO_ASSERT(!definition->targets && !definition->direct && !definition->layout == !definition->count);
        definition->fresh = false;
        if (definition->kind != LYO_DEF_MAP_SHAPE) {
            definition->class.name = permanent(cache, definition->class.name);
            forget_request(definition);
        }
        definition->layout = definition->layout ? make_layout(cache, definition->layout) : NULL;
        definition->case_name = definition->case_name ? permanent(cache, definition->case_name) : NULL;
        cached->plain &= definition->kind != LYO_DEF_CLASS_SHAPE || !definition->count ||
                         lyo_next_key(definition->layout) == ZEND_LONG_MIN;
    }
    return cached;
}

bool lyo_shape_cache_wants(lyo_shape_cache *cache, uint64_t hash)
{
    uint64_t *seen = &cache->seen[(hash >> 32) % LYO_SEEN_SLOTS];

    if (*seen != hash) {
        *seen = *seen == ~hash ? ~hash : hash;
        return false;
    }
    /* at most half full, so that few probes are needed */
    return cache->count < LYO_CACHE_SLOTS / 2 && cache->used < cache->limit;
}

void lyo_shape_cache_offer(lyo_shape_cache *cache, uint64_t hash, const uint8_t *bytes, size_t size,
                           const lyo_decoder *d)
{
    size_t strings, cost = cost_of(size, d, &strings);

    /* One preamble may take an eighth of the limit. */
    const bool fits = cost + strings <= cache->limit / 8 && cache->used + cost + strings <= cache->limit;
    for (uint32_t i = 0; fits && i < LYO_CACHE_PROBES; i++) {
        uint32_t at = (hash >> 8 ^ i) % LYO_CACHE_SLOTS;
        if (!cache->slots[at]) {
            cache->slots[at] = make_cached(cache, hash, bytes, size, d);
            cache->count++;
            cache->used += cost;
            LYO_ASSERT(cache->used <= cache->limit);
            LYO_ASSERT(cache->count <= LYO_CACHE_SLOTS / 2);
            return;
        }
    }
    /* ~hash marks a refused one: it is not offered again until another preamble overwrites the slot. */
    cache->seen[(hash >> 32) % LYO_SEEN_SLOTS] = ~hash;
}

/* --- end ------------------------------------------------------------------------------------------------ */

static void free_cached(lyo_cached_preamble *cached)
{
    for (uint32_t i = 0; i < cached->definition_count; i++) {
        HashTable *layout = cached->definitions[i].layout;
        if (layout) {
            lyo_table_lasting_free(layout);
        }
    }
    pefree(cached->definitions, 1);
    pefree(cached->names, 1);
    pefree(cached->bytes, 1);
    pefree(cached, 1);
}

void lyo_shape_cache_free(lyo_shape_cache *cache)
{
    for (uint32_t i = 0; i < LYO_CACHE_SLOTS; i++) {
        if (cache->slots[i]) {
            free_cached(cache->slots[i]);
        }
    }
    pefree(cache, 1);
}
