#!/bin/sh
# tools/deb.sh [bookworm|trixie|here]...   (default: bookworm trixie)
#
# Builds the Debian packages into build/deb/SUITE: php8.x-lyo, php8.x-lyo-igbinary, lyo, and their source package. It builds in a new
# chroot of each release, which is kept as a tarball; "here" builds on this system. The folder packaging/debian becomes debian/, with control and changelog made
# for that release. lintian's remarks go to build/deb/SUITE/lintian.txt; its errors fail the build.
#
# Needs build/phar/vendor (make phar), because nothing is downloaded while a package is built. Chroots need root and mmdebstrap.
#
# VERSION            instead of the version of the tree, to try upgrades
# OUTPUT             instead of build/deb
# DEB_BUILD_OPTIONS  "nocheck" leaves out the tests of the extensions
# PLACE              the folder in the chroot (default: /build), to test that the packages do not depend on it
# LINTIAN            "no" leaves out lintian, which takes as long as a build
# LYO_CACHE          where the tarballs are kept (default: ${XDG_CACHE_HOME:-~/.cache}/lyo)
# LYO_MIRROR         the Debian mirror
set -eu

cd "$(dirname "$0")/.."
. tools/chroot.sh
[ $# -gt 0 ] || set -- bookworm trixie
output=${OUTPUT:-${BUILD:-build}/deb}
cache=${LYO_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lyo}/deb
needed="build-essential debhelper dh-php php-all-dev php-cli lintian libzstd-dev zlib1g-dev"
die() { echo "deb: $*" >&2; exit 1; }

vendor=${BUILD:-build}/phar/vendor
[ -e "$vendor/autoload.php" ] || die "$vendor is not there: make phar"

work=$(mktemp -d)
root=
trap 'rm -rf "$work"; [ -z "$root" ] || rm -rf --one-file-system "$root"' EXIT

version=$(sed -n 's/^#define PHP_LYO_VERSION "\(.*\)"/\1/p' ext/src/module/lyo_version.h)
date=$(sed -n "s/^## \[$version\] - //p" CHANGELOG.md)
[ -n "$date" ] || ! grep -qx '## \[Unreleased\]' CHANGELOG.md || date=$(git log -1 --format=%cs 2>/dev/null || date -u +%F)
[ -n "$date" ] || die "CHANGELOG.md has no heading for $version"
epoch=$(date -u -d "$date" +%s)

# The source package: the tree as git would publish it, with the packages that go into the phar. The same tree makes the same bytes.
mkdir "$work/lyo"
copy_tree | tar -x -C "$work/lyo"
cp -R "$vendor" "$work/lyo/vendor"
# Only the files that go into the phar: no tests, no programs for Windows.
rm -rf "$work"/lyo/vendor/bin "$work"/lyo/vendor/*/*/Tests "$work"/lyo/vendor/*/*/Resources/bin
if [ -n "${VERSION:-}" ]; then
    (cd "$work/lyo" && php -n tools/gen-version.php --set="$VERSION" >/dev/null)
    version=$VERSION
fi
mv "$work/lyo" "$work/lyo-$version"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mode=u+w,go+rX,go-w --mtime="@$epoch" -c "lyo-$version" \
    | gzip -n9 >"$work/lyo_$version.orig.tar.gz"

# Runs where the package is built: in a chroot, or here.
cat >"$work/build" <<'BUILD'
set -eu
cd "$1/lyo-$2"
. /etc/os-release
suffix=deb$(sed 's/[.].*//' /etc/debian_version | grep -x '[0-9]*' || echo 0)u1
php=php$(php-config --version | cut -d. -f1-2)
igbinary=$(sed -n 's/^#define PHP_IGBINARY_VERSION "\(.*\)"/\1/p' ext-igbinary/src/php7/igbinary.h)
cp -R packaging/debian debian
sed "s/@PHP@/$php/g; s/@IGBINARY@/$igbinary/g" debian/control.in >debian/control
for name in lyo lyo-igbinary; do
    mv "debian/php-$name.php" "debian/$php-$name.php"
    sed "s/@V@/${php#php}/g" "debian/php-$name.postrm" >"debian/$php-$name.postrm"
    rm "debian/php-$name.postrm"
done
rm debian/control.in
{
    printf 'lyo (%s-1~%s) %s; urgency=medium\n\n' "$2" "$suffix" "${VERSION_CODENAME:-unstable}"
    printf '  * Version %s; its changes are in CHANGELOG.md.\n\n' "$2"
    printf ' -- The Lyo authors <lyo@packages.invalid>  %s\n' "$(LC_ALL=C date -u -d "@$3" '+%a, %d %b %Y %H:%M:%S +0000')"
} >debian/changelog
LC_ALL=C.UTF-8 DEB_BUILD_OPTIONS="${4:+$4 }parallel=$(nproc)" dpkg-buildpackage -us -uc >../build.log 2>&1 || { tail -n 40 ../build.log | cut -c1-300; exit 1; }
grep -E ': tests passed' ../build.log || true
cd ..
[ "$5" != no ] || { : >lintian.txt; exit 0; }
lintian --allow-root --display-info --pedantic ./*.changes >lintian.txt 2>&1 || [ $? = 2 ] || { cat lintian.txt; exit 1; }
BUILD

for suite in "$@"; do
    start=$(date +%s)
    what="packages for $suite, with their tests and lintian (two to five minutes)"
    if [ "$suite" = here ]; then
        place=$work/here
        mkdir "$place"
        cp "$work/lyo_$version.orig.tar.gz" "$place"
        tar -C "$place" -xzf "$place/lyo_$version.orig.tar.gz"
        tools/progress.sh "$what" - sh "$work/build" "$place" "$version" "$epoch" "${DEB_BUILD_OPTIONS:-}" "${LINTIAN:-yes}"
    else
        [ "$(id -u)" = 0 ] || die "a chroot needs root; \"tools/deb.sh here\" builds for this Debian"
        command -v mmdebstrap >/dev/null || die "mmdebstrap is missing (bin/setup matrix installs it)"
        # shellcheck disable=SC2086  # each is a package
        base=$cache/$suite-build-$(echo "$needed" | cksum | cut -d' ' -f1).tar
        plain_chroot "$suite" "$base" $needed
        root=$(mktemp -d "$cache/$suite.XXXXXX")
        tar -C "$root" -xf "$base"
        place=$root${PLACE:-/build}
        mkdir -p "$place"
        cp "$work/lyo_$version.orig.tar.gz" "$place"
        tar -C "$place" -xzf "$place/lyo_$version.orig.tar.gz"
        cp "$work/build" "$root/build.sh"
        tools/progress.sh "$what" - sh -c '. tools/chroot.sh; inside "$@"' sh "$root" sh /build.sh "${PLACE:-/build}" "$version" "$epoch" "${DEB_BUILD_OPTIONS:-}" "${LINTIAN:-yes}"
    fi
    mkdir -p "$output/$suite"
    rm -f "$output/$suite"/*
    find "$place" -maxdepth 1 -type f -exec cp {} "$output/$suite/" \;
    [ -z "$root" ] || { rm -rf --one-file-system "$root"; root=; }
    errors=$(grep -c '^E: ' "$output/$suite/lintian.txt" || true)
    printf 'deb: %s, %d packages in %d s, lintian: %d errors, %d warnings, %d other remarks\n' "$suite" \
        "$(find "$output/$suite" -name '*.deb' | wc -l)" $(($(date +%s) - start)) "$errors" \
        "$(grep -c '^W: ' "$output/$suite/lintian.txt")" "$(grep -c '^[IPX]: ' "$output/$suite/lintian.txt")"
    find "$output/$suite" -name '*.deb' | LC_ALL=C sort | sed 's/^/    /'
    [ "$errors" = 0 ] || { cat "$output/$suite/lintian.txt"; exit 1; }
done
