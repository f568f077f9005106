// SPDX-License-Identifier: BSD-3-Clause

/** Int of PHP: a number where JavaScript holds it exactly, else a bigint. */
export type Int = number | bigint;

/**
 * Value of PHP. null and bools are themselves. An int is an Int; a float is a Float, as 1 and 1.0 differ in PHP.
 * Strings are bytes.
 */
export type Value = null | boolean | Int | Float | ByteString | PhpArray | PhpObject | CustomObject | EnumCase;

export function intOf(value: bigint): Int {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
}

/** Float of PHP. It counts as its number in JavaScript: `float * 2`. */
export class Float {
    constructor(readonly value: number) {}

    valueOf(): number {
        return this.value;
    }
}

const utf8 = new TextDecoder();

/** String of PHP. As text it is read as UTF-8. */
export class ByteString {
    constructor(readonly bytes: Uint8Array) {}

    toString(): string {
        return utf8.decode(this.bytes);
    }

    /** One character for each byte: equal for equal strings. */
    binary(): string {
        let text = '';
        for (let i = 0; i < this.bytes.length; i += 4096) {
            text += String.fromCharCode(...this.bytes.subarray(i, i + 4096));
        }
        return text;
    }
}

/** Place that holds a value. Slots that are one PHP reference are the same Slot. */
export class Slot {
    value: Value = null;
    /** Index of the PHP reference that the slot is; undefined for a slot that is none. */
    reference: number | undefined;
    /** Index of the array of the slot, if the array table names it. */
    place: number | undefined;
    /** Index of the array that the slot has again, if its array is not written again. */
    use: number | undefined;
}

export type Key = Int | ByteString;

/** Text that is equal for equal keys. No array has an int and a string of its digits as keys. */
export function keyText(key: Key): string {
    return key instanceof ByteString ? key.binary() : String(key);
}

/** Keys in order. Arrays of one shape share them. */
export class Keys<K> {
    readonly list: K[] = [];
    private readonly index = new Map<string, number>();

    get length(): number {
        return this.list.length;
    }

    /** Adds a key; false if it is there already. */
    add(key: K, text: string): boolean {
        if (this.index.has(text)) {
            return false;
        }
        this.index.set(text, this.list.length);
        this.list.push(key);
        return true;
    }

    find(text: string): number | undefined {
        return this.index.get(text);
    }
}

/**
 * Array of PHP, in order. A list has no `keys`: its keys are 0, 1, 2 and so on. Arrays that are equal and written once
 * are the same PhpArray, so change a copy.
 */
export class PhpArray {
    readonly slots: Slot[] = [];
    /** Lengths of the runs, if the array is a list that is written as runs (spec section 5.10). */
    runs: number[] | null = null;

    constructor(readonly keys: Keys<Key> | null) {}

    get length(): number {
        return this.slots.length;
    }

    /** Value of a key; text stands for its UTF-8 bytes. Undefined if there is no such key. */
    get(key: Key | string): Value | undefined {
        return this.slot(key)?.value;
    }

    slot(key: Key | string): Slot | undefined {
        const text = typeof key === 'string' ? utf8Binary(key) : keyText(key);
        if (this.keys !== null) {
            const place = this.keys.find(text);
            return place === undefined ? undefined : this.slots[place];
        }
        const place = Number(text);
        return String(place) === text ? this.slots[place] : undefined;
    }

    *entries(): Generator<[Key, Slot]> {
        for (const [place, slot] of this.slots.entries()) {
            yield [this.keys === null ? place : this.keys.list[place]!, slot];
        }
    }
}

/** Key of an object's state. `of` is the class that a private key of another class belongs to. */
export interface StateKey {
    readonly visibility: 'public' | 'protected' | 'private';
    readonly name: Key;
    readonly of: ByteString | null;
}

/** Object: a class and its state. `ordinal` counts the objects of the payload. */
export class PhpObject {
    readonly slots: Slot[] = [];

    constructor(
        readonly className: ByteString,
        readonly keys: Keys<StateKey>,
        readonly ordinal: number,
    ) {}

    /** Value of a public or protected property, or a private one of the object's own class. */
    get(name: string | Int): Value | undefined {
        const text = typeof name === 'string' ? utf8Binary(name) : String(name);
        for (const candidate of [text, `\0*\0${text}`, `\0${this.className.binary()}\0${text}`]) {
            const place = this.keys.find(candidate);
            if (place !== undefined) {
                return this.slots[place]?.value;
            }
        }
        return undefined;
    }

    *entries(): Generator<[StateKey, Slot]> {
        for (const [place, slot] of this.slots.entries()) {
            yield [this.keys.list[place]!, slot];
        }
    }
}

/** Object of a class that writes its own payload (Serializable of PHP). */
export class CustomObject {
    payload = new ByteString(new Uint8Array(0));

    constructor(
        readonly className: ByteString,
        readonly ordinal: number,
    ) {}
}

export class EnumCase {
    constructor(
        readonly className: ByteString,
        readonly caseName: ByteString,
    ) {}
}

const utf8Encoder = new TextEncoder();

function utf8Binary(text: string): string {
    return new ByteString(utf8Encoder.encode(text)).binary();
}
