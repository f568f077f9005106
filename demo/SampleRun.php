<?php

declare(strict_types=1);

namespace Lyo\Demo;

use Lyo\Tools\Measure\Memory;
use Lyo\Tools\Measure\Rounds;
use Lyo\Tools\Measure\Statistics;
use Throwable;

/** One sample through all codecs and their cache files. */
final class SampleRun
{
    private const ROUNDS = 41;

    /** Nanoseconds of a turn. */
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
     * The text of serialize() has types, classes, visibility, order, objects that occur again and PHP references. So two
     * values with the same text are identical.
     */
    private function isIdentical(mixed $decoded): bool
    {
        return serialize($decoded) === serialize($this->value);
    }

    private function measure(): void
    {
        $tasks = [];
        foreach ($this->bytes as $name => $bytes) {
            $tasks["$name encode"] = [$this->codecs[$name]->encode, [$this->value]];
            $tasks["$name decode"] = [$this->codecs[$name]->decode, [$bytes]];
        }
        $times = (new Rounds(self::ROUNDS, self::SLICE))->run($tasks);
        foreach ($this->bytes as $name => $bytes) {
            $encode = Statistics::median($times["$name encode"]);
            $decode = Statistics::median($times["$name decode"]);
            $this->costs[$name] = new Cost(strlen($bytes), $encode, $decode, Memory::ofResult($this->codecs[$name]->decode, [$bytes]));
        }
    }
}
