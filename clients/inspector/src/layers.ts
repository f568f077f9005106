// SPDX-License-Identifier: BSD-3-Clause

import {
    decode,
    decodeIgbinary,
    decodeJson,
    decodeNative,
    detect,
    FormatError,
    LyoError,
    type Payload,
    readEnvelope,
} from '../../js/src/index.js';
import { inflate, unzstd } from './unpack.js';

/** What data are, from the outside in: each layer has the bytes of the next. */
export interface Layer {
    readonly name: string;
    readonly bytes: Uint8Array;
    /** What there is to say about it, such as whether a checksum is right. */
    readonly facts: readonly Fact[];
}

export interface Fact {
    readonly text: string;
    readonly state: 'plain' | 'good' | 'bad';
}

/** The first error, in the bytes of the last layer. */
export interface Fault {
    readonly message: string;
    readonly offset: number;
}

export interface Opened {
    readonly layers: Layer[];
    readonly payload: Payload | null;
    readonly fault: Fault | null;
}

/** Most layers within each other. */
const MOST_LAYERS = 8;

const NAMES = {
    lyo: 'Lyo',
    'lyo-carrier': 'Lyo behind the header of igbinary',
    igbinary: 'igbinary',
    native: 'text of serialize()',
    json: 'JSON',
    gzip: 'gzip',
    zlib: 'zlib',
    zstd: 'zstd',
} as const;

/** Looks into data until there is a value, or an error. */
export async function open(bytes: Uint8Array): Promise<Opened> {
    const layers: Layer[] = [];
    try {
        const payload = await step(bytes, layers);
        return { layers, payload, fault: null };
    } catch (error) {
        return { layers, payload: null, fault: faultOf(error) };
    }
}

class Damaged extends Error {
    constructor(
        readonly reason: string,
        readonly offset: number,
    ) {
        super(`${reason} at offset ${offset}`);
    }
}

function faultOf(error: unknown): Fault {
    if (error instanceof LyoError || error instanceof FormatError || error instanceof Damaged) {
        return { message: error.message, offset: error.offset };
    }
    // the page goes on, whatever happens in a reader
    return { message: `${error instanceof Error ? error.message : String(error)} at offset 0`, offset: 0 };
}

async function step(bytes: Uint8Array, layers: Layer[]): Promise<Payload> {
    const format = detect(bytes);
    if (format === null || layers.length >= MOST_LAYERS) {
        layers.push({ name: 'unknown', bytes, facts: [] });
        throw new Damaged(layers.length > MOST_LAYERS ? 'too many layers' : 'no format that this page reads', 0);
    }
    const facts: Fact[] = [];
    layers.push({ name: NAMES[format], bytes, facts });
    switch (format) {
        case 'gzip':
        case 'zlib':
        case 'zstd': {
            const unpacked = await unpack(bytes, format, 0);
            facts.push(plain(`unpacked: ${unpacked.length} bytes`));
            return step(unpacked, layers);
        }
        case 'lyo-carrier':
            return step(bytes.subarray(4), layers);
        case 'lyo':
            return envelope(bytes, layers, facts);
        case 'igbinary':
            facts.push(plain(`version ${bytes[3]}`));
            return decodeIgbinary(bytes);
        case 'native':
            return decodeNative(bytes);
        case 'json':
            return decodeJson(bytes);
    }
}

function plain(text: string): Fact {
    return { text, state: 'plain' };
}

async function unpack(packed: Uint8Array, format: 'gzip' | 'zlib' | 'zstd' | 'raw', offset: number): Promise<Uint8Array> {
    const algorithms = { gzip: 'gzip', zlib: 'deflate', raw: 'deflate-raw' } as const;
    try {
        return format === 'zstd' ? unzstd(packed) : await inflate(packed, algorithms[format]);
    } catch (error) {
        const why = error instanceof RangeError ? ` (${error.message})` : '';
        throw new Damaged(`${format === 'raw' ? 'zlib' : format} data that cannot be unpacked${why}`, offset);
    }
}

async function envelope(bytes: Uint8Array, layers: Layer[], facts: Fact[]): Promise<Payload> {
    const envelope = readEnvelope(bytes);
    if (envelope === null) {
        facts.push(plain(`version ${bytes[1]! >> 4}`));
        return decode(bytes);
    }
    const { check, packed, content, end } = envelope;
    layers[layers.length - 1] = { name: 'Lyo envelope', bytes, facts };
    if (check.kind === 'signature') {
        const key = check.keyId.length === 0 ? '' : ` with the key ${hexOf(check.keyId)}`;
        facts.push({ text: `signed${key}; not verified, that needs the key`, state: 'plain' });
    } else {
        facts.push(
            check.matches === true
                ? { text: 'checksum verified', state: 'good' }
                : { text: `checksum wrong (entry at offset ${check.token})`, state: 'bad' },
        );
    }
    let inner = bytes.subarray(content, end);
    if (packed !== null) {
        const algorithm = packed.algorithm === 1 ? 'zlib' : 'zstd';
        facts.push(plain(`${algorithm}: ${inner.length} bytes, unpacked ${packed.size}`));
        if (packed.dictionary) {
            throw new Damaged('zstd data that need a dictionary', packed.token);
        }
        inner = await unpack(algorithm === 'zlib' ? inner : withMagic(inner), algorithm === 'zlib' ? 'raw' : 'zstd', content);
        if (BigInt(inner.length) !== packed.size) {
            throw new Damaged(`${inner.length} bytes when unpacked, not ${packed.size}`, content);
        }
    }
    const innerFacts: Fact[] = [];
    layers.push({ name: 'Lyo', bytes: inner, facts: innerFacts });
    innerFacts.push(plain(`version ${(inner[1] ?? 0) >> 4}`));
    return decode(inner);
}

/** Within an envelope a frame of zstd has no magic number. */
function withMagic(frame: Uint8Array): Uint8Array {
    const whole = new Uint8Array(frame.length + 4);
    whole.set([0x28, 0xb5, 0x2f, 0xfd]);
    whole.set(frame, 4);
    return whole;
}

function hexOf(bytes: Uint8Array): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
