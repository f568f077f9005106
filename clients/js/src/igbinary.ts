// SPDX-License-Identifier: BSD-3-Clause

import { failFormat, truncated } from './errors.js';
import { LIMIT } from './format.js';
import { readPayload } from './native.js';
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

/** First bytes of tokens. Where a number may have 1, 2 or 4 bytes, the next two tags are for 2 and 4. */
const TAG = {
    NULL: 0x00,
    SAME_SLOT: 0x01,
    FALSE: 0x04,
    TRUE: 0x05,
    /** Ints are magnitudes of 1, 2 and 4 bytes: 6, 8, 10. The next tag is for the negative number. */
    INT_8: 0x06,
    DOUBLE: 0x0c,
    STRING_EMPTY: 0x0d,
    STRING_ID: 0x0e,
    STRING: 0x11,
    ARRAY: 0x14,
    OBJECT: 0x17,
    OBJECT_ID: 0x1a,
    /** Body of an object of a Serializable class. */
    PAYLOAD: 0x1d,
    INT_64: 0x20,
    SAME_OBJECT: 0x22,
    /** The value behind it is part of a PHP reference. */
    REFERENCE: 0x25,
    STRING_64: 0x26,
    /** Body of an enum case. */
    ENUM_CASE: 0x27,
} as const;

/** Most values that shared arrays may unfold to, and how many more each byte of data allows. */
const UNFOLDED = { ALLOWANCE: 100_000, PER_BYTE: 32 } as const;

/** A value that back references can name. */
interface Named {
    kind: 'array' | 'object' | 'reference';
    slot: Slot;
    /** Values that are read when the value is written again: 0 as long as it is not read to its end. */
    weight: number;
}

interface Open {
    readonly slot: Slot;
    readonly container: PhpArray | PhpObject;
    readonly keys: Keys<Key> | Keys<StateKey>;
    readonly named: Named;
    left: number;
    weight: number;
}

/** Reads igbinary, version 1 or 2. Throws a FormatError if it is not valid. */
export function decodeIgbinary(bytes: Uint8Array, options: Options = {}): Payload {
    const reader = new IgbinaryReader(bytes, options.maxDepth ?? LIMIT.DEPTH, options.maxElements ?? 0);
    return { root: reader.read(), sharing: true, body: 4 };
}

/** It accepts what the reader in PHP (src/Igbinary) accepts, and refuses the rest at the same offsets. */
class IgbinaryReader {
    private at = 4;
    private elements = 0;
    private references = 0;
    private objects = 0;
    private unfolded: number;
    private readonly view: DataView;
    private readonly open: Open[] = [];
    private readonly strings: ByteString[] = [];
    private readonly names: Named[] = [];

    constructor(
        private readonly bytes: Uint8Array,
        private readonly maxDepth: number,
        private readonly maxElements: number,
    ) {
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        this.unfolded = UNFOLDED.ALLOWANCE + UNFOLDED.PER_BYTE * bytes.length;
    }

    read(): Slot {
        const { bytes } = this;
        const head = bytes.subarray(0, 4);
        if (head.length < 4 && head.every((byte) => byte === 0)) {
            truncated(0);
        }
        if (bytes[0] !== 0 || bytes[1] !== 0 || bytes[2] !== 0) {
            failFormat('corrupt', 'not igbinary data', 0);
        }
        if (bytes[3] !== 1 && bytes[3] !== 2) {
            failFormat('version', 'a version of igbinary that is not supported', 0);
        }
        const root = this.readSlot();
        for (let top = this.open.at(-1); top !== undefined; top = this.open.at(-1)) {
            this.readEntry(top);
        }
        if (this.at !== bytes.length) {
            failFormat('corrupt', 'bytes follow the value', this.at);
        }
        return root;
    }

    /** Reads the next entry of a container. A null in the place of a key stands for an entry that does not exist. */
    private readEntry(top: Open): void {
        const { slots, spans } = top.container;
        if (spans.length % 3 !== 0) {
            spans.push(this.at);
        }
        if (top.left-- === 0) {
            this.open.pop();
            this.close(top);
            return;
        }
        const from = this.at++;
        const tag = this.byte(from);
        if (tag === TAG.NULL) {
            return;
        }
        const key = this.scalar(from, tag) ?? failFormat('corrupt', 'not a key', from);
        if (top.container instanceof PhpArray) {
            (top.keys as Keys<Key>).append(key);
        } else {
            (top.keys as Keys<StateKey>).append(stateKey(key, top.container.className));
        }
        spans.push(from, this.at);
        slots.push(this.readSlot());
    }

    private close({ slot, container, named, weight }: Open): void {
        named.weight = weight;
        const outer = this.open.at(-1);
        if (outer !== undefined && container instanceof PhpArray && slot.reference === undefined) {
            outer.weight += weight - 1; // one is counted as the value itself
        }
    }

    private readSlot(): Slot {
        const top = this.open.at(-1);
        if (top !== undefined) {
            top.weight++;
        }
        return this.readValue(new Slot(), false);
    }

    /** Reads a value. `member` tells whether the slot is the first of a PHP reference. */
    private readValue(slot: Slot, member: boolean): Slot {
        const at = this.at;
        const tag = this.byte(at);
        this.at = at + 1;
        switch (tag) {
            case TAG.NULL:
                slot.value = null;
                return slot;
            case TAG.FALSE:
            case TAG.TRUE:
                slot.value = tag === TAG.TRUE;
                return slot;
            case TAG.DOUBLE:
                if (this.at + 8 > this.bytes.length) {
                    truncated(at);
                }
                slot.value = new Float(this.view.getFloat64(this.at));
                this.at += 8;
                return slot;
            case 0x14:
            case 0x15:
            case 0x16:
                return this.array(slot, at, this.number(at, tag - TAG.ARRAY), member);
            case 0x17:
            case 0x18:
            case 0x19:
            case 0x1a:
            case 0x1b:
            case 0x1c:
                return this.object(slot, at, tag);
            case 0x01:
            case 0x02:
            case 0x03:
                return this.sameAgain(slot, at, this.number(at, tag - TAG.SAME_SLOT), false);
            case 0x22:
            case 0x23:
            case 0x24:
                return this.sameAgain(slot, at, this.number(at, tag - TAG.SAME_OBJECT), false);
            case TAG.REFERENCE:
                return this.reference(slot);
            default:
                slot.value = this.scalar(at, tag) ?? failFormat('corrupt', 'not a value of igbinary', at);
                return slot;
        }
    }

    /** Reads an int or string whose tag has been read; undefined for any other tag. */
    private scalar(at: number, tag: number): Int | ByteString | undefined {
        switch (tag) {
            case TAG.STRING_EMPTY:
                return new ByteString(this.bytes, 0, 0);
            case 0x0e:
            case 0x0f:
            case 0x10:
                return this.earlierString(at, this.number(at, tag - TAG.STRING_ID));
            case 0x11:
            case 0x12:
            case 0x13:
                return this.newString(at, this.number(at, tag - TAG.STRING));
            case TAG.STRING_64:
                return this.newString(at, this.number(at, 3));
            case 0x06:
            case 0x08:
            case 0x0a:
                return this.number(at, (tag - TAG.INT_8) >> 1);
            case 0x07:
            case 0x09:
            case 0x0b:
                return 0 - this.number(at, (tag - TAG.INT_8) >> 1);
            case TAG.INT_64:
                return intOf(this.magnitude(at, (1n << 63n) - 1n));
            case TAG.INT_64 + 1:
                return intOf(-this.magnitude(at, 1n << 63n));
            default:
                return undefined;
        }
    }

    private magnitude(at: number, most: bigint): bigint {
        if (this.at + 8 > this.bytes.length) {
            truncated(at);
        }
        const number = this.view.getBigUint64(this.at);
        if (number > most) {
            failFormat('corrupt', 'a number beyond 63 bits', at);
        }
        this.at += 8;
        return number;
    }

    /** Unsigned number of 1, 2, 4 or 8 bytes: `width` is 0 to 3. */
    private number(at: number, width: number): number {
        if (width === 3) {
            return Number(this.magnitude(at, (1n << 63n) - 1n));
        }
        const size = 1 << width;
        if (this.at + size > this.bytes.length) {
            truncated(at);
        }
        this.at += size;
        const from = this.at - size;
        return width === 0 ? this.bytes[from]! : width === 1 ? this.view.getUint16(from) : this.view.getUint32(from);
    }

    private earlierString(at: number, id: number): ByteString {
        return this.strings[id] ?? failFormat('corrupt', 'a string that does not exist', at);
    }

    private newString(at: number, size: number): ByteString {
        const string = this.take(at, size);
        this.strings.push(string);
        return string;
    }

    private take(at: number, size: number): ByteString {
        if (size > this.bytes.length - this.at) {
            truncated(at);
        }
        this.at += size;
        return new ByteString(this.bytes, this.at - size, this.at);
    }

    private array(slot: Slot, at: number, count: number, member: boolean): Slot {
        const named: Named = { kind: member ? 'reference' : 'array', slot, weight: 0 };
        this.names.push(named);
        const keys = new Keys<Key>(keyText);
        const array = new PhpArray(keys);
        slot.value = array;
        this.enter(at, count);
        this.open.push({ slot, container: array, keys, named, left: count, weight: 1 });
        return slot;
    }

    private enter(at: number, count: number): void {
        if (count > this.bytes.length - this.at) {
            truncated(at);
        }
        if (this.maxDepth > 0 && this.open.length >= this.maxDepth) {
            failFormat('limit', 'nested too deeply', at);
        }
        this.elements += count;
        if (this.maxElements > 0 && this.elements > this.maxElements) {
            failFormat('limit', 'too many elements', at);
        }
    }

    private object(slot: Slot, at: number, tag: number): Slot {
        const className =
            tag >= TAG.OBJECT_ID
                ? this.earlierString(at, this.number(at, tag - TAG.OBJECT_ID))
                : this.newString(at, this.number(at, tag - TAG.OBJECT));
        if (className.length === 0) {
            failFormat('corrupt', 'a class without a name', at);
        }
        const named: Named = { kind: 'object', slot, weight: 1 };
        this.names.push(named);
        const from = this.at++;
        const body = this.byte(from);
        switch (body) {
            case 0x14:
            case 0x15:
            case 0x16: {
                const count = this.number(from, body - TAG.ARRAY);
                const keys = new Keys<StateKey>((key) => stateKeyText(key, className));
                const object = new PhpObject(className, keys, this.objects++);
                slot.value = object;
                this.enter(from, count);
                this.open.push({ slot, container: object, keys, named, left: count, weight: 1 });
                return slot;
            }
            case 0x1d:
            case 0x1e:
            case 0x1f: {
                const object = new CustomObject(className, this.objects++);
                slot.value = object;
                object.payload = this.take(from, this.number(from, body - TAG.PAYLOAD));
                object.inner = readPayload(object.payload.bytes, 0)?.slots ?? [];
                return slot;
            }
            case TAG.ENUM_CASE:
                slot.value = new EnumCase(className, this.caseName());
                return slot;
            default:
                return failFormat('corrupt', 'not the body of an object', from);
        }
    }

    /** igbinary accepts the tags of earlier class names here, too. */
    private caseName(): ByteString {
        const at = this.at++;
        const tag = this.byte(at);
        const isInt = (tag >= TAG.INT_8 && tag < TAG.DOUBLE) || tag === TAG.INT_64 || tag === TAG.INT_64 + 1;
        if (isInt) {
            failFormat('corrupt', 'not a string', at);
        }
        const name =
            tag >= TAG.OBJECT_ID && tag < TAG.OBJECT_ID + 3
                ? this.earlierString(at, this.number(at, tag - TAG.OBJECT_ID))
                : this.scalar(at, tag);
        if (!(name instanceof ByteString) || name.length === 0 || name.bytes.includes(0x3a)) {
            return failFormat('corrupt', 'not the name of an enum case', at);
        }
        return name;
    }

    /** Reads a slot that is part of a PHP reference. The tag may be repeated without an effect. */
    private reference(slot: Slot): Slot {
        let tag = this.byte(this.at);
        while (tag === TAG.REFERENCE) {
            this.at++;
            tag = this.byte(this.at);
        }
        const from = this.at;
        const wide = tag >= TAG.SAME_OBJECT && tag < TAG.REFERENCE ? tag - TAG.SAME_OBJECT : tag - TAG.SAME_SLOT;
        if (wide >= 0 && wide < 3) {
            this.at++;
            return this.sameAgain(slot, from, this.number(from, wide), true);
        }
        slot.reference = this.references++;
        if (tag < TAG.ARRAY || tag >= TAG.PAYLOAD) {
            this.names.push({ kind: 'reference', slot, weight: 1 });
        }
        return this.readValue(slot, true);
    }

    /** A back reference to a value with an id: an object, the first slot of a PHP reference, or a shared array. */
    private sameAgain(slot: Slot, at: number, id: number, isReference: boolean): Slot {
        const named = this.names[id] ?? failFormat('corrupt', 'back reference to a value that does not exist', at);
        const first = named.slot;
        if (isReference && named.kind !== 'array') {
            first.reference ??= this.references++;
            return first;
        }
        if (named.kind === 'object') {
            slot.value = first.value;
            slot.same = first;
            return slot;
        }
        if (isReference) {
            // from now on the id is that of a PHP reference, which begins with this slot
            slot.reference = this.references++;
            named.kind = 'reference';
            named.slot = slot;
        }
        if (named.weight === 0) {
            failFormat('inexact', 'an array that contains itself without a PHP reference', at);
        }
        this.unfolded -= named.weight;
        if (this.unfolded < 0) {
            failFormat('limit', 'arrays that share their storage expand to too many values', at);
        }
        slot.value = first.value;
        const top = this.open.at(-1);
        if (top !== undefined && !isReference) {
            top.weight += named.weight;
        }
        return slot;
    }

    private byte(at: number): number {
        return this.bytes[at] ?? truncated(at);
    }
}
