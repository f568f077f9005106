--TEST--
An element appended to a decoded map gets the key that it would get after unserialize(), whatever maps were read before
--FILE--
<?php
final class State
{
    public function __construct(public array $state = []) {}

    public function __serialize(): array
    {
        return $this->state;
    }

    public function __unserialize(array $data): void
    {
        $this->state = $data;
    }
}

/** Appends in place, behind a negative key or not. */
function append(array &$array, bool $negative): void
{
    if ($negative) {
        $array[-5] = 'negative';
    }
    try {
        $array[] = 'appended';
    } catch (Error $e) {
        $array['error'] = $e->getMessage();
    }
}

/** What becomes of a copy and of the array itself: PHP 8.2 does not keep in each copy that a new array goes on behind a negative key. */
function appended(array &$array): string
{
    $copy = $array;
    append($copy, false);
    append($array, true);

    return json_encode([$copy, $array]);
}

/** The same of all arrays, properties and states of a list. */
function outcomes(array $list): string
{
    $text = '';
    foreach ($list as &$value) {
        if ($value instanceof State) {
            $text .= appended($value->state);
        } elseif ($value instanceof stdClass) {
            $cast = (array) $value;
            $text .= appended($cast);
        } else {
            $text .= appended($value);
        }
        $text .= ' ';
    }

    return $text;
}

$maps = [[], [1, 2, 3], [5 => 1], [-7 => 1], [0 => 1, -7 => 2], [PHP_INT_MAX => 1], [PHP_INT_MIN => 1]];
$keys = ['y', 'z', '+', 0, 7, -7, PHP_INT_MAX, PHP_INT_MIN];
foreach ($keys as $second) {
    foreach ($keys as $third) {
        if ($second !== $third) {
            $maps[] = ['x' => 1, $second => 2, $third => 3];
        }
    }
}
$made = ['array' => static fn(array $map) => $map, 'object' => static fn(array $map) => (object) $map, 'state' => static fn(array $map) => new State($map)];
$count = $wrong = 0;
foreach ($maps as $first) {
    foreach ($maps as $then) {
        foreach ($made as $kind => $make) {
            foreach ($made as $make_first) {
                $list = [$make_first($first), $make($then), ['x' => 1, 'y' => 2, 'w' => 3]];
                $count++;
                $expected = outcomes(unserialize(serialize($list)));
                $found = outcomes(igbinary_unserialize(igbinary_serialize($list)));
                if ($found !== $expected && $wrong++ < 5) {
                    echo "$kind: $found\ninstead of $expected\n";
                }
            }
        }
    }
}
$planned = count($maps) ** 2 * 9;
echo $count === $planned && $count > 35000 ? 'all' : "ONLY $count of $planned", " compared, $wrong differ\n";
?>
--EXPECT--
all compared, 0 differ
