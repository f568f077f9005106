<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Corpus;

use InvalidArgumentException;
use Lyo\Tests\Differential\Generator\TrialMaker;
use Lyo\Tests\Fixtures\World;
use Lyo\Tests\Support\Arguments;
use Lyo\Tests\Support\Forks;
use Throwable;

/** The command line of the corpus test. */
final class CorpusCommand
{
    private const LARGEST_CUT = 20_000;

    private const SEEDS = 'seeds';

    private const HOOKS = 'hooks';

    private int $faults = 0;

    /** @var array<string, int> values that went through, by application */
    private array $values = [];

    private int $cut = 0;

    private int $hooked = 0;

    private int $prefixes = 0;

    /** @var list<array{int, int}> sizes: lyo, igbinary */
    private array $sizes = [];

    /** @param list<string> $arguments */
    public function main(array $arguments): int
    {
        try {
            $given = Arguments::parse($arguments, ['sizes', 'cut', 'hooked']);
        } catch (InvalidArgumentException $problem) {
            fwrite(STDERR, $problem->getMessage() . "\n");

            return 2;
        }
        if (!function_exists('lyo_serialize')) {
            fwrite(STDERR, "lyo_serialize() does not exist: run php with the extension loaded\n");

            return 2;
        }
        ini_set('memory_limit', '2G');
        set_error_handler(static fn(): bool => true); // deprecations of old application classes
        $cuts = $given->int('cut', 100);
        $hooked = $given->int('hooked', 100);
        $corpus = Corpus::find();
        $corpus === null ? print("corpus: SKIPPED, there is none (bin/corpus makes one; LYO_CORPUS names another place)\n") : $this->corpus($corpus, $cuts, $given->has('sizes'));
        $this->cutHooked($hooked);

        return $this->summary($corpus, $cuts, $hooked);
    }

    private function corpus(Corpus $corpus, int $cuts, bool $sizes): void
    {
        $files = $corpus->files();
        $applications = [...array_keys($files), ...$corpus->hasSeeds() ? [self::SEEDS] : []];
        $chosen = $this->chosen($corpus, $files, $cuts);
        $this->forked($applications, static function (string $application) use ($corpus, $files, $chosen, $sizes): array {
            $corpus->load();

            return $application === self::SEEDS ? self::seeds($corpus, $sizes) : self::application($corpus, $application, $files[$application], $chosen, $sizes);
        });
    }

    /**
     * Values whose payload is cut at every byte: small enough, and taken evenly from the whole list.
     *
     * @param array<string, list<string>> $files
     * @return array<string, true>
     */
    private function chosen(Corpus $corpus, array $files, int $cuts): array
    {
        $small = array_values(array_filter(array_merge(...array_values($files)), static fn(string $file): bool => strlen($corpus->text($file)) < self::LARGEST_CUT));
        $chosen = [];
        for ($i = 0; $i < min($cuts, count($small)); $i++) {
            $chosen[$small[intdiv($i * count($small), $cuts)]] = true;
        }

        return $chosen;
    }

    /**
     * @param list<string> $names
     * @param \Closure(string): array<string, mixed> $work
     */
    private function forked(array $names, \Closure $work): void
    {
        $forks = new Forks(
            static fn(int $index): array => $work($names[$index]),
            fn(int $index, array $result) => $this->report($names[$index], $result),
            fn(int $index, string $how) => $this->fault($names[$index] . ': the process ' . $how),
            chunk: 1,
            seconds: 600,
        );
        $forks->run(0, count($names));
    }

    /**
     * @param list<string> $files
     * @param array<string, true> $chosen
     * @return array<string, mixed>
     */
    private static function application(Corpus $corpus, string $application, array $files, array $chosen, bool $sizes): array
    {
        $corpus->loadClasses($application);
        $result = ['values' => 0, 'faults' => [], 'cut' => 0, 'prefixes' => 0, 'sizes' => []];
        foreach ($files as $file) {
            $value = unserialize($corpus->text($file));
            self::roundTrip($result, $file, $value, serialize($value), $sizes);
            if (isset($chosen[$file])) {
                self::cut($result, $file, lyo_serialize($value));
            }
        }

        return $result;
    }

    /** @return array<string, mixed> */
    private static function seeds(Corpus $corpus, bool $sizes): array
    {
        $result = ['values' => 0, 'faults' => [], 'cut' => 0, 'prefixes' => 0, 'sizes' => []];
        foreach ($corpus->seeds() as [$seed, $name, $value]) {
            self::roundTrip($result, $seed . '/' . $name, $value, serialize(unserialize(serialize($value))), $sizes);
        }

        return $result;
    }

    /** @param array{values: int, faults: list<string>, cut: int, prefixes: int, sizes: list<array{int, int}>} $result */
    private static function roundTrip(array &$result, string $name, mixed $value, string $expected, bool $sizes): void
    {
        try {
            $trip = RoundTrip::of($value, $expected, $sizes);
        } catch (Throwable $thrown) {
            $result['faults'][] = $name . ': ' . $thrown::class . ': ' . $thrown->getMessage();

            return;
        }
        if ($trip->fault !== null) {
            $result['faults'][] = $name . ': ' . $trip->fault;

            return;
        }
        $result['values']++;
        if ($trip->igbinarySize !== null) {
            $result['sizes'][] = [$trip->size, $trip->igbinarySize];
        }
    }

    /** @param array{values: int, faults: list<string>, cut: int, prefixes: int, sizes: list<array{int, int}>} $result */
    private static function cut(array &$result, string $name, string $bytes): void
    {
        $check = Truncation::check($bytes);
        $result['prefixes'] += $check['prefixes'];
        if ($check['fault'] !== null) {
            $result['faults'][] = $name . ': ' . $check['fault'];

            return;
        }
        $result['cut']++;
    }

    /** The classes of a corpus may have no hooks. So payloads of fixtures that log every hook and destructor are cut as well. */
    private function cutHooked(int $count): void
    {
        $this->forked([self::HOOKS], static function () use ($count): array {
            $result = ['values' => 0, 'faults' => [], 'cut' => 0, 'prefixes' => 0, 'sizes' => []];
            World::useNativeCodec();
            for ($i = 0; $result['cut'] + count($result['faults']) < $count; $i++) {
                $trial = (new TrialMaker(7, 40, ['sleep', 'state', 'legacy', 'mischief'][$i % 4]))->make($i, 'N0000000');
                try {
                    $bytes = lyo_serialize($trial->value);
                } catch (Throwable) {
                    continue; // hooks that throw, states that are refused
                }
                if (strlen($bytes) < self::LARGEST_CUT) {
                    self::cut($result, 'hooks ' . $i, $bytes);
                }
            }

            return $result;
        });
    }

    /** @param array<string, mixed> $result */
    private function report(string $name, array $result): void
    {
        foreach (is_array($result['faults'] ?? null) ? $result['faults'] : [] as $fault) {
            $this->fault(is_string($fault) ? $fault : '?');
        }
        $number = static fn(string $key): int => is_int($result[$key] ?? null) ? $result[$key] : 0;
        if ($name === self::HOOKS) {
            $this->hooked += $number('cut');
        } else {
            $this->values[$name] = $number('values');
            $this->cut += $number('cut');
        }
        $this->prefixes += $number('prefixes');
        foreach (is_array($result['sizes'] ?? null) ? $result['sizes'] : [] as $pair) {
            if (is_array($pair) && is_int($pair[0] ?? null) && is_int($pair[1] ?? null)) {
                $this->sizes[] = [$pair[0], $pair[1]];
            }
        }
    }

    private function fault(string $fault): void
    {
        $this->faults++;
        echo 'FAULT ' . $fault . "\n";
    }

    private function summary(?Corpus $corpus, int $cuts, int $hooked): int
    {
        $seeds = $this->values[self::SEEDS] ?? 0;
        $values = array_sum($this->values) - $seeds;
        $complete = $this->hooked >= $hooked;
        if ($corpus !== null) {
            printf("corpus: %d of %d values%s round-trip, of %s\n", $values, $corpus->count(), $corpus->hasSeeds() ? " and $seeds seed values" : '', $corpus->directory);
            $complete = $complete && $values >= $corpus->count() && ($seeds > 0 || !$corpus->hasSeeds()) && $this->cut >= $cuts;
        }
        printf("corpus: every proper prefix of %d corpus payloads and %d payloads with hooks refused, %d prefixes\n", $this->cut, $this->hooked, $this->prefixes);
        if ($this->sizes !== []) {
            $this->sizes();
        }
        if ($this->faults === 0 && !$complete) {
            echo "corpus: fewer than planned\n";
        }

        return $this->faults === 0 && $complete ? 0 : 1;
    }

    private function sizes(): void
    {
        $lyo = array_sum(array_column($this->sizes, 0));
        $igbinary = array_sum(array_column($this->sizes, 1));
        $logarithms = array_map(static fn(array $pair): float => log($pair[0] / $pair[1]), $this->sizes);
        $mean = exp(array_sum($logarithms) / count($logarithms));
        printf("corpus: lyo %d bytes, igbinary %d bytes (%.3f), geometric mean of the ratios %.3f over %d values\n", $lyo, $igbinary, $lyo / $igbinary, $mean, count($this->sizes));
    }
}
