// SPDX-License-Identifier: BSD-3-Clause
//
// Tokens and vectors of the writer, from leaves and numbers: what section 6 of the specification calls the encoding of
// a string, a float, a vector.

import { TAG, VECTOR } from '../src/format.js';
import { Float, type Int, type Value } from '../src/index.js';

/** Strings of the body, or of the preamble. */
export interface Strings {
    idsGiven: number;
    idsAtLastFind: number;
    foundAs: Map<string, number>;
    last: { bytes: Uint8Array; id: number } | null;
}

export function noStrings(): Strings {
    return { idsGiven: 0, idsAtLastFind: 0, foundAs: new Map(), last: null };
}

// ---- tokens --------------------------------------------------------------------------------------------------------

export function append(out: number[], bytes: Iterable<number>): void {
    for (const byte of bytes) {
        out.push(byte);
    }
}

export function uintSize(value: bigint): number {
    let size = 1;
    while (BigInt.asUintN(8 * size, value) !== value) {
        size++;
    }
    return size;
}

export function intSize(value: bigint): number {
    let size = 1;
    while (BigInt.asIntN(8 * size, value) !== value) {
        size++;
    }
    return size;
}

export function store(value: bigint, size: number): number[] {
    return Array.from({ length: size }, (_, place) => Number(BigInt.asUintN(8, value >> BigInt(8 * place))));
}

export function varlen(value: number | bigint): number[] {
    const number = BigInt(value);
    const size = uintSize(number);
    return number < 248n ? [Number(number)] : [247 + size, ...store(number, size)];
}

export function zigzag(value: bigint): number[] {
    return varlen(BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)));
}

/** A tag for a count of 1 to 8, or one for a count of some bytes. */
export function counted(short: number, long: number, count: number): number[] {
    const size = uintSize(BigInt(count));
    return count <= 8 ? [short + count - 1] : [long + size - 1, ...store(BigInt(count), size)];
}

export function instance(id: number): number[] {
    const size = uintSize(BigInt(id));
    return id <= 30 ? [TAG.INSTANCE_SHORT[0] + id] : [TAG.INSTANCE[0] + size - 1, ...store(BigInt(id), size)];
}

export function backReference(id: number, idsGiven: number): number[] {
    if (idsGiven - id <= 16) {
        return [TAG.BACKREF_NEAR[0] + idsGiven - id - 1];
    }
    const size = uintSize(BigInt(id));
    return id < 4096
        ? [TAG.BACKREF_12[0] + (id >> 8), id & 255]
        : [TAG.BACKREF[0] + size - 2, ...store(BigInt(id), size)];
}

export function shortString(bytes: Uint8Array): number[] {
    return bytes.length === 0 ? [TAG.STRING_EMPTY[0]] : [TAG.STRING_CHAR[0], bytes[0]!];
}

export function newString(strings: Strings, bytes: Uint8Array): number[] {
    const id = strings.idsGiven++;
    const size = bytes.length;
    if (size >= 12) {
        const earlier = strings.last;
        strings.last = { bytes, id };
        let common = 0;
        while (earlier !== null && common < 255 && common < size && bytes[common] === earlier.bytes[common]) {
            common++;
        }
        if (earlier !== null && id - earlier.id <= 255 && common >= 6) {
            const distance = id - earlier.id;
            const rest = bytes.subarray(common);
            const own = distance <= 4 ? [] : [distance];
            if (common <= 19 && rest.length <= 15) {
                const tag = distance <= 4 ? TAG.PREFIXED_SHORT_NEAR[0] + distance - 1 : TAG.PREFIXED_SHORT[0];
                return [tag, ...own, (rest.length << 4) | (common - 4), ...rest];
            }
            const tag = distance <= 4 ? TAG.PREFIXED_NEAR[0] + distance - 1 : TAG.PREFIXED[0];
            return [tag, ...own, common, ...varlen(rest.length), ...Array.from(rest)];
        }
    }
    const length = uintSize(BigInt(size));
    const head =
        size <= 33 ? [TAG.STRING_SHORT[0] + size - 2] : [TAG.STRING[0] + length - 1, ...store(BigInt(size), length)];
    append(head, bytes);
    return head;
}

export function decimalAt(value: number, scale: number): { mantissa: number; exact: boolean; tooLarge: boolean } {
    const power = 10 ** scale;
    const product = value * power;
    const mantissa = Math.floor(product + 0.5);
    const tooLarge = Math.abs(product) >= 2 ** 47 || Math.abs(mantissa) >= 2 ** 47;
    return { mantissa, exact: !tooLarge && mantissa / power === value, tooLarge };
}

export function decimalOf(value: number): { scale: number; mantissa: number } | null {
    if (!Number.isFinite(value) || Object.is(value, -0)) {
        return null;
    }
    for (let scale = 0; scale <= 8; scale++) {
        const { mantissa, exact, tooLarge } = decimalAt(value, scale);
        if (tooLarge) {
            return null;
        }
        if (exact) {
            return { scale, mantissa };
        }
    }
    return null;
}

export function doubleBytes(value: number): number[] {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value, true);
    return Number.isNaN(value) ? [0, 0, 0, 0, 0, 0, 0xf8, 0x7f] : [...new Uint8Array(view.buffer)];
}

/** Any leaf but a string. */
export function leafToken(value: null | boolean | Int | Float): number[] {
    if (value === null) {
        return [TAG.NULL[0]];
    }
    if (typeof value === 'boolean') {
        return [value ? TAG.TRUE[0] : TAG.FALSE[0]];
    }
    if (value instanceof Float) {
        const decimal = decimalOf(value.value);
        if (decimal === null) {
            return [TAG.DOUBLE[0], ...doubleBytes(value.value)];
        }
        const mantissa = BigInt(decimal.mantissa);
        return [TAG.DECIMAL[0] + intSize(mantissa) - 1, decimal.scale, ...store(mantissa, intSize(mantissa))];
    }
    const int = BigInt(value);
    return int >= -1n && int <= 62n ? [Number(int) + 2] : [TAG.INT[0] + intSize(int) - 1, ...store(int, intSize(int))];
}

export function taggedSize(values: Value[]): number {
    return values.reduce((sum: number, value) => sum + leafToken(value as Float).length, 0);
}

// ---- vectors -------------------------------------------------------------------------------------------------------

export function bits(numbers: number[], width: number): number[] {
    if (width === 16) {
        return numbers.flatMap((number) => [number & 255, number >> 8]);
    }
    const out = new Array<number>(Math.ceil((numbers.length * width) / 8)).fill(0);
    numbers.forEach((number, place) => {
        out[(place * width) >> 3]! |= number << ((place * width) & 7);
    });
    return out;
}

export function intsOf(values: Value[]): bigint[] | null {
    const isInt = (value: Value): value is Int => typeof value === 'number' || typeof value === 'bigint';
    return values.every(isInt) ? values.map(BigInt) : null;
}

/** The step of ints with equal steps, if it fits 64 bits. */
export function stepOf(ints: bigint[]): bigint | null {
    const step = ints.length > 1 ? ints[1]! - ints[0]! : 0n;
    const equal = ints.every((int, place) => place === 0 || int - ints[place - 1]! === step);
    return equal && BigInt.asIntN(64, step) === step ? step : null;
}

export function offsets(ints: bigint[]): { base: bigint; width: number; bytes: number[] } {
    const base = ints.reduce((least, int) => (int < least ? int : least));
    const most = ints.reduce((largest, int) => (int > largest ? int : largest));
    const width = uintSize(most - base);
    return { base, width, bytes: ints.flatMap((int) => store(int - base, width)) };
}

export function intVector(ints: bigint[]): [number, number[]] {
    const { base, width, bytes } = offsets(ints);
    return [VECTOR.INT[0] + width - 1, [...zigzag(base), ...bytes]];
}

/** Kind and data of the cheaper of decimals and doubles. */
export function floatVector(floats: Float[]): [number, number[]] {
    const doubles = floats.flatMap(({ value }) => doubleBytes(value));
    const each = floats.map(({ value }) => decimalOf(value));
    const scale = Math.max(...each.map((decimal) => decimal?.scale ?? 0));
    const common = floats.map(({ value }) => decimalAt(value, scale));
    if (each.every((decimal) => decimal !== null) && common.every(({ exact }) => exact)) {
        const { base, width, bytes } = offsets(common.map(({ mantissa }) => BigInt(mantissa)));
        const data = [scale, ...zigzag(base), ...bytes];
        if (width <= 6 && data.length <= doubles.length) {
            return [VECTOR.DECIMAL[0] + width - 1, data];
        }
    }
    return [VECTOR.DOUBLE[0], doubles];
}
