// SPDX-License-Identifier: BSD-3-Clause

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const root = new URL('../../../', import.meta.url);

function bytesOf(hex) {
    return Buffer.from(hex.replace(/\s/g, ''), 'hex');
}

/** Vectors of a folder of spec/vectors. */
export function vectors(kind) {
    const folder = new URL(`spec/vectors/${kind}/`, root);
    return readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .flatMap((file) =>
            JSON.parse(readFileSync(new URL(file, folder), 'utf8')).map((vector) => ({
                ...vector,
                name: `${kind}/${file}: ${vector.name}`,
                bytes: bytesOf(vector.hex),
            })),
        );
}

/** Values of the golden file of a version, each in three formats: samples of the project and its vectors. */
export function golden() {
    const folder = new URL('tests/Golden/', root);
    const version = readdirSync(folder).filter((name) => /^\d/.test(name)).sort().at(-1);
    const lines = gunzipSync(readFileSync(new URL(`${version}/values.jsonl.gz`, folder))).toString().trim().split('\n');
    return lines.map((line) => JSON.parse(line));
}

/** Files of a corpus, or null if there is none. */
export function corpus() {
    const folder = process.env.LYO_CORPUS ?? '';
    if (folder === '' || !existsSync(`${folder}/manifest.tsv`)) {
        return null;
    }
    const lines = readFileSync(`${folder}/manifest.tsv`, 'utf8').trim().split('\n');
    const at = lines[0].split('\t').indexOf('file');
    return lines.slice(1).map((line) => {
        const file = line.split('\t')[at];
        return { name: file, bytes: readFileSync(`${folder}/${file}`) };
    });
}
