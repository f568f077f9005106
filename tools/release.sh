#!/bin/sh
# tools/release.sh [bookworm|trixie|php8.5]...   (default: bookworm trixie; make release)
#
# Makes all files of a release from a clone without changes, into build/release:
#
#   php_lyo-V-src.tgz, php_igbinary-V-src.tgz           ext/ and ext-igbinary/, with the names that PIE looks for
#   php_lyo-V_phpP-ARCH-linux-glibc.tgz, the same       modules for one version of PHP, under PIE's names: those of the Debian
#     of igbinary                                       packages, so P is 8.2 (bookworm) and 8.4 (trixie). php8.5 adds those for a
#                                                       PHP that is in Debian's experimental, from the sources above
#   lyo.phar                                            the command line
#   debian/SUITE/*.deb                                  Debian packages
#   composer/VENDOR-NAME-V.zip                          archives of lyo/lyo, lyo/cli and of each package in packages/
#   lyo-object-cache.zip                                the plugin for WordPress, as its administration installs it
#   SHA256SUMS                                          of all of them
#
# The same commit gives the same bytes: files are sorted and owned by root, and their time is that of the commit.
# Needs what tools/deb.sh needs: root and mmdebstrap, and build/phar/vendor (make phar); and zip.
#
# OUTPUT      instead of build/release
# PLACE       the folder in the chroot in which the Debian packages are built
# LYO_CACHE   where the tarballs of chroots are kept
set -eu

cd "$(dirname "$0")/.."
. tools/chroot.sh
[ $# -gt 0 ] || set -- bookworm trixie
build=${BUILD:-build}
output=${OUTPUT:-$build/release}
cache=${LYO_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lyo}/deb
die() { echo "release: $*" >&2; exit 1; }

[ -z "$(git status --porcelain 2>&1)" ] || die "there are changes that are not committed (git status)"
command -v zip >/dev/null || die "zip is missing (Debian: zip)"
[ -s "$build/lyo.phar" ] || die "$build/lyo.phar is not there: make phar"

version=$(sed -n 's/^#define PHP_LYO_VERSION "\(.*\)"/\1/p' ext/src/module/lyo_version.h)
time=$(git log -1 --format=%ct)
start=$(date +%s)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$output"
mkdir -p "$output/composer" "$output/debian"

# pack FOLDER FILE: what is in FOLDER, as an archive whose bytes depend on nothing else
pack() {
    (cd "$1" && find . -mindepth 1 -printf '%P\n' | LC_ALL=C sort | tar --no-recursion --owner=0 --group=0 --numeric-owner --mode=u+w,go+rX,go-w --mtime="@$time" -c -T -) \
        | gzip -n9 >"$2"
}

# 1. The Debian packages, and the modules in them. They are built on the oldest Debian that has this PHP, so that they need no newer libc.
for suite in "$@"; do
    case $suite in php*) continue ;; esac
    OUTPUT=$work/deb DEB_BUILD_OPTIONS=${DEB_BUILD_OPTIONS:-nocheck} LINTIAN=${LINTIAN:-no} tools/deb.sh "$suite"
    mkdir "$output/debian/$suite"
    find "$work/deb/$suite" -name '*.deb' ! -name '*-dbgsym_*' -exec cp {} "$output/debian/$suite/" \;
    for name in lyo igbinary; do
        package=$(find "$output/debian/$suite" -name "php*-$([ $name = lyo ] || echo lyo-)${name}_*.deb")
        php=$(basename "$package" | sed 's/^php\([0-9.]*\)-.*/\1/')
        case $(basename "$package") in *_amd64.deb) arch=x86_64 ;; *_arm64.deb) arch=arm64 ;; *) die "$package: which processor?" ;; esac
        mkdir "$work/$suite-$name" "$work/$suite-$name-module"
        dpkg-deb -x "$package" "$work/$suite-$name"
        find "$work/$suite-$name" -name "$name.so" -exec cp {} "$work/$suite-$name-module/" \;
        [ -s "$work/$suite-$name-module/$name.so" ] || die "there is no $name.so in $package"
        cp LICENSE "$work/$suite-$name-module/"
        pack "$work/$suite-$name-module" "$output/php_$name-$version""_php$php-$arch-linux-glibc.tgz"
    done
done

# 2. The sources of the extensions, with links followed.
mkdir "$work/tree"
copy_tree | tar -x -C "$work/tree"
for name in lyo igbinary; do
    cp -RL "$work/tree/ext$([ $name = lyo ] || echo -igbinary)" "$work/$name"
    pack "$work/$name" "$output/php_$name-$version-src.tgz"
done

# Modules for a PHP that no release of Debian has.
for suite in "$@"; do
    case $suite in php*) ;; *) continue ;; esac
    plain_chroot "$suite" "$cache/$suite-build.tar" "$suite-cli" "$suite-dev" gcc libc6-dev make zlib1g-dev libzstd-dev
    root=$work/$suite
    mkdir "$root"
    tar -C "$root" -xf "$cache/$suite-build.tar"
    for name in lyo igbinary; do
        mkdir "$root/$name" "$work/$suite-$name"
        tar -C "$root/$name" -xf "$output/php_$name-$version-src.tgz"
        echo "$name.so for $suite (half a minute)"
        inside "$root" sh -ec "cd /$name; phpize${suite#php}; ./configure --with-php-config=php-config${suite#php} CFLAGS=-O2; make; strip --strip-unneeded modules/$name.so" \
            >"$work/$suite.log" 2>&1 || { tail -n 20 "$work/$suite.log" >&2; die "$name.so for $suite was not built"; }
        cp "$root/$name/modules/$name.so" LICENSE "$work/$suite-$name/"
        pack "$work/$suite-$name" "$output/php_$name-$version""_$suite-$(uname -m)-linux-glibc.tgz"
    done
done

# 3. The command line in one file.
cp "$build/lyo.phar" "$output/lyo.phar"

# 4. The plugin for WordPress, with what it needs of the library.
"${PHP:-php}" packages/wordpress/tools/build.php "$output/lyo-object-cache.zip"

# 5. What Composer installs: each folder as git publishes it, without what .gitattributes leaves out.
for folder in "" cli $(git ls-tree -d --name-only HEAD packages/); do
    mkdir "$work/archive"
    git archive "HEAD:$folder" | tar -x -C "$work/archive"
    name=$(sed -n 's/^ *"name": "\(.*\)",/\1/p' "$work/archive/composer.json" | head -n 1 | tr / -)
    # .zip, because a repository of Composer's type "artifact" needs ext-zip anyway
    find "$work/archive" -exec touch -h -d "@$time" {} + -exec chmod u+w,go+rX,go-w {} +
    (cd "$work/archive" && find . -type f | LC_ALL=C sort | TZ=UTC zip -q -X -D -@ -) >"$output/composer/$name-$version.zip"
    rm -rf "$work/archive"
done

(cd "$output" && find . -type f ! -name SHA256SUMS | LC_ALL=C sort | sed 's,^[.]/,,' | xargs sha256sum >SHA256SUMS)
(cd "$output" && wc -c $(cut -c67- SHA256SUMS))
echo "release: $version, $(wc -l <"$output/SHA256SUMS") files in $output, $(($(date +%s) - start)) s"
