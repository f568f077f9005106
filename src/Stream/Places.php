<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

/**
 * Tells a sink where each token stands. For readers whose tokens follow each other without gaps: each token begins where the previous one
 * ended, so the reader's position is enough. Without a sink that wants places, nothing is done and nothing costs time.
 *
 * @internal
 */
final class Places implements Sink
{
    private Position $reader;
    private int $last = 0;

    public function __construct(private readonly Located $sink) {}

    /** From now on that reader pushes tokens, from that offset on. */
    public function follow(Position $reader, int $from): void
    {
        $this->reader = $reader;
        $this->last = $from;
    }

    /** The next value is the first slot of a PHP reference. */
    public function reference(): void
    {
        $this->sink->reference();
    }

    private function locate(): void
    {
        $to = $this->reader->position();
        $this->sink->at($this->last, $to);
        $this->last = $to;
    }

    public function null(): void
    {
        $this->locate();
        $this->sink->null();
    }

    public function bool(bool $value): void
    {
        $this->locate();
        $this->sink->bool($value);
    }

    public function int(int $value): void
    {
        $this->locate();
        $this->sink->int($value);
    }

    public function float(float $value): void
    {
        $this->locate();
        $this->sink->float($value);
    }

    public function string(string $value): void
    {
        $this->locate();
        $this->sink->string($value);
    }

    public function beginArray(int $count): void
    {
        $this->locate();
        $this->sink->beginArray($count);
    }

    public function beginObject(string $class, int $count): void
    {
        $this->locate();
        $this->sink->beginObject($class, $count);
    }

    public function key(int|string $key): void
    {
        $this->locate();
        $this->sink->key($key);
    }

    public function end(int $count): void
    {
        $this->locate();
        $this->sink->end($count);
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        $this->locate();
        $this->sink->custom($class, $payload, $slots);
    }

    public function enumCase(string $class, string $case): void
    {
        $this->locate();
        $this->sink->enumCase($class, $case);
    }

    public function sameObject(int $slot): void
    {
        $this->locate();
        $this->sink->sameObject($slot);
    }

    public function sameSlot(int $slot): void
    {
        $this->locate();
        $this->sink->sameSlot($slot);
    }
}
