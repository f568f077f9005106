<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

use Lyo\Stream\Leaves;
use Lyo\Stream\Located;

use function array_pop;
use function count;
use function max;

/**
 * What printers have in common: objects and PHP references are numbered, and only what is within the view is printed. Holds no
 * part of the value.
 */
abstract class Printer implements Located
{
    use Leaves;

    /** Offset of the token that comes, and of what is behind it. */
    protected int $from = 0;
    protected int $to = 0;
    /** Key of the value that comes. */
    protected int|string $key = 0;
    /** Open arrays and objects. */
    protected int $level = 0;
    /** Class of the innermost of them that is an object; "" for an array. */
    protected string $class = '';
    /** @var list<array{string, int, int, int}> of each open one: class of the one around, entries so far, entries that are claimed, shown or hidden (0) */
    protected array $open = [];
    /** Level of what the path leads to, once that has begun. */
    protected ?int $base = null;
    /** Open containers that lead to it. */
    private int $onPath = 0;
    /** Level of the container within which nothing is shown. */
    private ?int $hidden = null;
    private int $slot = 0;
    private int $ordinals = 0;
    /** @var array<int, int> slot => ordinal */
    private array $objects = [];
    /** @var array<int, int> first slot of a PHP reference => index */
    private array $references = [];
    /** @var array<int, array{string, string}> slot => enum case, which serialize() takes for an object when it is met again */
    private array $cases = [];
    private bool $isReference = false;
    /** Whether the array that comes is a list; null if that is not known. */
    protected ?bool $isList = null;

    /**
     * @param bool $sharing objects may stand at several places, so their ordinals are to be kept and shown
     * @param array<int, true> $shared slots that PHP references name, where the format does not mark them
     * @param int $shift slots that back references do not count
     */
    public function __construct(
        protected readonly View $view,
        protected readonly bool $sharing = true,
        private readonly array $shared = [],
        private readonly int $shift = 0,
    ) {}

    /** The value has ended and was good, or what was to be shown has. */
    abstract public function finish(): void;

    /** Whether the path leads to something. */
    public function found(): bool
    {
        return $this->base !== null;
    }

    /** @param int|null $reference index of the PHP reference whose first slot this is */
    abstract protected function scalar(int|float|string|bool|null $value, ?int $reference): void;

    abstract protected function beginContainer(string $class, int $count, ?int $ordinal, ?int $reference, bool $opened): void;

    /** @param int $hidden entries that were not shown */
    abstract protected function endContainer(int $count, int $hidden): void;

    abstract protected function customObject(string $class, string $payload, ?int $ordinal, ?int $reference): void;

    abstract protected function case(string $class, string $case, ?int $reference): void;

    abstract protected function object(?int $ordinal): void;

    abstract protected function referenceAgain(?int $index): void;

    public function at(int $from, int $to): void
    {
        $this->from = $from;
        $this->to = $to;
    }

    public function reference(): void
    {
        $this->isReference = true;
    }

    public function isList(bool $list): void
    {
        $this->isList = $list;
    }

    public function key(int|string $key): void
    {
        $this->key = $key;
    }

    public function beginArray(int $count): void
    {
        $this->slot++;
        $this->begin('', $count, null);
    }

    public function beginObject(string $class, int $count): void
    {
        $this->slot++;
        $this->begin($class, $count, $this->ordinal());
    }

    public function end(int $count): void
    {
        $this->level--;
        [$class, $entries, , $visible] = array_pop($this->open) ?? ['', 0, 0, 0];
        if ($visible === 1) {
            $limit = $this->hidden === $this->level ? 0 : $this->view->limit;
            $this->class = $class;
            $this->endContainer($entries, $limit === null || $limit === 0 ? 0 : max(0, $entries - $limit));
        }
        $this->class = $class;
        if ($this->hidden === $this->level) {
            $this->hidden = null;
        }
        if ($this->base === null && $this->onPath > $this->level) {
            $this->onPath = $this->level;
        }
        $this->over($visible === 1);
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        $this->slot++;
        $ordinal = $this->ordinal();
        $reference = $this->referenceIndex();
        $this->slot += $slots;
        if ($this->enter()) {
            $this->customObject($class, $payload, $this->sharing ? $ordinal : null, $reference);
            $this->over(true);
        }
    }

    public function enumCase(string $class, string $case): void
    {
        $this->slot++;
        if ($this->sharing) {
            $this->cases[$this->slot] = [$class, $case];
        }
        $reference = $this->referenceIndex();
        if ($this->enter()) {
            $this->case($class, $case, $reference);
            $this->over(true);
        }
    }

    public function sameObject(int $slot): void
    {
        $this->slot++;
        $this->isReference = false;
        if ($this->enter()) {
            $case = $this->cases[$slot + $this->shift] ?? null;
            if ($case !== null) {
                $this->case($case[0], $case[1], null);
            } else {
                $this->object($this->objects[$slot + $this->shift] ?? null);
            }
            $this->over(true);
        }
    }

    public function sameSlot(int $slot): void
    {
        if ($this->enter()) {
            $this->referenceAgain($this->references[$slot + $this->shift] ?? null);
            $this->over(true);
        }
    }

    private function leaf(int|float|string|bool|null $value): void
    {
        $this->slot++;
        $reference = $this->isReference || $this->shared !== [] ? $this->referenceIndex() : null;
        if ($this->enter()) {
            $this->scalar($value, $reference);
            $this->base === $this->level && $this->over(true);
        }
    }

    private function begin(string $class, int $count, ?int $ordinal): void
    {
        $reference = $this->referenceIndex();
        $visible = $this->enter();
        if ($visible) {
            $opened = $this->view->depth === null || $this->level - (int) $this->base < $this->view->depth;
            $this->beginContainer($class, $count, $this->sharing ? $ordinal : null, $reference, $opened);
            if (!$opened) {
                $this->hidden ??= $this->level;
            }
        } elseif ($this->base === null && $this->onPath === $this->level && ($this->level === 0 || $this->view->path->matches($this->level - 1, $this->key, $this->class))) {
            $this->onPath++;
        } elseif ($this->base !== null) {
            $this->hidden ??= $this->level;
        }
        $this->isList = null;
        $this->open[] = [$this->class, 0, $count, (int) $visible];
        $this->class = $class;
        $this->level++;
    }

    /** A value begins: counts it, and says whether it is to be shown. */
    private function enter(): bool
    {
        $level = $this->level;
        if ($level > 0) {
            $entries = ++$this->open[$level - 1][1];
        } else {
            $entries = 1;
        }
        if ($this->base === null) {
            $length = $this->view->path->length();
            if ($level !== $length || $level > 0 && ($this->onPath !== $level || !$this->view->path->matches($level - 1, $this->key, $this->class))) {
                return false;
            }
            $this->base = $level;
            return true;
        }
        if ($this->hidden !== null) {
            return false;
        }
        return $this->view->limit === null || $entries <= $this->view->limit || $this->overLimit($entries);
    }

    private function overLimit(int $entries): bool
    {
        if ($this->level === (int) $this->base + 1 && $entries === (int) $this->view->limit + 1 && $this->level > 0) {
            // nothing else is to be shown: what comes need not be read
            [, , $count] = $this->open[$this->level - 1];
            $this->cutOff($count, $count - $entries + 1);
            throw new Done();
        }
        return false;
    }

    /** The container that is shown as a whole has more entries than are to be shown. */
    abstract protected function cutOff(int $count, int $hidden): void;

    /** A value was shown; was it the last? */
    private function over(bool $visible): void
    {
        if ($visible && $this->base === $this->level && $this->view->path->length() > 0) {
            throw new Done();
        }
    }

    private function ordinal(): int
    {
        if ($this->sharing) {
            $this->objects[$this->slot] = $this->ordinals;
        }
        return $this->ordinals++;
    }

    /** Whether the slot that has just been counted is the first of a PHP reference: its index. */
    private function referenceIndex(): ?int
    {
        if (!$this->isReference && !isset($this->shared[$this->slot - $this->shift])) {
            return null;
        }
        $this->isReference = false;
        return $this->references[$this->slot] = count($this->references);
    }
}
