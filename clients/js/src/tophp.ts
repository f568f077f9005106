// SPDX-License-Identifier: BSD-3-Clause

import { isList, joined, textOf } from './tojson.js';
import { floatText } from './totext.js';
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
    type Value,
} from './values.js';

type Part = string | { readonly slot: Slot; readonly indent: number };

/**
 * A value as code of PHP, in parts. Arrays, scalars, enum cases and objects of stdClass are code that gives the value. What
 * no literal can express has a comment that says what it is: objects of other classes, PHP references, the same object
 * again. Strings never end a comment or the string that they stand in.
 */
export function* phpParts(root: Slot): Generator<string> {
    const references = new Set<number>();
    const objects = new Set<PhpObject | CustomObject>();
    const todo: Part[] = [{ slot: root, indent: 0 }];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
        if (typeof next === 'string') {
            yield next;
        } else {
            todo.push(...slotParts(next.slot, next.indent).reverse());
        }
    }

    function slotParts(slot: Slot, indent: number): Part[] {
        const { reference, value, same } = slot;
        if (reference !== undefined && references.has(reference)) {
            return [`null /* PHP reference ${reference} */`];
        }
        if (reference !== undefined) {
            references.add(reference);
        }
        const before = reference === undefined ? '' : `/* PHP reference ${reference} */ `;
        if (value instanceof PhpObject || value instanceof CustomObject) {
            if (objects.has(value)) {
                return [before, `null /* object ${value.ordinal} again */`];
            }
            objects.add(value);
            return [before, ...(value instanceof PhpObject ? objectParts(value, indent) : customParts(value))];
        }
        if (value instanceof PhpArray) {
            return same === undefined ? [before, ...arrayParts(value, indent)] : ['null /* an array again */'];
        }
        return [before, scalarCode(value)];
    }
}

/** A value as code of PHP, or its beginning. */
export function toPhp(root: Slot, most = Infinity): { text: string; complete: boolean } {
    return joined(phpParts(root), most);
}

function scalarCode(value: Exclude<Value, PhpArray | PhpObject | CustomObject>): string {
    if (value instanceof ByteString) {
        return stringCode(value);
    }
    if (value instanceof EnumCase) {
        const name = `${value.className.toString()}::${value.caseName.toString()}`;
        return isName(value.className) && isName(value.caseName) ? `\\${name}` : `null /* enum case ${comment(name)} */`;
    }
    if (value instanceof Float) {
        const digits = floatText(value.value);
        return /[.EN]/.test(digits) ? digits : `${digits}.0`;
    }
    return value === -(2n ** 63n) ? '-9223372036854775807-1' : String(value);
}

/** In single quotes where that is readable, and in double quotes with escapes for control characters and other bytes. */
export function stringCode(string: ByteString): string {
    const text = textOf(string);
    if (text !== null && !/[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/.test(text)) {
        return `'${text.replace(/[\\']/g, '\\$&')}'`;
    }
    const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
    const escaped = string.binary().replace(/["$\\]|[^\x20-\x7e]/g, (char) => {
        const hex = char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
        return '"$\\'.includes(char) ? `\\${char}` : (named[char] ?? `\\x${hex}`);
    });
    return `"${escaped}"`;
}

function keyCode(key: Key): string {
    return key instanceof ByteString ? stringCode(key) : String(key);
}

function arrayParts(array: PhpArray, indent: number): Part[] {
    const list = isList(array);
    return container('[', ']', array.slots, (place) => (list ? '' : `${keyCode(array.keys!.list[place]!)} => `), indent);
}

function objectParts(object: PhpObject, indent: number): Part[] {
    const name = object.className.toString();
    const begin = name === 'stdClass' ? '(object) [' : `/* object of ${comment(name)} */ [`;
    return container(begin, ']', object.slots, (place) => `${stateCode(object.keys.list[place]!)} => `, indent);
}

function stateCode({ visibility, name, of }: StateKey): string {
    const what = of === null ? visibility : `${visibility} of ${comment(of.toString())}`;
    return visibility === 'public' ? keyCode(name) : `/* ${what} */ ${keyCode(name)}`;
}

function customParts(object: CustomObject): Part[] {
    return [`/* payload of ${comment(object.className.toString())} */ ${stringCode(object.payload)}`];
}

function container(
    begin: string,
    end: string,
    slots: readonly Slot[],
    keyOf: (place: number) => string,
    indent: number,
): Part[] {
    if (slots.length === 0) {
        return [begin + end];
    }
    const parts: Part[] = [begin];
    for (const [place, slot] of slots.entries()) {
        parts.push(`\n${space(indent + 1)}${keyOf(place)}`, { slot, indent: indent + 1 }, ',');
    }
    parts.push(`\n${space(indent)}${end}`);
    return parts;
}

/** Text that is safe in a comment. */
function comment(text: string): string {
    return text.replace(/[^A-Za-z0-9_\\: -]/g, '?');
}

function isName(name: ByteString): boolean {
    return /^[A-Za-z0-9_\\\x80-\xff]+$/.test(name.binary());
}

function space(indent: number): string {
    return '    '.repeat(Math.min(indent, 40));
}
