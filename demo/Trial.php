<?php

declare(strict_types=1);

namespace Lyo\Demo;

use Closure;
use Throwable;

/** One sample through all codecs and their cache files. */
final class Trial
{
    private const ROUNDS = 41;

    /** A slice of time shorter than this measures the clock rather than the codec. */
    private const SLICE = 1_000_000;

    /** @var array<string, string> */
    private array $bytes = [];

    /** @var list<string> codecs that changed the value */
    public array $changed = [];

    /** @var array<string, Cost> by codec; without those that cannot store the value */
    public array $costs = [];

    /**
     * @param array<string, Codec> $codecs
     * @param array<string, CacheFile> $files
     */
    public function __construct(
        public readonly string $name,
        private readonly mixed $value,
        private readonly array $codecs,
        private readonly array $files,
    ) {}

    public function run(): void
    {
        foreach ($this->codecs as $codec) {
            $this->store($codec);
        }
        $this->measure();
    }

    private function store(Codec $codec): void
    {
        $file = $this->files[$codec->name];
        try {
            $file->set($this->name, (string) ($codec->encode)($this->value));
            $bytes = $file->get($this->name);
            $identical = $this->isIdentical(($codec->decode)($bytes));
        } catch (Throwable $problem) {
            $identical = false;
            $bytes = '';
            if ($codec->everything) {
                fwrite(STDERR, "$this->name, $codec->name: {$problem->getMessage()}\n");
            }
        }
        if ($identical) {
            $this->bytes[$codec->name] = $bytes;
        } else {
            $this->changed[] = $codec->name;
        }
    }

    /**
     * The text of serialize() names types, classes, visibility, order, each object that occurs again and each PHP
     * reference: two values with the same text are the same value.
     */
    private function isIdentical(mixed $decoded): bool
    {
        return serialize($decoded) === serialize($this->value);
    }

    /** Rounds in which all codecs have their turn, so that a busy moment of the machine hits all of them; then the median. */
    private function measure(): void
    {
        $names = array_keys($this->bytes);
        $times = [];
        foreach ($names as $name) {
            $times[$name] = [
                'encode' => $this->timesPerSlice($this->codecs[$name]->encode, $this->value),
                'decode' => $this->timesPerSlice($this->codecs[$name]->decode, $this->bytes[$name]),
            ];
        }
        $encode = $decode = [];
        for ($round = 0; $round < self::ROUNDS; $round++) {
            foreach ($names as $name) {
                $encode[$name][] = $this->time($this->codecs[$name]->encode, $this->value, $times[$name]['encode']);
                $decode[$name][] = $this->time($this->codecs[$name]->decode, $this->bytes[$name], $times[$name]['decode']);
                gc_collect_cycles();
            }
            $names = [...array_slice($names, 1), ...array_slice($names, 0, 1)];
        }
        foreach ($this->bytes as $name => $bytes) {
            $this->costs[$name] = new Cost(strlen($bytes), self::median($encode[$name]), self::median($decode[$name]), $this->memory($name));
        }
    }

    /**
     * @template T
     * @param Closure(T): mixed $work
     * @param T $argument
     */
    private function timesPerSlice(Closure $work, mixed $argument): int
    {
        $once = min($this->time($work, $argument, 1), $this->time($work, $argument, 1), $this->time($work, $argument, 1));

        return max(1, (int) ceil(self::SLICE / max($once, 1.0)));
    }

    /**
     * @template T
     * @param Closure(T): mixed $work
     * @param T $argument
     */
    private function time(Closure $work, mixed $argument, int $times): float
    {
        $start = hrtime(true);
        for ($i = 0; $i < $times; $i++) {
            $work($argument);
        }

        return (hrtime(true) - $start) / $times;
    }

    private function memory(string $name): int
    {
        gc_collect_cycles();
        $before = memory_get_usage();
        $value = ($this->codecs[$name]->decode)($this->bytes[$name]);
        $memory = memory_get_usage() - $before;
        unset($value);

        return $memory;
    }

    /** @param non-empty-list<float> $numbers */
    private static function median(array $numbers): float
    {
        sort($numbers);

        return $numbers[intdiv(count($numbers), 2)];
    }
}
