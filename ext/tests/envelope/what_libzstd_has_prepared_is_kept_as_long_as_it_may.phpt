--TEST--
What libzstd has prepared is kept: for the process what lyo.dictionaries names, for the request all else; lyo.disable=zstd turns it off and changes no byte
--SKIPIF--
<?php
require __DIR__ . '/../support/child.inc';
if (!module_path()) {
    die('skip reason: the system does not tell how this PHP was started');
}
require __DIR__ . '/../support/compression.inc';
skip_without('zstd');
?>
--FILE--
<?php
require __DIR__ . '/../support/child.inc';

$script = <<<'PHP'
    function kept(string $when): void
    {
        foreach (array_intersect_key(lyo_status(), ["process" => 1, "request" => 1]) as $owner => $status) {
            $zstd = $status['zstd'];
            $zstd['bytes'] <= $zstd['limit'] || print("$owner: too many bytes\n");
            ($zstd['entries'] > 0) === ($zstd['bytes'] > 0) || print("$owner: entries without bytes\n");
            $told[] = "$owner $zstd[entries]" . ($zstd['limit'] ? '' : ' off');
        }
        echo implode(', ', $told), ": $when\n";
    }
    $value = ['title' => 'a chapter about tea and coffee', 'state' => 'published with milk and water'];
    $options = ['compress' => 'zstd', 'min_size' => 0, 'min_ratio' => 1];
    $other = ['dictionaries' => ['a chapter about tea', 'another one']];
    $written = '';
    kept('at first');
    for ($i = 0; $i < 2; $i++) {
        $written .= $data = lyo_serialize($value, $options);
        kept('written');
        lyo_unserialize($data) === $value || print("DIFFERS\n");
        kept('read');
        $written .= $data = lyo_serialize($value, $options + $other);
        lyo_unserialize($data, $other) === $value || print("DIFFERS\n");
        kept('another dictionary');
        $written .= $data = lyo_serialize($value, $options + ['dictionaries' => []]);
        lyo_unserialize($data) === $value && lyo_is_serialized($data) || print("DIFFERS\n");
        kept('none');
    }
    try {
        lyo_serialize(static fn() => 1, $options);
    } catch (Exception) {
        kept('refused');
    }
    try {
        lyo_unserialize(substr(lyo_serialize($value, $options), 0, -1) . "\0");
    } catch (Lyo\Exception\LyoException) {
        kept('damaged');
    }
    lyo_serialize($value, ['level' => 22] + $options);
    kept('another level');
    echo md5($written), "\n";
    PHP;
$dictionary = __DIR__ . '/words.dict';
$outputs = [];
foreach (['', 'zstd'] as $off) {
    [$status, $output] = child($script, "lyo.dictionaries=$dictionary", "lyo.disable=$off");
    $lines = explode("\n", trim($output));
    $outputs[] = array_pop($lines);
    echo "lyo.disable=$off\n", $off === '' ? implode("\n", $lines) : implode("\n", array_unique(array_map(static fn(string $line): string => explode(':', $line)[0], $lines))), "\n";
}
var_dump($outputs[0] === $outputs[1]);

// one that would take more of the process than it may is prepared for the request
$large = tempnam(sys_get_temp_dir(), 'lyo');
file_put_contents($large, str_repeat(file_get_contents($dictionary), 4000));
[$status, $output] = child(<<<'PHP'
    $value = str_repeat('a chapter about tea ', 20);
    foreach ([1, 19] as $level) {
        $data = lyo_serialize($value, ['compress' => 'zstd', 'level' => $level]);
        lyo_unserialize($data) === $value || print("DIFFERS\n");
        ['process' => ['zstd' => $process], 'request' => ['zstd' => $request]] = lyo_status();
        echo "level $level: process $process[entries], request $request[entries], ", $process['bytes'] <= $process['limit'] ? 'within' : 'BEYOND', " its limit\n";
    }
    PHP, "lyo.dictionaries=$large", 'memory_limit=-1');
echo $output;
unlink($large);
?>
--EXPECT--
lyo.disable=
process 0, request 0: at first
process 1, request 1: written
process 2, request 2: read
process 2, request 4: another dictionary
process 2, request 4: none
process 2, request 4: written
process 2, request 4: read
process 2, request 4: another dictionary
process 2, request 4: none
process 2, request 4: refused
process 2, request 4: damaged
process 2, request 4: another level
lyo.disable=zstd
process 0 off, request 0 off
bool(true)
level 1: process 2, request 2, within its limit
level 19: process 1, request 3, within its limit
