dnl SPDX-License-Identifier: BSD-3-Clause

PHP_ARG_ENABLE([lyo_unit], [whether to enable lyo_unit], [AS_HELP_STRING([--enable-lyo_unit], [Enable lyo_unit, tests of the engine in C])], [yes])

if test "$PHP_LYO_UNIT" != "no"; then
  lyo_unit_sources=`cd "PHP_EXT_SRCDIR(lyo_unit)" && LC_ALL=C ls *.c src/wire/*.c src/php/*.c src/lyo/*.c src/igbinary/*.c src/module/lyo_signature.c src/module/lyo_compression.c src/module/lyo_envelope_options.c src/module/lyo_arguments.c | tr '\n' ' '`
  PHP_NEW_EXTENSION([lyo_unit], [$lyo_unit_sources], [$ext_shared], [],
    [-I@ext_srcdir@/src -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 -DLYO_CHECKS=1 -fvisibility=hidden -Wall -Wextra -Wno-unused-parameter -Werror])
  PHP_ADD_BUILD_DIR([PHP_EXT_BUILDDIR(lyo_unit)/src/wire])
  PHP_ADD_BUILD_DIR([PHP_EXT_BUILDDIR(lyo_unit)/src/php])
  PHP_ADD_BUILD_DIR([PHP_EXT_BUILDDIR(lyo_unit)/src/lyo])
  PHP_ADD_BUILD_DIR([PHP_EXT_BUILDDIR(lyo_unit)/src/igbinary])
  PHP_ADD_BUILD_DIR([PHP_EXT_BUILDDIR(lyo_unit)/src/module])
fi
