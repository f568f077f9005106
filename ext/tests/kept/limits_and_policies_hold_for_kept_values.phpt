--TEST--
What is refused without lyo.keep_values is refused with it: limits, checksums, signatures, dictionaries and damaged bytes
--SKIPIF--
<?php
require __DIR__ . '/../support/child.inc';
if (!module_path()) {
    die('skip reason: the system does not tell how this PHP was started');
}
?>
--FILE--
<?php
require __DIR__ . '/../support/child.inc';

$script = <<<'PHP'
    final class OfThisTest { public $a; }
    $value = ['x' => [['y' => ['z' => [1, 2, 3]]]], 'list' => range(1, 40), 'text' => str_repeat('q', 50)];
    for ($i = 0; $i < 30; $i++) {
        $value['rows'][] = ['k' => "v$i", 'w' => $i * 7.5];
    }
    $value['again'] = [$value['x'], [[[$value['x']]]]];
    $object = new OfThisTest();
    $object->a = $value;
    $key = ['k' => str_repeat('k', 32)];
    $options = [[], ['allowed_classes' => false], ['allowed_classes' => ['OfThisTest']], ['checksum' => true], ['sign' => $key], ['sign' => $key, 'context' => 'c'], ['context' => 'c'], ['missing' => 'throw']];
    foreach (range(1, 10) as $depth) {
        $options[] = ['max_depth' => $depth];
    }
    foreach (range(1, 290, 6) as $elements) {
        $options[] = ['max_elements' => $elements];
    }
    foreach ([1, 10, 50, 100, 500, 1000, 5000] as $bytes) {
        $options[] = ['max_unpacked' => $bytes];
    }
    $cases = $hits = 0;
    $out = '';
    function outcome(string $data, array $options): string
    {
        try {
            return md5(serialize($options === [] ? lyo_unserialize($data) : lyo_unserialize($data, $options)));
        } catch (Lyo\Exception\LyoException | ValueError $e) {
            return $e::class . ': ' . $e->getMessage();
        }
    }
    foreach (['array' => $value, 'object' => [$object]] as $name => $written) {
        foreach ([[], ['checksum' => true], ['compress' => 'zlib', 'min_size' => 1], ['sign' => $key]] as $writing) {
            try {
                $data = lyo_serialize($written, $writing);
            } catch (Lyo\Exception\UnavailableException) { // a build without zlib
                continue;
            }
            $signed = isset($writing['sign']) ? ['sign' => $key] : [];
            for ($i = 0; $i < 8; $i++) {
                outcome($data, $signed);
            }
            $before = lyo_status()['process']['values']['hits'];
            foreach ($options as $option) {
                $out .= $name . json_encode([$writing, $option]) . outcome($data, $option) . "\n";
                $cases++;
            }
            // each byte but one is that of a kept payload
            foreach ([0, 1, 2, 3, intdiv(strlen($data), 2), strlen($data) - 1] as $at) {
                $damaged = $data;
                $damaged[$at] = chr(ord($damaged[$at]) ^ 1);
                $out .= $name . json_encode($writing) . $at . outcome($damaged, $signed) . outcome(substr($data, 0, -1), $signed) . outcome($data . 'x', $signed) . "\n";
            }
            $hits += lyo_status()['process']['values']['hits'] - $before;
        }
    }
    foreach (['lyo.max_depth' => '3', 'lyo.max_elements' => '20', 'lyo.max_unpacked' => '20', 'lyo.allowed_classes' => 'none'] as $setting => $set) {
        foreach ([$value, [$object]] as $written) {
            $data = lyo_serialize($written);
            $old = ini_set($setting, $set);
            $out .= $setting . outcome($data, []) . "\n";
            ini_set($setting, $old);
            $cases++;
        }
    }
    // inside of a hook, all calls of a fiber share the levels
    final class Reads
    {
        public static string $data;
        public static string $outcome = '';
        public function __serialize(): array { return [1]; }
        public function __unserialize(array $state): void { self::$outcome = outcome(self::$data, ['max_depth' => 30]); }
    }
    Reads::$data = lyo_serialize($value);
    for ($i = 0; $i < 8; $i++) {
        lyo_unserialize(Reads::$data);
    }
    $inner = new Reads();
    for ($depth = 1; $depth < 4100; $depth += 37) {
        $nested = $inner;
        for ($i = 0; $i < $depth; $i++) {
            $nested = [$nested];
        }
        $out .= $depth . outcome(lyo_serialize($nested, ['max_depth' => 5000]), ['max_depth' => 5000]) . Reads::$outcome . "\n";
        $cases++;
    }
    echo $cases, ' ', $hits > 0 ? 'with' : 'without', " kept values\n", $out;
    PHP;
[, $fresh] = child($script, 'lyo.keep_values=0');
[, $kept] = child($script, 'lyo.keep_values=4M');
echo strtok($fresh, "\n"), "\n", strtok($kept, "\n"), "\n";
echo strstr($fresh, "\n") === strstr($kept, "\n") ? 'the same' : 'different', ' outcomes, ', substr_count($fresh, 'LimitException'), ' refused by limits, ', substr_count($fresh, 'SignatureException') > 0 ? 'some' : 'none', " by signatures\n";
foreach (array_diff(explode("\n", $fresh), explode("\n", $kept)) as $i => $line) {
    $i > 0 && print(substr($line, 0, 300) . "\n" . substr(explode("\n", $kept)[$i], 0, 300) . "\n");
}
?>
--EXPECTF--
%d without kept values
%d with kept values
the same outcomes, %d refused by limits, some by signatures
