--TEST--
A session of php_binary whose first name is long, and in which a visitor's text looks like one of php, is read as what it is
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.lazy_write=0
session.serialize_handler=lyo
--FILE--
<?php
require __DIR__ . '/../support/session_store.inc';
begin_session_test();
final class Gadget
{
    public function __wakeup(): void
    {
        echo "A VISITOR'S OBJECT\n";
    }
}
$whole = $cases = 0;
foreach (['php_binary', 'php'] as $form) {
    for ($length = 1; $length <= 127; $length++) {
        foreach (['x|O:6:"Gadget":0:{}', '|i:1;', 'none'] as $text) {
            $session = [str_repeat('k', $length) => $text, 'user' => [$text, 'Anna'], 'i' => 's:1:"'];
            ini_set('session.serialize_handler', $form);
            request_session('s', static function () use ($session): void { $_SESSION = $session; });
            ini_set('session.serialize_handler', 'lyo');
            $whole += request_session('s') === $session ? 1 : 0;
            $cases++;
            SessionStore::$data = [];
        }
    }
}
echo "$whole of $cases\n";

// a name of php that looks like the beginning of php_serialize
ini_set('session.serialize_handler', 'php');
request_session('s', static function (): void { $_SESSION = ['a:1:{' => ['i' => 1]]; });
ini_set('session.serialize_handler', 'lyo');
var_dump(request_session('s') === ['a:1:{' => ['i' => 1]]);
?>
--EXPECT--
762 of 762
bool(true)
