// SPDX-License-Identifier: BSD-3-Clause

import { inflateRawSync } from 'node:zlib';
import type { Inflate } from './envelope.js';

/** For the option `inflate`, by Node's own zlib. */
export const inflate: Inflate = (packed, size) => {
    const made = inflateRawSync(packed, { maxOutputLength: Math.max(size, 1), info: true });
    // the types of Node do not know what `info` does
    const { buffer, engine } = made as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    if (engine.bytesWritten !== packed.length) {
        throw new RangeError('bytes behind the compressed data');
    }
    return buffer;
};
