--TEST--
Properties go where unserialize() puts them: to the declared one, whatever its visibility was
--FILE--
<?php
class Today
{
    public $public = 'default';
    protected $protected = 'default';
    private $private = 'default';
    public int $int = 0;
    public readonly int $once;
}
$message = static function (array $properties): string {
    $bytes = "\0\0\0\2\x17\5Today\x14" . chr(count($properties));
    foreach ($properties as $name => $value) {
        $bytes .= is_int($name) ? "\6" . chr($name) : "\x11" . chr(strlen($name)) . $name;
        $bytes .= substr(igbinary_serialize($value), 4);
    }

    return $bytes;
};
$text = static function (array $properties): string {
    $text = 'O:5:"Today":' . count($properties) . ':{';
    foreach ($properties as $name => $value) {
        $text .= serialize($name) . serialize($value);
    }

    return $text . '}';
};
set_error_handler(static function (int $level, string $message) use (&$told): bool {
    $told[] = "$level " . preg_replace('/^\w+\(\): /', '', $message);

    return true;
});
$run = static function (callable $call) use (&$told): array {
    $told = [];
    try {
        $value = $call();
        $shown = is_object($value) ? serialize($value) : var_export($value, true);
    } catch (Throwable $e) {
        $shown = get_class($e) . ': ' . preg_replace('/ in \w+$/', '', $e->getMessage());
    }

    return [$shown, $told];
};
$cases = [
    'as they are' => ['public' => 1, "\0*\0protected" => 2, "\0Today\0private" => 3],
    'all were public' => ['public' => 1, 'protected' => 2, 'private' => 3],
    'all were protected' => ["\0*\0public" => 1, "\0*\0protected" => 2, "\0*\0private" => 3],
    'all were private' => ["\0Today\0public" => 1, "\0Today\0protected" => 2, "\0Today\0private" => 3],
    'of another class' => ["\0Yesterday\0private" => 3],
    'the same one twice' => ['public' => 1, "\0*\0public" => 2],
    'of its type' => ['int' => 7],
    'coerced' => ['int' => 7.0],
    'of another type' => ['int' => 'x'],
    'readonly' => ['once' => 7],
    'dynamic' => ['new' => 1],
    'numbers' => [5 => 1],
];
foreach ($cases as $what => $properties) {
    $ours = $run(static fn() => igbinary_unserialize($message($properties)));
    $native = $run(static fn() => @unserialize($text($properties)));
    echo $what, ': ', $ours === $native ? 'as unserialize(): ' : 'OTHERWISE: ', str_replace("\0", '~', $ours[0]), ' ', count($ours[1]), $ours === $native ? '' : ' instead of ' . json_encode($native), "\n";
}

echo "keys of arrays\n";
var_dump(igbinary_unserialize("\0\0\0\2\x14\2\x11\1" . "5\6\1\x11\2" . "05\6\2"));
echo "numbers of states\n";
var_dump(igbinary_unserialize("\0\0\0\2\x17\x0dSplFixedArray\x14\2\x11\1" . "0\6\1\x11\1" . "1\6\2")->toArray() === [1, 2]);
?>
--EXPECT--
as they are: as unserialize(): O:5:"Today":4:{s:6:"public";i:1;s:12:"~*~protected";i:2;s:14:"~Today~private";i:3;s:3:"int";i:0;} 0
all were public: as unserialize(): O:5:"Today":4:{s:6:"public";i:1;s:12:"~*~protected";i:2;s:14:"~Today~private";i:3;s:3:"int";i:0;} 0
all were protected: as unserialize(): O:5:"Today":4:{s:6:"public";i:1;s:12:"~*~protected";i:2;s:14:"~Today~private";i:3;s:3:"int";i:0;} 0
all were private: as unserialize(): O:5:"Today":4:{s:6:"public";i:1;s:12:"~*~protected";i:2;s:14:"~Today~private";i:3;s:3:"int";i:0;} 0
of another class: as unserialize(): O:5:"Today":5:{s:6:"public";s:7:"default";s:12:"~*~protected";s:7:"default";s:14:"~Today~private";s:7:"default";s:3:"int";i:0;s:18:"~Yesterday~private";i:3;} 1
the same one twice: as unserialize(): O:5:"Today":4:{s:6:"public";i:2;s:12:"~*~protected";s:7:"default";s:14:"~Today~private";s:7:"default";s:3:"int";i:0;} 0
of its type: as unserialize(): O:5:"Today":4:{s:6:"public";s:7:"default";s:12:"~*~protected";s:7:"default";s:14:"~Today~private";s:7:"default";s:3:"int";i:7;} 0
coerced: as unserialize(): TypeError: Cannot assign float to property Today::$int of type int 0
of another type: as unserialize(): TypeError: Cannot assign string to property Today::$int of type int 0
readonly: as unserialize(): O:5:"Today":5:{s:6:"public";s:7:"default";s:12:"~*~protected";s:7:"default";s:14:"~Today~private";s:7:"default";s:3:"int";i:0;s:4:"once";i:7;} 0
dynamic: as unserialize(): O:5:"Today":5:{s:6:"public";s:7:"default";s:12:"~*~protected";s:7:"default";s:14:"~Today~private";s:7:"default";s:3:"int";i:0;s:3:"new";i:1;} 1
numbers: as unserialize(): O:5:"Today":5:{s:6:"public";s:7:"default";s:12:"~*~protected";s:7:"default";s:14:"~Today~private";s:7:"default";s:3:"int";i:0;s:1:"5";i:1;} 1
keys of arrays
array(2) {
  [5]=>
  int(1)
  ["05"]=>
  int(2)
}
numbers of states
bool(true)
