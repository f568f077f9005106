<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Failure;
use Lyo\Stream\Sink;

use function array_pop;
use function is_int;
use function ksort;
use function strlen;
use function substr;

/**
 * Writes the text of serialize() from tokens. Floats are written as with serialize_precision -1.
 *
 * @internal
 */
class Writer implements Sink
{
    protected string $text = '';
    /** @var list<array{int, int}> containers that have not ended yet: offset of the count in the text, and the count */
    private array $open = [];
    /** @var array<int, array{int, int}> counts that turned out to be wrong, by offset: number of digits to replace, and the right count */
    protected array $corrections = [];

    /** @param int $shift added to the numbers of back references */
    public function __construct(private readonly int $shift = 0) {}

    /** Returns the text of all tokens so far. */
    public function text(): string
    {
        if ($this->corrections === []) {
            return $this->text;
        }
        ksort($this->corrections);
        $text = '';
        $from = 0;
        foreach ($this->corrections as $at => [$digits, $count]) {
            $text .= substr($this->text, $from, $at - $from) . $count;
            $from = $at + $digits;
        }
        return $text . substr($this->text, $from);
    }

    /** Returns the size of the text so far, in bytes. */
    public function size(): int
    {
        return strlen($this->text);
    }

    public function null(): void
    {
        $this->text .= 'N;';
    }

    public function bool(bool $value): void
    {
        $this->text .= $value ? 'b:1;' : 'b:0;';
    }

    public function int(int $value): void
    {
        $this->text .= "i:$value;";
    }

    public function float(float $value): void
    {
        $this->text .= Text::float($value);
    }

    public function string(string $value): void
    {
        $this->text .= 's:' . strlen($value) . ":\"$value\";";
    }

    public function beginArray(int $count): void
    {
        $this->text .= 'a:';
        $this->open[] = [strlen($this->text), $count];
        $this->text .= "$count:{";
    }

    public function beginObject(string $class, int $count): void
    {
        $this->text .= 'O:' . strlen($class) . ":\"$class\":";
        $this->open[] = [strlen($this->text), $count];
        $this->text .= "$count:{";
    }

    public function key(int|string $key): void
    {
        $this->text .= is_int($key) ? "i:$key;" : 's:' . strlen($key) . ":\"$key\";";
    }

    public function end(int $count): void
    {
        $this->text .= '}';
        $begin = array_pop($this->open);
        if ($begin !== null && $begin[1] !== $count) {
            $this->corrections[$begin[0]] = [strlen((string) $begin[1]), $count];
        }
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        $this->text .= Text::custom($class, $this->shift === 0 ? $payload : Payload::shift($payload, $this->shift));
    }

    public function enumCase(string $class, string $case): void
    {
        $this->text .= Text::enumCase($class, $case);
    }

    public function sameObject(int $slot): void
    {
        $this->text .= 'r:' . $this->shifted($slot) . ';';
    }

    public function sameSlot(int $slot): void
    {
        $this->text .= 'R:' . $this->shifted($slot) . ';';
    }

    /** Returns the number that is written for a slot. */
    private function shifted(int $slot): int
    {
        $shifted = $slot + $this->shift;
        return $shifted > 0 ? $shifted : throw Failure::inexact('A back reference names a slot that is not part of the text');
    }
}
