// SPDX-License-Identifier: BSD-3-Clause

import { fail } from './errors.js';
import { LIMIT, VECTOR_NULLS, vectorName } from './format.js';
import type { Input } from './input.js';
import { type Leaf, readLeaf } from './leaves.js';
import { readString } from './keys.js';
import type { Strings } from './strings.js';
import { type ByteString, Float, intOf, SHARED, type Spans } from './values.js';

/** Pays for cells that need less than a byte each. */
export type Draw = (cells: number) => void;

/** The cells of a vector, and where they stand. */
export interface Cells {
    readonly cells: Leaf[];
    /** Adds the three offsets of a cell. */
    readonly addSpan: (spans: Spans, place: number) => void;
}

/** Where the cells of a vector without nulls stand. A mixed vector has the offsets of its cells; others
 * have cells of `bits` bits, 0 if all stand for one another. */
interface Layout {
    readonly from: number;
    readonly bits: number;
    readonly offsets: readonly number[] | null;
    readonly end: number;
}

/**
 * Reads a vector of `count` cells (spec section 5.3). `draw` is null for a column of rows, which pays with its block.
 */
export function readVector(input: Input, strings: Strings, count: number, draw: Draw | null): Cells {
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
    const bitmap = input.here;
    const nulls = hasNulls ? readNulls(input, count, token) : null;
    const present = nulls === null ? count : nulls.reduce((sum, isNull) => sum + (isNull ? 0 : 1), 0);
    if (nulls !== null && (present === 0 || present === count)) {
        fail('VECTOR', token);
    }
    const begin = input.here;
    let bits = 0;
    let offsets: number[] | null = null;
    const cells = readCells();
    const { here } = input;
    const from = bits === 0 ? begin : here - Math.ceil((present * bits) / 8);
    const layout: Layout = { from, bits, offsets, end: here };
    if (nulls === null) {
        return { cells, addSpan: (spans, place) => addSpan(spans, place, layout) };
    }
    const bitLayout: Layout = { from: bitmap, bits: 1, offsets: null, end: begin };
    let next = 0;
    const places = nulls.map((isNull) => (isNull ? null : next++));
    return {
        cells: places.map((place) => (place === null ? null : cells[place]!)),
        addSpan: (spans, place) => addSpan(spans, places[place] ?? place, places[place] === null ? bitLayout : layout),
    };

    function readCells(): Leaf[] {
        switch (name) {
            case 'INT':
                bits = 8 * bare;
                return readInts(input, present, bare, token);
            case 'SEQUENCE':
                return readSequence(input, present, token);
            case 'BOOL':
                bits = 1;
                return readBits(input, present, bits, token).map((bit) => bit === 1);
            case 'DOUBLE':
                bits = 64;
                input.need(8 * present, token);
                return Array.from({ length: present }, () => new Float(input.double(token)));
            case 'DECIMAL':
                bits = 8 * (bare - 16);
                return readDecimals(input, present, bare - 16, token);
            case 'CONSTANT':
                return new Array<Leaf>(present).fill(readCell(input, strings));
            case 'DICTIONARY': {
                const words = readWords(input, strings, present, token);
                bits = [1, 2, 4, 8].find((width) => words.length - 1 < 2 ** width)!;
                return readBits(input, present, bits, token).map((index) => words[index] ?? fail('VECTOR', token));
            }
            default: {
                const starts: number[] = [];
                offsets = starts;
                return Array.from({ length: present }, () => {
                    starts.push(input.here);
                    return readCell(input, strings);
                });
            }
        }
    }
}

function addSpan(spans: Spans, place: number, { from, bits, offsets, end }: Layout): void {
    if (offsets !== null) {
        spans.push(offsets[place]!, offsets[place]!, offsets[place + 1] ?? end);
    } else if (bits < 8) {
        const first = bits === 0 ? from : from + ((place * bits) >> 3);
        spans.push(first, SHARED, bits === 0 ? end : first + 1);
    } else {
        const first = from + (place * bits) / 8;
        spans.push(first, first, first + bits / 8);
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

function readWords(input: Input, strings: Strings, count: number, token: number): ByteString[] {
    const size = input.varlen(token);
    if (size < 2 || size > Math.floor(count / 2)) {
        fail('VECTOR', token);
    }
    input.need(size, token);
    return Array.from({ length: size }, () => readString(input, strings));
}
