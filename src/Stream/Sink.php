<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

/**
 * Takes a value token by token, as serialize() text tells it: what readers of formats push and writers of formats are.
 *
 * *Slots* are numbered from 1 as in that text: each value that begins is one (keys are none), sameObject() is one,
 * sameSlot() is none. An entry of an array or object is key() and then a value.
 */
interface Sink
{
    public function null(): void;

    public function bool(bool $value): void;

    public function int(int $value): void;

    public function float(float $value): void;

    public function string(string $value): void;

    /** An array begins; then come as many entries, or fewer, and end(). */
    public function beginArray(int $count): void;

    /** An object begins; then come as many entries, or fewer, and end(). Keys are mangled as in memory; ints come from __serialize(). */
    public function beginObject(string $class, int $count): void;

    public function key(int|string $key): void;

    /** The array or object ends that began last and has not ended; with the number of entries that there were. */
    public function end(int $count): void;

    /** An object with a payload of its own making (Serializable), in which so many slots are counted on. */
    public function custom(string $class, string $payload, int $slots): void;

    public function enumCase(string $class, string $case): void;

    /** The object, or case, of that slot again. */
    public function sameObject(int $slot): void;

    /** This place and that slot are one PHP reference. */
    public function sameSlot(int $slot): void;
}
