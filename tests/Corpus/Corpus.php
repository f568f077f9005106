<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Corpus;

use RuntimeException;

/** A directory of values with a manifest: the one that LYO_CORPUS names, the one beside the repository, or the public one that bin/corpus makes. */
final readonly class Corpus
{
    private function __construct(public string $directory) {}

    public static function find(): ?self
    {
        $directory = self::place();

        return is_file($directory . '/manifest.tsv') ? new self($directory) : null;
    }

    /** The folder of the corpus, if there is one. */
    public static function place(): string
    {
        $named = getenv('LYO_CORPUS');

        if (is_string($named) && $named !== '') {
            return $named;
        }
        $beside = dirname(__DIR__, 3) . '/shared/corpus';

        return is_file($beside . '/manifest.tsv') ? $beside : self::publicPlace();
    }

    /** How a table names it. */
    public static function title(): string
    {
        $place = self::place();

        return realpath($place) === realpath(self::publicPlace()) ? 'the public corpus' : 'the corpus ' . str_replace(dirname(__DIR__, 3) . '/', '../', $place);
    }

    /** The folder in which bin/corpus makes the public corpus. */
    private static function publicPlace(): string
    {
        return (getenv('BUILD') ?: dirname(__DIR__, 2) . '/build') . '/corpus';
    }

    public static function at(string $directory): self
    {
        return is_file($directory . '/manifest.tsv') ? new self($directory) : throw new RuntimeException('there is no manifest.tsv in ' . $directory);
    }

    public function load(): void
    {
        require_once $this->directory . '/classes.php';
        if ($this->hasSeeds()) {
            require_once $this->directory . '/seeds/load.php';
        }
    }

    public function loadClasses(string $application): void
    {
        self::call('corpus_load_classes', $application);
    }

    /** Whether it has the data of other projects' benchmarks. */
    public function hasSeeds(): bool
    {
        return is_file($this->directory . '/seeds/load.php');
    }

    /** @return iterable<array{string, string, mixed}> the seed it came from, its name there, the value */
    public function seeds(): iterable
    {
        if (!$this->hasSeeds()) {
            return;
        }
        $values = self::call('corpus_seed_values');
        foreach (is_iterable($values) ? $values : [] as $entry) {
            if (!is_array($entry) || !is_string($entry[0] ?? null) || !is_string($entry[1] ?? null)) {
                throw new RuntimeException('corpus_seed_values() gives something else than seed, name, value');
            }
            yield [$entry[0], $entry[1], $entry[2] ?? null];
        }
    }

    /** Calls a function that load() has defined. */
    private static function call(string $function, string ...$arguments): mixed
    {
        return is_callable($function) ? $function(...$arguments) : throw new RuntimeException($function . '() does not exist');
    }

    /** @return non-empty-array<string, list<string>> file names by application; two applications may declare one class differently */
    public function files(): array
    {
        $lines = file($this->directory . '/manifest.tsv', FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES);
        $files = [];
        foreach (array_slice($lines === false ? [] : $lines, 1) as $line) {
            $columns = explode("\t", $line);
            $files[dirname($columns[0])][] = $columns[0];
        }

        return $files === [] ? throw new RuntimeException($this->directory . '/manifest.tsv lists no values') : $files;
    }

    /** Identifies the corpus, whatever its folder: sixteen hexadecimal digits of a hash of its manifest. */
    public function digest(): string
    {
        return substr((string) hash_file('sha256', $this->directory . '/manifest.tsv'), 0, 16);
    }

    /** How many values the manifest lists. */
    public function count(): int
    {
        return array_sum(array_map(count(...), $this->files()));
    }

    public function text(string $file): string
    {
        $text = file_get_contents($this->directory . '/' . $file);

        return $text === false ? throw new RuntimeException('cannot read ' . $file) : $text;
    }
}
