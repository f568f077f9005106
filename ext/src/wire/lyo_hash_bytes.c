/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/lyo_hash_bytes.h"

uint32_t lyo_hash_bytes(const void *bytes, size_t len, const void *seed)
{
    const uint8_t *s = bytes;
    /*
     * About 30 bits of an address are unknown to an attacker. Each word is mixed with them before it is
     * multiplied.
     */
    uint64_t key =
        lyo_fold((uint64_t)(uintptr_t)seed ^ UINT64_C(0x9E3779B97F4A7C15), UINT64_C(0x94D049BB133111EB));
    uint64_t other = key * UINT64_C(0xBF58476D1CE4E5B9);
    uint64_t h = other ^ len;
    uint8_t rest[32] = {0};

    if (len > 32) {
        const uint8_t *end = s + len;
        if (len > 64) {
            /*
             * Four independent chains, so that no multiplication waits for another. No two chains begin with
             * the same pair of secrets, and no chain begins with a pair whose difference is known. Otherwise
             * the bytes at two positions could be exchanged without changing the hash.
             */
            uint64_t third = key * UINT64_C(0x94D049BB133111EB), fourth = key * UINT64_C(0x9E3779B97F4A7C15);
            uint64_t h2 = third, h3 = fourth, h4 = key;
            do {
                h = lyo_fold(lyo_load(s, 8) ^ key, lyo_load(s + 8, 8) ^ h);
                h2 = lyo_fold(lyo_load(s + 16, 8) ^ other, lyo_load(s + 24, 8) ^ h2);
                h3 = lyo_fold(lyo_load(s + 32, 8) ^ third, lyo_load(s + 40, 8) ^ h3);
                h4 = lyo_fold(lyo_load(s + 48, 8) ^ fourth, lyo_load(s + 56, 8) ^ h4);
                s += 64;
            } while (end - s > 64);
            h ^= h2 ^ h3 ^ h4;
        }
        if (end - s > 32) {
            h = lyo_fold(lyo_load(s, 8) ^ key, lyo_load(s + 8, 8) ^ h);
            h = lyo_fold(lyo_load(s + 16, 8) ^ other, lyo_load(s + 24, 8) ^ h);
        }
        s = end - 32; /* hashes some bytes twice, which is cheaper than a zero-padded copy of the rest */
    } else {
        s = memcpy(rest, s, len);
    }
    h = lyo_fold(lyo_load(s, 8) ^ key, lyo_load(s + 8, 8) ^ h);
    h = lyo_fold(lyo_load(s + 16, 8) ^ other, lyo_load(s + 24, 8) ^ h);
    return (uint32_t)(h ^ h >> 32);
}
