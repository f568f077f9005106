// SPDX-License-Identifier: BSD-3-Clause

import { detect } from '../../js/src/index.js';

/** The ways in which tools print bytes, from which people copy them. */
export type Spelling = 'auto' | 'raw' | 'hex' | 'base64' | 'quoted';

const encoder = new TextEncoder();

/** The bytes that a text means, and how it was read; null if it is not in that spelling. */
export function bytesOf(text: string, spelling: Spelling): { bytes: Uint8Array; read: Spelling } | null {
    if (spelling !== 'auto') {
        const bytes = decoded(text, spelling);
        return bytes === null ? null : { bytes, read: spelling };
    }
    const raw = encoder.encode(text);
    const format = detect(raw);
    const isQuoted = text.trimStart().startsWith('"');
    if (format === 'native' || (format === 'json' && !isQuoted && !/^\s*\d/.test(text))) {
        return { bytes: withoutNewline(raw), read: 'raw' };
    }
    for (const candidate of ['quoted', 'hex', 'base64'] as const) {
        const bytes = decoded(text, candidate);
        if (bytes !== null && detect(bytes) !== null) {
            return { bytes, read: candidate };
        }
    }
    return { bytes: withoutNewline(raw), read: 'raw' };
}

/** Who pastes text may have copied the newline that a tool printed behind it. */
function withoutNewline(bytes: Uint8Array): Uint8Array {
    return bytes.at(-1) === 10 ? bytes.subarray(0, bytes.at(-2) === 13 ? -2 : -1) : bytes;
}

function decoded(text: string, spelling: Exclude<Spelling, 'auto'>): Uint8Array | null {
    switch (spelling) {
        case 'raw':
            return encoder.encode(text);
        case 'hex':
            return hex(text);
        case 'base64':
            return base64(text);
        case 'quoted':
            return quoted(text.trim());
    }
}

function hex(text: string): Uint8Array | null {
    const digits = text.replace(/^\s*(?:0x|\\x|[xX](?='))/, '').replace(/[\s']+/g, '');
    if (digits === '' || digits.length % 2 !== 0 || !/^[0-9a-fA-F]+$/.test(digits)) {
        return null;
    }
    const bytes = new Uint8Array(digits.length / 2);
    for (let i = 0; i < bytes.length; i++) {
        bytes[i] = parseInt(digits.slice(2 * i, 2 * i + 2), 16);
    }
    return bytes;
}

function base64(text: string): Uint8Array | null {
    try {
        const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/').replace(/\s+/g, ''));
        return binary === '' ? null : Uint8Array.from(binary, (char) => char.charCodeAt(0));
    } catch {
        return null;
    }
}

const NAMED: Record<string, number> = { n: 10, r: 13, t: 9, a: 7, b: 8, '"': 34, '\\': 92, "'": 39 };

/** A string in double quotes with escapes, as redis-cli prints it to a terminal. */
function quoted(text: string): Uint8Array | null {
    if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) {
        return null;
    }
    const bytes: number[] = [];
    for (const [, digits, letter, plain] of text.slice(1, -1).matchAll(/\\x([0-9a-fA-F]{2})|\\([^])|([^\\]+|\\$)/g)) {
        if (digits !== undefined) {
            bytes.push(parseInt(digits, 16));
        } else if (letter !== undefined) {
            bytes.push(NAMED[letter] ?? letter.charCodeAt(0) & 0xff);
        } else if (plain === '\\' || plain!.includes('"')) {
            return null;
        } else {
            for (const byte of encoder.encode(plain)) {
                bytes.push(byte);
            }
        }
    }
    return Uint8Array.from(bytes);
}
