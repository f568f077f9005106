<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Advice;

use Lyo\Tools\Advise\Envelopes;
use Redis;
use RuntimeException;

use function array_keys;
use function array_map;
use function count;
use function escapeshellarg;
use function exec;
use function implode;
use function is_array;
use function json_decode;
use function lyo_serialize;
use function lyo_train_dictionary;
use function sprintf;
use function unserialize;

/** The values of one set: what lyo advise says of them, and the times that they take through a link. */
final readonly class Trial
{
    private const READS = 10;

    /** @param list<string> $texts */
    public function __construct(private string $set, private array $texts, private int $redis, private Path $path, private float $roundTrip, private float $bits, private int $rounds) {}

    /** @return list<Prediction> */
    public function predictions(): array
    {
        $ways = $this->advised();
        $values = array_map(static fn(string $text): mixed => unserialize($text, ['allowed_classes' => ['stdClass']]), $this->texts);
        $forms = [];
        foreach ($ways as $name => $way) {
            $forms[$name] = $this->forms($way, $values);
        }
        $found = [];
        foreach (Uses::measure($this->path, $values, $forms, $this->rounds) as $name => $times) {
            $found[] = new Prediction($this->set, $this->roundTrip, $name, $ways[$name]['together'] / 1e3, Uses::mean($times, self::READS));
        }

        return $found;
    }

    /** @return array<string, array{codec: string, compressor: string|null, threshold: int|null, together: float}> the command's ways, by name */
    private function advised(): array
    {
        $redis = new Redis();
        $redis->connect('127.0.0.1', $this->redis);
        $redis->flushAll();
        foreach ($this->texts as $number => $text) {
            $redis->set("value:$number", $text);
        }
        $said = self::run([
            'advise', "redis://127.0.0.1:$this->redis/0", sprintf('--link=%gMbit', $this->bits / 1e6), sprintf('--rtt=%.4fms', 1000 * $this->path->roundTrip),
            '--reads=' . self::READS, '--sample=' . count($this->texts), '--format=json',
        ]);
        $redis->flushAll();
        $values = is_array($said['values'] ?? null) ? $said['values'] : [];
        if (($values['timed'] ?? null) !== count($this->texts)) {
            throw new RuntimeException("$this->set: lyo advise has not timed all values");
        }
        $ways = [];
        foreach (is_array($said['ways'] ?? null) ? $said['ways'] : [] as $way) {
            $times = is_array($way) ? $way['nanoseconds'] ?? null : null;
            if (!is_array($way) || !is_array($times) || !is_string($way['codec'] ?? null) || !is_numeric($times['together'] ?? null)) {
                throw new RuntimeException('lyo advise has another output');
            }
            $compressor = is_string($way['compressor'] ?? null) ? $way['compressor'] : null;
            $threshold = is_int($way['threshold'] ?? null) ? $way['threshold'] : null;
            $ways[$way['codec'] . ($compressor === null ? '' : " + $compressor, > $threshold")] = ['codec' => $way['codec'], 'compressor' => $compressor, 'threshold' => $threshold, 'together' => (float) $times['together']];
        }

        return $ways;
    }

    /**
     * @param list<string> $words
     *
     * @return array<mixed>
     */
    private static function run(array $words): array
    {
        $php = getenv('PHP_FLAGS');
        exec(escapeshellarg(PHP_BINARY) . ' ' . ($php === false ? '' : $php) . ' ' . implode(' ', array_map(escapeshellarg(...), [__DIR__ . '/../../bin/lyo', ...$words])), $lines, $status);
        $said = json_decode(implode("\n", $lines), true);

        return $status === 0 && is_array($said) ? $said : throw new RuntimeException("lyo advise failed ($status): " . implode("\n", $lines));
    }

    /**
     * @param array{codec: string, compressor: string|null, threshold: int|null} $way
     * @param list<mixed> $values
     *
     * @return list<Form> two with dictionaries: each of them is trained with the values that it does not compress
     */
    private function forms(array $way, array $values): array
    {
        if ($way['compressor'] === null || !Envelopes::has($way['compressor'])) {
            return [Form::of($way['codec'], $way['compressor'], $way['threshold'])];
        }
        $payloads = [[], []];
        foreach ($values as $number => $value) {
            $payload = lyo_serialize($value);
            strlen($payload) <= 16 << 10 && $payloads[1 - $number % 2][] = $payload;
        }

        return array_map(static fn(int $half): Form => Form::of('lyo', $way['compressor'], $way['threshold'], [lyo_train_dictionary($payloads[$half], 16 << 10)]), array_keys($payloads));
    }
}
