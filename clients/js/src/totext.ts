// SPDX-License-Identifier: BSD-3-Clause

import { OuterSlot, readPayload } from './native.js';
import {
    ByteString,
    CustomObject,
    EnumCase,
    Float,
    type Int,
    type Key,
    keyText,
    PhpArray,
    PhpObject,
    Slot,
    stateKeyText,
} from './values.js';

/**
 * Text of serialize() for a value. An array that was written once for several places stands in each of them. Depth costs
 * no stack of calls.
 */
export function toNative(root: Slot): Uint8Array {
    return binaryBytes(new NativeWriter(null).write(root));
}

/** Bytes of a text that has one character for each byte. */
export function binaryBytes(text: string): Uint8Array {
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) {
        bytes[i] = text.charCodeAt(i);
    }
    return bytes;
}

/** Digits of a float as PHP writes them: the fewest that give the same double. */
export function floatText(value: number): string {
    if (Number.isNaN(value)) {
        return 'NAN';
    }
    if (!Number.isFinite(value)) {
        return value > 0 ? 'INF' : '-INF';
    }
    if (value === 0) {
        return Object.is(value, -0) ? '-0' : '0';
    }
    const [mantissa, exponent] = value.toExponential().split('e') as [string, string];
    const power = Number(exponent);
    if (power >= -4 && power < 17) {
        return String(value);
    }
    const sign = power < 0 ? '-' : '+';
    return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${sign}${Math.abs(power)}`;
}

function keyPart(key: Key): string {
    return key instanceof ByteString ? quoted(keyText(key)) : `i:${key};`;
}

function quoted(binary: string): string {
    return `s:${binary.length}:"${binary}";`;
}

/** Writes text with one character for each byte. */
class NativeWriter {
    private readonly out: string[] = [];
    private readonly numbers = new Map<Slot, number>();
    private count = 0;

    /** A number as `shift` is added to all back references, which are OuterSlots: the text is a payload that moves. */
    constructor(private readonly shift: number | null) {}

    write(root: Slot): string {
        const todo: (string | Slot)[] = [root];
        for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
            if (typeof next === 'string') {
                this.out.push(next);
            } else {
                this.slot(next, todo);
            }
        }
        return this.out.join('');
    }

    private slot(slot: Slot, todo: (string | Slot)[]): void {
        const known = this.numberOf(slot);
        if (known !== undefined && (slot.reference !== undefined || slot instanceof OuterSlot)) {
            this.out.push(`R:${known};`);
            return;
        }
        this.count++;
        if (known === undefined) {
            this.numbers.set(slot, this.count); // a slot of a shared array has a number when the array is met again
        }
        const first = slot.same ?? (known !== undefined && isObject(slot.value) ? slot : undefined);
        if (first === undefined) {
            this.value(slot, todo);
        } else {
            this.out.push(`r:${this.numberOf(first)};`);
        }
    }

    private numberOf(slot: Slot): number | undefined {
        return slot instanceof OuterSlot ? slot.number + (this.shift ?? 0) : this.numbers.get(slot);
    }

    private value({ value }: Slot, todo: (string | Slot)[]): void {
        if (value === null) {
            this.out.push('N;');
        } else if (typeof value === 'boolean') {
            this.out.push(value ? 'b:1;' : 'b:0;');
        } else if (value instanceof Float) {
            this.out.push(`d:${floatText(value.value)};`);
        } else if (value instanceof ByteString) {
            this.out.push(quoted(value.binary()));
        } else if (value instanceof PhpArray) {
            this.out.push(`a:${value.length}:{`);
            this.entries([...value.entries()].map(([key, slot]) => [keyPart(key), slot]), todo);
        } else if (value instanceof PhpObject) {
            this.out.push(`O:${value.className.length}:"${value.className.binary()}":${value.slots.length}:{`);
            this.entries(objectEntries(value), todo);
        } else if (value instanceof EnumCase) {
            const { className, caseName } = value;
            const length = className.length + 1 + caseName.length;
            this.out.push(`E:${length}:"${className.binary()}:${caseName.binary()}";`);
        } else if (value instanceof CustomObject) {
            this.custom(value);
        } else {
            this.out.push(`i:${value};`);
        }
    }

    private entries(entries: [string, Slot][], todo: (string | Slot)[]): void {
        todo.push('}');
        for (let i = entries.length - 1; i >= 0; i--) {
            todo.push(entries[i]![1], entries[i]![0]);
        }
    }

    private custom(object: CustomObject): void {
        const payload = this.payload(object, this.count - object.outer);
        for (const slot of object.inner) {
            this.numbers.set(slot, ++this.count);
        }
        const name = object.className;
        this.out.push(`C:${name.length}:"${name.binary()}":${payload.length}:{${payload}}`);
    }

    /** The payload of an object, whose back references count from `shift` slots further on. */
    private payload({ payload, outer }: CustomObject, shift: number): string {
        const moves = this.shift === null ? shift !== 0 && readPayload(payload.bytes, outer)?.refers === true : true;
        const far = moves ? readPayload(payload.bytes, FAR) : null;
        return far === null ? payload.binary() : new NativeWriter(this.shift ?? shift).write(far.root);
    }
}

/** So many slots before a payload that each of its back references may name one of them. */
const FAR = 2 ** 52;

function isObject(value: Slot['value']): boolean {
    return value instanceof PhpObject || value instanceof CustomObject || value instanceof EnumCase;
}

function objectEntries(object: PhpObject): [string, Slot][] {
    return [...object.entries()].map(([key, slot]) => {
        const isInt = key.visibility === 'public' && !(key.name instanceof ByteString);
        return [isInt ? `i:${key.name as Int};` : quoted(stateKeyText(key, object.className)), slot];
    });
}
