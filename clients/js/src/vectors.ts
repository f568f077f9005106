// SPDX-License-Identifier: BSD-3-Clause

import { fail } from './errors.js';
import { LIMIT, VECTOR_NULLS, vectorName } from './format.js';
import type { Input } from './input.js';
import { type Leaf, readLeaf } from './leaves.js';
import { readString } from './keys.js';
import type { Strings } from './strings.js';
import { Float, intOf } from './values.js';

/** Pays for cells that need less than a byte each. */
export type Draw = (cells: number) => void;

/**
 * Reads a vector of `count` cells (spec section 5.3). `draw` is null for a column of rows, which pays with its block.
 */
export function readVector(input: Input, strings: Strings, count: number, draw: Draw | null): Leaf[] {
    const token = input.here;
    const kind = input.byte(token);
    const hasNulls = (kind & VECTOR_NULLS) !== 0;
    const bare = kind & ~VECTOR_NULLS;
    const name = vectorName(bare) ?? fail('VECTOR', token);
    if (draw !== null && (name === 'DICTIONARY' || name === 'MIXED' || hasNulls)) {
        fail('VECTOR', token);
    }
    if (name === 'MIXED' && hasNulls) {
        fail('VECTOR', token);
    }
    if (name === 'SEQUENCE' || name === 'BOOL' || name === 'CONSTANT') {
        draw?.(count);
    }
    const nulls = hasNulls ? readNulls(input, count, token) : null;
    const present = nulls === null ? count : nulls.reduce((sum, isNull) => sum + (isNull ? 0 : 1), 0);
    if (nulls !== null && (present === 0 || present === count)) {
        fail('VECTOR', token);
    }
    const cells = readCells();
    if (nulls === null) {
        return cells;
    }
    let next = 0;
    return nulls.map((isNull) => (isNull ? null : cells[next++]!));

    function readCells(): Leaf[] {
        switch (name) {
            case 'INT':
                return readInts(input, present, bare, token);
            case 'SEQUENCE':
                return readSequence(input, present, token);
            case 'BOOL':
                return readBits(input, present, 1, token).map((bit) => bit === 1);
            case 'DOUBLE':
                input.need(8 * present, token);
                return Array.from({ length: present }, () => new Float(input.double(token)));
            case 'DECIMAL':
                return readDecimals(input, present, bare - 16, token);
            case 'CONSTANT':
                return new Array<Leaf>(present).fill(readCell(input, strings));
            case 'DICTIONARY':
                return readDictionary(input, strings, present, token);
            default:
                return Array.from({ length: present }, () => readCell(input, strings));
        }
    }
}

function readCell(input: Input, strings: Strings): Leaf {
    const token = input.here;
    const leaf = readLeaf(input, strings, token);
    return leaf === undefined ? fail('TAG', token) : leaf;
}

function readNulls(input: Input, count: number, token: number): boolean[] {
    return readBits(input, count, 1, token).map((bit) => bit === 1);
}

/** Numbers of 1, 2, 4 or 8 bits; unused bits must be zero. */
function readBits(input: Input, count: number, bits: number, token: number): number[] {
    const bytes = input.take(Math.ceil((count * bits) / 8), token);
    const mask = 2 ** bits - 1;
    const at = (place: number): number => {
        const bit = place * bits;
        return (bytes[bit >> 3]! >> (bit & 7)) & mask;
    };
    for (let place = count; place < (bytes.length * 8) / bits; place++) {
        if (at(place) !== 0) {
            fail('VECTOR', token);
        }
    }
    return Array.from({ length: count }, (_, place) => at(place));
}

function readInts(input: Input, count: number, size: number, token: number): Leaf[] {
    const base = input.zigzag(token);
    input.need(count * size, token);
    return Array.from({ length: count }, () => intOf(inRange(base + input.bigUint(size, token), token)));
}

function readSequence(input: Input, count: number, token: number): Leaf[] {
    const first = input.zigzag(token);
    const step = input.zigzag(token);
    inRange(first + step * BigInt(count - 1), token);
    return Array.from({ length: count }, (_, place) => intOf(first + step * BigInt(place)));
}

function inRange(value: bigint, token: number): bigint {
    return BigInt.asIntN(64, value) === value ? value : fail('VECTOR', token);
}

function readDecimals(input: Input, count: number, size: number, token: number): Leaf[] {
    const scale = input.byte(token);
    if (scale > LIMIT.READ_SCALE) {
        fail('VECTOR', token);
    }
    const power = 10 ** scale;
    const base = input.zigzag(token);
    input.need(count * size, token);
    return Array.from({ length: count }, () => {
        const mantissa = base + input.bigUint(size, token);
        if (mantissa > LIMIT.READ_MANTISSA || mantissa < -LIMIT.READ_MANTISSA) {
            fail('VECTOR', token);
        }
        return new Float(Number(mantissa) / power);
    });
}

function readDictionary(input: Input, strings: Strings, count: number, token: number): Leaf[] {
    const size = input.varlen(token);
    if (size < 2 || size > Math.floor(count / 2)) {
        fail('VECTOR', token);
    }
    const bits = [1, 2, 4, 8].find((width) => size - 1 < 2 ** width)!;
    input.need(size, token);
    const words = Array.from({ length: size }, () => readString(input, strings));
    return readBits(input, count, bits, token).map((index) => words[index] ?? fail('VECTOR', token));
}
