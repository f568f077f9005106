<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Advice;

use Lyo\Bench\Envelope\Table;

use function array_filter;
use function array_keys;
use function array_map;
use function array_sum;
use function array_values;
use function count;
use function extension_loaded;
use function function_exists;
use function ini_get;
use function lyo_serialize;
use function max;
use function number_format;
use function sprintf;
use function strlen;
use function unserialize;

/**
 * What each value of min_size costs: the time of a use of values that are short enough for it to matter.
 *
 * Each value is measured compressed and not compressed; min_size only decides which of both counts.
 */
final readonly class LeastSizes
{
    private const SIZES = [0, 64, 128, 256, 512, 1000, 2000, 4000];
    private const READS = 10;

    /** @var list<mixed> */
    private array $values;
    /** @var list<int> bytes of their payloads */
    private array $sizes;

    /**
     * @param array<string, list<string>> $sets
     * @param list<float> $trips
     */
    public function __construct(array $sets, private int $redis, private array $trips, private float $bits, private int $rounds)
    {
        $values = $sizes = [];
        foreach ($sets as $set => $texts) {
            foreach ($set === 'samples' ? $texts : Sets::application($set) as $text) {
                $value = unserialize($text, ['allowed_classes' => ['stdClass']]);
                $payload = lyo_serialize($value);
                if (strlen($payload) < self::SIZES[count(self::SIZES) - 1]) {
                    $values[$payload] = $value; // each value once
                    $sizes[$payload] = strlen($payload);
                }
            }
        }
        $this->values = array_values($values);
        $this->sizes = array_values($sizes);
    }

    public function text(): string
    {
        $times = $this->times();
        $text = '';
        foreach (['zlib', 'zstd'] as $compressor) {
            $rows = [];
            foreach (self::SIZES as $least) {
                $row = [$least === 0 ? '0' : number_format($least), number_format($this->mean(fn(int $at): float => (float) strlen(($this->form($this->sizes[$at] >= $least ? $compressor : null)->write)($this->values[$at]))))];
                foreach ($times as $uses) {
                    $row[] = sprintf('%.1f', $this->mean(fn(int $at): float => $uses[$this->sizes[$at] >= $least ? $compressor : 'none'][$at]));
                }
                $rows[] = $row;
            }
            $text .= Table::markdown(["$compressor 1, min_size", 'bytes', ...array_keys($times)], $rows) . "\n";
        }

        return sprintf("%d values whose payload is shorter than %s bytes: the mean of a use in µs, %d reads for each write. \"0.3 ms, 100 M\"\nis a round trip of 0.3 ms, and 100 Mbit/s.\n\n", count($this->values), number_format(max(self::SIZES)), self::READS) . $text . $this->gains($times);
    }

    /**
     * @param array<string, array<string, list<float>>> $times
     */
    private function gains(array $times): string
    {
        $text = '';
        foreach (['zlib', 'zstd'] as $compressor) {
            $rows = [];
            foreach (self::SIZES as $at => $from) {
                $to = self::SIZES[$at + 1] ?? null;
                $these = array_keys(array_filter($this->sizes, static fn(int $size): bool => $to !== null && $size >= $from && $size < $to));
                if ($to !== null && $these !== []) {
                    $rows[] = [number_format($from) . ' to ' . number_format($to - 1), (string) count($these), ...array_map(static fn(array $uses): string => sprintf('%+.1f', array_sum(array_map(static fn(int $one): float => $uses[$compressor][$one] - $uses['none'][$one], $these)) / count($these)), array_values($times))];
                }
            }
            $text .= Table::markdown(["$compressor 1, payload", 'values', ...array_keys($times)], $rows) . "\n";
        }

        return "The same by size: how many µs longer (+) or shorter (-) a use is if these values are compressed.\n\n$text";
    }

    /** @return array<string, array<string, list<float>>> microseconds of a use, by path, form and value */
    private function times(): array
    {
        $times = [];
        foreach ($this->paths() as $name => $open) {
            $path = $open();
            $uses = Uses::measure($path, $this->values, ['none' => [$this->form(null)], 'zlib' => [$this->form('zlib')], 'zstd' => [$this->form('zstd')]], $this->rounds);
            $path->close();
            $times[$name] = array_map(static fn(array $all): array => array_map(static fn(array $one): float => Uses::mean([$one], self::READS), $all), $uses);
        }

        return $times;
    }

    /** @return array<string, \Closure(): Path> */
    private function paths(): array
    {
        $paths = function_exists('apcu_store') && extension_loaded('apcu') && ini_get('apc.enable_cli') === '1' ? ['APCu' => Path::local(...)] : [];
        $paths['Redis here'] = fn(): Path => Path::direct($this->redis);
        foreach ([[0.0003, 1e9], ...array_map(fn(float $trip): array => [$trip, $this->bits], $this->trips)] as [$trip, $bits]) {
            $paths[sprintf('%g ms, %s', 1000 * $trip, $bits >= 1e9 ? sprintf('%g G', $bits / 1e9) : sprintf('%g M', $bits / 1e6))] = fn(): Path => Path::link($this->redis, $trip, $bits);
        }

        return $paths;
    }

    private function form(?string $compressor): Form
    {
        return Form::envelope($compressor, 0);
    }

    /** @param callable(int): float $of by number of the value */
    private function mean(callable $of): float
    {
        return array_sum(array_map($of, array_keys($this->values))) / max(1, count($this->values));
    }
}
