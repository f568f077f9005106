/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/lyo_copy.h"

void lyo_copy_in_pieces(void *to, const void *from, size_t n)
{
    while (n > 0) {
        size_t piece = n < LYO_COPY_PIECE ? n : LYO_COPY_PIECE;
        /* that it has a bound: gcc writes "rep movs" itself then, 60 ns for each kB on Zen 5 */
        LYO_FORGET(piece);
        memcpy(to, from, piece);
        to = (char *)to + piece;
        from = (const char *)from + piece;
        n -= piece;
    }
}
