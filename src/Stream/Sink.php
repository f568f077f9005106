<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

/**
 * Receives a value as a sequence of tokens, in the order of serialize() text. Readers of formats call a sink, writers of formats are one.
 *
 * Slots are numbered from 1, as in that text. Each value and each sameObject() counts as one slot; keys and sameSlot() do not count.
 * An entry of an array or object is a call of key(), followed by the tokens of its value.
 */
interface Sink
{
    public function null(): void;

    public function bool(bool $value): void;

    public function int(int $value): void;

    public function float(float $value): void;

    public function string(string $value): void;

    /** An array begins. At most $count entries follow, then end(). */
    public function beginArray(int $count): void;

    /** An object begins. At most $count entries follow, then end(). Keys are mangled as in memory; int keys come from __serialize(). */
    public function beginObject(string $class, int $count): void;

    public function key(int|string $key): void;

    /** The innermost open array or object ends. It had $count entries. */
    public function end(int $count): void;

    /** An object whose class wrote a payload itself (Serializable). The payload contains $slots slots, which count, too. */
    public function custom(string $class, string $payload, int $slots): void;

    public function enumCase(string $class, string $case): void;

    /** A further place that holds the object or enum case of that slot. */
    public function sameObject(int $slot): void;

    /** This place is a PHP reference to that slot. */
    public function sameSlot(int $slot): void;
}
