--TEST--
exit in a hook, an autoloader or an error handler ends the script; what is called then can encode and decode
--SKIPIF--
<?php
is_readable('/proc/self/cmdline') || die('skip needs /proc to start PHP with the same module');
?>
--FILE--
<?php
require __DIR__ . '/../support/child.inc';

$script = <<<'PHP'
    error_reporting(E_ALL & ~E_DEPRECATED);
    eval('class Custom implements Serializable { function serialize() { where("serialize"); return "x"; } function unserialize($d) { where("unserialize"); } }');
    class Wakes { public $p; function __sleep() { where('__sleep'); return ['p']; } function __wakeup() { where('__wakeup'); } }
    class States { function __serialize(): array { where('__serialize'); return [1]; } function __unserialize(array $d): void { where('__unserialize'); } }
    class Plain {}
    class Dies { function __destruct() { echo 'destructor '; } }
    function where($name) { if ($name === 'WHERE') { echo "exit in $name: "; exit(3); } }
    register_shutdown_function(static function () {
        $value = [(object) ['x' => 1], 'text', 'text'];
        echo serialize(lyo_unserialize(lyo_serialize($value))) === serialize(unserialize(serialize($value))) ? 'fine' : 'BROKEN', ' ';
    });
    spl_autoload_register(static function () { where('autoload'); });
    set_error_handler(static function () { where('handler'); return true; });
    $bytes = lyo_serialize([new Plain(), new Dies(), [1, 2]]);
    $bytes = lyo_serialize([new Custom(), new Wakes(), new States(), new Plain(), [new Wakes()]]);
    $bytes = str_replace("\x44Plain", 'WHERE' === 'autoload' ? "\x44Gone_" : "\x44Plain", $bytes);
    lyo_unserialize($bytes);
    lyo_unserialize("\xC1\x18\x0A\2\x44Plain\1\xA5b\x61\x05");
    echo 'not ended';
    PHP;
foreach (['serialize', '__sleep', '__serialize', 'autoload', 'unserialize', '__wakeup', '__unserialize', 'handler'] as $where) {
    [$status, $output] = child(str_replace('WHERE', $where, $script));
    echo $output, $status, "\n";
}
--EXPECT--
destructor exit in serialize: fine3
destructor exit in __sleep: fine3
destructor exit in __serialize: fine3
destructor exit in autoload: fine3
destructor exit in unserialize: fine3
destructor exit in __wakeup: fine3
destructor exit in __unserialize: fine3
destructor exit in handler: fine3
