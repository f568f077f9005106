<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Applies mutations to the library (an operator, a constant, a check that is dropped), one at a time to a copy, and runs its tests.
// Prints which test killed each. A mutation that survives fails the run, unless it is explained below.
//
//   php -n tests/Library/mutants.php [--runs=60] [--seed=1] [--only=FILE:LINE]      with the modules that PHPUnit needs in PHP_FLAGS

declare(strict_types=1);

use Lyo\Tests\Support\Arguments;

require __DIR__ . '/../Support/Arguments.php';

const FILES = [
    'Pure/Bulk.php', 'Pure/Bytes.php', 'Pure/Encoder.php', 'Pure/Expansion.php', 'Pure/Floats.php', 'Pure/Head.php', 'Pure/Numbers.php', 'Pure/Output.php', 'Pure/RowsHead.php', 'Pure/Vectors.php',
    'Pure/Reader.php', 'Pure/Repeats.php', 'Pure/StreamSink.php', 'Pure/Strings.php', 'Pure/TextSink.php', 'Pure/Tokens.php', 'Pure/Tree/Builder.php', 'Igbinary/Reader.php', 'Igbinary/Writer.php',
    'Native/Reader.php', 'Native/Payload.php',
];

/** File, the line without blanks, and why the mutation behaves like the original. */
const EQUIVALENT = [
    "Pure/Numbers.php: \$code = [1 => 'C', 2 => 'v', 4 => 'V', 8 => 'P'][\$width] ?? null;" => 'another way to the same bytes',
    'Pure/Bytes.php: $bits = $value < 0 ? ~$value : $value;' => '0 and its complement have one size',
    "Native/Reader.php: if (\$mark === false || (string) \$value !== \$digits || \$text[\$at + 1] !== ':') {" => 'what goes the long way comes to the same',
    "Native/Reader.php: || \$size < 0 || substr(\$text, \$mark + 2 + \$size, 2) !== '\";') {" => 'what goes the long way comes to the same',
    'Pure/Strings.php: $plain = $size <= self::SHORT_SIZE ? $size + 1 : $size + 1 + Bytes::uintSize($size);' => 'a string of 33 bytes with 4 of an earlier one is shorter in any case',
    'Igbinary/Reader.php: if ($tag < Tag::ARRAY || $tag >= Tag::PAYLOAD) { // neither array nor object' => 'no value begins with the tag of a payload',
    'Pure/Floats.php: if ($size <= 8 * count($floats)) {' => 'decimals as leaves are not larger than this, so they are written instead',
    'Pure/Bytes.php: if (!(abs($mantissa) < self::MANTISSA) || $mantissa / self::POWERS[$scale] !== $value) {' => 'decimal() has refused such a float',
    'Pure/Encoder.php: $out .= $distance <= self::NEAR ? $chars[self::BACKREF_NEAR - 1 + $distance] : $strings->again($ids[$key]);' => 'what goes the long way comes to the same',
    'Pure/Bulk.php: if ($count > intdiv($this->end - $this->at, $size)) {' => 'what is too much is found again when it is taken',
    'Pure/Bulk.php: return $count < 0 ? PHP_INT_MAX : $count;' => 'a count of 0 is refused before',
    'Pure/Encoder.php: $out .= $value >= -1 && $value < Tag::INT_SMALL_LAST - Tag::INT_SMALL' => 'what goes the long way comes to the same',
    'Pure/Tokens.php: return strlen($key) > 2 && strlen($key) <= Limit::MANGLED && $key[0] === "\\0" && $key[1] !== "\\0" && strpos($key, chr(0), 2) !== false;' => 'two bytes have no third',
    'Pure/Numbers.php: if ($width === 8) {' => 'another way to the same bytes',
    'Pure/Reader.php: $count = $count < 0 ? PHP_INT_MAX >> 2 : min($count, PHP_INT_MAX >> 2);' => 'no payload has so many bytes',
    'Pure/Output.php: if (substr_count($id, "\n") !== count($keys) || $class !== \'\' && self::hasInt($keys)) {' => 'another name for the same list',
];

/**
 * @return list<array{file: string, line: int, text: string, from: string, to: string, code: string}>
 */
function mutations(string $file, string $code): array
{
    $swaps = [
        '<' => '<=', '>' => '>=', '<=' => '<', '>=' => '>', '===' => '!==', '!==' => '===', '&&' => '||', '||' => '&&', '+' => '-', '-' => '+', '<<' => '>>', '>>' => '<<', '&' => '|',
        '|' => '&', '+=' => '-=', '++' => '--', '??' => '?:',
    ];
    $found = [];
    $offset = 0;
    $line = 1;
    $lines = explode("\n", $code);
    foreach (token_get_all($code) as $token) {
        $text = is_array($token) ? $token[1] : $token;
        $to = null;
        if (!is_array($token) || !in_array($token[0], [T_COMMENT, T_DOC_COMMENT, T_CONSTANT_ENCAPSED_STRING, T_INLINE_HTML, T_STRING, T_VARIABLE, T_AMPERSAND_FOLLOWED_BY_VAR_OR_VARARG], true)) {
            $to = $swaps[$text] ?? null;
        }
        if (is_array($token) && $token[0] === T_LNUMBER) {
            $to = (string) (intval($text, 0) + 1);
        }
        if (is_array($token) && $token[0] === T_THROW && preg_match('/^\s*throw .*;$/', $lines[$line - 1]) === 1) {
            $to = 'true || throw'; // the check is made, but nothing comes of it
        }
        if ($to !== null && !str_contains($lines[$line - 1], 'declare(') && !str_contains($lines[$line - 1], 'const ') && !str_contains($lines[$line - 1], 'function ')) {
            $found[] = ['file' => $file, 'line' => $line, 'text' => trim($lines[$line - 1]), 'from' => $text, 'to' => $to, 'code' => substr_replace($code, $to, $offset, strlen($text))];
        }
        $offset += strlen($text);
        $line += substr_count($text, "\n");
    }
    return $found;
}

function remove(string $folder): void
{
    foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS), RecursiveIteratorIterator::CHILD_FIRST) as $file) {
        if ($file instanceof SplFileInfo) {
            $file->isDir() ? rmdir($file->getPathname()) : unlink($file->getPathname());
        }
    }
    rmdir($folder);
}

$given = Arguments::parse(array_slice($argv, 1), ['runs', 'seed', 'only']);
$count = $given->int('runs', 60);
$seed = $given->int('seed', 1);
$root = dirname(__DIR__, 2);
$all = [];
foreach (FILES as $file) {
    array_push($all, ...mutations($file, (string) file_get_contents("$root/src/$file")));
}
// the same ones each time, spread over all files
usort($all, static fn(array $a, array $b): int => md5("$seed$a[file]$a[line]$a[from]" . md5($a['code'])) <=> md5("$seed$b[file]$b[line]$b[from]" . md5($b['code'])));
if ($given->has('only')) {
    $all = array_values(array_filter($all, static fn(array $m): bool => "$m[file]:$m[line]" === $given->string('only', '')));
}
$folder = sys_get_temp_dir() . '/lyo-mutants-' . bin2hex(random_bytes(4));
mkdir($folder);
$killed = $survived = $explained = 0;
foreach (array_slice($all, 0, $count) as $i => $mutation) {
    $copy = "$folder/src/$mutation[file]";
    is_dir(dirname($copy)) || mkdir(dirname($copy), 0o777, true);
    file_put_contents($copy, $mutation['code']);
    // loads the mutated class before Composer can load the other
    file_put_contents("$folder/prepend.php", sprintf(<<<'PHP'
        <?php
        spl_autoload_register(static function (string $class): void {
            foreach ([%s, %s] as $root) {
                $file = "$root/src/" . str_replace('\\', '/', substr($class, 4)) . '.php';
                if (str_starts_with($class, 'Lyo\\') && is_file($file)) {
                    require $file;
                    return;
                }
            }
        });
        class_exists(%s);
        PHP, var_export($folder, true), var_export($root, true), var_export('Lyo\\' . str_replace('/', '\\', substr($mutation['file'], 0, -4)), true)));
    $command = sprintf(
        'timeout 120 %s %s -d auto_prepend_file=%s -d memory_limit=1G %s --stop-on-defect --no-progress --no-output --log-teamcity php://stdout %s 2>&1',
        escapeshellarg(PHP_BINARY),
        (string) getenv('PHP_FLAGS'),
        escapeshellarg("$folder/prepend.php"),
        escapeshellarg("$root/vendor/bin/phpunit"),
        escapeshellarg("$root/tests/Library"),
    );
    exec($command, $output, $status);
    $log = implode("\n", $output);
    $output = [];
    unlink($copy);
    preg_match("/testFailed name='([^']*)'/", $log, $match);
    $by = $match[1] ?? ($status === 0 ? null : 'an end of the run: ' . substr(trim($log), -100));
    $reason = EQUIVALENT["$mutation[file]: $mutation[text]"] ?? null;
    $result = $by !== null ? 'killed by ' . substr($by, 0, 110) : ($reason !== null ? "cannot be told: $reason" : 'SURVIVED');
    $killed += $by !== null ? 1 : 0;
    $explained += $by === null && $reason !== null ? 1 : 0;
    $survived += $by === null && $reason === null ? 1 : 0;
    printf("%2d %s:%d  %s -> %s  in: %s\n   %s\n", $i + 1, $mutation['file'], $mutation['line'], $mutation['from'], $mutation['to'], substr($mutation['text'], 0, 110), $result);
}
remove($folder);
printf("mutants: %d killed, %d equivalent, %d survived of %d (%d possible)\n", $killed, $explained, $survived, $killed + $explained + $survived, count($all));
exit($survived === 0 && $killed + $explained === min($count, count($all)) ? 0 : 1);
