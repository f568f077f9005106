// SPDX-License-Identifier: BSD-3-Clause

/** Errors of a payload, with their numbers (spec section 7.1). */
export const ERROR_CODES = {
    TRUNCATED: 1,
    MAGIC: 2,
    VERSION: 3,
    ENTRY: 4,
    RESERVED: 5,
    TRAILING: 6,
    TAG: 7,
    OVERLONG: 8,
    STRING_ID: 9,
    DEFINITION_ID: 10,
    OBJECT_ID: 11,
    REFERENCE_ID: 12,
    REFERENCE_POSITION: 13,
    DUPLICATE_KEY: 14,
    NUMERIC_KEY: 15,
    KEY: 16,
    DEFINITION: 17,
    VECTOR: 18,
    SIZE: 19,
    DEPTH: 20,
    ELEMENTS: 21,
    CREDIT: 22,
    ENVELOPE: 23,
    CHECKSUM: 24,
    COMPRESSION: 25,
    UNPACKED: 26,
    UNAVAILABLE: 27,
    SIGNATURE_KEY: 29,
    ARRAY_ID: 32,
    ARRAY_POSITION: 33,
    RUN: 34,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The first error of a payload. `offset` counts bytes from its start; in an envelope, from the start of what it holds. */
export class LyoError extends Error {
    override readonly name = 'LyoError';

    constructor(
        readonly code: ErrorCode,
        readonly offset: number,
    ) {
        super(`${code} at offset ${offset}`);
    }
}

/** What is wrong with data of another format. `inexact` is a value that is not kept by reading it. */
export type Fault = 'truncated' | 'corrupt' | 'version' | 'limit' | 'inexact';

/** The first error of data in another format than Lyo's: of igbinary, of serialize() or of JSON. */
export class FormatError extends Error {
    override readonly name = 'FormatError';

    constructor(
        readonly fault: Fault,
        readonly reason: string,
        readonly offset: number,
    ) {
        super(`${reason} at offset ${offset}`);
    }
}

export function failFormat(fault: Fault, reason: string, offset: number): never {
    throw new FormatError(fault, reason, offset);
}

export function truncated(offset: number): never {
    return failFormat('truncated', 'data end too early', offset);
}

export function fail(code: ErrorCode, offset: number): never {
    throw new LyoError(code, offset);
}
