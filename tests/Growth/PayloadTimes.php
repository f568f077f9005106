<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use Closure;
use Lyo\Exception\LyoException;
use RuntimeException;

/** The command: payloads of each part alone and of pairs of them, their processor time beside that of unserialize() for the same value. */
final class PayloadTimes
{
    /** So many times as long as unserialize() a payload may take. */
    private const MOST = 3.0;

    /** At least so many payloads are measured. */
    private const PAYLOADS = 136;

    private const ROUNDS = 7;

    private readonly int $size;

    private readonly string $filter;

    private readonly bool $verbose;

    /** @var list<array{string, float, string}> */
    private array $results = [];

    /** @param list<string> $arguments */
    public function __construct(array $arguments)
    {
        $given = [];
        foreach ($arguments as $argument) {
            [$name, $value] = explode('=', $argument, 2) + ['', ''];
            $given[$name] = $value;
        }
        $this->size = max(1000, (int) ($given['--size'] ?? '1000000'));
        $this->filter = $given['--filter'] ?? '';
        $this->verbose = isset($given['--verbose']);
    }

    public function main(): int
    {
        $parts = Parts::all();
        $names = array_keys($parts);
        foreach ($names as $i => $name) {
            $this->measure($name, static fn(int $size): string => Part::join($parts[$name]($size)), true);
            foreach (array_slice($names, $i + 1) as $other) {
                $this->measure("$name; $other", static fn(int $size): string => Part::join($parts[$name](intdiv($size, 2)), $parts[$other](intdiv($size, 2))), false);
            }
        }
        usort($this->results, static fn(array $a, array $b): int => $b[1] <=> $a[1]);
        $slow = 0;
        foreach ($this->results as [, $ratio, $line]) {
            $slow += $ratio > self::MOST ? 1 : 0;
            if ($ratio > self::MOST || $this->verbose) {
                echo $line, "\n";
            }
        }
        [$worst, $ratio] = $this->results[0] ?? ['nothing', INF];
        printf(
            "payloads: %d of %d bytes, of %d parts alone and in pairs, the median of %d rounds; %d take more than %.0f times the time of unserialize(); most: %.2f, %s\n",
            count($this->results),
            $this->size,
            count($names),
            self::ROUNDS,
            $slow,
            self::MOST,
            $ratio,
            $worst,
        );
        $enough = $this->filter !== '' || count($this->results) >= self::PAYLOADS;
        $enough || printf("payloads: %d were planned\n", self::PAYLOADS);

        return $slow === 0 && $enough ? 0 : 1;
    }

    /** @param Closure(int): string $make */
    private function measure(string $name, Closure $make, bool $alone): void
    {
        if ($this->filter !== '' && preg_match('{' . $this->filter . '}', $name) !== 1) {
            return;
        }
        $payload = $make($this->size);
        $text = serialize(lyo_unserialize($payload));
        if (serialize(unserialize($text)) !== $text) {
            throw new RuntimeException("$name: unserialize() makes another value");
        }
        $calls = [
            'lyo_unserialize()' => static fn(): mixed => lyo_unserialize($payload),
            'unserialize()' => static fn(): mixed => unserialize($text),
        ];
        if ($alone) {
            $calls['no class allowed'] = static fn(): mixed => lyo_unserialize($payload, ['allowed_classes' => false]);
            $calls['lyo_is_serialized()'] = static fn(): mixed => lyo_is_serialized($payload);
        }
        $medians = self::medians($calls);
        $ratio = $medians['lyo_unserialize()'] / $medians['unserialize()'];
        $line = sprintf('%5.2f times: %s: %d bytes, as text %d', $ratio, $name, strlen($payload), strlen($text));
        foreach ($medians as $of => $milliseconds) {
            $line .= sprintf('; %s %.2f ms', $of, $milliseconds);
        }
        $this->results[] = [$name, $ratio, $line];
    }

    /**
     * Calls all in turns, so that what else the machine does concerns all of them.
     *
     * @template TName of string
     * @param array<TName, Closure(): mixed> $calls
     * @return array<TName, float> milliseconds of the processor
     */
    private static function medians(array $calls): array
    {
        $times = array_map(static fn(): array => [], $calls);
        for ($i = 0; $i < self::ROUNDS; $i++) {
            foreach ($calls as $of => $call) {
                $times[$of][] = self::time($call);
            }
        }

        return array_map(self::median(...), $times);
    }

    /**
     * Calls until the time can be measured. To free the value is not part of it.
     *
     * @param Closure(): mixed $call
     * @return float milliseconds of the processor for a call
     */
    private static function time(Closure $call): float
    {
        $time = 0.0;
        for ($calls = 0; $time < 1.0 && $calls < 50; $calls++) {
            $start = self::processorTime();
            try {
                $value = $call();
            } catch (LyoException) {
                $value = null; // a case of an enum that is not allowed
            }
            $time += self::processorTime() - $start;
            unset($value);
        }

        return $time / $calls;
    }

    private static function processorTime(): float
    {
        $usage = getrusage();
        $of = static fn(string $name): int => is_array($usage) && is_int($usage[$name] ?? null) ? $usage[$name] : 0;

        return 1e3 * ($of('ru_utime.tv_sec') + $of('ru_stime.tv_sec')) + ($of('ru_utime.tv_usec') + $of('ru_stime.tv_usec')) / 1e3;
    }

    /** @param list<float> $times */
    private static function median(array $times): float
    {
        sort($times);

        return $times[intdiv(count($times), 2)] ?? NAN;
    }
}
