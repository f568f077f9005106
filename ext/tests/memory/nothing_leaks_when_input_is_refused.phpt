--TEST--
Refused input leaves no memory behind: every beginning of payloads of all kinds, changed bytes, refusals by classes
--SKIPIF--
<?php
getenv('USE_ZEND_ALLOC') === '0' && die('skip memory is not counted without the Zend allocator');
?>
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
lyo.shape_cache=0
--FILE--
<?php
require __DIR__ . '/../support/bombs.inc';

class Typed
{
    public int $k = 1;
    public ?array $list = null;
    protected $text = 'default text';
}
class State
{
    public mixed $got;

    public function __serialize(): array
    {
        return ['k' => 1, 'list' => [1, 'x'], 5 => new Typed()];
    }

    public function __unserialize(array $data): void
    {
        $this->got = $data;
    }
}
class Custom implements Serializable
{
    public function serialize()
    {
        return 'a payload of the old kind';
    }

    public function unserialize($data)
    {
    }
}
enum Suit
{
    case Hearts;
}
$shared = new Typed();
$shared->list = ['self' => $shared];
$values = [
    [$shared, new State(), new Custom(), (object) ['a' => [1.5]], $shared, Suit::Hearts, new Destroyed(), new ArrayObject([new State()])],
    (static function () use ($shared): array {
        $a = ['x' => 'text text text', 'o' => $shared];
        $a['self'] = &$a;
        $a['x2'] = &$a['x'];
        $a['o2'] = &$a['o'];
        $a['list'] = &$shared->list;

        return $a;
    })(),
    array_map(static fn(int $i): array => ['id' => $i, 'kind' => ['alpha', 'beta', null][$i % 3], 'f' => $i / 3, 'text' => "text $i", 'more' => $i % 4 ? null : [$i, new Typed()]], range(1, 20)),
    ['v' => range(1, 30), 'w' => ['a', 'bb', 'ccc', 'bb'], 'k' => ['one' => ['q' => 'x1', 'r' => 'y'], 'two' => ['q' => 'x2', 'r' => 'y'], 'three' => ['s' => 1]]],
];
$rounds = static function (string $bytes): void {
    for ($i = 0; $i < strlen($bytes); $i++) {
        foreach ([substr($bytes, 0, $i), substr_replace($bytes, "\xFF", $i, 1), substr_replace($bytes, "\x80", $i, 1)] as $broken) {
            try {
                lyo_unserialize($broken);
            } catch (Throwable) {
            }
        }
    }
    foreach ([$bytes . "\0"] as $broken) {
        try {
            lyo_unserialize($broken);
        } catch (Lyo\Exception\CorruptException) {
        }
    }
    foreach ([['allowed_classes' => false], ['allowed_classes' => ['Typed']], ['max_depth' => 2], ['max_elements' => 5], ['missing_class' => 'throw', 'allowed_classes' => ['State']], ['bad' => 1], ['allowed_classes' => ['a', 1]]] as $options) {
        try {
            lyo_unserialize($bytes, $options);
        } catch (Throwable) {
        }
    }
    gc_collect_cycles();
};
set_error_handler(static fn(): bool => true);
foreach ($values as $i => $value) {
    $bytes = lyo_serialize($value);
    foreach ([$bytes, str_replace("\x44Typed", "\x44Gone_", $bytes)] as $payload) {
        // what is allocated once is there after the second round
        $rounds($payload);
        $rounds($payload);
        $before = memory_get_usage();
        $rounds($payload);
        $rounds($payload);
        $left = memory_get_usage() - $before;
        // the first use of a variable by this script itself may take one small block
        echo "value $i: ", $left <= 64 ? 'nothing' : "$left bytes", "\n";
    }
}
/* What a class refuses in the middle. */
$before = null;
foreach ([0, 1, 2] as $round) {
    foreach (bombs(300) as $name => [$bytes]) {
        foreach (['Bare', 'OneSlot', 'stdClass', 'Missing'] as $class) {
            foreach (['Closure', 'Suit', 'Typed', 'Countable', 'State'] as $other) {
                try {
                    lyo_unserialize(str_replace(text($class), text($other), $bytes));
                } catch (Throwable) {
                }
            }
        }
    }
    gc_collect_cycles();
    $round === 1 && $before = memory_get_usage();
}
echo memory_get_usage() - $before, " bytes\n";
/* Encodes that fail. */
$fail = static function () use ($values): void {
    foreach ($values as $value) {
        foreach ([[$value, static fn() => 1], ['x' => $value, 'y' => new class () {
        }], [&$value, &$value, new SplFileInfo('x')]] as $whole) {
            try {
                lyo_serialize($whole);
            } catch (Exception) {
            }
        }
        try {
            lyo_serialize($value, ['max_depth' => 1]);
        } catch (Lyo\Exception\LimitException) {
        }
    }
    gc_collect_cycles();
};
$fail();
$before = memory_get_usage();
$fail();
$fail();
echo memory_get_usage() - $before, " bytes\n";
--EXPECT--
value 0: nothing
value 0: nothing
value 1: nothing
value 1: nothing
value 2: nothing
value 2: nothing
value 3: nothing
value 3: nothing
0 bytes
0 bytes
