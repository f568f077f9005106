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
    /** The bytes from `from` to `to` of `source`, which is not copied. */
    constructor(
        private readonly source: Uint8Array,
        private readonly from = 0,
        private readonly to = source.length,
    ) {}

    get length(): number {
        return this.to - this.from;
    }

    get bytes(): Uint8Array {
        return this.source.subarray(this.from, this.to);
    }

    toString(): string {
        return utf8.decode(this.bytes);
    }

    /** One character for each byte: equal for equal strings. */
    binary(): string {
        let text = '';
        if (this.length < 64) { // most strings are short, and a view of them would cost more than they do
            for (let i = this.from; i < this.to; i++) {
                text += String.fromCharCode(this.source[i]!);
            }
            return text;
        }
        for (let i = this.from; i < this.to; i += 4096) {
            text += String.fromCharCode(...this.source.subarray(i, Math.min(i + 4096, this.to)));
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
    /** The earlier slot whose object this is again. */
    same: Slot | undefined;
}

/**
 * Where the entries of a container stand in the payload: three offsets for each. Its first byte, where its key begins; the
 * first byte of its value, or SHARED; and the offset behind it.
 */
export type Spans = number[];

/** In the place of the second offset: other cells have the same bytes. */
export const SHARED = -1;

export type Key = Int | ByteString;

/** Text that is equal for equal keys. No array has an int and a string of its digits as keys. */
export function keyText(key: Key): string {
    return key instanceof ByteString ? key.binary() : String(key);
}

/** Keys in order. Arrays of one shape share them. */
export class Keys<K> {
    readonly list: K[] = [];
    /** Made when it is needed: most arrays of large data are never asked for a key. */
    private index: Map<string, number> | null = null;
    /** Number of keys that the index has. */
    private indexed = 0;

    /** `textOf` names a key as `add()` and `find()` do. It is needed for keys that are appended. */
    constructor(private readonly textOf: ((key: K) => string) | null = null) {}

    get length(): number {
        return this.list.length;
    }

    /** Adds a key; false if it is there already. */
    add(key: K, text: string): boolean {
        this.index ??= new Map();
        if (this.index.has(text)) {
            return false;
        }
        this.index.set(text, this.list.length);
        this.list.push(key);
        this.indexed++;
        return true;
    }

    /** Adds a key that may be there already, as in formats that do not refuse it. */
    append(key: K): void {
        this.list.push(key);
    }

    /** Place of a key: the last, if it occurs twice. */
    find(text: string): number | undefined {
        const index = (this.index ??= new Map());
        for (; this.indexed < this.list.length && this.textOf !== null; this.indexed++) {
            index.set(this.textOf(this.list[this.indexed]!), this.indexed);
        }
        return index.get(text);
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
    readonly spans: Spans = [];

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

/** Text that is equal for equal keys of the state of an object of a class: the key as PHP has it in memory. */
export function stateKeyText({ visibility, name, of }: StateKey, className: ByteString): string {
    switch (visibility) {
        case 'public':
            return keyText(name);
        case 'protected':
            return `\0*\0${keyText(name)}`;
        case 'private':
            return `\0${(of ?? className).binary()}\0${keyText(name)}`;
    }
}

/** Reads a key as PHP has it in memory. */
export function stateKey(key: Key, className: ByteString): StateKey {
    const bytes = key instanceof ByteString ? key.bytes : null;
    const end = bytes?.[0] === 0 ? bytes.indexOf(0, 1) : -1;
    if (bytes === null || end < 2) {
        return { visibility: 'public', name: key, of: null };
    }
    const name = new ByteString(bytes, end + 1);
    if (end === 2 && bytes[1] === 0x2a) {
        return { visibility: 'protected', name, of: null };
    }
    const of = new ByteString(bytes, 1, end);
    return { visibility: 'private', name, of: of.binary() === className.binary() ? null : of };
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
    readonly spans: Spans = [];

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
    /** The slot of the object, as back references in the payload count it: 0 if the payload stands for itself. */
    outer = 0;
    /** Slots of the values in the payload, if it is text of serialize(). */
    inner: readonly Slot[] = [];

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
