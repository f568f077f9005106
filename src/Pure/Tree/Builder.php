<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure\Tree;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Native\Payload;
use Lyo\Native\Reader;
use Lyo\Native\References;
use Lyo\Stream\Leaves;
use Lyo\Stream\Sink;

use function array_key_exists;
use function array_pop;
use function array_values;
use function count;
use function is_int;
use function is_string;

/**
 * Makes a tree from the text of serialize(). Scalars and arrays stay as they are; objects, enum cases and PHP references become nodes. No class is
 * looked up or loaded.
 *
 * @internal
 */
final class Builder implements Sink
{
    use Leaves;

    /** Maximum number of keys that are kept in $known. */
    private const KEYS = 256;

    /** @var array<mixed> entries of the innermost container */
    private array $entries = [];
    /** @var list<int|string> keys of the innermost container if it is an object */
    private array $keys = [];
    /** Key of the next value. */
    private int|string $key = 0;
    /** @var array<int|string, string> keys that were met, so that all entries with the same key share one string */
    private array $known = [];
    /** The innermost container if it is an object. */
    private ?Instance $instance = null;
    /**
     * State of the containers around the innermost one: entries, keys, next key, object, and the PHP reference that the innermost one is the value of.
     *
     * @var list<array{array<mixed>, list<int|string>, int|string, Instance|null, Reference|null}>
     */
    private array $outer = [];
    /** @var array<int, Instance|Custom|EnumCase> by first slot */
    private array $objects = [];
    /** @var array<int, Reference> by first slot */
    private array $references = [];
    /** Number of slots so far. */
    private int $slot = 0;

    /** @param array<int, true> $shared the slots that later slots of a PHP reference name */
    private function __construct(private readonly array $shared) {}

    /**
     * Returns the tree of a text.
     *
     * @throws LyoException if the text is not valid
     */
    public static function build(string $text): mixed
    {
        $builder = new self(References::shared($text));
        Reader::read($text, $builder);
        return $builder->entries[0];
    }

    public function beginArray(int $count): void
    {
        $this->open(null, $this->begin());
    }

    public function beginObject(string $class, int $count): void
    {
        $reference = $this->begin();
        $instance = new Instance($class);
        $this->objects[$this->slot] = $instance;
        $this->open($instance, $reference);
    }

    public function key(int|string $key): void
    {
        $known = $this->known[$key] ?? null;
        if ($known === null && is_string($key) && count($this->known) < self::KEYS) {
            $this->known[$key] = $key;
        }
        $this->key = is_int($key) ? $key : $known ?? $key;
    }

    public function end(int $count): void
    {
        $value = $this->entries;
        $instance = $this->instance;
        if ($instance !== null) {
            $instance->keys = $this->keys;
            $instance->values = array_values($value);
            $value = $instance;
        }
        $outer = array_pop($this->outer);
        if ($outer === null) {
            return;
        }
        [$this->entries, $this->keys, $this->key, $this->instance, $reference] = $outer;
        $outer = null; // otherwise adding the next entry would copy the array
        $this->enter($value, $reference);
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        $reference = $this->begin();
        $slot = $this->slot;
        $this->slot += $slots;
        $custom = new Custom($class, Payload::renumber($payload, $slot, 0));
        $this->objects[$slot] = $custom;
        $this->enter($custom, $reference);
    }

    public function enumCase(string $class, string $case): void
    {
        $reference = $this->begin();
        $node = new EnumCase($class, $case);
        $this->objects[$this->slot] = $node;
        $this->enter($node, $reference);
    }

    public function sameObject(int $slot): void
    {
        $this->slot++;
        $this->add($this->objects[$slot] ?? throw Failure::inexact("A back reference names slot $slot, which is not an object"));
    }

    public function sameSlot(int $slot): void
    {
        $this->add($this->references[$slot] ?? throw Failure::inexact("A back reference names slot $slot, which cannot be referred to"));
    }

    private function leaf(int|float|string|bool|null $value): void
    {
        $this->enter($value, $this->begin());
    }

    /** Begins a slot. Returns a reference node if later slots name this one. */
    private function begin(): ?Reference
    {
        $slot = ++$this->slot;
        return isset($this->shared[$slot]) ? $this->references[$slot] = new Reference() : null;
    }

    /** Makes an array or object the innermost container. */
    private function open(?Instance $instance, ?Reference $reference): void
    {
        $this->outer[] = [$this->entries, $this->keys, $this->key, $this->instance, $reference];
        $this->entries = $this->keys = [];
        $this->instance = $instance;
    }

    /** Adds a value, within its reference node if there is one. */
    private function enter(mixed $value, ?Reference $reference): void
    {
        if ($reference !== null) {
            $reference->value = $value;
            $value = $reference;
        }
        $this->add($value);
    }

    /** Adds an entry to the innermost container. */
    private function add(mixed $value): void
    {
        if ($this->instance === null) {
            $this->entries[$this->key] = $value;
            return;
        }
        // Of several values with one key the last one is kept. An int and its decimal string are the same key.
        if (!array_key_exists($this->key, $this->entries)) {
            $this->keys[] = $this->key;
        }
        $this->entries[$this->key] = $value;
    }
}
