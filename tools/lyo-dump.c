/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lyo-dump: shows what is in a payload, or what is wrong with it. Needs no PHP.
 *
 *   cc -O2 -std=c99 -Iext/src tools/lyo-dump.c tools/dump/[a-z]*.c ext/src/wire/[a-z]*.c -o build/lyo-dump
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump/dump.h"
#include "wire/lyo_envelope.h"

static const char usage[] =
    "Usage: lyo-dump [OPTION]... [FILE|-]\n"
    "Shows the lyo payload in FILE, or on the standard input. An envelope with a checksum is taken off; one\n"
    "that is signed or compressed is refused.\n"
    "\n"
    "  --diag             diagnostic notation (the default)\n"
    "  --hex              annotated hex\n"
    "  --check            nothing but whether it is good\n"
    "  --batch            many payloads: a line of hex each, and a line of answer each, \"ok\" and\n"
    "                     diagnostic notation, or \"error\", name and offset. Before the hex may stand\n"
    "                     max_depth=N and max_elements=N\n"
    "  --from-hex         FILE holds hex digits; blanks, and text from ; or # to the end of a line, do not "
    "count\n"
    "  --max-depth=N      levels that are accepted, 4096 unless given; 0 for no limit\n"
    "  --max-elements=N   elements that are accepted; 0, the default, for no limit\n"
    "\n"
    "Exit status: 0 good, 1 not good (error and offset on the standard error), 2 wrong use, nothing to read, "
    "or\n"
    "what was to be printed could not be written.\n";

typedef struct request {
    enum { MODE_DIAG, MODE_HEX, MODE_CHECK, MODE_BATCH } mode;
    bool from_hex;
    const char *file;
    lyo_walk_options options;
} request;

/** The status, or 2 if output was lost (a full disk, a pipe that nobody reads). */
static int finish(int status)
{
    bool lost = ferror(stdout);
    if (fclose(stdout) != 0 || lost) {
        fprintf(stderr, "lyo-dump: cannot write: %s\n", strerror(errno));
        return 2;
    }
    return status;
}

static dump_text read_all(FILE *file)
{
    dump_text text = {0};
    char buffer[65536];
    size_t n;
    while ((n = fread(buffer, 1, sizeof buffer, file)) > 0) {
        dump_text_add(&text, buffer, n);
    }
    return text;
}

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/** Converts hex digits to bytes, in place. False if there are other characters. */
static bool decode_hex(dump_text *text)
{
    size_t to = 0;
    int high = -1;
    for (size_t i = 0; i < text->size; i++) {
        char c = text->bytes[i];
        if (c == ';' || c == '#') {
            while (i + 1 < text->size && text->bytes[i + 1] != '\n') {
                i++;
            }
        } else if (digit(c) >= 0) {
            if (high < 0) {
                high = digit(c);
            } else {
                text->bytes[to++] = (char)(high << 4 | digit(c));
                high = -1;
            }
        } else if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
            return false;
        }
    }
    text->size = to;
    return high < 0;
}

static uint64_t number(const char *string)
{
    char *end;
    uint64_t value = strtoull(string, &end, 10);
    if (*string < '0' || *string > '9' || *end != 0) {
        fprintf(stderr, "lyo-dump: %s is no number\n", string);
        exit(2);
    }
    return value;
}

static uint32_t depth(const char *string)
{
    uint64_t value = number(string);
    return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

/* --- One payload -------------------------------------------------------------------------------------------------- */

/**
 * Walks a copy of exactly this size, so that a memory checker detects a read past the end. If text is NULL, it only
 * checks the payload.
 */
static bool examine_payload(const request *r, const uint8_t *data, size_t size, dump_text *text,
                            lyo_error *error)
{
    uint8_t *copy = dump_reallocate(NULL, size);
    if (size > 0) {
        memcpy(copy, data, size);
    }
    bool good = !text                 ? lyo_walk(copy, size, &r->options, NULL, NULL, error)
                : r->mode == MODE_HEX ? dump_hex(copy, size, &r->options, text, error)
                                      : dump_diag(copy, size, &r->options, text, error);
    free(copy);
    return good;
}

static bool fail(lyo_error_code code, size_t offset, lyo_error *error)
{
    *error = (lyo_error){code, offset};
    return false;
}

/** The same for data that may have an envelope. It must have a checksum, because there are no keys here, and nothing is unpacked. */
static bool examine(const request *r, const dump_text *payload, dump_text *text, lyo_error *error)
{
    const uint8_t *data = (const uint8_t *)payload->bytes;
    lyo_envelope e;
    if (!lyo_is_envelope(data, payload->size)) {
        return examine_payload(r, data, payload->size, text, error);
    }
    if (!lyo_envelope_begin(data, payload->size, &e, error)) {
        return false;
    }
    if (e.is_signed) {
        return fail(LYO_ERR_SIGNATURE_KEY, e.first_offset, error);
    }
    if (!lyo_envelope_has_checksum(&e)) {
        return fail(LYO_ERR_CHECKSUM, e.first_offset, error);
    }
    if (!lyo_envelope_rest(&e, error)) {
        return false;
    }
    if (e.compression) {
        return fail(e.unpacked_size > LYO_LIMIT_UNPACKED ? LYO_ERR_UNPACKED : LYO_ERR_UNAVAILABLE,
                    e.compression_offset, error);
    }
    if (text && r->mode == MODE_HEX) {
        dump_text_printf(text, "%-20s envelope of %zu bytes with a checksum; offsets are of its content\n",
                         "", payload->size);
    }
    return examine_payload(r, e.content, (size_t)(e.code - e.content), text, error);
}

/** Describes the envelope that examine() has refused, so that the user knows what to do. */
static void explain(const dump_text *payload, const lyo_error *error)
{
    static const char *const names[] = {"zlib", "zstd"};
    lyo_envelope e;
    lyo_error other;
    if (!lyo_envelope_begin((const uint8_t *)payload->bytes, payload->size, &e, &other)) {
        return;
    }
    if (error->code == LYO_ERR_SIGNATURE_KEY) {
        fputs("lyo-dump: an envelope that is signed with the key \"", stderr);
        for (size_t i = 0; i < e.key_id_size; i++) { /* for a terminal */
            fputc(e.key_id[i] >= ' ' && e.key_id[i] <= '~' ? e.key_id[i] : '?', stderr);
        }
        fputs("\"; lyo-dump has no keys (lyo dump shows it without verifying it)\n", stderr);
    } else if (lyo_envelope_rest(&e, &other) && e.compression) {
        fprintf(stderr,
                "lyo-dump: an envelope with a checksum, which is right, and %" PRIu64
                " bytes compressed by %s; lyo-dump unpacks nothing (lyo dump does)\n",
                e.unpacked_size, names[e.compression - LYO_PACKED_ZLIB]);
    }
}

static int show(const request *r, const dump_text *payload)
{
    dump_text text = {0};
    lyo_error error;
    bool good = examine(r, payload, r->mode == MODE_CHECK ? NULL : &text, &error);
    if (text.bytes && (good || r->mode == MODE_HEX)) {
        fwrite(text.bytes, 1, text.size, stdout);
        if (r->mode == MODE_DIAG) {
            putchar('\n');
        }
    }
    if (!good) {
        fprintf(stderr, "lyo-dump: %s at %zu: %s\n", lyo_error_name(error.code), error.offset,
                lyo_error_message(error.code));
        if (error.code == LYO_ERR_SIGNATURE_KEY || error.code == LYO_ERR_UNAVAILABLE) {
            explain(payload, &error);
        }
    }
    free(text.bytes);
    return good ? 0 : 1;
}

/* --- Many payloads ------------------------------------------------------------------------------------------------ */

/** Reads and removes "name=N " at the beginning of the line. */
static bool take_option(char **line, const char *name, uint64_t *value)
{
    size_t size = strlen(name);
    if (strncmp(*line, name, size) != 0 || (*line)[size] != '=') {
        return false;
    }
    *value = strtoull(*line + size + 1, line, 10);
    while (**line == ' ') {
        ++*line;
    }
    return true;
}

static int answer_line(const request *batch, char *line)
{
    request r = *batch;
    uint64_t value;
    for (;;) {
        if (take_option(&line, "max_depth", &value)) {
            r.options.max_depth = (uint32_t)value;
        } else if (take_option(&line, "max_elements", &value)) {
            r.options.max_elements = value;
        } else {
            break;
        }
    }
    dump_text payload = {0}, text = {0};
    dump_text_puts(&payload, line);
    lyo_error error, plain;
    if (!decode_hex(&payload)) {
        puts("no hex");
        free(payload.bytes);
        return 2;
    }
    r.mode = MODE_DIAG;
    bool good = examine(&r, &payload, &text, &error);
    /* without listeners the walk takes short cuts, but its result must be the same */
    if (examine(&r, &payload, NULL, &plain) != good || plain.code != error.code ||
        plain.offset != error.offset) {
        fprintf(stderr, "lyo-dump: the walk without events says %s at %zu, with events %s at %zu\n",
                lyo_error_name(plain.code), plain.offset, lyo_error_name(error.code), error.offset);
        exit(3);
    }
    if (good) {
        fputs("ok ", stdout);
        fwrite(text.bytes, 1, text.size, stdout);
        putchar('\n');
    } else {
        printf("error %s %zu\n", lyo_error_name(error.code), error.offset);
    }
    free(payload.bytes);
    free(text.bytes);
    return good ? 0 : 1;
}

/** Answers each line as soon as it arrives. */
static int answer(const request *r, FILE *file)
{
    dump_text line = {0};
    char buffer[65536];
    int worst = 0;
    setvbuf(stdout, NULL, _IOLBF, 1 << 16);
    while (!ferror(stdout) && fgets(buffer, sizeof buffer, file)) {
        size_t size = strlen(buffer);
        bool whole = size > 0 && buffer[size - 1] == '\n';
        dump_text_add(&line, buffer, size - whole);
        if (whole || feof(file)) {
            int status = answer_line(r, line.bytes);
            worst = status > worst ? status : worst;
            line.size = 0;
        }
    }
    free(line.bytes);
    return worst;
}

/* --- Arguments ---------------------------------------------------------------------------------------------------- */

static void parse(request *r, int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        const char *a = arguments[i];
        if (strcmp(a, "--diag") == 0) {
            r->mode = MODE_DIAG;
        } else if (strcmp(a, "--hex") == 0) {
            r->mode = MODE_HEX;
        } else if (strcmp(a, "--check") == 0) {
            r->mode = MODE_CHECK;
        } else if (strcmp(a, "--batch") == 0) {
            r->mode = MODE_BATCH;
        } else if (strcmp(a, "--from-hex") == 0) {
            r->from_hex = true;
        } else if (strncmp(a, "--max-depth=", 12) == 0) {
            r->options.max_depth = depth(a + 12);
        } else if (strncmp(a, "--max-elements=", 15) == 0) {
            r->options.max_elements = number(a + 15);
        } else if (strcmp(a, "--help") == 0) {
            fputs(usage, stdout);
            exit(finish(0));
        } else if (*a == '-' && a[1] != 0) {
            fprintf(stderr, "lyo-dump: unknown option %s\n\n%s", a, usage);
            exit(2);
        } else {
            r->file = a;
        }
    }
}

int main(int count, char **arguments)
{
    request r = {.file = "-", .options = {LYO_LIMIT_DEPTH, 0, dump_reallocate, free}};
#ifdef SIGPIPE
    signal(SIGPIPE, SIG_IGN); /* a pipe that nobody reads is an error, like a full disk */
#endif
    parse(&r, count, arguments);
    FILE *file = strcmp(r.file, "-") == 0 ? stdin : fopen(r.file, "rb");
    if (!file) {
        perror(r.file);
        return 2;
    }
    if (r.mode == MODE_BATCH) {
        return finish(answer(&r, file));
    }
    dump_text payload = read_all(file);
    if (r.from_hex && !decode_hex(&payload)) {
        fputs("lyo-dump: not hex\n", stderr);
        return 2;
    }
    int status = show(&r, &payload);
    free(payload.bytes);
    if (file != stdin) {
        fclose(file);
    }
    return finish(status);
}
