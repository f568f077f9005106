// SPDX-License-Identifier: BSD-3-Clause

/** Numbers of the format. A test compares them with spec/tags.json. */
export const MAGIC = 0xc1;
export const VERSION = 1;

export const FLAG = { ARRAYS: 1, EXTENDED: 2, SHARING: 4, PREAMBLE: 8 } as const;

/** Entries of an envelope; 128 says critical. */
export const ENTRY = { CHECKSUM: 1, SIGNATURE: 128 + 2, COMPRESSION: 128 + 3 } as const;
export const COMPRESSION = { ZLIB: 1, ZSTD: 2 } as const;

/** First and last byte of each tag. */
export const TAG = {
    INT_SMALL: [1, 64],
    STRING_SHORT: [65, 96],
    INSTANCE_SHORT: [97, 127],
    LIST_SHORT: [128, 135],
    MAP_SHORT: [136, 143],
    BACKREF_12: [144, 159],
    NULL: [160, 160],
    FALSE: [161, 161],
    TRUE: [162, 162],
    STRING_EMPTY: [163, 163],
    ARRAY_EMPTY: [164, 164],
    STRING_CHAR: [165, 165],
    INT: [168, 175],
    DECIMAL: [176, 181],
    DOUBLE: [182, 182],
    KEY_PROTECTED: [184, 184],
    KEY_PRIVATE: [185, 185],
    KEY_PRIVATE_OF: [186, 186],
    STRING: [192, 199],
    LIST: [200, 203],
    MAP: [204, 207],
    BACKREF: [208, 210],
    INSTANCE: [212, 214],
    VECTOR: [216, 216],
    ROWS: [217, 217],
    RUNS: [218, 218],
    NAME: [219, 222],
    USE_OBJECT: [224, 224],
    USE_REFERENCE: [225, 225],
    PREFIXED: [227, 227],
    PREFIXED_NEAR: [228, 231],
    PREFIXED_SHORT_NEAR: [232, 235],
    PREFIXED_SHORT: [236, 236],
    USE_ARRAY: [237, 237],
    BACKREF_NEAR: [240, 255],
} as const;

export type TagName = keyof typeof TAG;

const names: (TagName | undefined)[] = new Array<TagName | undefined>(256).fill(undefined);
for (const [name, [first, last]] of Object.entries(TAG) as [TagName, readonly [number, number]][]) {
    names.fill(name, first, last + 1);
}

/** Name of the tag that a byte belongs to, if it belongs to one. */
export function tagName(byte: number): TagName | undefined {
    return names[byte];
}

export const DEFINITION = { MAP_SHAPE: 1, CLASS_SHAPE: 2, OPEN_CLASS: 3, CUSTOM_CLASS: 4, ENUM_CASE: 5 } as const;

export const VECTOR = {
    INT: [1, 8],
    SEQUENCE: [9, 9],
    BOOL: [10, 10],
    DOUBLE: [11, 11],
    DECIMAL: [17, 22],
    CONSTANT: [32, 32],
    DICTIONARY: [33, 33],
    MIXED: [34, 34],
} as const;

export type VectorName = keyof typeof VECTOR;

/** Bit of a vector's kind: a bitmap of nulls comes first. */
export const VECTOR_NULLS = 128;

export function vectorName(kind: number): VectorName | undefined {
    for (const [name, [first, last]] of Object.entries(VECTOR) as [VectorName, readonly [number, number]][]) {
        if (kind >= first && kind <= last) {
            return name;
        }
    }
    return undefined;
}

export const LIMIT = {
    DEPTH: 4096,
    COUNT: 2 ** 30,
    MANGLED: 512,
    ROW_KEYS: 64,
    ROW_BYTES: 56,
    SLOT_BYTES: 40,
    ROW_SLOTS: 8,
    BLOCK_ROWS: 128,
    BLOCK_BYTES: 65536,
    CREDIT: 4096,
    CREDIT_PER_BYTE: 16,
    ALLOWANCE: 1048576,
    ALLOWANCE_PER_BYTE: 256,
    READ_SCALE: 22,
    READ_MANTISSA: 2 ** 53,
    PREFIX_LEAST: 4,
    CHECKSUM: 4,
    CODE: 16,
    KEY_ID: 32,
    UNPACKED: 67108864,
    DEFLATED: 1032,
} as const;
