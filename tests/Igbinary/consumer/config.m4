dnl SPDX-License-Identifier: BSD-3-Clause

PHP_ARG_ENABLE([consumer], [whether to enable consumer], [AS_HELP_STRING([--enable-consumer], [Enable consumer])])

if test "$PHP_CONSUMER" != "no"; then
  PHP_NEW_EXTENSION([consumer], [consumer.c], [$ext_shared], [], [-Wall -Wextra -Wno-unused-parameter])
fi
