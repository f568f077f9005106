<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Stream\Sink;

use function array_pop;
use function is_int;
use function strlen;
use function substr_compare;

/**
 * Compares tokens with the text of serialize(), one by one. So there is no need to make a second text and to keep it in memory.
 *
 * @internal
 */
final class SameText implements Sink
{
    /** Number of bytes that were equal so far. */
    private int $at = 0;
    private bool $same = true;
    /** @var list<int> counts of the containers that have not ended yet */
    private array $open = [];

    public function __construct(private readonly string $text) {}

    /** Tells whether the tokens so far make exactly this text, as Writer would write it. */
    public function isWhole(): bool
    {
        return $this->same && $this->at === strlen($this->text);
    }

    private function expect(string $token): void
    {
        if ($this->same) {
            $size = strlen($token);
            $this->same = substr_compare($this->text, $token, $this->at, $size) === 0;
            $this->at += $this->same ? $size : 0;
        }
    }

    public function null(): void
    {
        $this->expect('N;');
    }

    public function bool(bool $value): void
    {
        $this->expect($value ? 'b:1;' : 'b:0;');
    }

    public function int(int $value): void
    {
        $this->expect("i:$value;");
    }

    public function float(float $value): void
    {
        $this->expect(Text::float($value));
    }

    public function string(string $value): void
    {
        $this->expect(Text::string($value));
    }

    public function beginArray(int $count): void
    {
        $this->open[] = $count;
        $this->expect("a:$count:{");
    }

    public function beginObject(string $class, int $count): void
    {
        $this->open[] = $count;
        $this->expect('O:' . strlen($class) . ":\"$class\":$count:{");
    }

    public function key(int|string $key): void
    {
        $this->expect(is_int($key) ? "i:$key;" : Text::string($key));
    }

    public function end(int $count): void
    {
        $this->expect('}');
        $this->same = array_pop($this->open) === $count && $this->same;
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        $this->expect(Text::custom($class, $payload));
    }

    public function enumCase(string $class, string $case): void
    {
        $this->expect(Text::enumCase($class, $case));
    }

    public function sameObject(int $slot): void
    {
        $this->expect("r:$slot;");
    }

    public function sameSlot(int $slot): void
    {
        $this->expect("R:$slot;");
    }
}
