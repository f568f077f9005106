// SPDX-License-Identifier: BSD-3-Clause
//
// Payloads with a few bytes changed: this reader and lyo-dump agree on every one, on the first error and its offset or
// on what is printed. LYO_DUMP names the program and MUTATIONS how many are tried. Besides the vectors, the payloads of
// the folder LYO_PAYLOADS are changed, if it is set. LYO_BATCH names a file of more payloads, which are tried as they are: tests/Library/compare.php
// writes those that extension and library have read.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { decode, LyoError, print } from '../src/index.js';
import { mutated, randomNumbers } from './random.js';

const folder = new URL('../../../../spec/vectors/', import.meta.url);
const program = process.env['LYO_DUMP'] ?? '';
const plan = Number(process.env['MUTATIONS'] ?? 40000);
const skip = existsSync(program) ? false : 'LYO_DUMP names no lyo-dump';

function payloads(): Buffer[] {
    const more = process.env['LYO_PAYLOADS'] ?? '';
    const others = more === '' ? [] : readdirSync(more).map((file) => readFileSync(`${more}/${file}`));
    const vectors = ['valid', 'readable', 'invalid', 'envelope'].flatMap((kind) =>
        readdirSync(new URL(kind, folder)).flatMap((file) => {
            const entries = JSON.parse(readFileSync(new URL(`${kind}/${file}`, folder), 'utf8')) as { hex: string }[];
            return entries.map(({ hex }) => Buffer.from(hex.replace(/\s/g, ''), 'hex'));
        }),
    );
    return [...vectors, ...others];
}

function answer(bytes: Buffer, maxDepth: number, maxElements: number): string {
    try {
        return `ok ${print(decode(bytes, { maxDepth, maxElements }))}`;
    } catch (error) {
        if (error instanceof LyoError) {
            return `error ${error.code} ${error.offset}`;
        }
        throw error;
    }
}

/** Whether only digits of floats differ: lyo-dump writes 17 digits of 2^-1007, where 16 tell it. */
function sameFloats(one: string, other: string): boolean {
    const [own, their] = [one, other].map((text) =>
        text.replace(/-?\d+\.\d+(e[+-]\d+)?/g, (digits) => String(Number(digits))),
    );
    return own === their;
}

/** Compares answers with those of lyo-dump for the same lines. */
function compare(lines: string[], own: string[]): void {
    const { stdout } = spawnSync(program, ['--batch'], { input: lines.join('\n') + '\n', maxBuffer: 2 ** 30 });
    const theirs = stdout.toString().trimEnd().split('\n');
    assert.equal(theirs.length, lines.length);
    const different = own.flatMap((text, i) =>
        text === theirs[i] || sameFloats(text, theirs[i]!) ? [] : [`${lines[i]}\n  ${text}\n  ${theirs[i]}`],
    );
    assert.deepEqual(different.slice(0, 10), [], `${different.length} differ`);
}

const batch = process.env['LYO_BATCH'] ?? '';
test('the payloads of a file, too', { skip: skip || (batch === '' ? 'LYO_BATCH names no file' : false) }, async (context) => {
    let lines: string[] = [];
    let all = 0;
    const flush = (): void => {
        compare(lines, lines.map((line) => answer(Buffer.from(line.split(' ')[2] ?? '', 'hex'), 4096, 0)));
        all += lines.length;
        lines = [];
    };
    for await (const line of createInterface({ input: createReadStream(batch) })) {
        lines.push(line);
        if (lines.length === 10000) {
            flush();
        }
    }
    lines.length === 0 || flush();
    assert.ok(all > 0);
    context.diagnostic(`${all} payloads of ${batch}`);
});

test('mutated payloads are read or refused as by lyo-dump', { skip }, (context) => {
    const random = randomNumbers(29);
    const sources = payloads().filter(({ length }) => length > 2 && length < 600);
    const lines: string[] = [];
    const own: string[] = [];
    for (let i = 0; i < plan; i++) {
        const bytes = mutated(sources[random(sources.length)]!, random);
        const depth = random(4) === 0 ? 1 + random(4) : 4096;
        const elements = random(8) === 0 ? 1 + random(20) : 0;
        lines.push(`max_depth=${depth} max_elements=${elements} ${bytes.toString('hex')}`);
        own.push(answer(bytes, depth, elements));
    }
    compare(lines, own);
    const refused = own.filter((text) => text.startsWith('error')).length;
    context.diagnostic(`${plan} mutated payloads, ${refused} refused`);
});
