<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What compression gains: every value of a corpus as serialize() text, igbinary and lyo, plain and with the same compressors. Bytes,
// and time to encode and to decode, in all and by size of the serialize() text:
//
//   php bench/envelope.php [--rounds=3] [--corpus=build/corpus]
//
// Levels 1, 6, 9 and -1 of zlib, 1 and 3 of zstd. Every form of lyo is an envelope with a checksum but the plain one. Bytes do not
// depend on the machine; of the times the shortest of the rounds counts.

declare(strict_types=1);

use Lyo\Exception\UnavailableException;
use Lyo\Tests\Corpus\Corpus;

require __DIR__ . '/../tests/Corpus/Corpus.php';
require __DIR__ . '/../vendor/autoload.php';
require __DIR__ . '/../tests/Envelope/zstd.php';

/** What is measured of one form. */
final class Form
{
    /** @var array<string, array{int, float, float}> by class of size: bytes, seconds of encoding, of decoding */
    public array $sums = [];

    /**
     * @param Closure(mixed): string $encode
     * @param Closure(string): mixed $decode
     */
    public function __construct(public readonly string $name, private readonly Closure $encode, private readonly Closure $decode) {}

    public function measure(mixed $value, string $size, int $rounds): void
    {
        $best = [INF, INF];
        $data = '';
        for ($round = 0; $round < $rounds; $round++) {
            $start = hrtime(true);
            $data = ($this->encode)($value);
            $middle = hrtime(true);
            ($this->decode)($data);
            $best = [min($best[0], $middle - $start), min($best[1], hrtime(true) - $middle)];
        }
        foreach ([$size, 'all'] as $class) {
            $sum = $this->sums[$class] ?? [0, 0.0, 0.0];
            $this->sums[$class] = [$sum[0] + strlen($data), $sum[1] + $best[0] / 1e9, $sum[2] + $best[1] / 1e9];
        }
    }
}

/** @return list<Form> */
function forms(): array
{
    $forms = [new Form('serialize()', serialize(...), unserialize(...))];
    $igbinary = extension_loaded('igbinary');
    if ($igbinary) {
        $forms[] = new Form('igbinary', static fn(mixed $value): string => (string) igbinary_serialize($value), igbinary_unserialize(...));
    }
    $forms[] = new Form('lyo', static fn(mixed $value): string => lyo_serialize($value), static fn(string $data): mixed => lyo_unserialize($data));
    $forms[] = new Form('lyo, checksum', static fn(mixed $value): string => lyo_serialize($value, ['checksum' => true]), static fn(string $data): mixed => lyo_unserialize($data));
    foreach ([1, 6, 9, -1] as $level) {
        $forms[] = new Form("serialize(), zlib $level", static fn(mixed $value): string => (string) gzcompress(serialize($value), $level), static fn(string $data): mixed => unserialize((string) gzuncompress($data)));
        if ($igbinary) {
            $forms[] = new Form("igbinary, zlib $level", static fn(mixed $value): string => (string) gzcompress((string) igbinary_serialize($value), $level), static fn(string $data): mixed => igbinary_unserialize((string) gzuncompress($data)));
        }
        $forms[] = lyo('zlib', $level);
    }
    try {
        lyo_serialize(null, ['compress' => 'zstd']);
        $forms[] = lyo('zstd', 1);
        $forms[] = lyo('zstd', 3);
    } catch (UnavailableException) {
        echo "zstd SKIPPED: not in this build of lyo\n";
    }
    return $forms;
}

function lyo(string $algorithm, int $level): Form
{
    $options = ['compress' => $algorithm, 'level' => $level, 'checksum' => true];
    return new Form("lyo, $algorithm $level", static fn(mixed $value): string => lyo_serialize($value, $options), static fn(string $data): mixed => lyo_unserialize($data));
}

/** All codecs take it; some internal classes refuse to be read without the classes in them. */
function bearable(mixed $value): bool
{
    try {
        unserialize(serialize($value));
        lyo_unserialize(lyo_serialize($value));
        if (extension_loaded('igbinary')) {
            igbinary_unserialize((string) igbinary_serialize($value));
        }
        return true;
    } catch (Throwable) {
        return false;
    }
}

$given = getopt('', ['rounds:', 'corpus:']);
$rounds = is_string($given['rounds'] ?? null) ? max(1, (int) $given['rounds']) : 3;
$corpus = is_string($given['corpus'] ?? null) ? Corpus::at($given['corpus']) : (Corpus::find() ?? throw new RuntimeException('no corpus: make corpus-public makes one'));
ini_set('unserialize_callback_func', '');
$forms = forms();
$values = 0;
$left = 0;
foreach ($corpus->files() as $application => $files) {
    foreach ($files as $file) {
        $text = $corpus->text($file);
        // values without their classes: what is measured is compression, and no hooks
        $value = @unserialize($text, ['allowed_classes' => false]);
        if ($value === false || !bearable($value)) {
            $left++;
            continue;
        }
        $values++;
        $size = strlen($text) < 1000 ? 'below 1 kB' : (strlen($text) < 10_000 ? '1 to 10 kB' : (strlen($text) < 100_000 ? '10 to 100 kB' : '100 kB and more'));
        foreach ($forms as $form) {
            $form->measure($value, $size, $rounds);
        }
    }
}
echo "$values values, $left left out, PHP ", PHP_VERSION, ', lyo ', (string) phpversion('lyo'), "; bytes and times as parts of those of serialize()\n";
foreach (['all', 'below 1 kB', '1 to 10 kB', '10 to 100 kB', '100 kB and more'] as $class) {
    $base = $forms[0]->sums[$class] ?? null;
    if ($base === null) {
        continue;
    }
    echo "\n| $class | bytes | of serialize() | encode ms | decode ms |\n| --- | ---: | ---: | ---: | ---: |\n";
    foreach ($forms as $form) {
        [$bytes, $encode, $decode] = $form->sums[$class] ?? [0, 0.0, 0.0];
        printf("| %s | %s | %.3f | %.1f | %.1f |\n", $form->name, number_format($bytes), $bytes / $base[0], 1000 * $encode, 1000 * $decode);
    }
}
exit($values > 100 ? 0 : 1);
