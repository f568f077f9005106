// SPDX-License-Identifier: BSD-3-Clause

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
    stateKeyText,
    type Value,
} from './values.js';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text of UTF-8 bytes, or null. */
export function textOf(string: ByteString): string | null {
    try {
        return strict.decode(string.bytes);
    } catch {
        return null;
    }
}

/** Base64 of bytes. */
export function base64(string: ByteString): string {
    return btoa(string.binary());
}

type Part = string | Slot;

/**
 * JSON for a value, in parts, in the forms of `lyo dump --as=json`: what JSON has no form for is an object with a key that
 * begins with "@". Depth costs no stack of calls. Whoever needs only the beginning stops early.
 */
export function* jsonParts(root: Slot): Generator<string> {
    const references = new Set<number>();
    const objects = new Map<Slot | PhpObject | CustomObject, number>();
    const todo: { part: Part; indent: number }[] = [{ part: root, indent: 0 }];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
        if (typeof next.part === 'string') {
            yield next.part;
            continue;
        }
        const { indent } = next;
        const parts = slotParts(next.part, indent);
        for (let i = parts.length - 1; i >= 0; i--) {
            const part = parts[i]!;
            todo.push(typeof part === 'string' ? { part, indent } : { part, indent: indent + 1 });
        }
    }

    function slotParts(slot: Slot, indent: number): Part[] {
        const { reference } = slot;
        if (reference === undefined) {
            return valueParts(slot, indent);
        }
        if (references.has(reference)) {
            return [`{"@use": ${reference}}`];
        }
        references.add(reference);
        return [`{"@reference": ${reference}, "value": `, ...valueParts(slot, indent), '}'];
    }

    function valueParts({ value, same }: Slot, indent: number): Part[] {
        if (value instanceof PhpObject || value instanceof CustomObject) {
            const known = objects.get(value);
            if (known !== undefined) {
                return [`{"@same": ${known}}`];
            }
            objects.set(value, value.ordinal);
            return value instanceof PhpObject ? objectParts(value, indent) : [customText(value)];
        }
        if (value instanceof PhpArray) {
            // an array of serialize() text that is in itself has no other form
            return same === undefined ? arrayParts(value, indent) : [`{"@same": null}`];
        }
        return [scalarText(value)];
    }
}

/** JSON for a value, or its beginning: at most about `most` characters. */
export function toJson(root: Slot, most = Infinity): { text: string; complete: boolean } {
    return joined(jsonParts(root), most);
}

export function joined(parts: Iterable<string>, most: number): { text: string; complete: boolean } {
    const out: string[] = [];
    let size = 0;
    for (const part of parts) {
        if (size + part.length > most) {
            out.push(part.slice(0, Math.max(0, most - size)));
            return { text: out.join(''), complete: false };
        }
        out.push(part);
        size += part.length;
    }
    return { text: out.join(''), complete: true };
}

function scalarText(value: Exclude<Value, PhpArray | PhpObject | CustomObject>): string {
    if (value instanceof ByteString) {
        const text = textOf(value);
        return text === null ? `{"@base64": "${base64(value)}"}` : JSON.stringify(text);
    }
    if (value instanceof EnumCase) {
        return `{"@case": ${scalarText(value.className).slice(0, -1)}::${scalarText(value.caseName).slice(1)}}`;
    }
    if (value instanceof Float) {
        if (!Number.isFinite(value.value)) {
            return `{"@float": "${floatText(value.value).toLowerCase()}"}`;
        }
        const digits = floatText(value.value);
        return /[.E]/.test(digits) ? digits : `${digits}.0`;
    }
    return String(value);
}

function customText({ className, ordinal, payload }: CustomObject): string {
    return `{"@custom": ${scalarText(className)}, "@ordinal": ${ordinal}, "payload": ${scalarText(payload)}}`;
}

/** Whether the keys are 0, 1, 2 and so on. */
export function isList(array: PhpArray): boolean {
    return array.keys === null || array.keys.list.every((key, place) => key === place);
}

function arrayParts(array: PhpArray, indent: number): Part[] {
    if (array.length === 0) {
        return ['[]'];
    }
    if (isList(array)) {
        return ['[', ...lines(array.slots.map((slot) => [slot]), indent + 1), `\n${space(indent)}]`];
    }
    const keys = array.keys!.list;
    const names = namesOf(keys.map(nameOf));
    if (names !== null) {
        const members = array.slots.map((slot, place): Part[] => [`${JSON.stringify(names[place]!)}: `, slot]);
        return ['{', ...lines(members, indent + 1), `\n${space(indent)}}`];
    }
    return ['{', ...lines([['"@map": [', ...entryParts(keys.map(keyValue), array.slots, indent)]], indent + 1), `\n${space(indent)}}`];
}

function objectParts(object: PhpObject, indent: number): Part[] {
    const about = `"@object": ${scalarText(object.className)}, "@ordinal": ${object.ordinal}`;
    if (object.slots.length === 0) {
        return [`{${about}}`];
    }
    const keys = object.keys.list;
    const names = namesOf(keys.map((key) => nameOf(key.name)));
    const members =
        names === null
            ? [['"@state": [', ...entryParts(keys.map((key) => stateText(key, object)), object.slots, indent)]]
            : object.slots.map((slot, place): Part[] => [`${JSON.stringify(names[place]!)}: `, slot]);
    return ['{', ...lines([[about], ...members], indent + 1), `\n${space(indent)}}`];
}

function stateText(key: StateKey, object: PhpObject): string {
    const words = stateKeyText(key, object.className);
    return scalarText(new ByteString(Uint8Array.from(words, (char) => char.charCodeAt(0))));
}

function keyValue(key: Key): string {
    return key instanceof ByteString ? scalarText(key) : String(key);
}

/** Keys and values as a list, for keys that are no names of JSON. */
function entryParts(keys: string[], slots: readonly Slot[], indent: number): Part[] {
    const entries = slots.map((slot, place): Part[] => [`{"key": ${keys[place]!}, "value": `, slot, '}']);
    return [...lines(entries, indent + 2), `\n${space(indent + 1)}]`];
}

function nameOf(key: Key): string | null {
    return key instanceof ByteString ? textOf(key) : String(key);
}

/** The names, if they can be those of a JSON object. */
function namesOf(names: (string | null)[]): string[] | null {
    const all = names.filter((name): name is string => name !== null && !name.startsWith('@'));
    return all.length === names.length && new Set(all).size === all.length ? all : null;
}

function lines(entries: Part[][], indent: number): Part[] {
    return entries.flatMap((entry, place) => [`${place === 0 ? '' : ','}\n${space(indent)}`, ...entry]);
}

function space(indent: number): string {
    return '    '.repeat(Math.min(indent, 40));
}

