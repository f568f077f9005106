/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/lyo_copy.h"

void lyo_copy_in_pieces(void *to, const void *from, size_t n)
{
    while (n > 0) {
        /* not a constant, for which the compiler would write "rep movs" itself */
        size_t piece = n < LYO_COPY_PIECE ? n : LYO_COPY_PIECE;
        memcpy(to, from, piece);
        to = (char *)to + piece;
        from = (const char *)from + piece;
        n -= piece;
    }
}
