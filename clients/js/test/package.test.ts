// SPDX-License-Identifier: BSD-3-Clause
//
// The npm package as its users install it: packed, unpacked into node_modules of another folder, imported there by
// JavaScript and checked by the compiler of TypeScript.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'lyo-reader-'));
const installed = join(folder, 'node_modules/lyo-reader');

function run(program: string, ...args: string[]): string {
    return execFileSync(program, args, { cwd: folder, encoding: 'utf8' });
}

before(() => {
    // dist/ is that of the tests; to build it again would replace them while they run
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]);
    mkdirSync(installed, { recursive: true });
    const [archive] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    run('tar', '-xzf', archive ?? '', '-C', installed, '--strip-components=1');
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
});

after(() => rmSync(folder, { recursive: true }));

test('the package has its licence and no tests', () => {
    assert.deepEqual(readdirSync(installed).sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
    assert.deepEqual(readdirSync(join(installed, 'dist')), ['src']);
});

test('JavaScript imports both entries', () => {
    const code = `
        import { decodeNative, toJson } from 'lyo-reader';
        import { inflate } from 'lyo-reader/node';
        console.log(toJson(decodeNative(Buffer.from('a:1:{s:1:"a";i:5;}')).root).text, typeof inflate);`;
    assert.equal(run(process.execPath, '--input-type=module', '-e', code).replace(/\s+/g, ''), '{"a":5}function');
});

test('TypeScript finds the types, and sees a wrong argument', () => {
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const check = (code: string): string => {
        writeFileSync(join(folder, 'use.ts'), `import { decode, type Payload } from 'lyo-reader';\n${code}\n`);
        try {
            return run(process.execPath, compiler, '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'node16', 'use.ts');
        } catch (error) {
            return String((error as { stdout: unknown }).stdout);
        }
    };
    assert.equal(check('export const payload: Payload = decode(new Uint8Array());'), '');
    assert.match(check("decode('text');"), /TS2345/);
});
