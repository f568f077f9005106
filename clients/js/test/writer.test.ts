// SPDX-License-Identifier: BSD-3-Clause
//
// Section 6 of the specification: what its pseudocode writes is what the vectors hold. LYO_PAYLOADS names a folder of
// payloads (*.lyo) of a writer, to write again.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decode } from '../src/index.js';
import { encode } from './writer.js';

const folder = new URL('../../../../spec/vectors/', import.meta.url);

function bytesOf(hex: string): Buffer {
    return Buffer.from(hex.replace(/\s/g, ''), 'hex');
}

interface Entry {
    readonly name: string;
    readonly hex: string;
    readonly canonical?: string;
}

function entries(kind: string): Entry[] {
    return readdirSync(new URL(kind, folder)).flatMap(
        (file) => JSON.parse(readFileSync(new URL(`${kind}/${file}`, folder), 'utf8')) as Entry[],
    );
}

function rewritten(bytes: Uint8Array): string {
    return Buffer.from(encode(decode(bytes).root)).toString('hex');
}

test('values of vectors are written as their vectors', (context) => {
    const wrong: string[] = [];
    // The writer of this test goes down by calls, for which 4096 levels are too many.
    const [valid, readable] = ['valid', 'readable'].map((kind) =>
        entries(kind).filter(({ name }) => name !== '4096 levels'),
    ) as [Entry[], Entry[]];
    for (const { name, hex } of valid) {
        if (rewritten(bytesOf(hex)) !== bytesOf(hex).toString('hex')) {
            wrong.push(`${name}: ${rewritten(bytesOf(hex))}, not ${bytesOf(hex).toString('hex')}`);
        }
    }
    for (const { name, hex, canonical } of readable) {
        if (rewritten(bytesOf(hex)) !== bytesOf(canonical!).toString('hex')) {
            wrong.push(`${name}: ${rewritten(bytesOf(hex))}, not ${bytesOf(canonical!).toString('hex')}`);
        }
    }
    assert.deepEqual(wrong, []);
    context.diagnostic(`${valid.length} valid and ${readable.length} readable vectors`);
    assert.ok(valid.length >= 320 && readable.length >= 58);
});

const payloads = process.env['LYO_PAYLOADS'] ?? '';

test(
    'payloads of a folder are written again as they are',
    { skip: payloads === '' && 'no LYO_PAYLOADS' },
    (context) => {
        const wrong: string[] = [];
        const files = readdirSync(payloads).filter((file) => file.endsWith('.lyo'));
        for (const file of files) {
            const bytes = readFileSync(`${payloads}/${file}`);
            const again = Buffer.from(encode(decode(bytes, { maxDepth: 0 }).root));
            if (!again.equals(bytes)) {
                wrong.push(`${file}: ${again.length} bytes, not ${bytes.length}`);
            }
        }
        assert.deepEqual(wrong, []);
        context.diagnostic(`${files.length} payloads`);
        assert.ok(files.length > 0);
    },
);
