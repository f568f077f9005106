// SPDX-License-Identifier: BSD-3-Clause

import { fail } from './errors.js';
import { COMPRESSION, ENTRY, FLAG, LIMIT, MAGIC, VERSION } from './format.js';
import { Input } from './input.js';

/**
 * Unpacks raw deflate. Throws if it is damaged, if it makes more than `size` bytes, or if it does not use all of `packed`.
 * `inflate` of `lyo-reader/node` is one.
 */
export type Inflate = (packed: Uint8Array, size: number) => Uint8Array;

const HEAD = (VERSION << 4) | FLAG.EXTENDED;

/** Bytes that name a dictionary. */
const DICTIONARY_NAME = 4;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    for (let bit = 0; bit < 8; bit++) {
        byte = (byte >>> 1) ^ (byte & 1 ? 0x82f63b78 : 0);
    }
    return byte >>> 0;
});

/** CRC-32C. */
export function checksum(bytes: Uint8Array): number {
    let sum = 0xffffffff;
    for (const byte of bytes) {
        sum = (sum >>> 8) ^ table[(sum ^ byte) & 0xff]!;
    }
    return ~sum >>> 0;
}

/** What an envelope says about its content. */
export interface Packed {
    readonly algorithm: number;
    readonly size: bigint;
    readonly dictionary: boolean;
    /** Offset of its entry. */
    readonly token: number;
}

/** How the content is protected: `matches` is null for a signature, which nobody checks without its key. */
export interface Check {
    readonly kind: 'checksum' | 'signature';
    readonly matches: boolean | null;
    /** Name of the key. */
    readonly keyId: Uint8Array;
    /** Offset of its entry. */
    readonly token: number;
}

/** An envelope: its content stands from `content` to `end`, and the code of its check behind that. */
export interface Envelope {
    readonly check: Check;
    readonly packed: Packed | null;
    readonly content: number;
    readonly end: number;
}

/** The payload within an envelope (spec section 3.1), or the bytes themselves if they are none. */
export function openEnvelope(bytes: Uint8Array, maxUnpacked: number, inflate: Inflate | undefined): Uint8Array {
    const envelope = readEnvelope(bytes, true);
    if (envelope === null) {
        return bytes;
    }
    const { packed, content, end } = envelope;
    const payload = bytes.subarray(content, end);
    const unpacked = packed === null ? payload : unpack(packed, payload, content, maxUnpacked, inflate);
    return isEnvelope(unpacked) ? fail('ENVELOPE', 1) : unpacked;
}

/**
 * Reads the head of an envelope and checks its checksum; null if the bytes are no envelope. Unless `strict`, a wrong
 * checksum and a signature are no errors: the caller tells.
 */
export function readEnvelope(bytes: Uint8Array, strict = false): Envelope | null {
    if (!isEnvelope(bytes)) {
        return null;
    }
    const input = readSize(bytes);
    const content = input.end;
    const { check, end } = readCheck(input, bytes, content);
    if (strict && check.matches !== true) {
        fail(check.kind === 'signature' ? 'SIGNATURE_KEY' : 'CHECKSUM', check.token);
    }
    return { check, packed: readRest(input), content, end };
}

function isEnvelope(bytes: Uint8Array): boolean {
    const head = bytes[1] ?? 0;
    return bytes[0] === MAGIC && head >> 4 === VERSION && (head & FLAG.EXTENDED) !== 0;
}

/** The entries as input. */
function readSize(bytes: Uint8Array): Input {
    const input = new Input(bytes);
    if (bytes[1] !== HEAD) {
        fail('RESERVED', 1);
    }
    input.take(2, 0);
    const size = input.varlen(2);
    input.need(size, 2);
    if (size === 0) {
        fail('ENVELOPE', 2);
    }
    input.end = input.here + size;
    input.endError = 'SIZE';
    return input;
}

/** The id of an entry was looked at, and not read. */
function readEntry(input: Input): Uint8Array {
    const token = input.here;
    input.byte(token);
    return input.take(input.varlen(token), token);
}

/** Reads the first entry; returns where the content ends. There are no keys here. */
function readCheck(input: Input, bytes: Uint8Array, content: number): { check: Check; end: number } {
    const first = input.here;
    const id = bytes[first]!;
    if (id !== ENTRY.CHECKSUM && id !== ENTRY.SIGNATURE) {
        fail('ENVELOPE', first);
    }
    const data = readEntry(input);
    const signed = id === ENTRY.SIGNATURE;
    if (signed ? data.length < 2 || data.length > 1 + LIMIT.KEY_ID : data.length > 0) {
        fail('SIZE', first);
    }
    if (signed && data[0] !== 1) {
        fail('ENTRY', first);
    }
    const end = bytes.length - (signed ? LIMIT.CODE : LIMIT.CHECKSUM);
    if (end < content) {
        fail('TRUNCATED', content);
    }
    if (signed) {
        return { check: { kind: 'signature', matches: null, keyId: data.slice(1), token: first }, end };
    }
    const code = new DataView(bytes.buffer, bytes.byteOffset + end, LIMIT.CHECKSUM).getUint32(0, true);
    const matches = checksum(bytes.subarray(0, end)) === code;
    return { check: { kind: 'checksum', matches, keyId: new Uint8Array(0), token: first }, end };
}

/** Reads the entries behind the first. */
function readRest(input: Input): Packed | null {
    let before = ENTRY.SIGNATURE & 0x7f; // either that or a checksum was the first
    let packed: Packed | null = null;
    while (input.left() > 0) {
        const token = input.here;
        const id = input.bytes[token]!;
        if ((id & 0x7f) <= before) {
            fail('ENVELOPE', token);
        }
        if (id > 0x7f && id !== ENTRY.COMPRESSION) {
            fail('ENTRY', token);
        }
        const data = readEntry(input);
        if (id === ENTRY.COMPRESSION) {
            packed = readCompression(data, token);
        }
        before = id & 0x7f;
    }
    return packed;
}

function readCompression(data: Uint8Array, token: number): Packed {
    const algorithm = data[0] ?? fail('SIZE', token);
    if (algorithm !== COMPRESSION.ZLIB && algorithm !== COMPRESSION.ZSTD) {
        fail('ENTRY', token);
    }
    const input = new Input(data);
    input.endError = 'SIZE';
    input.take(1, token);
    const size = input.bigVarlen(token);
    const left = input.left();
    if (left > 0 && (algorithm !== COMPRESSION.ZSTD || left !== DICTIONARY_NAME)) {
        fail('SIZE', token);
    }
    return { algorithm, size, dictionary: left > 0, token };
}

function unpack(
    { algorithm, size, dictionary, token }: Packed,
    packed: Uint8Array,
    content: number,
    maxUnpacked: number,
    inflate: Inflate | undefined,
): Uint8Array {
    if (size >= 2n ** 62n || (maxUnpacked > 0 && size > BigInt(maxUnpacked))) {
        fail('UNPACKED', token);
    }
    if (algorithm !== COMPRESSION.ZLIB || dictionary || inflate === undefined) {
        fail('UNAVAILABLE', token);
    }
    if (size > BigInt(packed.length) * BigInt(LIMIT.DEFLATED)) {
        fail('COMPRESSION', content);
    }
    let unpacked: Uint8Array;
    try {
        unpacked = inflate(packed, Number(size));
    } catch {
        fail('COMPRESSION', content);
    }
    return unpacked.length === Number(size) ? unpacked : fail('COMPRESSION', content);
}
