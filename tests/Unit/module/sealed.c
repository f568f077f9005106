/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Nothing after the first entry of a signed envelope is read before its code is verified. The file that takes envelopes off is compiled
 * here with functions that count each call of a parser, and everything after the first entry is in pages that can be read only during the verification.
 */
#include "unit.h"

#include <sys/mman.h>
#include <unistd.h>

#include "module/lyo_envelope_seal.h"
#include "module/lyo_signature.h"
#include "wire/lyo_bytes.h"

static zend_long parsed;    /* calls of functions that read after the first entry */
static uint8_t *guarded;    /* pages that only the verification may read; NULL: none */
static size_t guarded_size; /* bytes of them */

static bool count_rest(lyo_envelope *envelope, lyo_error *error)
{
    parsed++;
    return lyo_envelope_rest(envelope, error);
}

static bool count_payload(const uint8_t *content, size_t size, lyo_error *error)
{
    parsed++;
    return lyo_envelope_holds_payload(content, size, error);
}

static bool count_may_unpack(uint8_t algorithm, const uint8_t *data, size_t size, uint64_t unpacked_size)
{
    parsed++;
    return lyo_may_unpack(algorithm, data, size, unpacked_size);
}

static void guard(int protection)
{
    if (guarded && mprotect(guarded, guarded_size, protection) != 0) {
        zend_error_noreturn(E_ERROR, "lyo_unit: mprotect");
    }
}

/* From here on data with the right code may be read. */
static bool verify_unguarded(const zend_string *key, const zend_string *context, const uint8_t *data,
                             size_t size, const uint8_t *code)
{
    guard(PROT_READ | PROT_WRITE);
    bool verified = lyo_is_signed(key, context, data, size, code);
    if (!verified) {
        guard(PROT_NONE);
    }
    return verified;
}

#define lyo_envelope_rest count_rest
#define lyo_envelope_holds_payload count_payload
#define lyo_may_unpack count_may_unpack
#define lyo_is_signed verify_unguarded
#include "module/lyo_envelope_seal.c"

/** Most bytes of an envelope here. */
#define MOST_SEALED 1024

typedef struct sealed {
    uint8_t bytes[MOST_SEALED];
    size_t size;
    size_t front; /* bytes up to the end of the first entry */
    lyo_envelope_options options;
    uint8_t *pages; /* two, with a boundary at `boundary` */
    size_t page;
    zend_long refused, accepted;
} sealed;

/* Puts the bytes where the first entry ends with a page, and opens them. The content is guarded if the header is not changed. */
static bool opens(sealed *s, const uint8_t *bytes, size_t size, const lyo_envelope_options *options,
                  bool guards)
{
    uint8_t *at = s->pages + s->page - s->front;
    lyo_unsealed opened;

    memcpy(at, bytes, size);
    guarded = guards ? s->pages + s->page : NULL;
    guarded_size = s->page;
    parsed = 0;
    guard(PROT_NONE);
    bool good = lyo_unseal(at, size, options, &opened);
    guard(PROT_READ | PROT_WRITE);
    guarded = NULL;
    lyo_unsealed_free(&opened);
    return good;
}

static void refuses(sealed *s, const uint8_t *bytes, size_t size, const lyo_envelope_options *options,
                    bool guards, const char *what)
{
    bool good = opens(s, bytes, size, options, guards);

    if (good || parsed != 0) {
        unit_check(false, what);
    }
    s->refused++;
}

/* Every byte in every other value, every beginning, a byte more. */
static void change_bytes(sealed *s)
{
    uint8_t changed[MOST_SEALED + 1];

    for (size_t at = 0; at < s->size; at++) {
        memcpy(changed, s->bytes, s->size);
        for (int other = 1; other < 256; other++) {
            changed[at] = s->bytes[at] ^ (uint8_t)other;
            refuses(s, changed, s->size, &s->options, at >= s->front, "a changed byte is refused unread");
        }
    }
    for (size_t size = 0; size < s->size; size++) {
        refuses(s, s->bytes, size, &s->options, size >= s->front, "a beginning is refused unread");
    }
    memcpy(changed, s->bytes, s->size);
    for (int more = 0; more < 256; more++) {
        changed[s->size] = (uint8_t)more;
        refuses(s, changed, s->size + 1, &s->options, true, "a byte more is refused unread");
    }
}

static HashTable *one_key(const char *name, const char *key)
{
    HashTable *keys = zend_new_array(1);
    zval zv;

    ZVAL_STRING(&zv, key);
    zend_symtable_str_update(keys, name, strlen(name), &zv);
    return keys;
}

static void change_options(sealed *s)
{
    static const char *const contexts[] = {"", "c", "context ", "Context", "context2"};
    lyo_envelope_options others = s->options;

    others.keys = one_key("k", "another key, 16 bytes");
    refuses(s, s->bytes, s->size, &others, true, "another key is refused unread");
    zend_array_destroy((HashTable *)others.keys);
    others.keys = one_key("K", "the key, 16 bytes or more");
    refuses(s, s->bytes, s->size, &others, true, "a key of another name is refused unread");
    zend_array_destroy((HashTable *)others.keys);
    others = s->options;
    others.context = NULL;
    refuses(s, s->bytes, s->size, &others, true, "no context is refused unread");
    for (size_t i = 0; i < sizeof contexts / sizeof *contexts; i++) {
        others.context = zend_string_init(contexts[i], strlen(contexts[i]), 0);
        refuses(s, s->bytes, s->size, &others, true, "another context is refused unread");
        zend_string_release(others.context);
    }
}

/* compressed: it says that its content is, which is looked at by what would unpack it. */
static void make(sealed *s, size_t content, bool compressed)
{
    lyo_envelope e = {.is_signed = true,
                      .key_id = (const uint8_t *)"k",
                      .key_id_size = 1,
                      .compression = compressed ? LYO_PACKED_ZLIB : 0,
                      .unpacked_size = 3};

    size_t front = lyo_envelope_write(&e, s->bytes);
    memset(s->bytes + front, 0x5A, content);
    s->size = front + content;
    lyo_sign(s->options.key, s->options.context, s->bytes, s->size, s->bytes + s->size);
    s->size += LYO_LIMIT_CODE;
    s->front = 3 + 2 + 2; /* magic, head, size; id and length; algorithm and name */
}

void unit_sealed(void)
{
    static const size_t contents[] = {0, 3, 100, 300};
    sealed s = {.options = {.level = LYO_LEVEL_DEFAULT,
                            .min_size = 128,
                            .min_ratio = 1.1,
                            .max_unpacked = LYO_LIMIT_UNPACKED}};

    s.page = (size_t)sysconf(_SC_PAGESIZE);
    s.pages = mmap(NULL, 2 * s.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (s.pages == MAP_FAILED) {
        unit_check(false, "there is memory");
        return;
    }
    s.options.keys = one_key("k", "the key, 16 bytes or more");
    s.options.key = Z_STR_P(zend_hash_str_find(s.options.keys, "k", 1));
    s.options.context = zend_string_init("context", sizeof "context" - 1, 0);
    for (size_t i = 0; i < 2 * sizeof contents / sizeof *contents; i++) {
        make(&s, contents[i / 2], i % 2);
        opens(&s, s.bytes, s.size, &s.options, true);
        unit_check(parsed > 0, "what has the right code is parsed, and that is counted");
        s.accepted++;
        change_bytes(&s);
        change_options(&s);
    }
    php_printf("sealed: %" PRIi64 " signed envelopes parsed, %" PRIi64
               " changed ones refused without a look behind their first entry\n",
               (int64_t)s.accepted, (int64_t)s.refused);
    unit_check(s.refused > 250000, "as many as planned were changed");
    zend_array_destroy((HashTable *)s.options.keys);
    zend_string_release(s.options.context);
    munmap(s.pages, 2 * s.page);
}
