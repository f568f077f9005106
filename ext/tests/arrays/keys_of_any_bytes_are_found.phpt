--TEST--
Keys of each length and of any bytes are found in decoded maps, records and property tables: their hashes are those of PHP
--INI--
lyo.shape_cache=0
--FILE--
<?php
mt_srand(5);
$found = $lost = 0;
$look = static function (array $decoded, array $keys) use (&$found, &$lost): void {
    foreach ($keys as $i => $key) {
        // a copy that has no hash yet
        ($decoded[substr("$key.", 0, -1)] ?? null) === $i ? $found++ : $lost++;
    }
};
for ($length = 1; $length <= 100; $length++) {
    for ($i = 0; $i < 20; $i++) {
        $keys = [];
        for ($k = 0; $k < 6; $k++) {
            $key = $k % 3 && $keys !== [] ? substr($keys[0], 0, intdiv($length, 2)) : '';
            while (strlen($key) < $length) {
                $key .= $i % 2 ? chr(mt_rand(0, 255)) : "\x7F\x80\xFF\0ab"[mt_rand(0, 5)];
            }
            // not a number, and no mangled name
            $key[0] = chr(0x40 | ord($key[0]) & 0xBF);
            $keys[] = $key;
        }
        $keys = array_values(array_unique($keys));
        $map = array_flip($keys);
        $look(lyo_unserialize(lyo_serialize($map)), $keys);
        foreach (lyo_unserialize(lyo_serialize([$map, $map, 'keys' => $keys])) as $at => $again) {
            $at === 'keys' || $look($again, $keys);
        }
        $look((array) lyo_unserialize(lyo_serialize((object) $map)), $keys);
        $look(lyo_unserialize(lyo_serialize(['names' => $keys, 'map' => $map]))['map'], $keys);
    }
}
echo $found > 50_000 ? 'more than 50,000' : $found, " found, $lost lost\n";
?>
--EXPECT--
more than 50,000 found, 0 lost
