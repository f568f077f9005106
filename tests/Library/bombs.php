<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Bridge\Packer;
use Lyo\ClassPolicy;
use Lyo\Exception\LyoException;
use Lyo\Format;
use Lyo\Serializer;
use Lyo\Tools\Dump\Collector;
use Lyo\Tools\Dump\Diagnostic;
use Lyo\Translator;
use Throwable;

// Run by BombsTest in a process of its own with a memory_limit: data of about so many bytes that ask for much, through everything that
// reads data of unknown origin. One line for each: bomb, way, bytes, outcome, bytes of memory at most, milliseconds.

require dirname(__DIR__, 2) . '/src/functions.php';
spl_autoload_register(static function (string $class): void {
    foreach (['Lyo\\Tools\\' => '/cli/src/', 'Lyo\\' => '/src/'] as $prefix => $folder) {
        $file = dirname(__DIR__, 2) . $folder . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
            return;
        }
    }
});

/** @var list<string> $argv */
$size = (int) $argv[1];

/** Payloads in each other, $levels deep; the innermost is so much text. */
$payloads = static function (int $levels, string $text): string {
    for (; $levels > 0; $levels--) {
        $text = 'C:1:"A":' . strlen($text) . ":{{$text}}";
    }

    return $text;
};
$nest = static fn(string $open, string $leaf, string $close): string => str_repeat($open, intdiv($size, strlen($open . $close))) . $leaf
    . str_repeat($close, intdiv($size, strlen($open . $close)));
/** A list of as many entries as fit, with the keys that serialize() text needs. */
$list = static function (string $entry) use ($size): string {
    $n = intdiv($size, strlen($entry) + 9);
    $text = "a:$n:{";
    for ($i = 0; $i < $n; $i++) {
        $text .= "i:$i;$entry";
    }

    return "$text}";
};
$texts = [
    'arrays' => $nest('a:1:{i:0;', 'N;', '}'),
    'arrays without an end' => $nest('a:1:{i:0;', '', ''),
    'objects' => $nest('O:1:"A":1:{s:1:"a";', 'N;', '}'),
    '4,000 arrays, often' => 'a:6:{' . implode('', array_map(static fn(int $i): string => "i:$i;" . str_repeat('a:1:{i:0;', 4000) . 'N;' . str_repeat('}', 4000), range(0, 5))) . '}',
    '30 payloads' => $payloads(30, 'i:1;'),
    '32 payloads around much' => $payloads(32, 's:' . ($size - 16) . ':"' . str_repeat('x', $size - 16) . '";'),
    'payloads' => $payloads(intdiv($size, 17), 'i:1;'),
    'payloads of arrays' => $payloads(20, str_repeat('a:1:{i:0;', 4090) . 'N;' . str_repeat('}', 4090)), // together too deep
    'empty arrays' => $list('a:0:{}'),
    'references' => $list('R:2;'),
    'payloads that are none' => $list('C:1:"A":2:{i:}'),
    'strings without an end' => $list('s:9999999:"'),
    'floats without an end' => 'a:1:{i:0;' . str_repeat('d:1', intdiv($size, 3)) . '}',
    'names that are never set' => str_repeat('!a|', intdiv($size, 3)),
];
$count = static fn(int $n): string => pack('N', $n);
$igbinary = [
    'arrays' => $nest("\x14\1\6\0", "\0", ''),
    'objects' => "\x14\1\6\0\x17\1a" . $nest("\x14\1\6\0\x1A\0", "\0", ''),
    'marks of references' => "\x14\1\6\0" . str_repeat("\x25", $size) . "\0",
    'references of arrays' => $nest("\x14\1\6\0\x25", "\0", ''),
    'empty arrays' => "\x16" . $count(intdiv($size, 3)) . str_repeat("\x0D\x14\0", intdiv($size, 3)),
    // each array shows the one before twice
    'arrays that share' => "\x14\x29" . implode('', array_map(static fn(int $i): string => "\6" . chr($i) . ($i === 0 ? "\x14\1\6\0\0" : "\x14\2\6\0\1" . chr($i) . "\6\1\1" . chr($i)), range(0, 40))),
    'a payload in which payloads are' => "\x17\1a\x1F" . $count(strlen($texts['payloads'])) . $texts['payloads'],
];
/** A number of lyo that is below 64 kB. */
$varlen = static fn(int $n): string => $n < 248 ? chr($n) : ($n < 256 ? "\xF8" . chr($n) : "\xF9" . pack('v', $n));
/** Arrays of lyo, each of which holds the one before it twice. */
$doublings = static function (int $n) use ($varlen): string {
    $table = chr($n) . "\2";
    $body = "\xC8" . chr($n) . "\x81\3\3";
    for ($i = 0; $i < $n - 1; $i++) {
        $table .= $varlen(strlen($body));
        $body .= "\x81\xED" . chr($i) . "\xED" . chr($i);
    }
    return "\xC1\x11$table$body";
};
$bson = "\x05\0\0\0\0";
while (strlen($bson) < $size / 10) { // each level has its length
    $bson = "\x03a\0$bson\0";
    $bson = pack('V', strlen($bson) + 4) . $bson;
}
$bombs = [];
foreach ($texts as $name => $text) {
    $bombs["native: $name"] = $text;
    $bombs["session of php: $name"] = "a|$text";
    $bombs["session of php_binary: $name"] = "\1a$text";
}
foreach ($igbinary as $name => $body) {
    $bombs["igbinary 1: $name"] = "\0\0\0\1$body";
    $bombs["igbinary 2: $name"] = "\0\0\0\2$body";
}
$bombs += [
    'msgpack: lists' => $nest("\x91", "\xC0", ''),
    'msgpack: maps' => $nest("\x81\xA1a", "\xC0", ''),
    'msgpack: objects' => $nest("\x82\xC0\xA1A\xA1a", "\xC0", ''),
    'msgpack: empty lists' => "\xDD" . $count($size) . str_repeat("\x90", $size),
    'json: lists' => $nest('[', '1', ']'),
    'json: objects' => $nest('{"a":', '1', '}'),
    'json: lists without an end' => $nest('[', '', ''),
    'json: empty lists' => '[' . str_repeat('[],', intdiv($size, 3)) . '1]',
    'var_export: arrays' => $nest('array(', '1', ')'),
    'var_export: brackets' => '<?php return ' . $nest("['a' => ", 'NULL', ']'),
    'var_export: brackets without an end' => '<?php return ' . $nest('[[', '', ''),
    'var_export: objects' => $nest("\\A::__set_state(array('a' => ", 'NULL', '))'),
    'var_export: arrays of one' => 'array(' . str_repeat('[1],', intdiv($size, 4)) . ')',
    'var_export: a comment without an end' => 'array(/*' . str_repeat('*', $size),
    'var_export: strings in pieces' => "array('a'" . str_repeat(".'a'", intdiv($size, 4)) . ')',
    'var_export: escapes' => 'array("' . str_repeat('\\x41', intdiv($size, 4)) . '", \'a\')',
    'wddx: arrays' => "<wddxPacket version='1.0'><data>" . $nest('<array>', '<null/>', '</array>') . '</data></wddxPacket>',
    'wddx: a document type' => "<wddxPacket version='1.0'><!DOCTYPE a [" . str_repeat('<!ENTITY a "b">', intdiv($size, 15)) . ']><data><null/></data></wddxPacket>',
    'bson: documents' => $bson,
    'lyo: lists' => "\xC1\x10" . $nest("\x80", "\xA0", ''),
    'lyo: lists of empty lists' => "\xC1\x10\xCA" . substr(pack('V', $size), 0, 3) . str_repeat("\xA4", $size),
    'lyo: maps' => "\xC1\x10" . $nest("\x88\1", "\xA0", ''),
    'lyo: records' => "\xC1\x18\4\1\1\xA5k" . $nest("\x61", "\xA0", ''),
    'lyo: open objects' => "\xC1\x18\3\3\xA5B" . $nest("\x61\1\1", "\xA0", ''),
    'lyo: strings that begin as others' => "\xC1\x10\xCA" . substr(pack('V', intdiv($size, 3) + 1), 0, 3) . "\xC0\xFF" . str_repeat('x', 255) . str_repeat("\xE4\xFF\0", intdiv($size, 3)),
    'lyo: a constant' => "\xC1\x10\x81\xC9" . pack('v', 40000) . str_repeat("\xA0", 40000) . "\xD8\xFA" . substr(pack('V', $size), 0, 3) . "\x20\xA0",
    'lyo: arrays that double' => $doublings(60),
    'lyo: arrays that double to 260,000 elements' => $doublings(16),
    'lyo: runs in runs' => "\xC1\x10\xDA\xF9" . pack('v', 2000) . "\xF9" . pack('v', 2000) . "\xDA\xF9" . pack('v', 500) . "\xF9" . pack('v', 500) . "\x80\3",
    'lyo: an array with a long string, often' => "\xC1\x11\1\3\xC9" . pack('v', 30001) . "\x80\xC1" . pack('v', 40000) . str_repeat('x', 40000) . str_repeat("\xED\0", 30000),
    'lyo: a run of an array with a long string' => "\xC1\x10\xDA\xF9" . pack('v', 4000) . "\xF9" . pack('v', 4000) . "\x80\xC2" . substr(pack('V', $size), 0, 3) . str_repeat('x', $size),
    'lyo: a custom payload in which payloads are' => "\xC1\x18\3\4\xA5B\x61\xC2" . substr(pack('V', strlen($texts['payloads'])), 0, 3) . $texts['payloads'],
    'carrier: lists' => "\0\0\0\4\xC1\x10" . $nest("\x80", "\xA0", ''),
    'tag-aware: in each other' => str_repeat("\x9D\0\0\0\0\0\0\0\0\x5F\0\0\0", intdiv($size, 13)) . 'i:1;',
];
if (function_exists('gzencode')) {
    $bombs['gzip: arrays'] = (string) gzencode($texts['arrays']);
    $bombs['zlib: a session of payloads'] = (string) gzcompress('a|' . $texts['payloads']);
    $bombs['gzip: nine in each other'] = array_reduce(range(1, 9), static fn(string $data): string => (string) gzencode($data), 'a:1:{i:0;i:1;}');
}

$serializer = new Serializer(classes: ClassPolicy::none());
$throwing = new Serializer(classes: ClassPolicy::none()->orThrow());
$packer = new Packer();
$ways = [
    'detect' => static fn(string $data): string => Format::detect($data)->value ?? 'nothing',
    'guess' => static fn(string $data): string => Format::guess($data)->value ?? 'nothing',
    'decode' => static fn(string $data): string => get_debug_type($serializer->decode($data)),
    'decode, no class' => static fn(string $data): string => get_debug_type($throwing->decode($data)),
    'unpack' => static fn(string $data): string => get_debug_type($packer->unpack($data)),
    'to native' => static fn(string $data): string => 'text of ' . strlen(Translator::translate($data, Format::Native, Format::guess($data))),
    'to lyo' => static fn(string $data): string => 'payload of ' . strlen(Translator::translate($data, Format::Lyo)),
    'to igbinary' => static fn(string $data): string => 'message of ' . strlen(Translator::translate($data, Format::Igbinary2)),
    'dump' => static fn(string $data): string => 'notation of ' . strlen(Diagnostic::print(...Collector::collect(Translator::toNative($data, Format::guess($data) ?? Format::Native), strlen($data)))),
];
foreach ($bombs as $name => $data) {
    foreach ($ways as $way => $read) {
        gc_collect_cycles();
        memory_reset_peak_usage();
        $before = memory_get_usage();
        $start = hrtime(true);
        try {
            $outcome = @$read($data);
        } catch (Throwable $e) {
            $outcome = $e::class . ($e instanceof LyoException || $e instanceof \Lyo\Bridge\Miss ? '' : ": {$e->getMessage()}");
        }
        echo implode("\t", [$name, $way, strlen($data), $outcome, memory_get_peak_usage() - $before, (int) ((hrtime(true) - $start) / 1e6)]), "\n";
    }
}
