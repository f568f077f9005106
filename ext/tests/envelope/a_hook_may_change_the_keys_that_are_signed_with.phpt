--TEST--
A hook that changes the array of options, keys and context while a value is encoded changes nothing of its signature
--FILE--
<?php
class Changes
{
    public static array $options;
    public static string $key;

    public function __serialize(): array
    {
        self::$key = str_repeat('other', random_int(10, 20));
        self::$options['context'] = str_repeat('elsewhere', 50);
        self::$options['sign'] = ['z' => str_repeat('z', 40)];
        self::$options = [];

        return [1];
    }

    public function __unserialize(array $data): void
    {
        self::$options = [];
    }
}
$key = str_repeat('key', 10);
Changes::$key = $key;
Changes::$options = ['sign' => ['a' => &Changes::$key], 'context' => implode('-', ['a', 'b'])];
$data = lyo_serialize([new Changes(), 'x'], Changes::$options);
$keys = ['sign' => ['a' => $key], 'context' => 'a-b'];
var_dump(lyo_unserialize($data, $keys)[1]);
Changes::$options = $keys;
var_dump(lyo_unserialize($data, Changes::$options)[1]);
foreach (['a', 'z'] as $name) {
    try {
        lyo_unserialize($data, ['sign' => [$name => str_repeat('other', 4)]]);
    } catch (Lyo\Exception\SignatureException $e) {
        echo $e->getMessage(), "\n";
    }
}
--EXPECT--
string(1) "x"
string(1) "x"
signature does not match at offset 3
signed with a key that is not known here at offset 3
