dnl SPDX-License-Identifier: BSD-3-Clause

PHP_ARG_ENABLE([lyo_bench],
  [whether to enable lyo_bench],
  [AS_HELP_STRING([--enable-lyo_bench], [Enable lyo_bench, measuring functions of the benchmark])],
  [yes])

if test "$PHP_LYO_BENCH" != "no"; then
  dnl callgrind's header comes with valgrind; without it the extension measures all but instructions.
  AC_CHECK_HEADERS([valgrind/callgrind.h])
  PHP_NEW_EXTENSION([lyo_bench], [lyo_bench.c bench_copy.c], [$ext_shared], [],
    [-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 -Wall -Wextra -Wno-unused-parameter -Werror])
fi
