#!/bin/sh
# tools/matrix.sh [SUITE...]
#
# Runs the tests on other versions of PHP, each in a new chroot, with the vendor/ of this checkout:
#
#   bookworm, trixie   a Debian release (PHP 8.2, 8.4), with all the modules and servers: bin/test --all, the builds of tools/variants.sh,
#                      and the JIT that compiles whole functions
#   php8.4, php8.5...  a version of PHP alone: both modules, with the targets that are listed below. 8.4 is from trixie; newer
#                      versions are from Debian's experimental, on sid, with igbinary built from Debian's source.
#   zts                a PHP 8.2 with threads, assertions and sanitizers, built from Debian's source on bookworm: a shorter test-asan
#   i386               a PHP with 32-bit integers: configure must refuse it
#
# The differential test runs with DIFFERENTIAL values in each except the last two. At the end there is a line for each suite: its result,
# seconds and counts. If a suite fails, the others still run, and the exit status is not 0. It is 77 if all were skipped.
#
# A chroot is made once, with mmdebstrap, and kept as a tarball; for a PHP from experimental it is made again if there is a newer
# version. Needs root. A suite is skipped, with a message, if its chroot cannot be made, because a mirror need not have it. But chroots
# of a Debian release must work.
#
# DIFFERENTIAL  values in the differential test (default: 100000)
# RUNS          values in the tests of __sleep() and of igbinary, and truncated messages (default: 20000; bin/test --all has its own)
# TARGETS       make targets to run in each chroot (default: see above)
# KEEP          files and folders that are copied back into this checkout when a suite has ended
# SUITES        the suites to run (default: "bookworm trixie php8.5 php8.6 zts i386")
# LYO_CORPUS    the folder of real values (default: ../shared/corpus); without it, tests that need it are skipped
# LYO_CACHE     where the tarballs are kept (default: ${XDG_CACHE_HOME:-~/.cache}/lyo)
# LYO_MIRROR    the Debian mirror (default: the one that this machine uses, else deb.debian.org)
set -eu

cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- ${SUITES:-bookworm trixie php8.5 php8.6 zts i386}
cache=${LYO_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lyo}/matrix
corpus=${LYO_CORPUS:-../shared/corpus}
logs=${BUILD:-build}/log
targets_of_version="phpt phpt-igbinary vectors compare selftest test-sleep test-calls test-language test-fibers test-policy test-api truncations mutations"
targets_of_version="$targets_of_version test-igbinary jit jit-function variants phpunit phpunit-library"
die() { echo "matrix: $*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || die "needs root, for chroot"
command -v mmdebstrap >/dev/null || die "mmdebstrap is missing (bin/setup matrix installs it)"

. tools/chroot.sh
mirror=$(debian_mirror)

work=$(mktemp -d)
root=
trap 'rm -rf "$work"; [ -z "$root" ] || rm -rf --one-file-system "$root"' EXIT

is_version() { case $1 in php[0-9]*) ;; *) return 1 ;; esac }

# The release from which the PHP of a suite comes, and the package that has its version.
release_of() {
    case $1 in
        bookworm | i386 | zts) echo bookworm ;;
        trixie | php8.4) echo trixie ;;
        *) echo experimental ;;
    esac
}

php_of() {
    case $1 in
        bookworm | i386 | zts) echo php8.2 ;;
        trixie) echo php8.4 ;;
        *) echo "$1" ;;
    esac
}

packages_of() {
    case $1 in
        i386) printf %s "php-cli,php-dev," ;;
        zts) printf %s "php-cli,php-dev,autoconf,pkg-config,xz-utils," ;;
        php*)
            printf %s "$1-cli,$1-dev,$1-xml,$1-mbstring,$1-sqlite3,clang,valgrind,"
            # The one in experimental breaks the packages of 8.5, but newer packages need it. apt does not choose it itself.
            case $1 in php8.4 | php8.5) ;; *) printf %s "php-common/experimental," ;; esac
            # These exist only for Debian's own PHP. What is not for tests of the modules is for those of the package for Laravel.
            [ "$1" != php8.4 ] || printf %s "php-igbinary,php-redis,php-memcached,php-mysql,php-pgsql,redis-server,memcached,mariadb-server,postgresql,composer,ca-certificates,unzip,"
            ;;
        *)
            printf %s "php-cli,php-dev,php-xml,php-mbstring,php-sqlite3,php-mysql,php-igbinary,php-msgpack,php-redis,php-memcached,php-apcu,"
            printf %s "redis-server,memcached,mariadb-server,postgresql,php-pgsql,php-fpm,libfcgi-bin,clang,"
            # The other packages that bin/setup would install.
            printf %s "autoconf,ca-certificates,clang-format,composer,git,unzip,valgrind,"
            [ "$1" != trixie ] || printf %s "php-mongodb,valkey-server,"
            ;;
    esac
    # zlib and zstd are for envelopes.
    printf %s "gcc,libc6-dev,libzstd-dev,make,zlib1g-dev"
}

# The version of PHP that the mirror has for a suite, or nothing. It uses its own package lists, and does not change those of the system.
version_of() {
    lists=$work/apt-$(release_of "$1")
    if [ ! -d "$lists" ]; then
        mkdir -p "$lists/lists/partial" "$lists/cache/archives/partial"
        echo "deb $mirror $(release_of "$1") main" >"$lists/list"
        printf '%s\n' "Dir::Etc::sourcelist \"$lists/list\";" 'Dir::Etc::sourceparts "-";' "Dir::State::lists \"$lists/lists\";" \
            "Dir::Cache \"$lists/cache\";" 'APT::Sandbox::User "root";' 'Acquire::Languages "none";' \
            'Acquire::Check-Valid-Until "false";' >"$lists/conf"
        APT_CONFIG="$lists/conf" apt-get -qq update >/dev/null 2>&1 || true
    fi
    APT_CONFIG="$lists/conf" apt-cache madison "$(php_of "$1")-cli" 2>/dev/null | awk 'NR == 1 { print $3 }' | tr -d '\n' | tr -c 'A-Za-z0-9.~+-' _
}

# A tarball is used again as long as PHP's version, the list of packages and this script are the same.
base_of() { echo "$cache/$1-$(version_of "$1")-$({ packages_of "$1"; hook_of "$1"; } | cksum | cut -d' ' -f1).tar"; }

# Runs in a chroot before it is stored.
hook_of() {
    case $1 in
        zts) cat tools/asan-php.sh ;;
        php8.4) ;;
        php*) cat tools/igbinary-source.sh ;;
    esac
}

bootstrap() { # bootstrap SUITE RELEASE [mmdebstrap option or source...]
    name=$1
    release=$2
    shift 2
    hook_of "$name" >"$work/hook"
    [ ! -s "$work/hook" ] || set -- --customize-hook="cp '$work/hook' \"\$1/hook\"" \
        --customize-hook="chroot \"\$1\" env HOME=/root PHP=$(php_of "$name") sh /hook >&2" --customize-hook='rm "$1/hook"' "$@"
    mmdebstrap --quiet --variant=apt --include="$(packages_of "$name")" --aptopt='Apt::Install-Recommends "false"' --format=tar \
        "$release" "$cache/$name.new" "deb $mirror $release main" "$@"
}

make_base() {
    echo "matrix: making a chroot of $1 in $cache (1 to 3 minutes, once)"
    mkdir -p "$cache"
    rm -f "$cache/$1"-*.tar
    case $(release_of "$1") in
        # A mirror may be an old copy, and the lists of sid expire after a week. Their signatures are still checked.
        experimental) bootstrap "$1" sid "deb $mirror experimental main" \
            "deb-src $mirror experimental main" "deb-src $mirror sid main" "deb-src $mirror trixie main" --aptopt='Acquire::Check-Valid-Until "false"' ;;
        *) if [ "$1" = i386 ]; then bootstrap "$1" bookworm --architectures=i386; else bootstrap "$1" "$(release_of "$1")"; fi ;;
    esac || { rm -f "$cache/$1.new"; return 1; }
    mv "$cache/$1.new" "$2"
}

# A new tree each time, so that no run sees what an earlier one left.
unpack() { # unpack SUITE TARBALL
    root=$(mktemp -d "$cache/$1.XXXXXX")
    tar -C "$root" -xf "$2"
    mkdir "$root/lyo"
    copy_tree | tar -C "$root/lyo" -x
    [ "$1" != i386 ] || return 0
    registries_inside "$root"
    # So that Composer need not install them again, vendor/ is copied. The values of the public corpus are made in the chroot.
    tar -c --exclude='*.ser' --exclude=build/corpus/manifest.tsv vendor build/bridges build/corpus build/phar | tar -C "$root/lyo" -x --warning=no-timestamp
    touch "$root/lyo/vendor/autoload.php" "$root"/lyo/build/bridges/*/vendor/autoload.php "$root/lyo/build/phar/vendor/autoload.php"
    # The tests look for it next to the checkout.
    if [ -d "$corpus" ]; then
        mkdir "$root/shared"
        cp -r "$corpus" "$root/shared/corpus"
    fi
}

commands_of() {
    runs=${RUNS:-20000}
    steps="RUNS=$runs php -n tools/steps.php"
    many="RUNS=${DIFFERENTIAL:-100000} php -n tools/steps.php differential"
    if [ -n "${TARGETS:-}" ]; then
        # TARGETS may have several lines. The chroot's shell must get one.
        echo "make --no-print-directory build && $steps" $TARGETS
    elif [ "$1" = i386 ]; then
        echo "tools/refused.sh"
    elif [ "$1" = zts ]; then
        echo "RUNS=$runs PREFIXES=$((runs * 10)) MUTATED=$((runs * 2)) VALUES=$runs php -n tools/steps.php test-asan"
    elif is_version "$1"; then
        echo "make --no-print-directory build && $steps $targets_of_version; a=\$?; $many && exit \$a"
    else
        echo "bin/test --all; a=\$?; php -n tools/steps.php variants jit-function; b=\$?; $many && [ \$a = 0 ] && exit \$b"
    fi
}

mkdir -p "$logs"
summary=$work/summary
failed=0
ran=0
for suite in "$@"; do
    base=$(base_of "$suite")
    start=$(date +%s)
    if [ ! -f "$base" ] && ! make_base "$suite" "$base"; then
        case $suite in bookworm | trixie) die "mmdebstrap of $suite failed" ;; esac
        printf 'SKIPPED %-9s its chroot cannot be made from %s\n' "$suite" "$mirror" >>"$summary"
        continue
    fi
    unpack "$suite" "$base"
    log=$logs/matrix-$suite.log
    version="PHP $(inside "$root" php -n -r 'echo PHP_VERSION;')"
    echo "matrix: $suite, $version"
    { status=0; inside "$root" sh -c "cd /lyo && $(commands_of "$suite")" 2>&1 || status=$?; echo "$status" >"$work/status"; } | tee "$log"
    for file in ${KEEP:-}; do
        cp -r "$root/lyo/$file" "$work/kept"
        rm -rf "$file"
        mv "$work/kept" "$file"
    done
    rm -rf --one-file-system "$root"
    root=
    ran=$((ran + 1))
    result=passed
    if [ "$(cat "$work/status")" != 0 ]; then
        result=FAILED
        failed=$((failed + 1))
    fi
    # The table that tools/steps.php prints, or the last line.
    counts=$(grep -cE '^(ok|partly) .* s( of|  )' "$log" || true)
    [ "$counts" != 0 ] && counts="$counts steps passed, $(grep -cE '^FAILED .* s( of|  )' "$log" || true) failed" || counts=$(tail -n 1 "$log")
    printf '%-7s %-9s %4d s  %s, %s\n' "$result" "$suite" $(($(date +%s) - start)) "$version" "$counts" >>"$summary"
    grep -E '^(ok|partly|skipped|FAILED) .* s( of|  )' "$log" | sed 's/^/    /' >>"$summary" || true
done

printf '\n== matrix\n'
cat "$summary"
echo "matrix: $ran of $# suites run, $failed failed"
[ "$ran" != 0 ] || exit 77
[ "$failed" = 0 ]
