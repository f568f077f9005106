/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_signature.h"

#include "ext/hash/php_hash.h"
#include "ext/hash/php_hash_sha.h"
#include "wire/lyo_bytes.h"

#define BLOCK 64
#define DIGEST 32

/* HMAC starts its inner and its outer hash with the key XOR one of these bytes. */
enum pad { INNER = 0x36, OUTER = 0x5C };

static void begin_hash(PHP_SHA256_CTX *hash, const uint8_t key[BLOCK], enum pad pad)
{
    uint8_t block[BLOCK];

    for (size_t i = 0; i < BLOCK; i++) {
        block[i] = key[i] ^ (uint8_t)pad;
    }
    PHP_SHA256Init(hash);
    PHP_SHA256Update(hash, block, BLOCK);
    ZEND_SECURE_ZERO(block, BLOCK);
}

void lyo_sign(const zend_string *key, const zend_string *context, const uint8_t *data, size_t size,
              uint8_t code[LYO_LIMIT_CODE])
{
    PHP_SHA256_CTX hash;
    uint8_t block[BLOCK] = {0}, digest[DIGEST], context_size[8];

    if (ZSTR_LEN(key) > BLOCK) {
        PHP_SHA256Init(&hash);
        PHP_SHA256Update(&hash, (const unsigned char *)ZSTR_VAL(key), ZSTR_LEN(key));
        PHP_SHA256Final(block, &hash);
    } else {
        memcpy(block, ZSTR_VAL(key), ZSTR_LEN(key));
    }
    begin_hash(&hash, block, INNER);
    lyo_store(context_size, context ? ZSTR_LEN(context) : 0, 8);
    PHP_SHA256Update(&hash, context_size, sizeof context_size);
    if (context) {
        PHP_SHA256Update(&hash, (const unsigned char *)ZSTR_VAL(context), ZSTR_LEN(context));
    }
    PHP_SHA256Update(&hash, data, size);
    PHP_SHA256Final(digest, &hash);
    begin_hash(&hash, block, OUTER);
    PHP_SHA256Update(&hash, digest, DIGEST);
    PHP_SHA256Final(digest, &hash);
    memcpy(code, digest, LYO_LIMIT_CODE);
    ZEND_SECURE_ZERO(block, BLOCK);
    ZEND_SECURE_ZERO(digest, DIGEST);
    ZEND_SECURE_ZERO(&hash, sizeof hash);
}

bool lyo_is_signed(const zend_string *key, const zend_string *context, const uint8_t *data, size_t size,
                   const uint8_t *code)
{
    uint8_t expected[LYO_LIMIT_CODE];
    volatile uint8_t different = 0; /* volatile: the compiler must not end the loop early */

    lyo_sign(key, context, data, size, expected);
    for (size_t i = 0; i < LYO_LIMIT_CODE; i++) {
        different |= expected[i] ^ code[i];
    }
    ZEND_SECURE_ZERO(expected, sizeof expected);
    return !different;
}
