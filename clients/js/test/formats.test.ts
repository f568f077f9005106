// SPDX-License-Identifier: BSD-3-Clause
//
// igbinary and text of serialize(), changed and unchanged: these readers and those of the library in PHP agree on the
// value, or on what is wrong and where. LYO_ANSWERS is the command of PHP that runs tests/Clients/answers.php, and
// DIFFERENTIAL says how many are tried.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { decode, decodeIgbinary, decodeNative, FormatError, print, toJson, toNative, toPhp } from '../src/index.js';
import { mutated, randomNumbers } from './random.js';

const command = process.env['LYO_ANSWERS'] ?? '';
const plan = Number(process.env['DIFFERENTIAL'] ?? 100000);
const BATCH = 20000;

type Format = 'native' | 'igbinary';

function php(argument: string, input: string): string[] {
    const { stdout, stderr, status } = spawnSync(`${command} ${argument}`, { shell: true, input, maxBuffer: 2 ** 30 });
    assert.equal(status, 0, stderr.toString());
    return stdout.toString().trimEnd().split('\n');
}

function answer(format: Format, bytes: Buffer, maxDepth: number, maxElements: number): string {
    try {
        const payload = (format === 'native' ? decodeNative : decodeIgbinary)(bytes, { maxDepth, maxElements });
        return `ok ${Buffer.from(toNative(payload.root)).toString('hex')}`;
    } catch (error) {
        if (error instanceof FormatError) {
            return `${error.fault} ${error.offset}`;
        }
        throw error;
    }
}

const skip = command === '' ? 'LYO_ANSWERS names no PHP' : false;
test('igbinary and text of serialize() are read or refused as by the library in PHP', { skip }, (context) => {
    const seeds = php('seeds', '').map((line) => {
        const [format, hex] = line.split(' ') as [Format, string];
        return { format, bytes: Buffer.from(hex, 'hex') };
    });
    const random = randomNumbers(49);
    const counts = { native: 0, igbinary: 0, read: 0, refused: 0 };
    const different: string[] = [];
    for (let done = 0; done < plan; ) {
        const lines: string[] = [];
        const own: string[] = [];
        for (; lines.length < Math.min(BATCH, plan - done); ) {
            const index = done + lines.length;
            // all seeds as they are, and then changed ones
            const { format, bytes: seed } = seeds[index < seeds.length ? index : random(seeds.length)]!;
            const bytes = index < seeds.length ? seed : mutated(seed, random);
            const maxDepth = random(4) === 0 ? 1 + random(4) : 4096;
            const maxElements = format === 'igbinary' && random(8) === 0 ? 1 + random(20) : 0;
            const line = `${format} ${maxDepth} ${maxElements} ${bytes.toString('hex')}`;
            lines.push(line);
            own.push(answer(format, bytes, maxDepth, maxElements));
            counts[format]++;
        }
        const theirs = php('', lines.join('\n') + '\n');
        assert.equal(theirs.length, lines.length);
        for (const [i, text] of own.entries()) {
            counts[text.startsWith('ok') ? 'read' : 'refused']++;
            if (text !== theirs[i]) {
                different.push(`${lines[i]}\n  ${text}\n  ${theirs[i]}`);
            }
        }
        done += lines.length;
    }
    assert.deepEqual(different.slice(0, 10), [], `${different.length} differ`);
    const { native, igbinary, read, refused } = counts;
    context.diagnostic(`${native} texts and ${igbinary} messages of igbinary compared: ${read} read, ${refused} refused`);
    assert.ok(native + igbinary >= plan && read > plan / 20 && refused > plan / 20 && seeds.length > 1000);
});

test('what the golden file holds has the text of serialize() that it says', (context) => {
    const folder = new URL('../../../../tests/Golden/', import.meta.url);
    const version = readdirSync(folder).filter((name) => /^\d/.test(name)).sort().at(-1)!;
    const lines = gunzipSync(readFileSync(new URL(`${version}/values.jsonl.gz`, folder))).toString().trim().split('\n');
    let [same, count] = [0, 0];
    for (const line of lines) {
        const { name, format, bytes, text } = JSON.parse(line) as Record<string, string>;
        if (text === undefined) {
            continue; // the head, or a value that has no text
        }
        const payload = (format === 'lyo' ? decode : decodeIgbinary)(Buffer.from(bytes!, 'hex'));
        const own = Buffer.from(toNative(payload.root));
        const short = `${own.length} bytes, ${createHash('sha256').update(own).digest('hex')}`;
        count++;
        if (own.toString() === text || short === text) {
            same++;
        } else {
            context.diagnostic(`${name} (${format}): ${own.toString().slice(0, 200)}, not ${text.slice(0, 200)}`);
        }
    }
    context.diagnostic(`${same} of ${count} values of the golden file`);
    assert.equal(same, count);
    assert.ok(count > 700);
});

test('an array in itself is written once', () => {
    const text = 'a:2:{i:0;r:1;i:1;i:5;}';
    const payload = decodeNative(Buffer.from(text));
    assert.equal(print(payload), '{0: *, 1: 5}');
    assert.equal(Buffer.from(toNative(payload.root)).toString(), text);
    assert.equal(JSON.stringify(JSON.parse(toJson(payload.root).text)), '[{"@same":null},5]');
    assert.match(toPhp(payload.root).text, /^\[\s*null \/\* an array again \*\/,\s*5,?\s*\];?\s*$/);
});
