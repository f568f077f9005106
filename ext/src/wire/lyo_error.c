/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names and messages of the error codes.
 */
#include "lyo_error.h"

const char *lyo_error_name(lyo_error_code code)
{
    switch (code) {
    case LYO_OK:
        return "OK";
#define LYO_NAME(name, exception, message)                                                                   \
    case LYO_ERR_##name:                                                                                     \
        return #name;
        LYO_ERRORS(LYO_NAME)
#undef LYO_NAME
    }
    return "UNKNOWN";
}

const char *lyo_error_message(lyo_error_code code)
{
    switch (code) {
    case LYO_OK:
        return "no error";
#define LYO_MESSAGE(name, exception, message)                                                                \
    case LYO_ERR_##name:                                                                                     \
        return message;
        LYO_ERRORS(LYO_MESSAGE)
#undef LYO_MESSAGE
    }
    return "unknown error";
}
