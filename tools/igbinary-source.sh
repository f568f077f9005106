#!/bin/sh
# tools/igbinary-source.sh
#
# Builds the igbinary extension of Debian's source package php-igbinary for a PHP version for which Debian has no igbinary, and
# installs it for this PHP. The tests compare our igbinary.so with it. If there is no source, or it does not build, this prints a
# message and does not fail.
#
# PHP   the name of the PHP, such as php8.5; phpize8.5 and php-config8.5 must exist
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# A mirror may list a version whose files it does not have. The newest version with files is used.
for candidate in $(apt-cache madison php-igbinary | awk '/Sources/ { print $3 }' | sort -rVu); do
    apt-get source -qq --download-only --tar-only "php-igbinary=$candidate" 2>/dev/null && break
    echo "igbinary-source: the mirror lacks php-igbinary $candidate"
done
if ! tar -xf php-igbinary_*.orig.tar.*; then
    echo "igbinary-source: this mirror has no source of igbinary"
    exit 0
fi
cd igbinary-*/
version=${PHP#php}
from() { [ "$(printf '%s\n' "$1" "$version" | sort -V | head -n 1)" = "$1" ]; } # from VERSION: this PHP is that one, or newer

# Changes that igbinary up to 3.2.17RC1 needs for newer versions of PHP: a header has moved, a function is gone, a setting is a zend_string.
flags=
if from 8.5; then
    mkdir -p moved/ext/standard
    echo '#include <Zend/zend_smart_string.h>' >moved/ext/standard/php_smart_string.h
    flags="-I$PWD/moved"
fi
if from 8.6; then
    flags="$flags -Dzval_dtor=zval_ptr_dtor_nogc"
    find . -name '*.c' -exec sed -i \
        's/PG(unserialize_callback_func)/(PG(unserialize_callback_func) ? ZSTR_VAL(PG(unserialize_callback_func)) : NULL)/g' {} +
fi
if "phpize$version" >log 2>&1 && ./configure --with-php-config="php-config$version" CFLAGS="-O2 $flags" >>log 2>&1 && make -j2 >>log 2>&1; then
    make install >>log
    "php$version" -n -d extension=igbinary -r 'echo "igbinary-source: igbinary ", phpversion("igbinary"), " for PHP ", PHP_VERSION, "\n";'
else
    grep -m 5 'error' log
    echo "igbinary-source: its source does not build for PHP $version"
fi
