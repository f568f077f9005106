// SPDX-License-Identifier: BSD-3-Clause
//
// Questions of the writer about values: what is a leaf, a list, a map that can have a shape.

import { ByteString, Float, type Int, type Key, keyText, PhpArray, type StateKey, type Value } from '../src/index.js';

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
