--TEST--
lyo.session_write says in which form a session is written, and session_encode() gives; every form is read whatever it says
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.serialize_handler=lyo
--FILE--
<?php
require __DIR__ . '/../support/session_store.inc';
begin_session_test();
$session = ['user' => new ArrayObject(['Anna']), 'list' => [1, 2], 'text' => "\0|a|i:1;"];
$session['again'] = $session['user'];
$session['one'] = 1;
$session['same'] = &$session['one'];
$forms = ['lyo', 'php_serialize', 'php', 'php_binary', 'igbinary'];
foreach ($forms as $form) {
    var_dump(is_string(ini_set('lyo.session_write', $form)));
    $encoded = null;
    request_session($form, static function () use ($session, &$encoded): void {
        $_SESSION = $session;
        $encoded = session_encode();
    });
    echo "$form: ", bin2hex(substr(SessionStore::$data[$form], 0, $form === 'lyo' ? 1 : 8)), $encoded === SessionStore::$data[$form] ? "\n" : " BUT session_encode() GIVES ANOTHER\n";
}
$whole = 0;
foreach ($forms as $setting) {
    ini_set('lyo.session_write', $setting);
    foreach ($forms as $form) {
        $before = SessionStore::$data[$form];
        $read = request_session($form, static function (): void { $_SESSION['one']++; $_SESSION['one']--; });
        $whole += $read == $session && $read['user'] === $read['again'] && SessionStore::$data[$form] === SessionStore::$data[$setting] ? 1 : 0;
        SessionStore::$data[$form] = $before;
    }
}
echo "$whole of 25 read, and written in the form of the setting\n";
echo "by PHP's own handlers: ";
foreach (['php_serialize', 'php', 'php_binary'] as $form) {
    ini_set('session.serialize_handler', $form);
    session_id($form);
    session_start();
    echo $_SESSION == $session && $_SESSION['user'] === $_SESSION['again'] && session_encode() === SessionStore::$data[$form] ? "$form " : "NOT $form ";
    session_abort();
}
echo "\nempty: ";
ini_set('session.serialize_handler', 'lyo');
foreach ($forms as $form) {
    ini_set('lyo.session_write', $form);
    request_session('empty', static function (): void { $_SESSION = []; });
    echo $form, ' ', bin2hex(SessionStore::$data['empty']), request_session('empty') === [] ? ', ' : ' LOST, ';
}
?>
--EXPECT--
bool(true)
lyo: c1
bool(true)
php_serialize: 613a363a7b733a34
bool(true)
php: 757365727c4f3a31
bool(true)
php_binary: 04757365724f3a31
bool(true)
igbinary: 0000000214061104
25 of 25 read, and written in the form of the setting
by PHP's own handlers: php_serialize php php_binary 
empty: lyo c110a4, php_serialize 613a303a7b7d, php , php_binary , igbinary 000000021400, 
