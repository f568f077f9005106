// SPDX-License-Identifier: BSD-3-Clause

import { fail } from './errors.js';
import { DEFINITION, LIMIT } from './format.js';
import type { Input } from './input.js';
import { readMapKey, readStateKey, readString } from './keys.js';
import { Strings } from './strings.js';
import { type ByteString, type Key, Keys, type StateKey } from './values.js';

/** Entry of the preamble (spec section 3.2). */
export type Definition =
    | { readonly kind: 'MAP_SHAPE'; readonly keys: Keys<Key> }
    | { readonly kind: 'CLASS_SHAPE'; readonly className: ByteString; readonly keys: Keys<StateKey> }
    | { readonly kind: 'OPEN_CLASS'; readonly className: ByteString }
    | { readonly kind: 'CUSTOM_CLASS'; readonly className: ByteString }
    | { readonly kind: 'ENUM_CASE'; readonly className: ByteString; readonly caseName: ByteString };

/** Reads the preamble: its size and its definitions. */
export function readPreamble(input: Input): { definitions: Definition[]; names: Strings } {
    const token = input.here;
    const size = input.varlen(token);
    if (size === 0) {
        fail('SIZE', token);
    }
    input.need(size, token);
    const { end, endError } = input;
    input.end = input.here + size;
    input.endError = 'SIZE';
    const names = new Strings(null);
    const definitions: Definition[] = [];
    while (input.here < input.end) {
        definitions.push(readDefinition(input, names));
    }
    input.end = end;
    input.endError = endError;
    return { definitions, names };
}

function readDefinition(input: Input, strings: Strings): Definition {
    const token = input.here;
    switch (input.byte(token)) {
        case DEFINITION.MAP_SHAPE: {
            const count = readCount(input, 1);
            const keys = new Keys<Key>();
            while (keys.length < count) {
                readMapKey(input, strings, keys);
            }
            return { kind: 'MAP_SHAPE', keys };
        }
        case DEFINITION.CLASS_SHAPE: {
            const className = readName(input, strings);
            const count = readCount(input, 0);
            const keys = new Keys<StateKey>();
            while (keys.length < count) {
                readStateKey(input, strings, keys, className);
            }
            return { kind: 'CLASS_SHAPE', className, keys };
        }
        case DEFINITION.OPEN_CLASS:
            return { kind: 'OPEN_CLASS', className: readName(input, strings) };
        case DEFINITION.CUSTOM_CLASS:
            return { kind: 'CUSTOM_CLASS', className: readName(input, strings) };
        case DEFINITION.ENUM_CASE: {
            const className = readName(input, strings);
            return { kind: 'ENUM_CASE', className, caseName: readName(input, strings) };
        }
        default:
            return fail('DEFINITION', token);
    }
}

function readName(input: Input, strings: Strings): ByteString {
    const token = input.here;
    const name = readString(input, strings);
    return name.bytes.length === 0 ? fail('DEFINITION', token) : name;
}

function readCount(input: Input, least: number): number {
    const token = input.here;
    const count = input.varlen(token);
    if (count < least) {
        fail('DEFINITION', token);
    }
    input.need(count, token);
    return count > LIMIT.COUNT ? fail('ELEMENTS', token) : count;
}
