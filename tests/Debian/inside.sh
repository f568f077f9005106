#!/bin/sh
# tests/Debian/inside.sh OLD NEW   (folders with the packages of two versions; run by tests/Debian/run.sh in a new chroot, as root)
#
# Tests the packages on a system with PHP and phpredis from Debian: installs and uses them, switches them off and on, upgrades them,
# exchanges the drop-in for Debian's igbinary and back, removes and purges them. Prints each check, and ends with "debian: N checks, M failed".
set -u

old=$1
new=$2
planned=55
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
checks=0
failed=0
log=/tmp/lyo-test.log

check() { # check WHAT COMMAND...: the command succeeds
    what=$1
    shift
    checks=$((checks + 1))
    if "$@" >"$log" 2>&1; then
        echo "ok      $what"
    else
        failed=$((failed + 1))
        echo "FAILED  $what"
        sed 's/^/        /' "$log" | tail -n 20
    fi
}
same() { # same WHAT EXPECTED ACTUAL
    checks=$((checks + 1))
    if [ "$2" = "$3" ]; then echo "ok      $1: $3"; else failed=$((failed + 1)); echo "FAILED  $1: $3 instead of $2"; fi
}
apt() { apt-get -q -y -o Dpkg::Use-Pty=0 --no-install-recommends "$@"; }
prepare() { # what is no check, and yet must work
    "$@" >"$log" 2>&1 || { tail -n 20 "$log"; echo "debian: $* failed"; exit 1; }
}

# The tests start servers of their own.
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d
prepare apt update
prepare apt install php-cli php-fpm php-redis redis-server libfcgi-bin
v=$(php -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
lyo=php$v-lyo
dropin=php$v-lyo-igbinary

state() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null || echo not-installed; }
has() { php -m 2>&1 | grep -qx "$1"; }
quiet() { [ -z "$(php -d display_startup_errors=1 -d display_errors=1 -r '' 2>&1)" ]; }
is_ours() { php --ri igbinary | grep -q '^implementation => lyo'; }
not() { ! "$@"; }
# Everything that packages may leave; caches, and the empty folders in which php-common notes who has enabled what, do not count.
files() {
    { find /etc /usr /opt /srv /var/lib/php /var/lib/systemd /var/lib/dpkg/info /run -xdev 2>/dev/null; ls /var/lib /var/cache; } \
        | grep -vE '\.pyc$|__pycache__|/var/lib/dpkg/info/format|^/etc/ld\.so\.cache$|^/run/|abled_by_(admin|maint)$' | LC_ALL=C sort
}

# ---- a redis, and a php-fpm with its own configuration of Debian ----------------------------------------------------
redis-server --port 6390 --bind 127.0.0.1 --save '' --daemonize yes --dir /tmp --pidfile /tmp/redis.pid >/dev/null
mkdir -p /tmp/www /tmp/sessions
chmod 777 /tmp/sessions
cat >/tmp/www/session.php <<'PHP'
<?php
ini_set('session.save_path', '/tmp/sessions');
ini_set('session.use_strict_mode', '0');
session_id('abcdefghijklmnopqrstuvwxyz');
session_start();
$_SESSION['count'] = ($_SESSION['count'] ?? 0) + 1;
$_SESSION['user'] ??= new ArrayObject(['name' => 'Grüße']);
echo "\n", $_SESSION['count'], ' ', $_SESSION['user']['name'], ' ', ini_get('session.serialize_handler'), "\n";
PHP
cat >/tmp/fpm.conf <<CONF
[global]
pid = /tmp/fpm.pid
error_log = /tmp/fpm.log
[www]
user = www-data
group = www-data
listen = /tmp/fpm.sock
listen.mode = 0666
pm = static
pm.max_children = 1
CONF
page() { # page HANDLER [FORM]: a request to a new php-fpm, as a deploy starts one; FORM is what lyo writes
    "/usr/sbin/php-fpm$v" -y /tmp/fpm.conf -d "session.serialize_handler=$1" -d "lyo.session_write=${2:-lyo}" >/dev/null 2>&1 || { echo "php-fpm does not start"; return; }
    SCRIPT_FILENAME=/tmp/www/session.php REQUEST_METHOD=GET cgi-fcgi -bind -connect /tmp/fpm.sock | tail -n 1
    kill "$(cat /tmp/fpm.pid)"
    while [ -e /tmp/fpm.pid ]; do sleep 0.1; done
}
cat >/tmp/redis.php <<'PHP'
<?php
final class Cart { public function __construct(public array $items = [], public ?Cart $before = null) {} }
[, $action, $key] = $argv;
$redis = new Redis();
$redis->connect('127.0.0.1', 6390);
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_IGBINARY);
$first = new Cart(['grüße', 1.5, [1, 2, 3]]);
$value = [new Cart(['a' => $first, 'b' => $first], $first), range(1, 50), ['x' => null]];
if ($action === 'write') {
    exit($redis->set($key, $value) ? 0 : 1);
}
$back = $redis->get($key);
exit(serialize($back) === serialize($value) && $back[0]->items['a'] === $back[0]->before ? 0 : 1);
PHP
redis() { php -d display_errors=1 /tmp/redis.php "$1" "$2"; }

files >/tmp/before
check "Debian's igbinary writes for phpredis" redis write by-debian

# ---- the extension -------------------------------------------------------------------------------------------------
check "apt installs $lyo" apt install "$old"/"$lyo"_*.deb
check "php -m shows lyo" has lyo
same "its version" "$OLD_VERSION" "$(php -r 'echo phpversion("lyo");')"
check "PHP starts without a word" quiet
check "the header for other extensions is there" test -e "$(php -r 'echo "/usr/include/php/", basename(PHP_EXTENSION_DIR);')/ext/lyo/php_lyo_api.h"
check "a value goes there and back" php -r 'exit(lyo_unserialize(lyo_serialize([1, "a" => new ArrayObject([2])])) == [1, "a" => new ArrayObject([2])] ? 0 : 1);'
cat >/tmp/compress.php <<'PHP'
<?php
$value = ['name' => 'Anna', 'list' => array_map(fn($i) => 'hello ' . md5((string) ($i % 37)), range(1, 400))];
foreach (['zlib', 'zstd'] as $compress) {
    $bytes = lyo_serialize($value, ['compress' => $compress]);
    if (2 * strlen($bytes) > strlen(lyo_serialize($value)) || lyo_unserialize($bytes) !== $value) {
        exit(1);
    }
    file_put_contents("/tmp/value.$compress", $bytes);
}
PHP
check "it compresses with zlib and zstd" php /tmp/compress.php
same "its package wants their libraries" "libzstd1 zlib1g " "$(dpkg-query -W -f '${Depends}' "$lyo" | grep -oE 'libzstd1|zlib1g' | sort | tr '\n' ' ')"
prepare phpdismod lyo
check "phpdismod lyo: it is gone" not has lyo
prepare phpenmod lyo
check "phpenmod lyo: it is back" has lyo
same "a session of php-fpm, before lyo" "1 Grüße php" "$(page php)"
same "a session of php-fpm with lyo" "2 Grüße lyo" "$(page lyo)"
check "it is stored as lyo" sh -c 'test "$(head -c 1 /tmp/sessions/sess_* | od -An -tx1 | tr -d " ")" = c1'

# ---- the drop-in instead of Debian's igbinary ----------------------------------------------------------------------
check "apt installs $dropin" apt install "$old"/"$dropin"_*.deb
same "Debian's igbinary has gone" config-files "$(state "php$v-igbinary")"
same "php-redis has stayed" installed "$(state "php$v-redis")"
same "dpkg is content" "" "$(dpkg --audit; apt-get check 2>&1 >/dev/null)"
check "igbinary is ours" is_ours
check "PHP starts without a word" quiet
check "phpredis reads what Debian's igbinary has written" redis read by-debian
check "phpredis writes with it" redis write by-lyo
check "and reads that" redis read by-lyo
prepare phpdismod -s cli lyo-igbinary
check "phpdismod lyo-igbinary: it is gone for the command line" not has igbinary
prepare phpenmod -s cli lyo-igbinary
check "phpenmod lyo-igbinary: it is back" has igbinary

# ---- the command line ----------------------------------------------------------------------------------------------
check "apt installs lyo" apt install "$old"/lyo_*.deb
check "lyo finds the extensions" sh -c "lyo --version | grep -q 'extension lyo $OLD_VERSION'"
check "lyo dump shows the session" sh -c 'lyo dump /tmp/sessions/sess_* | grep -q Grüße'
check "lyo dump shows what the extension has compressed" sh -c 'lyo dump /tmp/value.zlib | grep -q "^envelope (checksum, zlib) > lyo"'
check "lyo edit compresses it again" sh -c 'EDITOR="sed -i s/Anna/Berta/" lyo edit /tmp/value.zlib && lyo dump /tmp/value.zlib >/tmp/edited && grep -q "^envelope (checksum, zlib)" /tmp/edited && grep -q Berta /tmp/edited'
check "it has a manual page" test -e /usr/share/man/man1/lyo.1.gz
check "and completes in bash" bash -c '. /usr/share/bash-completion/completions/lyo && complete -p lyo'

# ---- upgrade -------------------------------------------------------------------------------------------------------
prepare phpdismod -s fpm lyo-igbinary
check "apt upgrades all three" apt install "$new"/"$lyo"_*.deb "$new"/"$dropin"_*.deb "$new"/lyo_*.deb
same "the extension's version" "$NEW_VERSION" "$(php -r 'echo phpversion("lyo");')"
check "the drop-in's engine is new" sh -c "php --ri igbinary | grep -q '^implementation => lyo $NEW_VERSION'"
check "the command line is new" sh -c "lyo --version | grep -q '^lyo $NEW_VERSION .*extension lyo $NEW_VERSION'"
check "PHP starts without a word" quiet
same "the session goes on" "3 Grüße lyo" "$(page lyo)"
check "phpredis reads what the old one has written" redis read by-lyo
check "what phpdismod has switched off is still off" test ! -e "/etc/php/$v/fpm/conf.d/20-lyo-igbinary.ini"

# ---- and back ------------------------------------------------------------------------------------------------------
check "apt installs Debian's igbinary again" apt install "php$v-igbinary"
check "igbinary is Debian's" not is_ours
check "PHP starts without a word" quiet
check "phpredis reads what ours has written" redis read by-lyo
same "the session is written as PHP writes it" "4 Grüße lyo" "$(page lyo php)"
check "apt removes the others" apt remove "$lyo" lyo
check "lyo is gone" not has lyo
same "the session goes on without lyo" "5 Grüße php" "$(page php)"
check "PHP starts without a word" quiet
check "apt purges all three" apt purge "$lyo" "$dropin" lyo
files >/tmp/after
same "nothing is left" "" "$(diff /tmp/before /tmp/after | grep '^[<>]' | tr '\n' ' ')"

# ---- a machine that never had Debian's igbinary --------------------------------------------------------------------
prepare apt purge php-redis "php$v-redis" php-igbinary "php$v-igbinary"
check "apt installs the drop-in together with php-redis and php-memcached" apt install "$new"/"$dropin"_*.deb php-redis php-memcached
same "Debian's igbinary has not come" not-installed "$(state "php$v-igbinary")"
check "redis and memcached are loaded" sh -c "php -m | grep -qx redis && php -m | grep -qx memcached"
check "phpredis reads what was written before" redis read by-lyo

kill "$(cat /tmp/redis.pid)"
[ "$checks" -ge "$planned" ] || { echo "debian: $checks checks are fewer than $planned"; failed=$((failed + 1)); }
echo "debian: $(. /etc/os-release && echo "$VERSION_CODENAME"), PHP $v: $checks checks, $failed failed"
[ "$failed" = 0 ]
