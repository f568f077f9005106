// SPDX-License-Identifier: BSD-3-Clause

import { openEnvelope } from './envelope.js';
import { LyoError } from './errors.js';
import { LIMIT } from './format.js';
import { print } from './notation.js';
import { type Options, type Payload, Reader } from './reader.js';

export { detect, type Format } from './detect.js';
export { type Check, type Envelope, type Inflate, type Packed, readEnvelope } from './envelope.js';
export { ERROR_CODES, type ErrorCode, type Fault, FormatError, LyoError } from './errors.js';
export { decodeIgbinary } from './igbinary.js';
export { decodeJson } from './json.js';
export { decodeNative } from './native.js';
export type { Options, Payload } from './reader.js';
export { toJson } from './tojson.js';
export { toNative } from './totext.js';
export { toPhp } from './tophp.js';
export * from './values.js';
export { print };

/** Reads a payload, which may stand in an envelope. Throws a LyoError if it is not valid. */
export function decode(bytes: Uint8Array, options: Options = {}): Payload {
    const payload = openEnvelope(bytes, options.maxUnpacked ?? LIMIT.UNPACKED, options.inflate);
    return new Reader(payload, options).read();
}

/** The first error of a payload, or null if it is valid. */
export function validate(bytes: Uint8Array, options: Options = {}): LyoError | null {
    try {
        decode(bytes, options);
        return null;
    } catch (error) {
        if (error instanceof LyoError) {
            return error;
        }
        throw error;
    }
}
