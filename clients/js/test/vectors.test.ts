// SPDX-License-Identifier: BSD-3-Clause
//
// Every vector of spec/vectors, and every beginning of each valid payload.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { decode, type Options, PhpArray, PhpObject, print, type Slot, validate } from '../src/index.js';
import { inflate } from '../src/node.js';

interface Vector {
    readonly name: string;
    readonly section: string;
    readonly hex: string;
    readonly diag?: string;
    readonly canonical?: string;
    readonly error?: string;
    readonly offset?: number;
    readonly needs?: string;
    readonly options?: { readonly max_depth?: number; readonly max_elements?: number; readonly max_unpacked?: number };
}

const folder = new URL('../../../../spec/vectors/', import.meta.url);

/** Fewest vectors of each folder: a test that loses some fails. */
const PLAN = { valid: 351, readable: 60, invalid: 432 };

function vectors(kind: keyof typeof PLAN): Vector[] {
    const files = readdirSync(new URL(kind, folder)).filter((file) => file.endsWith('.json'));
    return files.flatMap((file) => {
        const entries = JSON.parse(readFileSync(new URL(`${kind}/${file}`, folder), 'utf8')) as Vector[];
        return entries.map((entry) => ({ ...entry, name: `${kind}/${file}: ${entry.name}` }));
    });
}

function bytesOf(hex: string): Uint8Array {
    return Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex'));
}

function optionsOf(vector: Vector): Options {
    const { max_depth: maxDepth, max_elements: maxElements, max_unpacked: maxUnpacked } = vector.options ?? {};
    return {
        ...(maxDepth === undefined ? {} : { maxDepth }),
        ...(maxElements === undefined ? {} : { maxElements }),
        ...(maxUnpacked === undefined ? {} : { maxUnpacked }),
        inflate,
    };
}

function outcome(bytes: Uint8Array, options: Options): string {
    const error = validate(bytes, options);
    return error === null ? 'valid' : `${error.code} at ${error.offset}`;
}

function report(context: TestContext, kind: keyof typeof PLAN, count: number, what: string): void {
    context.diagnostic(`${count} ${what}`);
    assert.ok(count >= PLAN[kind], `only ${count} of at least ${PLAN[kind]}`);
}

/** The notation, with arrays that occur again written out. */
function writtenOut(hex: string): string {
    const payload = decode(bytesOf(hex));
    const todo: Slot[] = [payload.root];
    const seen = new Set<Slot>();
    for (let slot = todo.pop(); slot !== undefined; slot = todo.pop()) {
        const { value } = slot;
        slot.place = slot.use = undefined;
        if ((value instanceof PhpArray || value instanceof PhpObject) && !seen.has(slot)) {
            seen.add(slot);
            todo.push(...value.slots);
        }
        if (value instanceof PhpArray) {
            value.runs = null;
        }
    }
    return print(payload);
}

for (const kind of ['valid', 'readable'] as const) {
    test(`${kind} vectors are read and print as their notation`, (context) => {
        const wrong: string[] = [];
        let printed = 0;
        const all = vectors(kind);
        for (const vector of all) {
            const bytes = bytesOf(vector.hex);
            const result = outcome(bytes, {});
            if (result !== 'valid') {
                wrong.push(`${vector.name}: ${result}`);
            } else if (vector.diag !== undefined) {
                printed++;
                const notation = print(decode(bytes));
                if (notation !== vector.diag) {
                    wrong.push(`${vector.name}: ${notation}, not ${vector.diag}`);
                }
            }
        }
        assert.deepEqual(wrong, []);
        report(context, kind, all.length, `${kind} vectors, ${printed} with their notation`);
    });
}

test('readable vectors hold the value of their canonical form', (context) => {
    // The notation tells these from their canonical form: it shows maps that are lists, and first slots of references.
    const shown = [
        'a map with the keys of a list',
        'a map shape of list keys',
        'a first slot that nobody refers to',
        'the root as a first slot',
        'references numbered in another order',
    ];
    const same: string[] = [];
    const different: string[] = [];
    for (const vector of vectors('readable')) {
        const equal = writtenOut(vector.hex) === writtenOut(vector.canonical!);
        (equal ? same : different).push(vector.name.replace(/^.*: /, ''));
    }
    assert.deepEqual(
        different.filter((name) => !shown.includes(name)),
        [],
    );
    context.diagnostic(`${same.length} canonical forms`);
    assert.ok(same.length >= PLAN.readable - shown.length);
});

test('invalid vectors are refused with their code and offset', (context) => {
    const all = vectors('invalid');
    const wrong: string[] = [];
    for (const vector of all) {
        const result = outcome(bytesOf(vector.hex), optionsOf(vector));
        const expected = `${vector.error} at ${vector.offset}`;
        if (result !== expected) {
            wrong.push(
                `${vector.name}: ${result}, not ${expected} (section ${vector.section}, ${vector.hex.slice(0, 80)})`,
            );
        }
    }
    assert.deepEqual(wrong, []);
    report(context, 'invalid', all.length, 'invalid vectors');
});

/** Fewest vectors of envelopes: those that are read, and those that are refused. */
const ENVELOPES = { read: 13, withheld: 14, refused: 74 };

function envelopes(kind: string): Vector[] {
    const entries = JSON.parse(readFileSync(new URL(`envelope/${kind}.json`, folder), 'utf8')) as Vector[];
    return entries.map((entry) => ({ ...entry, name: `envelope/${kind}: ${entry.name}` }));
}

/** What this reader makes of a vector that others read: it has no keys, and no zstd. */
function missing(bytes: Uint8Array): string | undefined {
    return bytes[3] === 0x82 ? 'SIGNATURE_KEY at 3' : bytes[5] === 0x83 && bytes[7] === 2 ? 'UNAVAILABLE at 5' : undefined;
}

test('envelopes are read, or refused where a key or zstd is missing', (context) => {
    let [read, refused] = [0, 0];
    for (const vector of [...envelopes('valid'), ...envelopes('readable')]) {
        const bytes = bytesOf(vector.hex);
        const expected = missing(bytes);
        assert.equal(outcome(bytes, optionsOf(vector)), expected ?? 'valid', vector.name);
        if (expected === undefined) {
            const expectedText = vector.diag ?? print(decode(bytesOf(vector.canonical!)));
            assert.equal(print(decode(bytes, { inflate })), expectedText, vector.name);
            read++;
        } else {
            refused++;
        }
    }
    context.diagnostic(`${read} envelopes read, ${refused} refused for want of a key or zstd`);
    assert.ok(read >= ENVELOPES.read && refused >= ENVELOPES.withheld);
});

test('invalid envelopes are refused with their code and offset', (context) => {
    let [same, unsigned] = [0, 0];
    for (const vector of envelopes('invalid')) {
        const result = outcome(bytesOf(vector.hex), optionsOf(vector));
        if (vector.options !== undefined && ('sign' in vector.options || 'checksum' in vector.options)) {
            // whoever has no keys asks for no signature, nor for a checksum
            const never = vector.error === 'UNSIGNED' || vector.error === 'UNPROTECTED' ? `${vector.error} at 0` : 'valid';
            assert.notEqual(result, never, vector.name);
            unsigned++;
        } else if (vector.needs === 'zstd') {
            assert.equal(result, 'UNAVAILABLE at 5', vector.name);
            same++;
        } else {
            assert.equal(result, `${vector.error} at ${vector.offset}`, vector.name);
            same++;
        }
    }
    context.diagnostic(`${same} invalid envelopes, and ${unsigned} that only whoever has keys tells`);
    assert.ok(same >= ENVELOPES.refused);
});

test('every changed bit of an envelope with a checksum is noticed', (context) => {
    let count = 0;
    for (const vector of [...envelopes('valid'), ...envelopes('readable')]) {
        const bytes = bytesOf(vector.hex);
        if (vector.options !== undefined || missing(bytes) !== undefined || bytes[3] !== 1) {
            continue;
        }
        for (let bit = 0; bit < 8 * bytes.length; bit++) {
            const changed = Uint8Array.from(bytes);
            changed[bit >> 3]! ^= 1 << (bit & 7);
            assert.notEqual(outcome(changed, { inflate }), 'valid', `${vector.name}, bit ${bit}`);
            count++;
        }
    }
    context.diagnostic(`${count} changed bits`);
    assert.ok(count > 1000, `only ${count}`);
});

test('every beginning of a valid payload is truncated', (context) => {
    let count = 0;
    for (const vector of [...vectors('valid'), ...vectors('readable')]) {
        const bytes = bytesOf(vector.hex);
        for (let length = 0; length < Math.min(bytes.length, 400); length++) {
            const error = validate(bytes.subarray(0, length));
            assert.equal(error?.code, 'TRUNCATED', `${vector.name}, ${length} bytes: ${error?.message}`);
            count++;
        }
    }
    context.diagnostic(`${count} beginnings`);
    assert.ok(count > 10000, `only ${count}`);
});
