--TEST--
Decoding takes less than 400 bytes of memory for each byte of the payload and 256 kB, plus what the objects themselves take
--SKIPIF--
<?php
PHP_DEBUG && die('skip a debug build takes more for each block');
?>
--INI--
memory_limit=1G
--FILE--
<?php
require __DIR__ . '/../support/bombs.inc';

set_error_handler(static fn(): bool => true);
/*
 * What an object takes beside its state: 40 to 56 bytes, up to 24 in PHP's own table of objects; waiting for a hook up to
 * 120, as the queue doubles; without its class the table with its name, 376. Of a class with many slots: the slots, and for
 * a dynamic property PHP's table of all properties, whose size is a power of 2, in pages.
 */
$object = static fn(string $name): int => 80 + match (true) {
    (bool) preg_match('/objects of Slots(\d+)(, one unknown)?/', $name, $slots) => $slots[1] * 20 + (isset($slots[2]) ? 4096 * (1 + intdiv(2 * $slots[1] * 36, 4096)) : 0),
    str_contains($name, 'incomplete') => 376,
    str_contains($name, 'wake') || str_contains($name, 'state') => 120,
    default => 0,
};
/* Forms with less than a byte for a cell live on credit, which other bytes earn: those have a memory of their own. */
$earners = static fn(string $name): int => match (true) {
    $name === 'records, then rows of constants' => 376,
    (bool) preg_match('/constant|sequence|in bits/', $name) => 16,
    default => 0,
};
/* These have more classes than may be looked for. */
$options = static fn(string $name): array => in_array($name, ['definitions of classes', 'class shapes of one key'], true) ? ['allowed_classes' => false] : [];
$over = $read = 0;
foreach (bombs(60000) as $name => [$bytes, $objects]) {
    lyo_is_serialized($bytes) || print("$name: not well-formed\n");
    foreach (['accepted' => $bytes, 'refused' => $bytes . "\0"] as $kind => $data) {
        gc_collect_cycles();
        memory_reset_peak_usage();
        $before = memory_get_usage();
        try {
            $value = lyo_unserialize($data, $options($name));
            $read++;
        } catch (Lyo\Exception\LyoException $e) {
            $kind === 'refused' || print("$name: {$e->getMessage()}\n");
        }
        $peak = memory_get_peak_usage() - $before;
        $value = null;
        $figures = sprintf('%s, %s: %d bytes take %d, %.1f for each byte beyond 256 kB', $name, $kind, strlen($data), $peak, ($peak - 262144) / strlen($data));
        getenv('LYO_SHOW') && print("$figures\n");
        if ($peak > 262144 + (400 + $earners($name)) * strlen($data) + $objects * $object($name)) {
            $over++;
            echo "$figures\n";
        }
        // to tell whether bytes are a payload takes far less; most of it strings of 255 bytes that begin as others
        memory_reset_peak_usage();
        $before = memory_get_usage();
        lyo_is_serialized($data);
        getenv('LYO_SHOW') && printf("%s, %s: is_serialized %.1f\n", $name, $kind, (memory_get_peak_usage() - $before) / strlen($data));
        if (memory_get_peak_usage() - $before > 262144 + 80 * strlen($data)) {
            printf("%s, %s: is_serialized takes %d\n", $name, $kind, memory_get_peak_usage() - $before);
        }
    }
}
echo $read, ' read, ', $over, " over the bound\n";
--EXPECT--
77 read, 0 over the bound
