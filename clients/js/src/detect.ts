// SPDX-License-Identifier: BSD-3-Clause

import { isText } from './native.js';

/** Formats that data are recognised as. `lyo-carrier` is a Lyo payload behind the header of igbinary. */
export type Format = 'lyo' | 'lyo-carrier' | 'igbinary' | 'native' | 'json' | 'gzip' | 'zlib' | 'zstd';

/** The probable format of data, from their first bytes; null for none of those that are read here. */
export function detect(bytes: Uint8Array): Format | null {
    const [first = -1, second = -1, third = -1, fourth = -1] = bytes;
    if (first === 0xc1) {
        return 'lyo';
    }
    if (first === 0 && second === 0 && third === 0) {
        return fourth === 4 && bytes[4] === 0xc1 ? 'lyo-carrier' : 'igbinary';
    }
    if (first === 0x1f && second === 0x8b) {
        return 'gzip';
    }
    if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) {
        return 'zstd';
    }
    if (isText(bytes)) {
        return 'native';
    }
    if ((first & 15) === 8 && first <= 0x78 && (second & 0x20) === 0 && first * 256 + second > 0 && (first * 256 + second) % 31 === 0) {
        return 'zlib';
    }
    return isJson(bytes) ? 'json' : null;
}

function isJson(bytes: Uint8Array): boolean {
    let head = '';
    for (const byte of bytes.subarray(0, 200)) {
        head += String.fromCharCode(byte);
    }
    return /^\s*(?:[{["]|-?\d|true\s*$|false\s*$|null\s*$)/.test(head);
}
