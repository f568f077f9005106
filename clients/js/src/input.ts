// SPDX-License-Identifier: BSD-3-Clause

import { type ErrorCode, fail } from './errors.js';

/**
 * The payload and the place up to which it is read. Each reading function takes the offset of the token that it reads
 * for: an error stands there.
 */
export class Input {
    /** Offset of the next byte. */
    here = 0;
    /** Offset behind the last byte that may be read: of the payload, the extended header or the preamble. */
    end: number;
    /** What it is called if the bytes up to `end` do not suffice. */
    endError: Extract<ErrorCode, 'TRUNCATED' | 'SIZE'> = 'TRUNCATED';

    private readonly view: DataView;

    constructor(readonly bytes: Uint8Array) {
        this.end = bytes.length;
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }

    left(): number {
        return this.end - this.here;
    }

    /** Refuses what needs more than the bytes that are left. */
    need(count: number, token: number): void {
        if (count > this.left()) {
            fail(this.endError, token);
        }
    }

    byte(token: number): number {
        this.need(1, token);
        return this.view.getUint8(this.here++);
    }

    take(count: number, token: number): Uint8Array {
        this.need(count, token);
        this.here += count;
        return this.bytes.subarray(this.here - count, this.here);
    }

    /** Unsigned number of 1 to 8 bytes. */
    bigUint(size: number, token: number): bigint {
        this.need(size, token);
        let value = 0n;
        for (let i = size - 1; i >= 0; i--) {
            value = (value << 8n) | BigInt(this.view.getUint8(this.here + i));
        }
        this.here += size;
        return value;
    }

    /** Unsigned number of 1 to 8 bytes; above 2^53 only near, which is enough to compare it with a number of bytes. */
    uint(size: number, token: number): number {
        return size <= 4 ? this.smallUint(size, token) : Number(this.bigUint(size, token));
    }

    private smallUint(size: number, token: number): number {
        this.need(size, token);
        let value = 0;
        for (let i = size - 1; i >= 0; i--) {
            value = value * 256 + this.view.getUint8(this.here + i);
        }
        this.here += size;
        return value;
    }

    /** Unsigned number of 1 to 8 bytes that does not fit fewer bytes and is at least `least`, else OVERLONG. */
    shortUint(size: number, least: number, token: number): number {
        const value = this.uint(size, token);
        if (value < least || (size > 1 && this.bytes[this.here - 1] === 0)) {
            fail('OVERLONG', token);
        }
        return value;
    }

    /** Two's complement number of 1 to 8 bytes that does not fit fewer bytes, else OVERLONG. */
    shortInt(size: number, token: number): bigint {
        const value = BigInt.asIntN(8 * size, this.bigUint(size, token));
        if (size > 1 && BigInt.asIntN(8 * (size - 1), value) === value) {
            fail('OVERLONG', token);
        }
        return value;
    }

    varlen(token: number): number {
        return Number(this.bigVarlen(token));
    }

    bigVarlen(token: number): bigint {
        const first = this.byte(token);
        if (first < 248) {
            return BigInt(first);
        }
        const value = this.bigUint(first - 247, token);
        if (first === 248 ? value < 248n : this.bytes[this.here - 1] === 0) {
            fail('OVERLONG', token);
        }
        return value;
    }

    zigzag(token: number): bigint {
        const value = this.bigVarlen(token);
        return (value >> 1n) ^ -(value & 1n);
    }

    double(token: number): number {
        this.need(8, token);
        this.here += 8;
        return this.view.getFloat64(this.here - 8, true);
    }
}
