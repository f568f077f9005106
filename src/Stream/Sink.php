<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

/**
 * Receives a value as a sequence of tokens, in the order of the text of serialize(). Readers of formats call a sink, and writers of formats are sinks.
 *
 * Slots are numbered from 1, as in that text. Each value and each sameObject() is one slot. Keys and sameSlot() are no slots.
 * An entry of an array or object is a call of key(), followed by the tokens of its value.
 *
 * @internal
 */
interface Sink
{
    public function null(): void;

    public function bool(bool $value): void;

    public function int(int $value): void;

    public function float(float $value): void;

    public function string(string $value): void;

    /** Begins an array. At most $count entries follow, then end(). */
    public function beginArray(int $count): void;

    /** Begins an object. At most $count entries follow, then end(). Keys are mangled, as in the memory of PHP. Int keys come from __serialize(). */
    public function beginObject(string $class, int $count): void;

    public function key(int|string $key): void;

    /** Ends the innermost array or object. It had $count entries. */
    public function end(int $count): void;

    /** Receives an object whose class wrote its own payload (Serializable). The $slots slots in the payload are numbered, too. */
    public function custom(string $class, string $payload, int $slots): void;

    public function enumCase(string $class, string $case): void;

    /** Receives the object or enum case of an earlier slot again. */
    public function sameObject(int $slot): void;

    /** Receives a slot that is one PHP reference with an earlier slot. */
    public function sameSlot(int $slot): void;
}
