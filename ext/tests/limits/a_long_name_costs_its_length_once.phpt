--TEST--
A long name to which many others refer costs its length once: it takes about as long as a short one
--SKIPIF--
<?php
PHP_DEBUG && die('skip a debug build walks more lists');
getenv('LYO_COVERAGE') && die('skip an unoptimised build takes longer');
getenv('USE_ZEND_ALLOC') === '0' && die('skip the allocator is measured, not lyo');
?>
--INI--
memory_limit=2G
zend.enable_gc=0
--FILE--
<?php
require __DIR__ . '/../support/bombs.inc';
require __DIR__ . '/../support/processor.inc';

set_error_handler(static fn(): bool => true);
/* Milliseconds of a call. */
$time = static function (string $bytes, callable $read): float {
    $start = processor_time();
    try {
        $read($bytes);
    } catch (Lyo\Exception\LyoException) {
    }

    return 1e3 * (processor_time() - $start);
};
$slow = $count = 0;
$short = long_name_bombs(600000, 600); // a name of less than 512 bytes with a scope would have another form
foreach (long_name_bombs(600000) as $name => [$bytes]) {
    foreach (['accepted' => ['', 'lyo_unserialize'], 'refused' => ["\0", 'lyo_unserialize'], 'walked' => ['', 'lyo_is_serialized']] as $kind => [$behind, $read]) {
        $count++;
        $long = $other = INF;
        // A busy machine makes some calls slow, a square all of them: so a slow one is tried again.
        for ($i = 0; $i < 3 || ($i < 30 && $long > 4 * $other + 12); $i++) {
            $other = min($other, $time($short[$name][0] . $behind, $read));
            $long = min($long, $time($bytes . $behind, $read));
        }
        getenv('LYO_SHOW') && printf("%-50s %-9s %6.1f ms, with a short name %6.1f ms\n", $name, $kind, $long, $other);
        if ($long > 4 * $other + 12) {
            $slow++;
            printf("%s, %s: %.1f ms, with a short name %.1f ms\n", $name, $kind, $long, $other);
        }
    }
}
echo "$count payloads, $slow slow\n";
?>
--EXPECT--
27 payloads, 0 slow
