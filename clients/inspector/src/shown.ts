// SPDX-License-Identifier: BSD-3-Clause

import { ByteString } from '../../js/src/index.js';

/** Characters that change what a reader sees around them: control characters, marks of direction, characters without width. */
const UNSEEN = /[\\"\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** A string in double quotes, of which at most `most` characters are shown. Bytes that are not UTF-8 are escapes. */
export function shown(string: ByteString, most: number): string {
    const { bytes } = string;
    const head = bytes.subarray(0, 4 * most);
    const text = decoded(head, head.length === bytes.length);
    if (text === null) {
        return quotedBytes(head, most, bytes.length);
    }
    const chars = Array.from(text);
    const cut = chars.length > most || head.length < bytes.length;
    const escaped = chars.slice(0, most).join('').replace(UNSEEN, (char) =>
        char === '"' || char === '\\' ? `\\${char}` : `\\u{${char.codePointAt(0)!.toString(16).toUpperCase()}}`,
    );
    return `"${escaped}${cut ? '…' : ''}"`;
}

/** UTF-8, whose last character may be cut if the bytes are not all; null for other bytes. */
function decoded(bytes: Uint8Array, all: boolean): string | null {
    try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !all });
    } catch {
        return null;
    }
}

function quotedBytes(bytes: Uint8Array, most: number, length: number): string {
    const escaped = new ByteString(bytes.subarray(0, most)).binary().replace(/["\\]|[^\x20-\x7e]/g, (char) => {
        const hex = char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
        return char === '"' || char === '\\' ? `\\${char}` : `\\x${hex}`;
    });
    return `"${escaped}${length > most ? '…' : ''}"`;
}
