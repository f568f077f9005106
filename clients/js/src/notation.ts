// SPDX-License-Identifier: BSD-3-Clause

import type { Payload } from './reader.js';
import {
    ByteString,
    CustomObject,
    EnumCase,
    Float,
    type Key,
    PhpArray,
    PhpObject,
    Slot,
    type StateKey,
} from './values.js';

/**
 * Prints a payload in the diagnostic notation (spec section 8). An array that `serialize()` text has again is `*`. Depth
 * costs no stack of calls.
 */
export function print(payload: Payload): string {
    const out: string[] = [];
    const references = new Set<number>();
    const objects = new Set<PhpObject | CustomObject>();
    /** What is still to print, the next last. */
    const todo: (string | Slot)[] = [payload.root];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
        if (typeof next === 'string') {
            out.push(next);
        } else {
            todo.push(...parts(next).reverse());
        }
    }
    return out.join('');

    function parts(slot: Slot): (string | Slot)[] {
        let reference = '';
        if (slot.reference !== undefined) {
            if (references.has(slot.reference)) {
                return [`*${slot.reference}`];
            }
            references.add(slot.reference);
            reference = `&${slot.reference} `;
        }
        const place = slot.place === undefined ? '' : `@${slot.place} `;
        if (slot.use !== undefined) {
            return [reference, place, `@${slot.use}`];
        }
        return [reference, place, ...valueParts(slot)];
    }

    function valueParts({ value, same }: Slot): (string | Slot)[] {
        if (value instanceof PhpArray) {
            // text of serialize() can have an array in itself, for which the notation has no word
            return same === undefined ? arrayParts(value) : ['*'];
        }
        if (value instanceof PhpObject || value instanceof CustomObject) {
            if (objects.has(value)) {
                return [`#${value.ordinal}`];
            }
            objects.add(value);
            return [payload.sharing ? `#${value.ordinal}=` : '', ...objectParts(value)];
        }
        if (value instanceof EnumCase) {
            return [`${printName(value.className)}::${printName(value.caseName)}`];
        }
        if (value instanceof Float) {
            return [printFloat(value.value)];
        }
        return [value instanceof ByteString ? printString(value) : String(value)];
    }
}

function arrayParts(array: PhpArray): (string | Slot)[] {
    if (array.runs !== null) {
        return ['[', ...joined(runParts(array.slots, array.runs)), ']'];
    }
    if (array.keys === null) {
        return ['[', ...joined([...array.entries()].map(([, slot]) => [slot])), ']'];
    }
    return ['{', ...joined([...array.entries()].map(([key, slot]) => [`${printKey(key)}: `, slot])), '}'];
}

function runParts(slots: Slot[], runs: number[]): (string | Slot)[][] {
    let first = 0;
    return runs.map((length) => {
        const slot = slots[first]!;
        first += length;
        return length === 1 ? [slot] : [`${length} * `, slot];
    });
}

function objectParts(object: PhpObject | CustomObject): (string | Slot)[] {
    const name = printName(object.className);
    if (object instanceof CustomObject) {
        return [`${name}(${printString(object.payload)})`];
    }
    const properties = [...object.entries()].map(([key, slot]) => [`${printStateKey(key)}: `, slot]);
    return [name, '{', ...joined(properties), '}'];
}

function joined(entries: (string | Slot)[][]): (string | Slot)[] {
    return entries.flatMap((entry, place) => (place === 0 ? entry : [', ', ...entry]));
}

function printKey(key: Key): string {
    return key instanceof ByteString ? printString(key) : String(key);
}

function printStateKey({ visibility, name, of }: StateKey): string {
    const word = visibility === 'public' ? '' : `${visibility} `;
    return word + (of === null ? '' : `${printName(of)} `) + printKey(name);
}

/** A name as it is, or as a string if it has bytes that no name of PHP has. */
function printName(name: ByteString): string {
    return /^[A-Za-z0-9_\\\x80-\xff]*$/.test(name.binary()) ? name.toString() : printString(name);
}

function printString(string: ByteString): string {
    const escaped = string.binary().replace(/["\\]|[^\x20-\x7e]/g, (char) => {
        const byte = char.charCodeAt(0);
        return char === '"' || char === '\\' ? `\\${char}` : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    });
    return `"${escaped}"`;
}

function printFloat(value: number): string {
    if (Number.isNaN(value)) {
        return 'nan';
    }
    if (!Number.isFinite(value)) {
        return value > 0 ? 'inf' : '-inf';
    }
    if (value === 0) {
        return Object.is(value, -0) ? '-0.0' : '0.0';
    }
    const size = Math.abs(value);
    if (size >= 1e-4 && size < 1e17) {
        const digits = String(value);
        return digits.includes('.') ? digits : `${digits}.0`;
    }
    const [mantissa, exponent] = value.toExponential().split('e') as [string, string];
    return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}e${exponent}`;
}
