--TEST--
lyo.cost counts calls, their bytes and their time, by kind of work; without it nothing is counted
--FILE--
<?php
class Outer
{
    public function __construct(public string $inner = '') {}
    public function __serialize(): array { return [lyo_serialize([1, 2])]; }
    public function __unserialize(array $data): void { $this->inner = $data[0]; lyo_unserialize($data[0]); }
}
function shown(string $owner = 'request'): string
{
    static $before = [];
    $text = '';
    foreach (lyo_status()['cost'][$owner] as $work => $cost) {
        $text .= "$work $cost[calls] calls, $cost[bytes] bytes" . ($cost['calls'] > 0 === $cost['time'] > 0 && $cost['time'] < 5e9 ? '' : ", $cost[time] ns") . '; ';
    }
    return $text . "\n";
}
$list = range(1000, 1200);
lyo_unserialize(lyo_serialize($list));
echo shown();

ini_set('lyo.cost', '1');
$bytes = lyo_serialize($list);
echo strlen($bytes), ': ', shown();
lyo_unserialize($bytes);
echo shown();
lyo_unserialize(serialize($list), ['formats' => 'all']);
echo strlen($bytes) + strlen(serialize($list)), ': ', shown();

ini_set('lyo.checksum', '1'); // an envelope, of which packing and unpacking is a part
$sealed = lyo_serialize($list);
lyo_unserialize($sealed);
echo strlen($bytes) + strlen($sealed), ', ', strlen($bytes), ': ', shown();
ini_set('lyo.checksum', '0');

echo "a call that fails, and calls of hooks:\n";
try {
    lyo_unserialize('no payload');
} catch (Lyo\Exception\CorruptException) {
}
echo shown();
lyo_unserialize(lyo_serialize(new Outer()));
echo shown();

ini_set('lyo.cost', '0');
lyo_unserialize(lyo_serialize($list));
echo shown(), shown('process') === shown() ? "the process has had no other request\n" : shown('process');
?>
--EXPECT--
encode 0 calls, 0 bytes; decode 0 calls, 0 bytes; pack 0 calls, 0 bytes; unpack 0 calls, 0 bytes; 
9: encode 1 calls, 9 bytes; decode 0 calls, 0 bytes; pack 0 calls, 0 bytes; unpack 0 calls, 0 bytes; 
encode 1 calls, 9 bytes; decode 1 calls, 9 bytes; pack 0 calls, 0 bytes; unpack 0 calls, 0 bytes; 
2520: encode 1 calls, 9 bytes; decode 2 calls, 2520 bytes; pack 0 calls, 0 bytes; unpack 0 calls, 0 bytes; 
27, 9: encode 2 calls, 27 bytes; decode 3 calls, 2538 bytes; pack 1 calls, 9 bytes; unpack 1 calls, 9 bytes; 
a call that fails, and calls of hooks:
encode 2 calls, 27 bytes; decode 4 calls, 2548 bytes; pack 1 calls, 9 bytes; unpack 1 calls, 9 bytes; 
encode 4 calls, 51 bytes; decode 6 calls, 2572 bytes; pack 1 calls, 9 bytes; unpack 1 calls, 9 bytes; 
encode 4 calls, 51 bytes; decode 6 calls, 2572 bytes; pack 1 calls, 9 bytes; unpack 1 calls, 9 bytes; 
the process has had no other request
