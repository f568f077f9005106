#!/bin/sh
# tests/Debian/run.sh [bookworm|trixie]...   (default: both; make test-deb)
#
# Builds the Debian packages twice, in folders of different names: all bytes must be the same. Builds them again as an older version, and
# tests installing, upgrading and removing in a new chroot (inside.sh). Needs root, mmdebstrap, and a Debian mirror for the chroots.
#
# BUILT=1     uses the packages in build/deb and build/deb-old, and does not compare two builds
# LYO_CACHE   where the tarballs of chroots are kept
set -eu

cd "$(dirname "$0")/../.."
. tools/chroot.sh
[ $# -gt 0 ] || set -- bookworm trixie
cache=${LYO_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lyo}/deb
build=${BUILD:-build}
old=0.1.9999
version=$(sed -n 's/^#define PHP_LYO_VERSION "\(.*\)"/\1/p' ext/src/module/lyo_version.h)
root=
trap '[ -z "$root" ] || rm -rf --one-file-system "$root"' EXIT
failed=0

for suite in "$@"; do
    if [ -z "${BUILT:-}" ]; then
        tools/deb.sh "$suite"
        OUTPUT=$build/deb-again LINTIAN=no PLACE=/elsewhere/than/before DEB_BUILD_OPTIONS=nocheck tools/deb.sh "$suite" >/dev/null
        OUTPUT=$build/deb-old LINTIAN=no VERSION=$old DEB_BUILD_OPTIONS=nocheck tools/deb.sh "$suite" >/dev/null
        compared=0
        differ=0
        for file in "$build/deb/$suite"/*.deb "$build/deb/$suite"/*.orig.tar.gz; do
            cmp "$file" "$build/deb-again/$suite/$(basename "$file")" || differ=$((differ + 1))
            compared=$((compared + 1))
        done
        echo "deb: $suite, $compared files built twice, $differ differ"
        failed=$((failed + differ))
        [ "$compared" -ge 4 ] || exit 1
    fi

    plain_chroot "$suite" "$cache/$suite-plain.tar" ca-certificates
    root=$(mktemp -d "$cache/$suite-test.XXXXXX")
    tar -C "$root" -xf "$cache/$suite-plain.tar"
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    mkdir -p "$root/packages"
    cp -R "$build/deb/$suite" "$root/packages/new"
    cp -R "$build/deb-old/$suite" "$root/packages/old"
    cp tests/Debian/inside.sh "$root/inside.sh"
    inside "$root" OLD_VERSION="$old" NEW_VERSION="$version" sh /inside.sh /packages/old /packages/new || failed=$((failed + 1))
    rm -rf --one-file-system "$root"
    root=
done
echo "test-deb: $# releases, $failed failed"
[ "$failed" = 0 ]
