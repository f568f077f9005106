// SPDX-License-Identifier: BSD-3-Clause

import { failFormat, truncated } from './errors.js';
import { LIMIT } from './format.js';
import type { Options, Payload } from './reader.js';
import { ByteString, Float, intOf, type Key, Keys, keyText, PhpArray, Slot, type Value } from './values.js';

interface Open {
    readonly array: PhpArray;
    readonly keys: Keys<Key> | null;
    readonly at: number;
}

/** Reads JSON (UTF-8). An object is an array with string keys. Throws a FormatError if it is not valid. */
export function decodeJson(bytes: Uint8Array, options: Options = {}): Payload {
    return { root: new JsonReader(bytes, options.maxDepth ?? LIMIT.DEPTH).read(), sharing: false, body: 0 };
}

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);
const [COMMA, COLON, QUOTE, BACKSLASH, MINUS, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [
    0x2c, 0x3a, 0x22, 0x5c, 0x2d, 0x5b, 0x5d, 0x7b, 0x7d,
] as const;
const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', '/': '/' };
const encoder = new TextEncoder();

class JsonReader {
    private at = 0;
    private readonly open: Open[] = [];

    constructor(
        private readonly bytes: Uint8Array,
        private readonly maxDepth: number,
    ) {}

    read(): Slot {
        const wrong = utf8Error(this.bytes);
        if (wrong !== null) {
            failFormat('corrupt', 'bytes that are not UTF-8', wrong);
        }
        const root = this.readSlot();
        for (let top = this.open.at(-1); top !== undefined; top = this.open.at(-1)) {
            this.readEntry(top);
        }
        if (this.next() !== undefined) {
            failFormat('corrupt', 'bytes follow the value', this.at);
        }
        return root;
    }

    private readEntry({ array, keys }: Open): void {
        const { slots, spans } = array;
        if (slots.length > 0) {
            spans.push(this.at);
        }
        const end = keys === null ? CLOSE_LIST : CLOSE_MAP;
        let byte = this.next();
        if (byte === end) {
            this.at++;
            this.open.pop();
            return;
        }
        if (slots.length > 0) {
            this.expect(COMMA, 'not a comma or the end');
            byte = this.next();
        }
        spans.push(this.at);
        if (keys !== null) {
            if (byte !== QUOTE) {
                this.wrong('not a key');
            }
            keys.append(this.string());
            this.next();
            this.expect(COLON, 'not a colon');
            this.next();
        }
        spans.push(this.at);
        slots.push(this.readSlot());
    }

    /** Skips space, and looks at the byte behind it. */
    private next(): number | undefined {
        while (SPACE.has(this.bytes[this.at] ?? -1)) {
            this.at++;
        }
        return this.bytes[this.at];
    }

    private expect(byte: number, otherwise: string): void {
        if (this.bytes[this.at] !== byte) {
            this.wrong(otherwise);
        }
        this.at++;
    }

    private wrong(reason: string): never {
        return this.at >= this.bytes.length ? truncated(this.at) : failFormat('corrupt', reason, this.at);
    }

    private readSlot(): Slot {
        const slot = new Slot();
        const byte = this.next();
        if (byte === OPEN_LIST || byte === OPEN_MAP) {
            if (this.maxDepth > 0 && this.open.length >= this.maxDepth) {
                failFormat('limit', 'nested too deeply', this.at);
            }
            const keys = byte === OPEN_MAP ? new Keys<Key>(keyText) : null;
            const array = new PhpArray(keys);
            this.open.push({ array, keys, at: this.at++ });
            slot.value = array;
        } else {
            slot.value = byte === QUOTE ? this.string() : this.word();
        }
        return slot;
    }

    private word(): Value {
        const from = this.at;
        let byte = this.bytes[this.at] ?? 0;
        while ((byte >= 0x30 && byte <= 0x39) || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a || byte === MINUS || byte === 0x2b || byte === 0x2e) {
            byte = this.bytes[++this.at] ?? 0;
        }
        const word = new ByteString(this.bytes, from, this.at).binary();
        switch (word) {
            case 'null':
                return null;
            case 'true':
            case 'false':
                return word === 'true';
        }
        if (/^-?(?:0|[1-9]\d*)$/.test(word)) {
            return word.length < 16 ? Number(word) || 0 : intOrFloat(word);
        }
        if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word)) {
            return new Float(Number(word));
        }
        this.at = from;
        return this.wrong('not a value of JSON');
    }

    private string(): ByteString {
        const from = ++this.at;
        const { bytes } = this;
        let escaped = false;
        for (let byte = bytes[this.at]; byte !== QUOTE; byte = bytes[this.at]) {
            if (byte === undefined) {
                return truncated(from - 1);
            }
            if (byte < 0x20) {
                return this.wrong('a control character in a string');
            }
            escaped ||= byte === BACKSLASH;
            this.at += byte === BACKSLASH ? 2 : 1;
        }
        const raw = new ByteString(bytes, from, this.at++);
        return escaped ? unescaped(raw, from) : raw;
    }
}

function intOrFloat(word: string): Value {
    const value = word.length > 20 ? null : BigInt(word);
    return value !== null && BigInt.asIntN(64, value) === value ? intOf(value) : new Float(Number(word));
}

function unescaped(raw: ByteString, from: number): ByteString {
    const binary = raw.binary();
    const parts: string[] = [];
    let here = 0;
    for (const match of binary.matchAll(/\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|([^]))/g)) {
        const [all, unit, low, letter] = match;
        let text: string | undefined;
        let taken = all.length;
        if (unit !== undefined) {
            const high = parseInt(unit, 16);
            const isPair = high >= 0xd800 && high < 0xdc00 && low !== undefined;
            if (high >= 0xd800 && high < 0xe000 && !isPair) {
                failFormat('corrupt', 'half of a pair of UTF-16', from + match.index);
            }
            taken = isPair ? 12 : 6;
            text = String.fromCharCode(high, ...(isPair ? [parseInt(low, 16)] : []));
            if (!isPair && low !== undefined) {
                failFormat('corrupt', 'half of a pair of UTF-16', from + match.index + 6);
            }
        } else {
            text = ESCAPES[letter!];
        }
        if (text === undefined) {
            failFormat('corrupt', 'not an escape', from + match.index);
        }
        parts.push(binary.slice(here, match.index), new ByteString(encoder.encode(text)).binary());
        here = match.index + taken;
    }
    parts.push(binary.slice(here));
    const all = parts.join('');
    return new ByteString(Uint8Array.from(all, (char) => char.charCodeAt(0)));
}

/** Offset of the first byte that is not UTF-8, or null. */
export function utf8Error(bytes: Uint8Array): number | null {
    try {
        new TextDecoder('utf-8', { fatal: true }).decode(bytes);
        return null;
    } catch {
        return firstError(bytes);
    }
}

function firstError(bytes: Uint8Array): number {
    let at = 0;
    while (at < bytes.length) {
        const first = bytes[at]!;
        const size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
        const second = bytes[at + 1] ?? 0;
        const [least, most] = first === 0xe0 ? [0xa0, 0xbf] : first === 0xed ? [0x80, 0x9f] : first === 0xf0 ? [0x90, 0xbf] : first === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
        const isRight =
            size === 1 ||
            (size > 1 &&
                second >= least &&
                second <= most &&
                [2, 3].every((place) => place >= size || (bytes[at + place]! & 0xc0) === 0x80));
        if (!isRight) {
            break;
        }
        at += size;
    }
    return at;
}
