/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names and messages of the error codes.
 */
#include "lyo_error.h"

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
