// SPDX-License-Identifier: BSD-3-Clause
//
// Makes the page: node build.mjs FILE. Script and style stand in the page, and its policy allows these two and nothing else.

import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = (name) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

async function bundled(name) {
    const { outputFiles } = await build({
        entryPoints: [source(name)],
        bundle: true,
        minify: true,
        write: false,
        format: 'iife',
        target: 'es2022',
        charset: 'ascii',
        legalComments: 'inline', // the licence of fzstd wants its notice kept
    });
    return outputFiles[0].text.trim();
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const script = (await bundled('main.ts')).replaceAll('</script', '<\\/script');
const style = await bundled('page.css');
const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    'worker-src blob:', // the script of the page again, see src/client.ts
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'", // nothing makes HTML of a string
    'trusted-types lyo-worker',
].join('; ');
const parts = { policy, script, style };
const page = readFileSync(source('page.html'), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
const file = process.argv[2] ?? 'inspector.html';
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, page);
console.log(`${file}: ${Buffer.byteLength(page)} bytes`);
