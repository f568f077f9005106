// SPDX-License-Identifier: BSD-3-Clause

import { fail } from './errors.js';
import { LIMIT, tagName } from './format.js';
import type { Input } from './input.js';
import { ByteString } from './values.js';

/** Strings of the body or the preamble, by id (spec section 4.2). */
export class Strings {
    private readonly list: ByteString[] = [];

    /** `names`: the strings of the preamble; null inside the preamble, where none can be named. */
    constructor(readonly names: Strings | null) {}

    /** Reads a string token; undefined (with nothing read) if the tag at hand is none. */
    read(input: Input, token: number): ByteString | undefined {
        input.need(1, token);
        const tag = input.bytes[token]!;
        const name = tagName(tag);
        if (name === 'NAME' && this.names === null) {
            return undefined;
        }
        input.here = token + 1;
        switch (name) {
            case 'STRING_EMPTY':
                return new ByteString(new Uint8Array(0));
            case 'STRING_CHAR':
                return new ByteString(input.take(1, token).slice());
            case 'STRING_SHORT':
                return this.add(input.take(tag - 63, token).slice());
            case 'STRING':
                return this.add(input.take(input.shortUint(tag - 191, 34, token), token).slice());
            case 'BACKREF_NEAR':
                return this.list[this.list.length - (tag - 239)] ?? fail('STRING_ID', token);
            case 'BACKREF_12':
                return this.far(((tag - 144) << 8) + input.byte(token), token);
            case 'BACKREF':
                return this.far(input.shortUint(tag - 206, 4096, token), token);
            case 'NAME':
                return this.names!.list[((tag - 219) << 8) + input.byte(token)] ?? fail('STRING_ID', token);
            case 'PREFIXED':
                return this.long(input, input.byte(token), true, token);
            case 'PREFIXED_NEAR':
                return this.long(input, tag - 227, false, token);
            case 'PREFIXED_SHORT_NEAR':
                return this.short(input, tag - 231, false, token);
            case 'PREFIXED_SHORT':
                return this.short(input, input.byte(token), true, token);
            default:
                input.here = token;
                return undefined;
        }
    }

    private add(bytes: Uint8Array): ByteString {
        const string = new ByteString(bytes);
        this.list.push(string);
        return string;
    }

    private far(id: number, token: number): ByteString {
        const string = this.list[id] ?? fail('STRING_ID', token);
        return this.list.length - id <= 16 ? fail('OVERLONG', token) : string;
    }

    private long(input: Input, distance: number, ownByte: boolean, token: number): ByteString {
        const common = input.byte(token);
        const rest = input.varlen(token);
        const couldBeShort = common <= LIMIT.PREFIX_LEAST + 15 && rest <= 15;
        return this.prefixed(input, distance, common, rest, couldBeShort, ownByte, token);
    }

    private short(input: Input, distance: number, ownByte: boolean, token: number): ByteString {
        const both = input.byte(token);
        return this.prefixed(input, distance, (both & 15) + LIMIT.PREFIX_LEAST, both >> 4, false, ownByte, token);
    }

    private prefixed(
        input: Input,
        distance: number,
        common: number,
        rest: number,
        couldBeShort: boolean,
        ownByte: boolean,
        token: number,
    ): ByteString {
        if (distance === 0) {
            fail('STRING_ID', token);
        }
        if (common < LIMIT.PREFIX_LEAST || (ownByte && distance <= 4) || couldBeShort) {
            fail('OVERLONG', token);
        }
        const earlier = this.list[this.list.length - distance] ?? fail('STRING_ID', token);
        if (common > earlier.bytes.length) {
            fail('SIZE', token);
        }
        const tail = input.take(rest, token);
        const bytes = new Uint8Array(common + rest);
        bytes.set(earlier.bytes.subarray(0, common));
        bytes.set(tail, common);
        return this.add(bytes);
    }
}
