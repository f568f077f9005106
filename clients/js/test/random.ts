// SPDX-License-Identifier: BSD-3-Clause

/** Numbers of 0 to n - 1 that are the same in each run (the generator mulberry32). */
export function randomNumbers(seed: number): (n: number) => number {
    return (n) => {
        seed = (seed + 0x6d2b79f5) | 0;
        let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
    };
}

/** The bytes with one to three changes. */
export function mutated(source: Buffer, random: (n: number) => number): Buffer {
    let bytes = Buffer.from(source);
    for (let times = 1 + random(3); times > 0; times--) {
        const at = random(bytes.length + 1);
        const byte = random(4) === 0 ? random(256) : source[random(source.length)]!;
        switch (random(4)) {
            case 0:
                bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at)]);
                break;
            case 1:
                bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
                break;
            case 2:
                bytes[at % bytes.length]! += random(2) === 0 ? 1 : 255;
                break;
            default:
                bytes[at % bytes.length] = byte;
        }
    }
    return bytes;
}
