/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names and messages of the error codes, and the formats that people take for Lyo's.
 */
#include "lyo_error.h"

#include <string.h>

#define LYO_TEXTS(name, exception, message) [LYO_ERR_##name] = {#name, message},

static const char *const lyo_error_texts[][2] = {[LYO_OK] = {"OK", "no error"}, LYO_ERRORS(LYO_TEXTS)};

const char *lyo_error_name(lyo_error_code code)
{
    return lyo_error_texts[code][0];
}

const char *lyo_error_message(lyo_error_code code)
{
    return lyo_error_texts[code][1];
}

#define LYO_BEGINS(begins, format, reader) {begins, sizeof(begins) - 1, format, reader},

static const lyo_foreign lyo_foreign_data[] = {LYO_FOREIGN(LYO_BEGINS)};

const lyo_foreign *lyo_foreign_of(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < sizeof lyo_foreign_data / sizeof *lyo_foreign_data; i++) {
        const lyo_foreign *foreign = &lyo_foreign_data[i];

        if (size >= foreign->size && memcmp(data, foreign->begins, foreign->size) == 0) {
            return foreign;
        }
    }
    return NULL;
}
