<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Lyo\Tests\Corpus\Corpus;
use RuntimeException;

/** All measurements of a run, and the output of the workers, to be stored in a file. */
final class Results
{
    /** @var array<string, Measurement> */
    private array $values = [];

    /** @var list<array<string, mixed>> */
    private array $raw = [];

    /** @var ?array<string, string> what stands in the file that all this was read from */
    private ?array $stored = null;

    /** @param array<string, mixed> $result */
    public function add(array $result): void
    {
        $name = is_string($result['name'] ?? null) ? $result['name'] : '';
        $application = is_string($result['application'] ?? null) ? $result['application'] : '';
        $this->values[$name] ??= new Measurement($name, $application, is_int($result['text'] ?? null) ? $result['text'] : 0);
        $this->values[$name]->add($result, ($result['cold'] ?? null) === true);
        $this->raw[] = $result;
    }

    public function named(string $name): ?Measurement
    {
        return $this->values[$name] ?? null;
    }

    /**
     * @param ?bool $corpus true: values of the corpus' manifest only; false: seeds and samples only
     * @return list<Measurement>
     */
    public function values(?bool $corpus = null): array
    {
        $own = [Source::SEEDS, Source::SAMPLES, Source::SYNTHETIC];

        return array_values(array_filter($this->values, static fn(Measurement $value): bool => $corpus === null || in_array($value->application, $own, true) !== $corpus));
    }

    /**
     * The ratios of those values that have both sides, by name.
     *
     * @param list<Measurement> $values
     * @return array<string, float>
     */
    public static function ratios(array $values, string $codec, string $base, string $figure): array
    {
        $ratios = [];
        foreach ($values as $value) {
            $ratio = $value->ratio($codec, $base, $figure);
            if ($ratio !== null && $ratio > 0.0) {
                $ratios[$value->name] = $ratio;
            }
        }

        return $ratios;
    }

    public function write(string $file): void
    {
        $json = json_encode(['environment' => $this->measuredWith(), 'results' => $this->raw], JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
        if (file_put_contents($file, $json) === false) {
            throw new RuntimeException('cannot write ' . $file);
        }
    }

    public static function read(string $file): self
    {
        $json = json_decode((string) file_get_contents($file), true, 32, JSON_THROW_ON_ERROR);
        $results = new self();
        $environment = is_array($json) && is_array($json['environment'] ?? null) ? $json['environment'] : [];
        $results->stored = array_filter(array_filter($environment, is_string(...)), is_string(...), ARRAY_FILTER_USE_KEY);
        foreach (is_array($json) && is_array($json['results'] ?? null) ? $json['results'] : [] as $entry) {
            if (is_array($entry)) {
                $results->add(array_filter($entry, is_string(...), ARRAY_FILTER_USE_KEY));
            }
        }

        return $results;
    }

    /** @return array<string, string> as environment(), and "corpus" and the digest of its "manifest", at the time of measuring */
    public function measuredWith(): array
    {
        return $this->stored ?? ['corpus' => Corpus::title(), 'manifest' => Corpus::find()?->digest() ?? ''] + self::environment();
    }

    /** @return array<string, string> what figures depend on */
    public static function environment(): array
    {
        $first = static fn(string $command): string => trim(explode("\n", (string) shell_exec($command . ' 2>/dev/null'))[0]);

        return [
            'php' => PHP_VERSION . (PHP_ZTS === 1 ? ' ZTS' : ' NTS') . (PHP_DEBUG === 1 ? ' debug' : ''),
            'machine' => php_uname('m'),
            'compiler' => $first((getenv('CC') ?: 'cc') . ' --version'),
            'libc' => $first('getconf GNU_LIBC_VERSION'),
            'valgrind' => $first('valgrind --version'),
        ];
    }
}
