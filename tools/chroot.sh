# shellcheck shell=sh
# Shared functions for scripts that work in chroots of Debian (tools/matrix.sh, tools/deb.sh, tests/Debian/run.sh, tests/Newcomer/run.sh). Read it with ".".

# The Debian mirror: LYO_MIRROR, the one that this machine uses, or deb.debian.org.
debian_mirror() {
    found=${LYO_MIRROR:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null \
        | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1)}
    found=${found:-http://deb.debian.org/debian}
    found=${found% }
    printf %s "${found%/}"
}

# inside ROOT COMMAND...: in a chroot, with /proc if the system allows it: some tests read there how PHP was started.
inside() {
    in_root=$1
    shift
    set -- /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root "$@"
    if unshare --mount true 2>/dev/null; then
        unshare --mount sh -c 'mount --rbind /proc "$0/proc" && exec chroot "$0" "$@"' "$in_root" "$@"
    else
        chroot "$in_root" "$@"
    fi
}

# Writes a tar to standard output: all files that git knows or would add, but nothing that was built. Without git, all other files.
copy_tree() {
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files --cached --others --exclude-standard | while read -r file; do [ ! -e "$file" ] || printf '%s\n' "$file"; done
    else
        find . -path ./build -prune -o -path ./vendor -prune -o \( -type f -o -type l \) -print
    fi | tar -c -T -
}

# plain_chroot SUITE FILE [PACKAGE]...: a tarball of a release with these packages, made once. php8.5 and newer are suites, too: these versions
# are in Debian's experimental, on sid.
plain_chroot() {
    [ ! -s "$2" ] || return 0
    suite=$1
    tarball=$2
    shift 2
    echo "making a chroot of $suite: $(basename "$tarball") (1 to 3 minutes, once)"
    mkdir -p "$(dirname "$tarball")"
    packages=$(echo "$*" | tr ' ' ,)
    case $suite in
        # A mirror may be an old copy, and the lists of sid expire after a week. Their signatures are still checked.
        php*) set -- sid "$tarball.new" "deb $(debian_mirror) sid main" "deb $(debian_mirror) experimental main" --aptopt='Acquire::Check-Valid-Until "false"' ;;
        *) set -- "$suite" "$tarball.new" "deb $(debian_mirror) $suite main" ;;
    esac
    tools/progress.sh "making a chroot of $suite" - mmdebstrap --quiet --variant=apt --include="$packages" --aptopt='Apt::Install-Recommends "false"' --format=tar \
        "$@" || { rm -f "$tarball.new"; return 1; }
    mv "$tarball.new" "$tarball"
}

# registries_inside ROOT: how this machine reaches registries of packages: names, certificates, the configuration of Composer.
registries_inside() {
    cp /etc/resolv.conf /etc/hosts "$1/etc/"
    cp -RL /etc/ssl/certs "$1/etc/ssl/" 2>/dev/null || true
    [ ! -d "$HOME/.config/composer" ] || { mkdir -p "$1/root/.config"; cp -R "$HOME/.config/composer" "$1/root/.config/"; }
}
