#!/bin/sh
# Builds, once, a PHP for the sanitizer checks: debug, ZTS, AddressSanitizer and UndefinedBehaviorSanitizer,
# from Debian's source of the PHP series that is installed here. Prints the path of its php binary
# on stdout and everything else on stderr. Takes 2 to 10 minutes and 130 MB the first time, nothing afterwards.
#
# An extension built with a sanitizer cannot be loaded into a stock PHP (PHP opens modules with RTLD_DEEPBIND,
# which the runtime refuses). Besides, only an instrumented PHP checks what PHP itself does with our memory.
#
# LYO_ASAN_PHP=/path/to/php   use that sanitizer PHP instead of building one
# LYO_CACHE=/path             where to keep it (default: ${XDG_CACHE_HOME:-~/.cache}/lyo)
set -eu

say() { printf '%s\n' "asan-php: $*" >&2; }
die() { say "$*"; exit 1; }

if [ -n "${LYO_ASAN_PHP:-}" ]; then
    [ -x "$LYO_ASAN_PHP" ] || die "LYO_ASAN_PHP=$LYO_ASAN_PHP is not executable"
    echo "$LYO_ASAN_PHP"
    exit 0
fi

cache=${LYO_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lyo}
prefix=$cache/php-asan
work=$cache/php-asan.build

# These options need only libc. The tests use ctype, tokenizer and mbstring, which PHP of a distribution has, too. pcntl is for
# fuzzing with a fork for each input, and posix for signals to the child.
options="--disable-all --enable-cli --disable-cgi --disable-phpdbg --enable-debug --enable-zts
--enable-address-sanitizer --enable-undefined-sanitizer --without-pcre-jit
--enable-session --enable-ctype --enable-filter --enable-tokenizer --enable-pcntl --enable-posix
--enable-mbstring --disable-mbregex"
cflags='-O1 -g1'
package=php$(php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
recipe="$package $(printf '%s\n%s' "$options" "$cflags" | cksum | cut -d' ' -f1)"

# The sanitizer runtime reports the allocations that PHP keeps until exit as leaks; configure and phpize would fail on it.
export ASAN_OPTIONS=detect_leaks=0

# A second run waits here, and then finds PHP built.
# Shows after three seconds, and then each half minute, that a step is still running.
progress=$(cd "$(dirname "$0")" && pwd)/progress.sh

mkdir -p "$cache"
if command -v flock >/dev/null; then
    exec 9>"$cache/php-asan.lock"
    flock 9
fi
if [ -x "$prefix/bin/php" ] && [ "$(cat "$prefix/recipe" 2>/dev/null)" = "$recipe" ]; then
    say "have $("$prefix/bin/php" -n -r 'echo PHP_VERSION;') in $prefix"
    echo "$prefix/bin/php"
    exit 0
fi

[ -r /etc/debian_version ] || die "this recipe takes PHP's source from Debian; elsewhere set LYO_ASAN_PHP to a sanitizer build"
for tool in gcc make tar xz apt-get; do
    command -v "$tool" >/dev/null || die "$tool is missing (bin/setup asan installs it)"
done

# Source lines for the mirrors this machine already uses, whatever the form of its list: "deb-src [options] uri suite components".
source_lines() {
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -r "$list" ] && sed -n 's/^deb[[:space:]]/deb-src /p' "$list"
    done
    for list in /etc/apt/sources.list.d/*.sources; do
        [ -r "$list" ] && awk -v RS= -F'\n' '{
            types = uris = suites = components = key = ""
            for (i = 1; i <= NF; i++) {
                value = $i; sub(/^[^:]*:[ \t]*/, "", value)
                if ($i ~ /^Types:/) types = value
                if ($i ~ /^URIs:/) uris = value
                if ($i ~ /^Suites:/) suites = value
                if ($i ~ /^Components:/) components = value
                if ($i ~ /^Signed-By:/ && value != "") key = "[signed-by=" value "] "
            }
            if (types !~ /(^| )deb( |$)/) next
            m = split(uris, uri, " "); n = split(suites, suite, " ")
            for (i = 1; i <= m; i++) for (j = 1; j <= n; j++) print "deb-src " key uri[i] " " suite[j] " " components
        }' "$list"
    done
    return 0
}

rm -rf "$work"
mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/php"
cd "$work"
source_lines | grep -E '/debian(-security)?/? ' >apt/src.list || die "no Debian mirror found in /etc/apt"

# A private apt configuration: the lists and settings of the system are read, never changed.
cat >apt/apt.conf <<CONF
Dir::Etc::sourcelist "$work/apt/src.list";
Dir::Etc::sourceparts "-";
Dir::State::lists "$work/apt/lists";
Dir::Cache "$work/apt/cache";
APT::Sandbox::User "$(id -un)";
Acquire::Languages "none";
CONF
export APT_CONFIG="$work/apt/apt.conf"

say "reading the source lists"
apt-get update -qq >&2 || say "some lists could not be read; going on with the others"
candidates=$(apt-cache madison "$package" | awk '{ print $3 }' | sort -rVu)
[ -n "$candidates" ] || die "these mirrors have no source of $package"

# The newest version is often listed before its files reach the mirror (404): try them in turn.
version=
for candidate in $candidates; do
    if apt-get source -qq --download-only "$package=$candidate" >fetch.log 2>&1; then
        version=$candidate
        break
    fi
    say "$package $candidate cannot be fetched: $(grep -m1 '^E:' fetch.log | cut -c1-160)"
done
unset APT_CONFIG
[ -n "$version" ] || die "no version of $package can be fetched"

say "building $package $version (debug, ZTS, ASAN, UBSAN) in $work: 2 to 10 minutes"
tar -xf "$(ls "$package"_*.orig.tar.* | grep -v '\.asc$')" -C php --strip-components=1
cd php
# shellcheck disable=SC2086  # the options are words
"$progress" "configuring a PHP with sanitizers (a minute)" "$work/configure.log" nice -n 10 ./configure --prefix="$prefix" $options CFLAGS="$cflags" \
    || { tail -n 20 "$work/configure.log" >&2; die "configure failed"; }
"$progress" "compiling a PHP with sanitizers (five to fifteen minutes)" "$work/make.log" nice -n 10 make -j"$(nproc 2>/dev/null || echo 1)" \
    || { grep -E 'error|Error' "$work/make.log" | tail -n 20 >&2; die "make failed, see $work/make.log"; }
rm -rf "$prefix"
nice -n 10 make install >"$work/install.log" 2>&1 || { tail -n 20 "$work/install.log" >&2; die "make install failed"; }
printf '%s\n' "$recipe" >"$prefix/recipe"
cd "$cache" && rm -rf "$work"

say "built $("$prefix/bin/php" -n -r 'echo PHP_VERSION, " ", PHP_DEBUG ? "debug" : "", " ", PHP_ZTS ? "ZTS" : "NTS";') in $prefix"
echo "$prefix/bin/php"
