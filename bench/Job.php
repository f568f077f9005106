<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use InvalidArgumentException;

/** The work of one worker: some values of one application, to be measured or counted. It is passed as JSON. */
final readonly class Job
{
    public const TIME = 'time';

    /** As TIME, with all values taking turns in each round. */
    public const ROUNDS = 'rounds';

    public const COUNT = 'count';

    /** Memory of all values, decoded and kept. */
    public const HELD = 'held';

    /**
     * @param ?string $corpus          a directory
     * @param string $filter           a regular expression for names, without delimiters; "" for all
     * @param bool $cold               without the shape cache
     * @param list<string> $codecs     names
     * @param list<string> $operations of Timing
     * @param int $slice               nanoseconds for each codec in a round
     * @param int $parts               how many workers share the application; this one takes every value of number $part modulo $parts
     * @param int $elements            so many elements are encoded or decoded in one go, in as many lists as that takes; 0: one value
     * @param bool $functions          counts of each function are told, too
     * @param bool $compiled           with OPcache, and the application's code in it
     */
    public function __construct(
        public string $mode,
        public ?string $corpus,
        public string $application,
        public string $filter,
        public bool $cold,
        public array $codecs,
        public array $operations,
        public int $rounds = 0,
        public int $slice = 0,
        public int $part = 0,
        public int $parts = 1,
        public int $elements = 0,
        public bool $functions = false,
        public bool $compiled = false,
    ) {}

    /** The same values, for the memory of all of them. */
    public function held(): self
    {
        return new self(self::HELD, $this->corpus, $this->application, $this->filter, $this->cold, $this->codecs, [], compiled: $this->compiled);
    }

    public function json(): string
    {
        return json_encode(get_object_vars($this), JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
    }

    public function wants(string $name): bool
    {
        return $this->filter === '' || preg_match('{' . $this->filter . '}', $name) === 1;
    }

    public static function of(string $json): self
    {
        $given = json_decode($json, true, 8, JSON_THROW_ON_ERROR);
        if (!is_array($given) || !is_string($given['mode'] ?? null) || !is_string($given['application'] ?? null)) {
            throw new InvalidArgumentException('this is no job');
        }

        return new self(
            $given['mode'],
            is_string($given['corpus'] ?? null) ? $given['corpus'] : null,
            $given['application'],
            is_string($given['filter'] ?? null) ? $given['filter'] : '',
            ($given['cold'] ?? null) === true,
            self::strings($given['codecs'] ?? null),
            self::strings($given['operations'] ?? null),
            is_int($given['rounds'] ?? null) ? $given['rounds'] : 0,
            is_int($given['slice'] ?? null) ? $given['slice'] : 0,
            is_int($given['part'] ?? null) ? $given['part'] : 0,
            is_int($given['parts'] ?? null) ? max(1, $given['parts']) : 1,
            is_int($given['elements'] ?? null) ? $given['elements'] : 0,
            ($given['functions'] ?? null) === true,
            ($given['compiled'] ?? null) === true,
        );
    }

    /** @return list<string> */
    private static function strings(mixed $list): array
    {
        return array_values(array_filter(is_array($list) ? $list : [], is_string(...)));
    }
}
