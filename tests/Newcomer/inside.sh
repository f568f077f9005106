# shellcheck shell=sh
# Functions for the scripts of tests/Newcomer/script.php, in the chroot: . inside.sh; . SCRIPT; report.
set -u

cd /root/lyo || exit 1
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 COMPOSER_ALLOW_SUPERUSER=1 NO_COLOR=1
# The documents write "lyo", which is bin/lyo in a clone, and sudo, which root does not need.
export PATH="/root/bin:$PATH:/root/lyo/bin"
mkdir -p /root/bin
printf '#!/bin/sh\nexec "$@"\n' >/root/bin/sudo
chmod 755 /root/bin/sudo
# The tests start their own servers.
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d
apt-get -q update >/tmp/apt.log 2>&1 || { tail -n 5 /tmp/apt.log; exit 1; }
printf 'APT::Get::Assume-Yes "true";\nDpkg::Use-Pty "0";\nAPT::Install-Recommends "false";\n' >/etc/apt/apt.conf.d/90newcomer

blocks=0
failed=0
left=0
expected=
began=$(date +%s)
PHP_VERSION=none

# A story may define what its application does after each block.
probe() { :; }
probes=0
try() {
    problem=$(probe 2>&1) || true
    [ -n "$problem" ] || { probes=$((probes + 1)); return; }
    echo "FAILED  the application after it: $problem" | head -n 5
    failed=$((failed + 1))
}

store() { cat >"$1"; }
expect() { cat >/tmp/expected && expected=yes; }
settings() { # settings PLACE: for every PHP of this machine
    blocks=$((blocks + 1))
    cat >>/tmp/newcomer.ini
    for folder in /etc/php/*/*/conf.d; do
        [ -d "$folder" ] || { echo "FAILED  $1: no PHP to set anything for"; failed=$((failed + 1)); return; }
        cp /tmp/newcomer.ini "$folder/99-newcomer.ini"
    done
    echo "ok      $1, settings"
    try
}
needs() { # needs PACKAGE...: what somebody has before the story begins
    apt-get install "$@" >/tmp/apt.log 2>&1 || { tail /tmp/apt.log; exit 1; }
}
inline() { # inline PAGE COMMAND [settings]: a command, or a setting, that stands in a sentence of the page
    grep -qF "\`$2\`" "$1" || { echo "FAILED  $1 has no \"$2\""; failed=$((failed + 1)); return; }
    ${3:-block} "$1" <<END
$2
END
}
block() { # block PLACE: a script on standard input
    cat >/tmp/block.sh
    blocks=$((blocks + 1))
    PHP_VERSION=$(php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;' 2>/dev/null || echo none)
    export PHP_VERSION
    start=$(date +%s)
    status=0
    sh /tmp/block.sh >/tmp/output 2>&1 </dev/null || status=$?
    result=ok
    if [ -n "$expected" ]; then
        diff /tmp/expected /tmp/output >/tmp/difference || result=FAILED
    elif [ "$status" != 0 ]; then
        result=FAILED
    fi
    printf '%-7s %s, %d s: %s\n' "$result" "$1" $(($(date +%s) - start)) "$(grep -v '^set -e$' /tmp/block.sh | head -n 1 | cut -c1-90)"
    if [ "$result" = FAILED ]; then
        failed=$((failed + 1))
        [ -z "$expected" ] || cat /tmp/difference
        tail -n 15 /tmp/output | cut -c1-300
    fi
    expected=
    try
}
report() { # report PAGE
    PHP_VERSION=$(php -n -r 'echo PHP_VERSION;')
    echo "newcomer: $1 on $(. /etc/os-release && echo "$VERSION_CODENAME"), PHP $PHP_VERSION: $blocks blocks and $probes looks at the application in $(($(date +%s) - began)) s, $failed failed, $left left out"
    [ "$failed" = 0 ] && [ "$blocks" -gt 0 ]
}
