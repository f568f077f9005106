--TEST--
Options with the names of unserialize() mean the same; where it is lenient, lyo is not
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

$value = static fn(): array => [new ArrayObject([1]), (object) ['x' => [[1]]]];
foreach ([[], ['allowed_classes' => true], ['allowed_classes' => false], ['allowed_classes' => ['ARRAYOBJECT']], ['max_depth' => 100], ['max_depth' => 0], ['max_depth' => 4096]] as $options) {
    both(json_encode($options), $value, $options);
}
foreach ([['allowed_classes' => 'x'], ['allowed_classes' => 1], ['allowed_classes' => null], ['max_depth' => 'x'], ['max_depth' => -1], ['unknown' => 1], [1]] as $options) {
    foreach (['', 'lyo_'] as $prefix) {
        $codec = new Codec($prefix);
        $bytes = $codec->encode($value());
        $log = watch(static fn(): mixed => $codec->decode($bytes, $options), $result);
        echo json_encode($options), $prefix === '' ? ' native: ' : ' lyo:    ', $log ? 'refused' : 'accepted', "\n";
    }
}
--EXPECT--
[]: same
{"allowed_classes":true}: same
{"allowed_classes":false}: same
{"allowed_classes":["ARRAYOBJECT"]}: same
{"max_depth":100}: same
{"max_depth":0}: same
{"max_depth":4096}: same
{"allowed_classes":"x"} native: refused
{"allowed_classes":"x"} lyo:    refused
{"allowed_classes":1} native: refused
{"allowed_classes":1} lyo:    refused
{"allowed_classes":null} native: refused
{"allowed_classes":null} lyo:    refused
{"max_depth":"x"} native: refused
{"max_depth":"x"} lyo:    refused
{"max_depth":-1} native: refused
{"max_depth":-1} lyo:    refused
{"unknown":1} native: accepted
{"unknown":1} lyo:    refused
[1] native: accepted
[1] lyo:    refused
