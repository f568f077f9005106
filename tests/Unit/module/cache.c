/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The shape cache with hashes that no test could find by trying: so many that share all their places.
 */
#include "php/lyo_isolation.h"
#include "unit.h"

#include "lyo/lyo_shape_cache.h"

static void ignore(int level, bool named, const char *message)
{
}

static lyo_isolation isolation;
static const lyo_decode_options options = {.max_depth = 16, .diagnose = ignore, .isolation = &isolation};

/* The hash of the preamble of this number: the places are those of the others, the slot of what was seen is its own. */
static uint64_t hash_of(uint32_t number)
{
    return (uint64_t)(number + 1) << 32;
}

/* Looks up a preamble, and stores it whenever the cache accepts it. Returns how often that was in `times` times. */
static uint32_t offers(lyo_shape_cache *cache, const lyo_decoder *d, uint32_t number, uint32_t times)
{
    const uint8_t bytes[4] = {(uint8_t)number};
    uint32_t count = 0;

    for (uint32_t i = 0; i < times; i++) {
        if (lyo_shape_cache_wants(cache, hash_of(number))) {
            lyo_shape_cache_offer(cache, hash_of(number), bytes, sizeof bytes, d);
            count++;
        }
    }
    return count;
}

void unit_cache(void)
{
    lyo_permanent *names = lyo_permanent_new();
    lyo_shape_cache *cache = lyo_shape_cache_new(names, 1 << 20);
    lyo_decoder d;
    zval result;

    /* a preamble without definitions */
    static const uint8_t null[] = {LYO_MAGIC, LYO_VERSION << 4, LYO_TAG_NULL};
    unit_check(lyo_decode(&d, null, sizeof null, &options, &lyo_no_mechanisms, &result), "null is decoded");
    for (uint32_t i = 0; i < LYO_CACHE_PROBES; i++) {
        unit_check(offers(cache, &d, i, 2) == 1 && cache->count == i + 1,
                   "a preamble with a free place is kept when it is seen again");
    }
    unit_check(offers(cache, &d, LYO_CACHE_PROBES, 9) == 1 && cache->count == LYO_CACHE_PROBES,
               "one that finds all its places taken is offered once, not each time");
    lyo_decoder_free(&d);
    lyo_shape_cache_free(cache);
    lyo_permanent_free(names);
}
