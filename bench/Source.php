<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Closure;
use InvalidArgumentException;
use Lyo\Samples\Samples;
use Lyo\Tests\Corpus\Corpus;

/**
 * Where values come from: the applications of a corpus, its seeds, and the samples of this project. Two applications may
 * declare one class differently, so each gets a process of its own.
 */
final readonly class Source
{
    public const SAMPLES = 'samples';

    public const SEEDS = 'seeds';

    public function __construct(private ?Corpus $corpus) {}

    public static function at(?string $directory): self
    {
        return new self($directory === null ? null : Corpus::at($directory));
    }

    /** @return list<string> */
    public function applications(): array
    {
        $corpus = $this->corpus === null ? [] : [...array_keys($this->corpus->files()), self::SEEDS];

        return [...$corpus, self::SAMPLES];
    }

    /**
     * The values of an application as serialize() writes them; their classes are loaded then.
     *
     * @param Closure(string): bool $wanted by name
     * @return iterable<string, string>
     */
    public function texts(string $application, Closure $wanted): iterable
    {
        if ($application === self::SAMPLES) {
            foreach (Samples::names() as $sample) {
                $name = self::SAMPLES . '/' . $sample;
                if ($wanted($name)) {
                    yield $name => serialize(Samples::get($sample));
                }
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
}
