// SPDX-License-Identifier: BSD-3-Clause

import { Decompress } from 'fzstd';

/** Most bytes that packed data may have when unpacked. */
export const MOST_UNPACKED = 256 * 1024 * 1024;

/** Bytes that are given to the decompressor of zstd at once: its output is counted after each. */
const CHUNK = 65536;

/** Unpacks by the browser's own decompressor. Throws if the data are damaged, or have more than `most` bytes. */
export async function inflate(
    packed: Uint8Array,
    algorithm: 'gzip' | 'deflate' | 'deflate-raw',
    most = MOST_UNPACKED,
): Promise<Uint8Array> {
    const source = new Blob([packed as Uint8Array<ArrayBuffer>]).stream();
    const reader = source.pipeThrough(new DecompressionStream(algorithm)).getReader();
    const parts = new Parts(most);
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
        parts.add(next.value);
    }
    return parts.whole();
}

export function unzstd(packed: Uint8Array, most = MOST_UNPACKED): Uint8Array {
    const parts = new Parts(most);
    const stream = new Decompress((part) => parts.add(part.slice()));
    for (let at = 0; at < packed.length; at += CHUNK) {
        stream.push(packed.slice(at, at + CHUNK), at + CHUNK >= packed.length);
    }
    return parts.whole();
}

class Parts {
    private readonly parts: Uint8Array[] = [];
    private size = 0;

    constructor(private readonly most: number) {}

    add(part: Uint8Array): void {
        this.size += part.length;
        if (this.size > this.most) {
            throw new RangeError(`more than ${this.most} bytes when unpacked`);
        }
        this.parts.push(part);
    }

    whole(): Uint8Array {
        const whole = new Uint8Array(this.size);
        let at = 0;
        for (const part of this.parts) {
            whole.set(part, at);
            at += part.length;
        }
        return whole;
    }
}
