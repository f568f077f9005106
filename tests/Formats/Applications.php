<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Formats;

use Closure;
use Lyo\Tests\Corpus\Corpus;
use Lyo\Tests\Support\Forks;

/** Values of applications in each format, bare and compressed, against the reader of the format and the library. */
final class Applications
{
    private const SEEDS = 'seeds';
    /** Of so many values one may differ at each reading: Carbon keeps the id of its object, and an exception its trace. */
    private const VALUES_PER_UNSTABLE = 20;

    private int $values = 0;
    private int $payloads = 0;
    private int $unstable = 0;
    private int $differences = 0;

    /** @param Closure(string, array<string, mixed>): mixed $one the call under test */
    public function __construct(private readonly Closure $one, private readonly int $jobs) {}

    public function compare(): bool
    {
        $corpus = Corpus::find();
        if ($corpus === null) {
            echo "formats: values of applications SKIPPED, there is no corpus (bin/corpus makes one; LYO_CORPUS names another place)\n";
            return true;
        }
        $names = [...array_keys($corpus->files()), ...$corpus->hasSeeds() ? [self::SEEDS] : []];
        $work = function (int $number) use ($corpus, $names): array {
            ini_set('memory_limit', '2G');
            $corpus->load();
            return $this->application($corpus, $names[$number]);
        };
        // A process for each application, because two of them may declare one class differently.
        $forks = new Forks($work, $this->add(...), fn(int $number, string $how) => $this->found("$names[$number]: the process $how"), $this->jobs, 1, 600);
        $forks->run(0, count($names));
        $planned = $corpus->count();
        $seeds = $corpus->hasSeeds() ? ' and the seeds' : '';
        printf("formats: %d values of applications (planned: %d%s), %d payloads, %d values that differ at each reading, %d differences, of %s\n", $this->values, $planned, $seeds, $this->payloads, $this->unstable, $this->differences, Corpus::title());
        return $this->differences === 0 && $this->unstable <= intdiv($this->values, self::VALUES_PER_UNSTABLE) && $this->payloads > 6 * $planned && ($seeds === '' ? $this->values === $planned : $this->values > $planned);
    }

    /** @return array{values: int, payloads: int, unstable: int, differences: list<string>} */
    private function application(Corpus $corpus, string $name): array
    {
        $result = ['values' => 0, 'payloads' => 0, 'unstable' => 0, 'differences' => []];
        foreach ($this->values($corpus, $name) as $place => $value) {
            $result['values']++;
            $text = serialize($value);
            $read = static fn(): Verdict => Verdict::of(static fn(): mixed => unserialize($text));
            // The second time from elsewhere, because an exception that its class makes has the place in its trace.
            if ($read()->difference(array_map($read, [0])[0], true) !== null) {
                $result['unstable']++;
                continue;
            }
            foreach (array_keys(Payloads::WRITERS) as $format) {
                $payload = Payloads::of($value, $format);
                if ($payload === null) {
                    $result['differences'][] = "$place: $format does not write it";
                    continue;
                }
                $own = Verdict::of(static fn(): mixed => Readers::own($payload, []));
                foreach (['' => $payload, ' in zlib' => Payloads::wrapped($payload, false), ' in gzip' => Payloads::wrapped($payload, true)] as $around => $data) {
                    $result['payloads']++;
                    $one = Verdict::of(fn(): mixed => ($this->one)($data, []));
                    $difference = $own->difference($one, true);
                    if ($difference !== null) {
                        $result['differences'][] = "$place: $format$around: $difference";
                    }
                }
                $difference = $own->difference(Verdict::of(static fn(): mixed => Readers::library($payload, [])), false);
                if ($difference !== null && !str_contains($difference, ' next key of the properties: ')) { // of a table of properties; changed payloads are judged by the same rule
                    $result['differences'][] = "$place: $format, by the library: $difference";
                }
            }
        }
        return $result;
    }

    /** @return iterable<string, mixed> */
    private function values(Corpus $corpus, string $name): iterable
    {
        if ($name === self::SEEDS) {
            foreach ($corpus->seeds() as [$seed, $of, $value]) {
                yield "$seed/$of" => $value;
            }
            return;
        }
        $corpus->loadClasses($name);
        foreach ($corpus->files()[$name] as $file) {
            yield $file => unserialize($corpus->text($file));
        }
    }

    /** @param array<string, mixed> $result */
    private function add(int $number, array $result): void
    {
        $this->values += is_int($result['values'] ?? null) ? $result['values'] : 0;
        $this->payloads += is_int($result['payloads'] ?? null) ? $result['payloads'] : 0;
        $this->unstable += is_int($result['unstable'] ?? null) ? $result['unstable'] : 0;
        foreach (is_array($result['differences'] ?? null) ? $result['differences'] : [] as $difference) {
            $this->found(is_string($difference) ? $difference : '?');
        }
    }

    private function found(string $difference): void
    {
        if (++$this->differences <= 10) {
            echo "DIFFERENCE $difference\n";
        }
    }
}
