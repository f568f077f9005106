--TEST--
session_decode() sets what the data name and leaves the rest, in lyo's form and igbinary's as in those of php and php_binary; php_serialize alone replaces
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.serialize_handler=lyo
--FILE--
<?php
require __DIR__ . '/../support/session_store.inc';
begin_session_test();
final class Hook
{
    public function __wakeup(): void
    {
        $_SESSION['of the hook'] = 1;
        $_SESSION['b'] = 'hook';
    }
}
final class Last
{
    public function __destruct()
    {
        echo '(end) ';
    }
}
$forms = [];
$data = ['b' => 3, 'c' => 4, 5 => 'new'];
foreach (['lyo', 'php_serialize', 'php', 'php_binary', 'igbinary'] as $form) {
    ini_set('lyo.session_write', $form);
    foreach (['values' => $data, 'hook' => ['b' => new Hook()]] as $what => $session) {
        request_session('w', static function () use ($session): void { $_SESSION = $session; });
        $forms[$form][$what] = SessionStore::$data['w'];
    }
}
ini_set('lyo.session_write', 'lyo');
foreach ($forms as $form => $bytes) {
    echo "$form\n";
    SessionStore::$data = [];
    $show = static function (string $what) use ($bytes): void {
        session_decode($bytes[$what]);
        echo '  ', json_encode($_SESSION ?? 'none'), "\n";
    };
    request_session('r1', static function () use ($show): void {
        $_SESSION = ['b' => new Last(), 'a' => 1, 5 => 'old'];
        $copy = $_SESSION;
        unset($copy);
        $show('values');
    });
    request_session('r2', static function () use ($show): void {
        $reference = &$_SESSION['b'];
        $session = &$_SESSION;
        $show('values');
        echo '  ', json_encode([$reference, $session]), "\n";
    });
    request_session('r3', static fn() => $show('hook'));
    request_session('r4', static function () use ($bytes): void {
        unset($_SESSION);
        session_decode($bytes['values']);
        echo '  ', json_encode($_SESSION ?? 'none'), "\n";
    });
    request_session('r5', static function () use ($show): void {
        $_SESSION = 7;
        $show('values');
    });
    request_session('r6', static function () use ($show): void {
        $_SESSION = ['x' => 1];
        foreach ($_SESSION as $key => &$value) { // grows meanwhile
            if ($key === 'x') {
                $show('values');
            }
        }
    });
}
?>
--EXPECT--
session_write_close(): Skipping numeric key 5
  session_write_close(): Skipping numeric key 5
lyo
(end)   {"b":3,"a":1,"5":"new","c":4}
  {"b":3,"c":4,"5":"new"}
  [null,{"b":3,"c":4,"5":"new"}]
  {"of the hook":1,"b":{}}
  "none"
  7
  {"x":1,"b":3,"c":4,"5":"new"}
php_serialize
(end)   {"b":3,"c":4,"5":"new"}
  {"b":3,"c":4,"5":"new"}
  [null,{"b":null}]
  {"b":{}}
  {"b":3,"c":4,"5":"new"}
  {"b":3,"c":4,"5":"new"}
  {"b":3,"c":4,"5":"new"}
php
(end)   session_decode(): Skipping numeric key 5
  {"b":3,"a":1,"5":"old","c":4}
  {"b":3,"c":4}
  [null,{"b":3,"c":4}]
  {"b":"hook","of the hook":1}
  "none"
  7
  {"x":1,"b":3,"c":4}
php_binary
(end)   session_decode(): Skipping numeric key 5
  {"b":3,"a":1,"5":"old","c":4}
  {"b":3,"c":4}
  [null,{"b":3,"c":4}]
  {"b":"hook","of the hook":1}
  "none"
  7
  {"x":1,"b":3,"c":4}
igbinary
(end)   {"b":3,"a":1,"5":"new","c":4}
  {"b":3,"c":4,"5":"new"}
  [null,{"b":3,"c":4,"5":"new"}]
  {"of the hook":1,"b":{}}
  "none"
  7
  {"x":1,"b":3,"c":4,"5":"new"}
