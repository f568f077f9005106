dnl SPDX-License-Identifier: BSD-3-Clause

PHP_ARG_ENABLE([igbinary],
  [whether to enable igbinary],
  [AS_HELP_STRING([--enable-igbinary], [Enable igbinary, Lyo's drop-in for the extension of that name])])

PHP_ARG_ENABLE([igbinary-werror],
  [whether warnings of igbinary are errors],
  [AS_HELP_STRING([--enable-igbinary-werror], [igbinary: treat compiler warnings as errors (developers)])],
  [no],
  [no])

if test "$PHP_IGBINARY" != "no"; then
  AC_MSG_CHECKING([whether ints of PHP have 64 bits])
  igbinary_saved_cppflags=$CPPFLAGS
  CPPFLAGS="$CPPFLAGS $INCLUDES"
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#include <php.h>
typedef char wide[SIZEOF_ZEND_LONG >= 8 ? 1 : -1];
    ]])],
    [AC_MSG_RESULT([yes])],
    [AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#include <php.h>
typedef char narrow[SIZEOF_ZEND_LONG < 8 ? 1 : -1];
      ]])],
      [AC_MSG_RESULT([no])
       AC_MSG_ERROR([lyo needs a PHP with 64-bit integers, and this one has 32-bit integers])],
      dnl In the tree of PHP its headers are not made yet: lyo_compat.h asks again.
      [AC_MSG_RESULT([to be seen])])])
  CPPFLAGS=$igbinary_saved_cppflags

  igbinary_srcdir="PHP_EXT_SRCDIR(igbinary)"
  igbinary_builddir="PHP_EXT_BUILDDIR(igbinary)"
  dnl Every C file of a layer, sorted: a new one needs no line here.
  igbinary_sources=`cd "$igbinary_srcdir" && LC_ALL=C ls php_igbinary.c src/wire/*.c src/php/*.c src/lyo/*.c src/igbinary/*.c src/module/*.c src/dropin/*.c | tr '\n' ' '`
  igbinary_cflags="-I@ext_srcdir@ -I@ext_srcdir@/src -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1"

  AX_CHECK_COMPILE_FLAG([-fvisibility=hidden], [igbinary_cflags="$igbinary_cflags -fvisibility=hidden"])
  AX_CHECK_COMPILE_FLAG([-Wall -Wextra -Wno-unused-parameter],
    [igbinary_cflags="$igbinary_cflags -Wall -Wextra -Wno-unused-parameter"])
  if test "$PHP_IGBINARY_WERROR" != "no"; then
    igbinary_cflags="$igbinary_cflags -Werror"
  fi
  PHP_NEW_EXTENSION([igbinary], [$igbinary_sources], [$ext_shared], [], [$igbinary_cflags])
  PHP_ADD_EXTENSION_DEP([igbinary], [session], [true])
  PHP_INSTALL_HEADERS([ext/igbinary], [igbinary.h php_igbinary.h src/php7/igbinary.h src/php7/php_igbinary.h])
  PHP_ADD_BUILD_DIR([$igbinary_builddir/src/wire])
  PHP_ADD_BUILD_DIR([$igbinary_builddir/src/php])
  PHP_ADD_BUILD_DIR([$igbinary_builddir/src/lyo])
  PHP_ADD_BUILD_DIR([$igbinary_builddir/src/igbinary])
  PHP_ADD_BUILD_DIR([$igbinary_builddir/src/module])
  PHP_ADD_BUILD_DIR([$igbinary_builddir/src/dropin])
fi
