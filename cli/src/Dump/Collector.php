<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Native\Reader;
use Lyo\Stream\Leaves;
use Lyo\Stream\Sink;

use function array_pop;
use function count;
use function strlen;

/**
 * Builds a tree of nodes from the tokens of a value.
 *
 * @internal
 */
final class Collector implements Sink
{
    use Leaves;

    /** Length of a text that is always accepted, in bytes, and bytes of text for each byte of the data that it was made from. A node takes 400 bytes. */
    private const MOST = 1 << 20;
    private const MOST_PER_BYTE = 16;

    private ?Node $root = null;
    /** @var list<Node> arrays and objects that have begun and not ended */
    private array $open = [];
    private int|string $key = 0;
    private int $slot = 0;
    /** @var array<int, Node> nodes by slot */
    private array $nodes = [];
    /** Number of objects so far. */
    private int $ordinals = 0;
    /** Number of PHP references so far. */
    private int $references = 0;
    private bool $sharing = false;

    /**
     * Reads a value into memory.
     *
     * @param string $text serialize() text
     * @param int|null $size size of the data that the text was made from; null if it is these data
     *
     * @return array{Node, bool} the value, and whether it contains an object or PHP reference more than once
     *
     * @throws LyoException if the text is malformed, or too long for the data, which say once what occurs often
     */
    public static function collect(string $text, ?int $size = null): array
    {
        if ($size !== null && strlen($text) > self::MOST + self::MOST_PER_BYTE * $size) {
            throw Failure::limit('repeated strings and arrays expand to too long a text', $size);
        }
        $collector = new self();
        Reader::read($text, $collector);
        return [$collector->root ?? new Node(Kind::Scalar), $collector->sharing];
    }

    private function leaf(int|float|string|bool|null $value): void
    {
        $this->begin(new Node(Kind::Scalar, $value));
    }

    public function beginArray(int $count): void
    {
        $this->open[] = $this->begin(new Node(Kind::Array));
    }

    public function beginObject(string $class, int $count): void
    {
        $node = $this->begin(new Node(Kind::Object, null, $class));
        $node->ordinal = $this->ordinals++;
        $this->open[] = $node;
    }

    public function key(int|string $key): void
    {
        $this->key = $key;
    }

    public function end(int $count): void
    {
        array_pop($this->open);
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        $node = $this->begin(new Node(Kind::Custom, $payload, $class));
        $node->ordinal = $this->ordinals++;
        $this->slot += $slots;
    }

    public function enumCase(string $class, string $case): void
    {
        $this->begin(new Node(Kind::EnumCase, $case, $class));
    }

    public function sameObject(int $slot): void
    {
        $known = $this->nodes[$slot] ?? null;
        $this->slot++;
        if ($known?->kind === Kind::EnumCase) {
            $this->add(new Node(Kind::EnumCase, $known->value, $known->class));
            return;
        }
        $this->sharing = true;
        $node = new Node(Kind::SameObject);
        $node->ordinal = $known?->ordinal;
        $this->add($node);
    }

    public function sameSlot(int $slot): void
    {
        $this->sharing = true;
        $known = $this->nodes[$slot] ?? null;
        $node = new Node(Kind::SameSlot);
        if ($known !== null) {
            $known->reference ??= $this->references++;
            $node->reference = $known->reference;
        }
        $this->add($node);
    }

    private function begin(Node $node): Node
    {
        $this->nodes[++$this->slot] = $node;
        $this->add($node);
        return $node;
    }

    private function add(Node $node): void
    {
        if ($this->open === []) {
            $this->root = $node;
            return;
        }
        $this->open[count($this->open) - 1]->entries[] = [$this->key, $node];
    }
}
