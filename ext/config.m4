dnl SPDX-License-Identifier: BSD-3-Clause

PHP_ARG_ENABLE([lyo],
  [whether to enable lyo],
  [AS_HELP_STRING([--enable-lyo], [Enable lyo, compact and fast storage of PHP values])])

PHP_ARG_ENABLE([lyo-coverage],
  [whether lyo counts executed lines],
  [AS_HELP_STRING([--enable-lyo-coverage], [lyo: instrument for gcov (developers)])],
  [no],
  [no])

PHP_ARG_ENABLE([lyo-werror],
  [whether warnings of lyo are errors],
  [AS_HELP_STRING([--enable-lyo-werror], [lyo: treat compiler warnings as errors (developers)])],
  [no],
  [no])

PHP_ARG_WITH([lyo-zlib],
  [whether lyo compresses with zlib],
  [AS_HELP_STRING([--without-lyo-zlib], [lyo: no compression with zlib; --with-lyo-zlib fails if zlib is missing])],
  [auto],
  [no])

PHP_ARG_WITH([lyo-zstd],
  [whether lyo compresses with zstd],
  [AS_HELP_STRING([--without-lyo-zstd], [lyo: no compression with zstd; --with-lyo-zstd fails if zstd is missing])],
  [auto],
  [no])

if test "$PHP_LYO" != "no"; then
  AC_MSG_CHECKING([whether ints of PHP have 64 bits])
  lyo_saved_cppflags=$CPPFLAGS
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
  CPPFLAGS=$lyo_saved_cppflags

  lyo_srcdir="PHP_EXT_SRCDIR(lyo)"
  lyo_builddir="PHP_EXT_BUILDDIR(lyo)"
  dnl Every C file of a layer, sorted: a new one needs no line here.
  lyo_sources=`cd "$lyo_srcdir" && LC_ALL=C ls php_lyo.c src/wire/*.c src/php/*.c src/lyo/*.c src/igbinary/*.c src/module/*.c src/module/lyo/*.c | tr '\n' ' '`
  lyo_cflags="-I@ext_srcdir@ -I@ext_srcdir@/src -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1"

  AX_CHECK_COMPILE_FLAG([-fvisibility=hidden], [lyo_cflags="$lyo_cflags -fvisibility=hidden"])
  AX_CHECK_COMPILE_FLAG([-Wall -Wextra -Wno-unused-parameter],
    [lyo_cflags="$lyo_cflags -Wall -Wextra -Wno-unused-parameter"])
  if test "$PHP_LYO_WERROR" != "no"; then
    lyo_cflags="$lyo_cflags -Werror"
  fi
  if test "$PHP_LYO_COVERAGE" != "no"; then
    dnl -O0 last, so that a line of source is a line of the report.
    lyo_cflags="$lyo_cflags --coverage -O0"
    PHP_ADD_LIBRARY([gcov], [], [LYO_SHARED_LIBADD])
  fi

  dnl Compression of the envelope: by each library that is here, unless it is not wanted.
  lyo_has_zlib=no
  if test "$PHP_LYO_ZLIB" != "no"; then
    AC_CHECK_HEADER([zlib.h], [AC_CHECK_LIB([z], [inflateInit2_], [lyo_has_zlib=yes])])
  fi
  if test "$lyo_has_zlib" = "yes"; then
    lyo_cflags="$lyo_cflags -DLYO_HAS_ZLIB"
    PHP_ADD_LIBRARY([z], [], [LYO_SHARED_LIBADD])
  elif test "$PHP_LYO_ZLIB" = "yes"; then
    AC_MSG_ERROR([zlib or its header is missing (Debian: zlib1g-dev)])
  fi

  lyo_has_zstd=no
  if test "$PHP_LYO_ZSTD" != "no"; then
    AC_CHECK_HEADER([zstd.h], [AC_CHECK_LIB([zstd], [ZSTD_compress2], [lyo_has_zstd=yes])])
  fi
  if test "$lyo_has_zstd" = "yes"; then
    lyo_cflags="$lyo_cflags -DLYO_HAS_ZSTD"
    PHP_ADD_LIBRARY([zstd], [], [LYO_SHARED_LIBADD])
  elif test "$PHP_LYO_ZSTD" = "yes"; then
    AC_MSG_ERROR([zstd or its header is missing (Debian: libzstd-dev)])
  fi

  PHP_SUBST([LYO_SHARED_LIBADD])

  PHP_NEW_EXTENSION([lyo], [$lyo_sources], [$ext_shared], [], [$lyo_cflags])
  PHP_ADD_EXTENSION_DEP([lyo], [session], [true])
  PHP_INSTALL_HEADERS([ext/lyo], [php_lyo_api.h])
  PHP_ADD_BUILD_DIR([$lyo_builddir/src/wire])
  PHP_ADD_BUILD_DIR([$lyo_builddir/src/php])
  PHP_ADD_BUILD_DIR([$lyo_builddir/src/lyo])
  PHP_ADD_BUILD_DIR([$lyo_builddir/src/igbinary])
  PHP_ADD_BUILD_DIR([$lyo_builddir/src/module/lyo])
fi
