// SPDX-License-Identifier: BSD-3-Clause
//
// Questions of the writer about values: what is a leaf, a list, a map that can have a shape.

import {
    ByteString,
    Float,
    type Int,
    type Key,
    keyText,
    PhpArray,
    type Slot,
    type StateKey,
    type Value,
} from '../src/index.js';

export type Leaf = null | boolean | Int | Float | ByteString;

/** Most keys of a shape that a writer defines. */
export const SHAPE_KEYS = 255;

export function isLeaf(value: Value): value is Leaf {
    return value === null || value instanceof ByteString || value instanceof Float || typeof value !== 'object';
}

export function sameLeaf(one: Value, other: Value): boolean {
    if (one instanceof ByteString && other instanceof ByteString) {
        return one.binary() === other.binary();
    }
    if (one instanceof Float && other instanceof Float) {
        return Object.is(one.value, other.value);
    }
    return one === other && isLeaf(one);
}

/** Number that equal values share, to look for candidates by it (spec section 6.6). */
export function digest(value: Leaf | PhpArray): number {
    if (value === null || typeof value === 'boolean') {
        return value === null ? 1 : value ? 3 : 2;
    }
    if (value instanceof Float) {
        return 4;
    }
    if (value instanceof ByteString) {
        const { bytes } = value;
        return bytes.length === 0 ? 0 : bytes.length + 3 * bytes[0]!;
    }
    return value instanceof PhpArray ? 100 + value.length : Number(BigInt.asUintN(8, BigInt(value)));
}

/** What an array adds each time that it occurs. */
export interface Facts {
    readonly elements: number;
    readonly levels: number;
}

/** Facts of a shareable array; null for another (spec section 6.6). */
export function factsOf(array: PhpArray, isReference: (slot: Slot) => boolean, mostLevels = 8): Facts | null {
    let elements = array.length;
    let inner = 0;
    for (const slot of array.slots) {
        const { value } = slot;
        if (isReference(slot) || (value instanceof Float && Number.isNaN(value.value))) {
            return null;
        }
        if (value instanceof PhpArray) {
            const facts = value.length === 0 ? { elements: 0, levels: 0 } : factsOf(value, isReference, mostLevels - 1);
            if (facts === null) {
                return null;
            }
            elements += facts.elements;
            inner = Math.max(inner, facts.levels);
        } else if (!isLeaf(value)) {
            return null;
        }
    }
    return inner < mostLevels ? { elements, levels: inner + 1 } : null;
}

/** Whether two arrays have the same keys and values; both are shareable or not. */
export function sameArray(one: PhpArray, other: PhpArray): boolean {
    return (
        one.length === other.length &&
        sameKeys(one, other) &&
        one.slots.every(({ value }, place) => {
            const twin = other.slots[place]!.value;
            return value instanceof PhpArray && twin instanceof PhpArray
                ? sameArray(value, twin)
                : sameLeaf(value, twin);
        })
    );
}

export function keysOf(array: PhpArray): Key[] {
    return array.keys === null ? array.slots.map((_, place) => place) : array.keys.list.slice(0, array.length);
}

export function isList(array: PhpArray): boolean {
    return array.keys === null || array.keys.list.every((key, place) => key === place);
}

export function isShapeable(value: Value): value is PhpArray {
    return (
        value instanceof PhpArray &&
        value.length >= 1 &&
        value.length <= SHAPE_KEYS &&
        keysOf(value).some((key) => key instanceof ByteString)
    );
}

export function sameKeys(one: PhpArray, other: PhpArray): boolean {
    return shapeText(keysOf(one)) === shapeText(keysOf(other));
}

export function shapeText(keys: Key[]): string {
    return 'map ' + JSON.stringify(keys.map((key) => [key instanceof ByteString, keyText(key)]));
}

export function stateKeyText(key: StateKey): unknown[] {
    return [
        key.visibility,
        key.of === null ? null : keyText(key.of),
        key.name instanceof ByteString,
        keyText(key.name),
    ];
}
