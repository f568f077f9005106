#!/bin/sh
# tools/build-ext.sh SOURCE BUILD [configure option...]
#
# Builds the extension in SOURCE with phpize inside BUILD, which holds links to the sources, so that the source
# tree stays clean and several builds (release, sanitizers, coverage, another PHP) live side by side. The module
# ends up in BUILD/modules/. phpize and configure run again only when something they depend on has changed: the
# list of files, config.m4, the options, the flags, the compiler and its tools, the PHP, or a header or library that
# config.m4 asks for (it came, went, or has other content); otherwise make alone decides.
#
# PHP_CONFIG    php-config of the PHP to build for (default: php-config)
# CFLAGS, CPPFLAGS, LDFLAGS, LIBS, CC    as for any configure
# EXTRA_CFLAGS  more compiler flags, after those that PHP's build system chooses
set -eu

# After three seconds it prints that it is still running.
progress=$(cd "$(dirname "$0")" && pwd)/progress.sh

# An empty CFLAGS would keep configure from choosing -O2; the flags of a calling make are not for PHP's Makefile.
[ -n "${CFLAGS:-}" ] || unset CFLAGS
unset MAKEFLAGS MFLAGS MAKELEVEL

source=$(cd "$1" && pwd)
build=$2
shift 2
php_config=$(command -v "${PHP_CONFIG:-php-config}") || { echo "build-ext: php-config is missing (bin/setup test installs it)" >&2; exit 1; }
phpize=$(dirname "$php_config")/phpize
[ -x "$phpize" ] || phpize=phpize

mkdir -p "$build"
build=$(cd "$build" && pwd)

# Two builds at the same time in one directory would break each other.
if command -v flock >/dev/null; then
    exec 9>"$build.lock"
    flock 9
fi

# All files of SOURCE, with links followed, except tests and files that a phpize in SOURCE has left.
list_files() {
    (cd "$source" && find -L . -path ./tests -prune -o -path ./build -prune -o -path ./autom4te.cache -prune -o \
        \( -name '*.c' -o -name '*.h' -o -name 'config.m4' \) ! -path ./config.h -print) | LC_ALL=C sort
}

# The first argument of each call of a macro in config.m4, a line each.
asked() { # asked MACRO
    grep -oE "$1\(\[[^]]+" "$source/config.m4" | sed 's/.*\[//'
}

# Files that are on standard input, one a line, with their checksums. What is not there is left out.
checksums() {
    grep '^/' | LC_ALL=C sort -u | tr '\n' '\0' | xargs -0 cksum 2>/dev/null || true
}

# What configure would find of the headers and libraries that config.m4 asks for. The compiler and the linker list the files that
# they read, so that the answer is right wherever they search. A missing header is listed by its name alone (-MG).
# shellcheck disable=SC2086  # flags are words
surroundings() {
    cc=${CC:-cc}
    $cc --version 2>&1 | head -n 1
    # Size and time of the programs that configure tries, which it has the paths of.
    ls -lnL $(command -v "${cc%% *}" ld nm ar ranlib strip autoconf make "$php_config" "$phpize") || true
    asked 'AC_CHECK_HEADERS?' | sed 's/.*/#include <&>/' | $cc ${CPPFLAGS:-} ${CFLAGS:-} -M -MG -x c - 2>&1 \
        | tr -s ' \\' '\n' >"$build.probe" || true
    grep -v '^/' "$build.probe" || true
    checksums <"$build.probe"
    for library in $(asked AC_CHECK_LIB); do
        echo "$library"
        echo 'int main(void) { return 0; }' | $cc ${CFLAGS:-} ${LDFLAGS:-} -Wl,-t -x c - -o "$build.probe" "-l$library" 2>/dev/null \
            | tr -s ' ()' '\n' | grep "/lib$library\." | checksums
    done
    rm -f "$build.probe"
}

fingerprint() {
    echo "$source $* CC=${CC:-} CFLAGS=${CFLAGS:-} CPPFLAGS=${CPPFLAGS:-} LDFLAGS=${LDFLAGS:-} LIBS=${LIBS:-} EXTRA_CFLAGS=${EXTRA_CFLAGS:-}"
    echo "$php_config" && "$php_config" --version --extension-dir --configure-options
    echo "$("$php_config" --include-dir)/main/php_config.h" | checksums
    list_files
    cksum <"$source/config.m4"
    surroundings
}

quietly() {
    if ! "$progress" "$1 in $build (up to half a minute)" build.log "$@"; then
        tail -n 40 build.log >&2
        echo "build-ext: $1 failed in $build" >&2
        exit 1
    fi
}

if [ "$(fingerprint "$@")" != "$(cat "$build/fingerprint" 2>/dev/null)" ]; then
    rm -rf "$build"
    mkdir -p "$build"
    list_files | while read -r file; do
        mkdir -p "$build/$(dirname "$file")"
        ln -s "$source/$file" "$build/$file"
    done
    cd "$build"
    quietly "$phpize"
    quietly ./configure --with-php-config="$php_config" "$@"
    fingerprint "$@" >fingerprint
fi

# Compiler warnings are shown; the lines that say what is being compiled are not.
cd "$build"
if ! "$progress" "compiling in $build (up to two minutes)" - \
    make -j"$(nproc 2>/dev/null || echo 1)" ${EXTRA_CFLAGS:+EXTRA_CFLAGS="$EXTRA_CFLAGS"} >build.log; then
    echo "build-ext: make failed in $build" >&2
    exit 1
fi
