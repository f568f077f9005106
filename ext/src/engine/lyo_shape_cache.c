/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine/lyo_shape_cache.h"

uint64_t lyo_shape_cache_hash(const uint8_t *bytes, size_t size)
{
    uint64_t h = size * UINT64_C(0x9E3779B97F4A7C15);

    while (size >= 8) {
        h = (h ^ lyo_load(bytes, 8)) * UINT64_C(0xBF58476D1CE4E5B9);
        h ^= h >> 32;
        bytes += 8;
        size -= 8;
    }
    if (size) {
        h = (h ^ lyo_load(bytes, (unsigned)size)) * UINT64_C(0x94D049BB133111EB);
    }
    h ^= h >> 29;
    return h ? h : 1;
}

static bool is_preamble(const lyo_cached_preamble *cached, uint64_t hash, const uint8_t *bytes, size_t size)
{
    return cached->hash == hash && cached->size == size && !memcmp(cached->bytes, bytes, size);
}

bool lyo_shape_cache_find(const lyo_shape_cache *cache, uint64_t hash, const uint8_t *bytes, size_t size, lyo_decoder *d)
{
    const lyo_cached_preamble *cached;

    for (uint32_t at = (uint32_t)hash % LYO_CACHE_SLOTS; (cached = cache->slots[at]); at = (at + 1) % LYO_CACHE_SLOTS) {
        if (!is_preamble(cached, hash, bytes, size)) {
            continue;
        }
        if (cached->definition_count > d->definition_capacity) {
            d->definitions = safe_emalloc(cached->definition_count, sizeof *d->definitions, 0);
            d->definition_capacity = cached->definition_count;
        }
        memcpy(d->definitions, cached->definitions, cached->definition_count * sizeof *d->definitions);
        d->definition_count = cached->definition_count;
        if (cached->class_count) {
            d->classes = ecalloc(cached->class_count, sizeof *d->classes);
            d->class_count = d->class_capacity = cached->class_count;
            for (uint32_t i = 0; i < cached->class_count; i++) {
                d->classes[i].name = cached->classes[i];
            }
        }
        return true;
    }
    return false;
}

/* --- admission ------------------------------------------------------------------------------------------------------------------- */

/* A string that no request frees: like the ones that opcache makes, it is in no table of interned strings. */
static zend_string *make_permanent(const zend_string *s)
{
    if (ZSTR_LEN(s) == 1) {
        return ZSTR_CHAR((uint8_t)ZSTR_VAL(s)[0]);
    }
    if (ZSTR_LEN(s) == 0) {
        return ZSTR_EMPTY_ALLOC();
    }
    zend_string *permanent = zend_string_init(ZSTR_VAL(s), ZSTR_LEN(s), 1);
    zend_string_hash_val(permanent);
    GC_ADD_FLAGS(permanent, IS_STR_INTERNED | IS_STR_PERMANENT);
    return permanent;
}

static void free_permanent(zend_string *s)
{
    if (ZSTR_LEN(s) > 1) {
        pefree(s, 1);
    }
}

/* A copy of a table of keys that releasing leaves alone. */
static HashTable *make_layout(const HashTable *like)
{
    HashTable *ht = pemalloc(sizeof *ht, 1);

    zend_hash_init(ht, like->nNumOfElements, NULL, ZVAL_PTR_DTOR, 1);
    zend_hash_real_init_mixed(ht);
    for (const Bucket *b = like->arData; b < like->arData + like->nNumUsed; b++) {
        if (b->key) {
            lyo_table_add(ht, make_permanent(b->key));
        } else {
            lyo_table_add_int(ht, (zend_long)b->h);
        }
    }
    GC_SET_REFCOUNT(ht, 2);
    GC_ADD_FLAGS(ht, GC_IMMUTABLE);
    return ht;
}

static size_t size_of_string(const zend_string *s)
{
    return _ZSTR_STRUCT_SIZE(ZSTR_LEN(s));
}

static size_t cost_of(size_t size, const lyo_decoder *d)
{
    size_t cost = sizeof(lyo_cached_preamble) + size + d->definition_count * sizeof(lyo_definition);

    for (uint32_t i = 0; i < d->class_count; i++) {
        cost += sizeof(zend_string *) + size_of_string(d->classes[i].name);
    }
    for (uint32_t i = 0; i < d->definition_count; i++) {
        const HashTable *layout = d->definitions[i].layout;
        if (d->definitions[i].case_name) {
            cost += size_of_string(d->definitions[i].case_name);
        }
        if (!layout) {
            continue;
        }
        cost += sizeof *layout + HT_SIZE_EX(layout->nTableSize, layout->nTableMask);
        for (const Bucket *b = layout->arData; b < layout->arData + layout->nNumUsed; b++) {
            cost += b->key ? size_of_string(b->key) : 0;
        }
    }
    return cost;
}

static lyo_cached_preamble *make_cached(uint64_t hash, const uint8_t *bytes, size_t size, const lyo_decoder *d)
{
    lyo_cached_preamble *cached = pecalloc(1, sizeof *cached, 1);

    cached->hash = hash;
    cached->size = (uint32_t)size;
    cached->bytes = pemalloc(size, 1);
    memcpy(cached->bytes, bytes, size);
    cached->definition_count = d->definition_count;
    cached->class_count = d->class_count;
    cached->definitions = safe_pemalloc(d->definition_count, sizeof *cached->definitions, 0, 1);
    cached->classes = safe_pemalloc(d->class_count + 1, sizeof *cached->classes, 0, 1);
    for (uint32_t i = 0; i < d->class_count; i++) {
        cached->classes[i] = make_permanent(d->classes[i].name);
    }
    for (uint32_t i = 0; i < d->definition_count; i++) {
        lyo_definition *definition = &cached->definitions[i];
        *definition = d->definitions[i];
        definition->fresh = false;
        definition->layout = definition->layout ? make_layout(definition->layout) : NULL;
        definition->case_name = definition->case_name ? make_permanent(definition->case_name) : NULL;
    }
    return cached;
}

bool lyo_shape_cache_wants(lyo_shape_cache *cache, size_t limit, uint64_t hash)
{
    uint64_t *seen = &cache->seen[(hash >> 32) % LYO_SEEN_SLOTS];

    if (*seen != hash) {
        *seen = hash;
        return false;
    }
    /* half full: probes stay short */
    return cache->count < LYO_CACHE_SLOTS / 2 && cache->used < limit;
}

void lyo_shape_cache_offer(lyo_shape_cache *cache, size_t limit, uint64_t hash, const uint8_t *bytes, size_t size, const lyo_decoder *d)
{
    size_t cost = cost_of(size, d);
    /* one preamble may take an eighth of the limit */
    if (cost > limit / 8 || cache->used + cost > limit) {
        return;
    }
    uint32_t at = (uint32_t)hash % LYO_CACHE_SLOTS;
    while (cache->slots[at]) {
        at = (at + 1) % LYO_CACHE_SLOTS;
    }
    cache->slots[at] = make_cached(hash, bytes, size, d);
    cache->count++;
    cache->used += cost;
}

/* --- end ---------------------------------------------------------------------------------------------------------------------------- */

static void free_cached(lyo_cached_preamble *cached)
{
    for (uint32_t i = 0; i < cached->definition_count; i++) {
        HashTable *layout = cached->definitions[i].layout;
        if (cached->definitions[i].case_name) {
            free_permanent(cached->definitions[i].case_name);
        }
        if (!layout) {
            continue;
        }
        for (const Bucket *b = layout->arData; b < layout->arData + layout->nNumUsed; b++) {
            if (b->key) {
                free_permanent(b->key);
            }
        }
        pefree(HT_GET_DATA_ADDR(layout), 1);
        pefree(layout, 1);
    }
    for (uint32_t i = 0; i < cached->class_count; i++) {
        free_permanent(cached->classes[i]);
    }
    pefree(cached->definitions, 1);
    pefree(cached->classes, 1);
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
