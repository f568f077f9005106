--TEST--
Each byte of a payload changed to each other value: the payload is refused with an exception of lyo, or makes a value that can be stored again
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Point
{
    public $x = 1;
    protected $y = 2.5;
    private ?array $z = [null];
    public int $int = 5;
}
class State
{
    public function __serialize(): array
    {
        return ['a' => 1, 5 => [2]];
    }

    public function __unserialize(array $data): void
    {
    }
}
enum Suit
{
    case Hearts;
    case Spades;
}

$point = new Point();
$values = [
    [$point, $point, (object) ['a' => 1.5, 'b' => 'repeated'], 'repeated', new State()],
    (static function () use ($point): array {
        $a = ['x' => 1, 'p' => $point];
        $a['self'] = &$a;
        $a['x2'] = &$a['x'];
        $a['p2'] = &$a['p'];

        return $a;
    })(),
    array_map(static fn(int $i): array => ['id' => $i, 'kind' => ['a', 'b', null][$i % 3], 'f' => $i / 4, 'more' => $i % 4 ? null : [$i]], range(1, 9)),
    ['v' => [1, 900, 17, 3], 'c' => [7, 7, 7, 7], 'b' => [true, false, true, true], 'd' => [1.25, 2.5, 3.75, 8.0], 'e' => [Suit::Hearts, Suit::Spades, Suit::Hearts]],
    ['k1' => ['a' => 'x', 'b' => -1], 'k2' => ['a' => 'y', 'b' => 1 << 40], 'k3' => [PHP_INT_MIN, "\0", M_PI, []]],
];
set_error_handler(static fn(): bool => true);
$count = $refused = $restored = $denied = 0;
$other = [];
foreach ($values as $number => $value) {
    $bytes = lyo_serialize($value);
    for ($i = 0; $i < strlen($bytes); $i++) {
        for ($byte = 0; $byte < 256; $byte++) {
            if ($byte === ord($bytes[$i])) {
                continue;
            }
            $count++;
            $changed = $bytes;
            $changed[$i] = chr($byte);
            $good = lyo_is_serialized($changed);
            try {
                $result = lyo_unserialize($changed);
                if (!$good) {
                    echo "value $number, byte $i = $byte: decoded though not well-formed\n";
                }
                $again = lyo_serialize($result);
                if (lyo_serialize(lyo_unserialize($again)) !== $again) {
                    echo "value $number, byte $i = $byte: not stable\n";
                }
                $restored++;
            } catch (Lyo\Exception\ClassMismatchException | Lyo\Exception\ClassNotAllowedException $e) {
                $denied++;
            } catch (Lyo\Exception\LyoException $e) {
                if ($good || $e->getOffset() > strlen($changed)) {
                    echo "value $number, byte $i = $byte: ", $e->getMessage(), "\n";
                }
                $refused++;
            } catch (Throwable $e) {
                $other[$e::class][preg_replace('/\'.*?\'|\S+::\S+|type \S+$|assign \S+/', '…', $e->getMessage())] = true;
            }
            unset($result);
        }
    }
}
gc_collect_cycles();
ksort($other);
echo $count > 50000 ? 'more than 50000' : $count, ' changed, ', $refused > $count / 2 ? 'most' : $refused, ' refused, ', $restored > 1000 ? 'many' : $restored, " restored\n";
foreach ($other as $class => $messages) {
    ksort($messages);
    echo $class, ': ', implode('; ', array_keys($messages)), "\n";
}
--EXPECT--
more than 50000 changed, most refused, many restored
TypeError: Cannot … to property … of …
