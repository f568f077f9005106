// SPDX-License-Identifier: BSD-3-Clause

import { fail } from './errors.js';
import { LIMIT, tagName } from './format.js';
import type { Input } from './input.js';
import type { Strings } from './strings.js';
import { type ByteString, Float, type Int, intOf } from './values.js';

export type Leaf = null | boolean | Int | Float | ByteString;

/** Reads an int token; undefined (with nothing read) if the tag at hand is none. */
export function readInt(input: Input, token: number): Int | undefined {
    input.need(1, token);
    const tag = input.bytes[token]!;
    if (tagName(tag) === 'INT_SMALL') {
        input.here = token + 1;
        return tag - 2;
    }
    if (tagName(tag) !== 'INT') {
        return undefined;
    }
    input.here = token + 1;
    const value = input.shortInt(tag - 167, token);
    return value >= -1n && value <= 62n ? fail('OVERLONG', token) : intOf(value);
}

/** Reads the token of a leaf; undefined (with nothing read) if the tag at hand is none. */
export function readLeaf(input: Input, strings: Strings, token: number): Leaf | undefined {
    input.need(1, token);
    const tag = input.bytes[token]!;
    const constants = { NULL: null, FALSE: false, TRUE: true } as const;
    switch (tagName(tag)) {
        case 'NULL':
        case 'FALSE':
        case 'TRUE':
            input.here = token + 1;
            return constants[tagName(tag) as keyof typeof constants];
        case 'INT_SMALL':
        case 'INT':
            return readInt(input, token);
        case 'DECIMAL': {
            input.here = token + 1;
            input.need(1 + tag - 175, token);
            const scale = input.byte(token);
            if (scale > LIMIT.READ_SCALE) {
                fail('OVERLONG', token);
            }
            return new Float(Number(input.shortInt(tag - 175, token)) / 10 ** scale);
        }
        case 'DOUBLE':
            input.here = token + 1;
            return new Float(input.double(token));
        default:
            return strings.read(input, token);
    }
}
