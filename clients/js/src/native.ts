// SPDX-License-Identifier: BSD-3-Clause

import { failFormat, FormatError, truncated } from './errors.js';
import { LIMIT } from './format.js';
import type { Options, Payload } from './reader.js';
import {
    ByteString,
    CustomObject,
    EnumCase,
    Float,
    intOf,
    type Int,
    type Key,
    Keys,
    keyText,
    PhpArray,
    PhpObject,
    Slot,
    stateKey,
    type StateKey,
    stateKeyText,
} from './values.js';

/** Most payloads within each other, as in the library in PHP. */
const PAYLOADS = 32;

/** A container that is not read to its end. */
interface Open {
    readonly container: PhpArray | PhpObject;
    readonly keys: Keys<Key> | Keys<StateKey>;
    readonly className: ByteString | null;
    left: number;
}

/** Reads text of serialize(). Throws a FormatError if it is not valid. */
export function decodeNative(bytes: Uint8Array, options: Options = {}): Payload {
    const root = new NativeReader(bytes, options.maxDepth ?? LIMIT.DEPTH, options.maxElements ?? 0, 0, 0, 0).read();
    return { root, sharing: true, body: 0 };
}

/** Code of an ASCII character. */
const code = (char: string): number => char.charCodeAt(0);
const [COLON, SEMICOLON, BACKSLASH] = [code(':'), code(';'), code('\\')];
const [ZERO, NINE] = [code('0'), code('9')];

const FLOATS: Record<string, number> = Object.assign(Object.create(null), { NAN: NaN, INF: Infinity, '-INF': -Infinity });

/**
 * Reads one text. It accepts what serialize() writes, and other forms that unserialize() accepts, as the reader in PHP
 * does: offsets of errors are the same.
 */
class NativeReader {
    private at = 0;
    private elements = 0;
    private readonly open: Open[] = [];
    /** Slots by number; those in the payloads of objects are counted, too. */
    private readonly slots: Slot[] = [];
    private references = 0;
    /** Whether there is a back reference. */
    refers = false;

    constructor(
        private readonly bytes: Uint8Array,
        private readonly maxDepth: number,
        private readonly maxElements: number,
        /** Slots before the text, if it is a payload. */
        private readonly outer: number,
        private readonly outerDepth: number,
        private readonly payloads: number,
    ) {}

    read(): Slot {
        const root = this.readSlot();
        for (let top = this.open.at(-1); top !== undefined; top = this.open.at(-1)) {
            const { slots, spans } = top.container;
            if (slots.length > 0) {
                spans.push(this.at);
            }
            if (top.left-- === 0) {
                this.open.pop();
                this.literal(this.at, '}', this.at);
                continue;
            }
            spans.push(this.at);
            const key = this.key(this.at);
            if (top.className === null) {
                (top.keys as Keys<Key>).append(key);
            } else {
                (top.keys as Keys<StateKey>).append(stateKey(key, top.className));
            }
            spans.push(this.at);
            slots.push(this.readSlot());
        }
        if (this.at !== this.bytes.length) {
            failFormat('corrupt', 'bytes follow the value', this.at);
        }
        return root;
    }

    /** Slots of the text, without those before it. */
    allSlots(): readonly Slot[] {
        return this.slots;
    }

    private newSlot(): Slot {
        const slot = new Slot();
        this.slots.push(slot);
        return slot;
    }

    private readSlot(): Slot {
        const { at, bytes } = this;
        switch (String.fromCharCode(bytes[at] ?? 0)) {
            case 's':
            case 'S':
                return this.filled(this.string(at));
            case 'i':
                return this.filled(this.int(at));
            case 'N':
                this.literal(at, 'N;', at);
                return this.filled(null);
            case 'b': {
                const value = bytes[at + 2] === code('1');
                this.literal(at, value ? 'b:1;' : 'b:0;', at);
                return this.filled(value);
            }
            case 'd':
                return this.filled(new Float(this.float(at)));
            case 'a': {
                const slot = this.newSlot();
                const count = this.count(at, at + 1, false);
                this.enter(at, count, false);
                const keys = new Keys<Key>(keyText);
                const array = new PhpArray(keys);
                slot.value = array;
                this.open.push({ container: array, keys, className: null, left: count });
                return slot;
            }
            case 'O':
                return this.object(at);
            case 'C':
                return this.custom(at);
            case 'E':
                return this.enumCase(at);
            case 'r': {
                const same = this.backReference(at);
                const slot = this.filled(same.value);
                slot.same = same;
                return slot;
            }
            case 'R': {
                const slot = this.backReference(at);
                slot.reference ??= this.references++;
                return slot;
            }
            default:
                return this.unexpected(at);
        }
    }

    private filled(value: Slot['value']): Slot {
        const slot = this.newSlot();
        slot.value = value;
        return slot;
    }

    private key(at: number): Key {
        switch (String.fromCharCode(this.bytes[at] ?? 0)) {
            case 's':
            case 'S':
                return this.string(at);
            case 'i':
                return this.int(at);
            default:
                return at >= this.bytes.length ? truncated(at) : failFormat('corrupt', 'not a key', at);
        }
    }

    private string(at: number): ByteString {
        if (this.bytes[at] === code('s')) {
            return this.quoted(at, '";');
        }
        const size = this.size(at, at + 1, ':', false);
        this.literal(at, '"', this.at);
        const string: number[] = [];
        while (string.length < size) {
            const byte = this.bytes[this.at];
            if (byte !== undefined && byte !== BACKSLASH) {
                string.push(byte);
                this.at++;
                continue;
            }
            if (this.at + 3 > this.bytes.length) {
                return truncated(at);
            }
            const hex = this.text(this.at + 1, this.at + 3);
            if (!/^[0-9a-fA-F]{2}$/.test(hex)) {
                return failFormat('corrupt', 'not an escape', at);
            }
            string.push(parseInt(hex, 16));
            this.at += 3;
        }
        this.literal(at, '";', this.at);
        return new ByteString(Uint8Array.from(string));
    }

    private object(at: number): Slot {
        const className = this.className(at);
        const slot = this.newSlot();
        const count = this.count(at, this.at, true);
        this.enter(at, count, true);
        const keys = new Keys<StateKey>((key) => stateKeyText(key, className));
        const object = new PhpObject(className, keys, this.outer + this.slots.length);
        slot.value = object;
        this.open.push({ container: object, keys, className, left: count });
        return slot;
    }

    private custom(at: number): Slot {
        const className = this.className(at);
        const size = this.count(at, this.at, true);
        const from = this.at;
        if (size > this.bytes.length - from) {
            truncated(at);
        }
        this.at += size;
        this.literal(at, '}', this.at);
        const slot = this.newSlot();
        const object = new CustomObject(className, this.outer + this.slots.length);
        object.payload = new ByteString(this.bytes, from, from + size);
        object.outer = this.outer + this.slots.length;
        slot.value = object;
        object.inner = this.payloadSlots(object.payload.bytes);
        this.slots.push(...object.inner);
        return slot;
    }

    /** Slots in the payload of an object. It is one level deeper than the object. */
    private payloadSlots(payload: Uint8Array): readonly Slot[] {
        if (!isText(payload)) {
            return [];
        }
        const depth = this.outerDepth + this.open.length;
        if (this.payloads >= PAYLOADS || (this.maxDepth > 0 && depth >= this.maxDepth)) {
            failFormat('limit', 'payloads nested too deeply', this.at);
        }
        const outer = this.outer + this.slots.length;
        const reader = new NativeReader(payload, this.maxDepth, 0, outer, depth + 1, this.payloads + 1);
        return slotsOf(reader);
    }

    private enumCase(at: number): Slot {
        const name = this.quoted(at, '";');
        const mark = name.bytes.indexOf(COLON);
        if (mark < 1 || mark === name.length - 1 || name.bytes.indexOf(COLON, mark + 1) >= 0) {
            failFormat('corrupt', 'not the name of an enum case', at);
        }
        const { bytes } = name;
        return this.filled(new EnumCase(new ByteString(bytes, 0, mark), new ByteString(bytes, mark + 1)));
    }

    private className(at: number): ByteString {
        const name = this.quoted(at, '"');
        return name.length === 0 ? failFormat('corrupt', 'a class without a name', at) : name;
    }

    /** Reads x:5:"bytes at offset `at`, where x is any letter, and then `end`. */
    private quoted(at: number, end: string): ByteString {
        const size = this.size(at, at + 1, ':', false);
        this.literal(at, '"', this.at);
        const from = this.at;
        if (size > this.bytes.length - from) {
            truncated(at);
        }
        this.at = from + size;
        this.literal(at, end, this.at);
        return new ByteString(this.bytes, from, from + size);
    }

    private count(at: number, from: number, signed: boolean): number {
        const count = this.size(at, from, ':', signed);
        this.literal(at, '{', this.at);
        return count;
    }

    /** Reads a colon, digits and `mark` at offset `from`. An object's number may have a sign, and no digits for 0. */
    private size(at: number, from: number, mark: string, signed: boolean): number {
        this.literal(at, ':', from);
        const sign = this.bytes[this.at];
        const negative = signed && sign === code('-');
        if (negative || (signed && sign === code('+'))) {
            this.at++;
        }
        const first = this.at;
        let number = 0;
        let significant = 0;
        let byte = this.bytes[this.at] ?? 0;
        while (byte >= ZERO && byte <= NINE) {
            number = 10 * number + byte - ZERO;
            significant += number > 0 ? 1 : 0;
            byte = this.bytes[++this.at] ?? 0;
        }
        const isNone = this.at === first;
        this.literal(at, mark, this.at);
        if ((isNone && !signed) || significant > 18 || (negative && number > 0)) {
            failFormat('corrupt', 'not a number', at);
        }
        return number;
    }

    private skipDigits(): void {
        let byte = this.bytes[this.at] ?? 0;
        while (byte >= ZERO && byte <= NINE) {
            byte = this.bytes[++this.at] ?? 0;
        }
    }

    /** Begins a container. An array without entries is no level, as in unserialize(). */
    private enter(at: number, count: number, isObject: boolean): void {
        // An entry has at least four bytes of key and two of value.
        if (count > Math.floor((this.bytes.length - this.at) / 6)) {
            truncated(at);
        }
        const depth = this.outerDepth + this.open.length;
        if (this.maxDepth > 0 && (isObject || count > 0) && depth >= this.maxDepth) {
            failFormat('limit', 'nested too deeply', at);
        }
        this.elements += count;
        if (this.maxElements > 0 && this.elements > this.maxElements) {
            failFormat('limit', 'too many elements', at);
        }
    }

    private float(at: number): number {
        const mark = this.bytes.indexOf(SEMICOLON, at);
        if (mark < 0) {
            const rest = this.text(at + 1, Math.min(this.bytes.length, at + 2000));
            const begins = /^(?:|:(?:N(?:AN?)?|-?I(?:NF?)?|[+-]?(?:\d*\.?\d*|(?:\d+\.?\d*|\.\d+)[eE][+-]?\d*)))$/;
            return begins.test(rest) ? truncated(at) : failFormat('corrupt', 'not a float', at);
        }
        this.literal(at, ':', at + 1);
        const digits = this.text(at + 2, mark);
        this.at = mark + 1;
        const named = FLOATS[digits];
        if (named !== undefined) {
            return named;
        }
        const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(digits);
        return isNumber ? Number(digits) : failFormat('corrupt', 'not a float', at);
    }

    private int(at: number): Int {
        const { bytes } = this;
        this.at = at + 2;
        const sign = bytes[this.at];
        if (bytes[at + 1] === COLON) {
            this.at += sign === code('-') || sign === code('+') ? 1 : 0;
        }
        const first = this.at;
        if (bytes[at + 1] === COLON) {
            this.skipDigits();
        }
        if (this.at > first && this.at - first < 16 && bytes[this.at] === SEMICOLON) {
            let number = 0;
            for (let i = first; i < this.at; i++) {
                number = 10 * number + bytes[i]! - ZERO;
            }
            this.at++;
            return sign === code('-') ? 0 - number : number;
        }
        const digits = this.text(first, this.at).replace(/^0+(?=\d)/, '');
        if (digits === '' || digits.length > 19 || bytes[this.at] !== SEMICOLON || bytes[at + 1] !== COLON) {
            const ends = this.at >= bytes.length && (bytes[at + 1] === COLON || at + 1 >= bytes.length);
            return ends ? truncated(at) : failFormat('corrupt', 'not a value of serialize()', at);
        }
        this.at++;
        const value = sign === code('-') ? -BigInt(digits) : BigInt(digits);
        return BigInt.asIntN(64, value) === value ? intOf(value) : failFormat('corrupt', 'not an int of 64 bits', at);
    }

    private backReference(at: number): Slot {
        const number = this.size(at, at + 1, ';', false);
        if (number < 1 || number > this.outer + this.slots.length) {
            failFormat('corrupt', 'back reference to a value that does not exist', at);
        }
        this.refers = true;
        // A payload may refer to slots before it, which another reader has.
        return this.slots[number - 1 - this.outer] ?? new OuterSlot(number);
    }

    /** Checks that `text` stands at offset `from`, and moves behind it. */
    private literal(at: number, text: string, from: number): void {
        for (let i = 0; i < text.length; i++) {
            const byte = this.bytes[from + i];
            if (byte === undefined) {
                truncated(at);
            }
            if (byte !== text.charCodeAt(i)) {
                this.unexpected(at);
            }
        }
        this.at = from + text.length;
    }

    private unexpected(at: number): never {
        return at >= this.bytes.length ? truncated(at) : failFormat('corrupt', 'not a value of serialize()', at);
    }

    /** ASCII text. */
    private text(from: number, to: number): string {
        return new ByteString(this.bytes, Math.min(from, this.bytes.length), Math.min(to, this.bytes.length)).binary();
    }
}

/** Slot before a payload that a back reference in the payload names. */
export class OuterSlot extends Slot {
    constructor(readonly number: number) {
        super();
    }
}

/** Whether bytes begin like text of serialize(). */
export function isText(bytes: Uint8Array): boolean {
    const second = bytes[1];
    return 'NbidsaOCErRS'.includes(String.fromCharCode(bytes[0] ?? 0)) && (second === COLON || second === SEMICOLON);
}

/** Slots of a payload: none if it is not text of serialize(). Beyond a limit it is not known how many it has. */
function slotsOf(reader: NativeReader): readonly Slot[] {
    return attempt(() => {
        reader.read();
        return reader.allSlots();
    }) ?? [];
}

function attempt<T>(read: () => T): T | null {
    try {
        return read();
    } catch (error) {
        if (error instanceof FormatError && error.fault !== 'limit') {
            return null;
        }
        throw error;
    }
}

export interface PayloadText {
    readonly root: Slot;
    readonly slots: readonly Slot[];
    /** Whether it has back references of its own, not only payloads in it. */
    readonly refers: boolean;
}

/**
 * Reads the payload of an object, which stands behind `outer` slots. Null if it is not text of serialize().
 */
export function readPayload(payload: Uint8Array, outer: number): PayloadText | null {
    if (!isText(payload)) {
        return null;
    }
    const reader = new NativeReader(payload, LIMIT.DEPTH, 0, outer, 0, 0);
    return attempt(() => {
        const root = reader.read();
        return { root, slots: reader.allSlots(), refers: reader.refers };
    });
}
