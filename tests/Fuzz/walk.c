/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fuzz target of the structural walk and of the printers on it: make fuzz-walk. It builds a program that takes the options of
 * libFuzzer, such as build/fuzz-walk -max_total_time=600 build/fuzz-corpus, or an input that failed.
 *
 * Without -DLYO_FUZZER it is a program that replays the files it is given, with any compiler:
 *
 *   cc -g -std=c99 -fsanitize=address,undefined -Iext/src -Itools tests/Fuzz/walk.c tools/dump/[a-z]*.c ext/src/wire/[a-z]*.c -lm \
 *      -o build/replay-walk && build/replay-walk build/fuzz-corpus/[0-9a-f]*
 *
 * The first byte of an input chooses limits. Besides memory errors this checks: the walk gives the same result with and
 * without listeners, the offset of an error is in the payload, no beginning of a valid payload is valid, and the result does not
 * depend on the address of the bytes (unaligned input, other hash seeds).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump/dump.h"

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

static bool same(const lyo_error *a, const lyo_error *b)
{
    return a->code == b->code && a->offset == b->offset;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    if (size == 0) {
        return 0;
    }
    lyo_walk_options options = {.max_depth = input[0] & 1   ? 3
                                             : input[0] & 2 ? 0
                                                            : LYO_LIMIT_DEPTH,
                                .max_elements = input[0] & 4 ? 20 : 0,
                                .reallocate = dump_reallocate,
                                .release = free};
    size--;
    /* a copy of exactly this size at an odd address, so that reads outside of it and aligned loads are detected */
    uint8_t *memory = dump_reallocate(NULL, size + 1), *data = memory + 1;
    memcpy(data, input + 1, size);

    lyo_error plain, listened, other;
    dump_text text = {0};
    bool good = lyo_walk(data, size, &options, NULL, NULL, &plain);
    require(dump_diag(data, size, &options, &text, &listened) == good && same(&plain, &listened),
            "diag agrees");
    text.size = 0;
    require(dump_hex(data, size, &options, &text, &listened) == good && same(&plain, &listened),
            "hex agrees");
    require(lyo_walk(input + 1, size, &options, NULL, NULL, &other) == good && same(&plain, &other),
            "any address");
    require(good == (plain.code == LYO_OK), "a code when not good");
    require(plain.offset <= size, "offset in the payload");
    if (good && size > 0) {
        require(!lyo_walk(data, size - 1, &options, NULL, NULL, &other), "a beginning is not good");
        require(!lyo_walk(data, size / 2, &options, NULL, NULL, &other), "half is not good");
    }
    free(text.bytes);
    free(memory);
    return 0;
}

#ifndef LYO_FUZZER
int main(int count, char **files)
{
    int replayed = 0;
    for (int i = 1; i < count; i++) {
        FILE *file = fopen(files[i], "rb");
        if (!file) {
            perror(files[i]);
            return 2;
        }
        dump_text input = {0};
        char buffer[65536];
        size_t n;
        while ((n = fread(buffer, 1, sizeof buffer, file)) > 0) {
            dump_text_add(&input, buffer, n);
        }
        fclose(file);
        LLVMFuzzerTestOneInput((const uint8_t *)input.bytes, input.size);
        free(input.bytes);
        replayed++;
    }
    printf("replayed %d inputs\n", replayed);
    return replayed > 0 ? 0 : 1;
}
#endif
