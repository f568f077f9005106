<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Closure;
use InvalidArgumentException;
use Lyo\Samples\Samples;
use Lyo\Tests\Corpus\Corpus;

/**
 * Where values come from: the applications of a corpus, its seeds, samples of this project, values for
 * counting instructions. Two applications may declare one class differently, so each gets a process of its own.
 */
final readonly class Source
{
    public const SAMPLES = 'samples';

    public const SEEDS = 'seeds';

    public const SYNTHETIC = 'synthetic';

    public const GROWTH = 'growth';

    public const COLLISIONS = 'collisions';

    public const CORPUS = 'corpus';

    /** The possible values of --sets. */
    public const SETS = [self::CORPUS, self::SEEDS, self::SAMPLES, self::SYNTHETIC];

    public function __construct(private ?Corpus $corpus) {}

    public static function at(?string $directory): self
    {
        return new self($directory === null ? null : Corpus::at($directory));
    }

    /**
     * @param list<string> $sets of SETS
     * @return list<string>
     */
    public function applications(array $sets): array
    {
        $applications = [];
        foreach (array_intersect(self::SETS, $sets) as $set) {
            $ofCorpus = $set === self::CORPUS || $set === self::SEEDS;
            array_push($applications, ...match (true) {
                $ofCorpus && $this->corpus === null => [],
                $ofCorpus && $set === self::CORPUS => array_keys($this->corpus->files()),
                default => [$set],
            });
        }

        return $applications;
    }

    /**
     * The values of an application as serialize() writes them; their classes are loaded then.
     *
     * @param Closure(string): bool $wanted by name
     * @return iterable<string, string>
     */
    public function texts(string $application, Closure $wanted): iterable
    {
        $own = match ($application) {
            self::SAMPLES => self::each(Samples::names(), Samples::get(...)),
            self::SYNTHETIC => self::each(Synthetic::names(), Synthetic::get(...)),
            self::COLLISIONS => self::each(Collisions::names(), Collisions::get(...)),
            self::GROWTH => static fn(Closure $wanted): iterable => GrowthRows::all(),
            default => null,
        };
        if ($own !== null) {
            foreach ($own(static fn(string $name): bool => $wanted($application . '/' . $name)) as $name => $value) {
                yield $application . '/' . $name => serialize($value);
            }

            return;
        }
        $corpus = $this->corpus ?? throw new InvalidArgumentException('there is no corpus');
        $corpus->load();
        if ($application === self::SEEDS) {
            foreach ($corpus->seeds() as [$seed, $name, $value]) {
                if ($wanted(self::SEEDS . '/' . $seed . '/' . $name)) {
                    yield self::SEEDS . '/' . $seed . '/' . $name => serialize($value);
                }
            }

            return;
        }
        $corpus->loadClasses($application);
        foreach (array_filter($corpus->files()[$application] ?? [], $wanted) as $file) {
            yield $file => $corpus->text($file);
        }
    }

    /**
     * @param list<string> $names
     * @param Closure(string): mixed $get
     * @return Closure(Closure(string): bool): iterable<string, mixed>
     */
    private static function each(array $names, Closure $get): Closure
    {
        return static function (Closure $wanted) use ($names, $get): iterable {
            foreach (array_filter($names, $wanted) as $name) {
                yield $name => $get($name);
            }
        };
    }
}
