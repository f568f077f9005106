<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use Lyo\Stream\Leaves;
use Lyo\Stream\Located;

use function array_pop;
use function count;
use function max;

/**
 * The base of all printers. It numbers objects and PHP references, and calls the abstract methods only for what the view shows. It keeps no part
 * of the value in memory.
 */
abstract class Printer implements Located
{
    use Leaves;

    /** Offsets of the current token and of the byte after it. */
    protected int $from = 0;
    protected int $to = 0;
    /** Key of the next value. */
    protected int|string $key = 0;
    /** Number of open arrays and objects. */
    protected int $level = 0;
    /** Class of the innermost one; "" for an array. */
    protected string $class = '';
    /**
     * For each open array or object: class of the one around it, number of entries so far, number of entries that it claims, and 1 if it is
     * shown or 0 if not.
     *
     * @var list<array{string, int, int, int}>
     */
    protected array $open = [];
    /** Level of the value at the path of the view; null until it begins. */
    protected ?int $base = null;
    /** Number of open arrays and objects that lead to it. */
    private int $onPath = 0;
    /** Level of the array or object whose entries are not shown; null if there is none. */
    private ?int $hidden = null;
    private int $slot = 0;
    private int $ordinals = 0;
    /** @var array<int, int> slot => ordinal */
    private array $objects = [];
    /** @var array<int, int> first slot of a PHP reference => index */
    private array $references = [];
    /** @var array<int, array{string, string}> slot => class and name of an enum case; serialize() refers back to these as to objects */
    private array $cases = [];
    /** Whether the next value begins a PHP reference. */
    private bool $isReference = false;
    /** Whether the next array is a list; null if that is not known. */
    protected ?bool $isList = null;

    /**
     * @param bool $sharing whether an object may be in several places, so that ordinals must be kept and shown
     * @param array<int, true> $shared slots at which PHP references begin, for formats that do not mark them
     * @param int $shift number of slots at the beginning that back references do not count: 1 in sessions, otherwise 0
     */
    public function __construct(
        protected readonly View $view,
        protected readonly bool $sharing = true,
        private readonly array $shared = [],
        private readonly int $shift = 0,
    ) {}

    /** Completes the output. Call it after the whole value was read without an error, or after Done was thrown. */
    abstract public function finish(): void;

    /** Tells whether there is a value at the path of the view. */
    public function found(): bool
    {
        return $this->base !== null;
    }

    /** @param int|null $reference index of the PHP reference that begins here */
    abstract protected function scalar(int|float|string|bool|null $value, ?int $reference): void;

    /**
     * Begins an array or object.
     *
     * @param string $class '' for an array
     * @param int $count number of entries that it claims
     * @param int|null $ordinal ordinal of the object; null for an array, or if objects are not numbered
     * @param int|null $reference index of the PHP reference that begins here
     * @param bool $opened false if the entries are not shown because of the depth
     */
    abstract protected function beginContainer(string $class, int $count, ?int $ordinal, ?int $reference, bool $opened): void;

    /**
     * Ends an array or object.
     *
     * @param int $count number of its entries
     * @param int $hidden number of entries that were not shown because of the limit
     */
    abstract protected function endContainer(int $count, int $hidden): void;

    abstract protected function customObject(string $class, string $payload, ?int $ordinal, ?int $reference): void;

    abstract protected function case(string $class, string $case, ?int $reference): void;

    /** An object that has occurred before. */
    abstract protected function object(?int $ordinal): void;

    /** A further use of a PHP reference. */
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

    /** Counts a value that begins, and tells whether it is shown. */
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

    /**
     * Returns false for an entry beyond the limit.
     *
     * @throws Done if it belongs to the value at the path, so that nothing more is shown
     */
    private function overLimit(int $entries): bool
    {
        if ($this->level === (int) $this->base + 1 && $entries === (int) $this->view->limit + 1 && $this->level > 0) {
            // Nothing more is shown, so the rest need not be read.
            [, , $count] = $this->open[$this->level - 1];
            $this->cutOff($count, $count - $entries + 1);
            throw new Done();
        }
        return false;
    }

    /**
     * The array or object at the path has more entries than the limit. No other call but finish() follows.
     *
     * @param int $count number of entries that it claims
     * @param int $hidden number of entries that are not shown
     */
    abstract protected function cutOff(int $count, int $hidden): void;

    /**
     * Called after a value.
     *
     * @throws Done if the value was the one at the path, so that the rest need not be read
     */
    private function over(bool $visible): void
    {
        if ($visible && $this->base === $this->level && $this->view->path->length() > 0) {
            throw new Done();
        }
    }

    /** Numbers an object, and returns its ordinal. */
    private function ordinal(): int
    {
        if ($this->sharing) {
            $this->objects[$this->slot] = $this->ordinals;
        }
        return $this->ordinals++;
    }

    /** Numbers the PHP reference that begins at the current slot, and returns its index; null if none begins there. */
    private function referenceIndex(): ?int
    {
        if (!$this->isReference && !isset($this->shared[$this->slot - $this->shift])) {
            return null;
        }
        $this->isReference = false;
        return $this->references[$this->slot] = count($this->references);
    }
}
