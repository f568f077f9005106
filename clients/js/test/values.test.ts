// SPDX-License-Identifier: BSD-3-Clause

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
    ERROR_CODES,
    decode,
    EnumCase,
    Float,
    LyoError,
    PhpArray,
    PhpObject,
    print,
    validate,
    type Value,
} from '../src/index.js';
import { CustomObject } from '../src/index.js';
import { COMPRESSION, DEFINITION, ENTRY, FLAG, LIMIT, MAGIC, TAG, VECTOR, VECTOR_NULLS, VERSION } from '../src/format.js';

function bytesOf(hex: string): Uint8Array {
    return Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex'));
}

function valueOf(hex: string): Value {
    return decode(bytesOf(hex)).root.value;
}

test('the numbers of the format are those of spec/tags.json', () => {
    interface Entry {
        name: string;
        first: number;
        last: number;
        value: number;
        bit: number;
        critical: boolean;
    }
    const file = new URL('../../../../spec/tags.json', import.meta.url);
    const tags = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Entry[]>;
    const ranges = (key: string): object => Object.fromEntries(tags[key]!.map((e) => [e.name, [e.first, e.last]]));
    const values = (key: string): Record<string, number> =>
        Object.fromEntries(tags[key]!.map((e) => [e.name, e.value]));
    assert.deepEqual({ ...TAG }, ranges('tags'));
    assert.deepEqual({ ...VECTOR }, ranges('vectors'));
    assert.deepEqual({ ...DEFINITION }, values('definitions'));
    assert.deepEqual({ ...FLAG }, Object.fromEntries(tags['flags']!.map((e) => [e.name, 2 ** e.bit])));
    assert.deepEqual([MAGIC, VERSION, VECTOR_NULLS], [tags['magic'], tags['version'], tags['vector_nulls']]);
    const entries = tags['entries']!.map((e) => [e.name, e.value + (e.critical ? 128 : 0)]);
    for (const [name, value] of Object.entries(ENTRY)) {
        assert.equal(value, Object.fromEntries(entries)[name], name);
    }
    assert.deepEqual({ ...COMPRESSION }, values('compressions'));
    for (const [name, value] of Object.entries(ERROR_CODES)) {
        assert.equal(value, values('errors')[name], name);
    }
    for (const [name, value] of Object.entries(LIMIT)) {
        assert.equal(value, values('limits')[name], name);
    }
});

test('ints are numbers where these are exact, and bigints beyond', () => {
    assert.equal(valueOf('c110 a8 3f'), 63);
    assert.equal(valueOf('c110 af ffffffffffffff7f'), 9223372036854775807n);
    assert.equal(valueOf('c110 ae ffffffffffff1f'), Number.MAX_SAFE_INTEGER);
    assert.equal(valueOf('c110 ae 00000000000020'), 2n ** 53n);
});

test('floats are told from ints', () => {
    const value = valueOf('c110 b0 00 01');
    assert.ok(value instanceof Float);
    assert.equal(value.value, 1);
    assert.equal(Number(value) * 2, 2);
});

test('strings keep bytes that are no UTF-8', () => {
    const value = valueOf('c110 41 ff61');
    assert.equal(print(decode(bytesOf('c110 41 ff61'))), '"\\xFFa"');
    assert.deepEqual([...(value as { bytes: Uint8Array }).bytes], [255, 0x61]);
});

test('maps keep the order and the type of their keys', () => {
    const array = valueOf('c110 8a a562 03 07 04 a561 05') as PhpArray;
    assert.deepEqual(
        [...array.entries()].map(([key]) => String(key)),
        ['b', '5', 'a'],
    );
    assert.deepEqual(
        [array.get('b'), array.get(5), array.get('a'), array.get('5'), array.get('c')],
        [1, 2, 3, 2, undefined],
    );
});

test('lists are read by their place', () => {
    const array = valueOf('c110 82 03 04 05') as PhpArray;
    assert.equal(array.keys, null);
    assert.deepEqual(
        [array.length, array.get(0), array.get(2), array.get(3), array.get('01')],
        [3, 1, 3, undefined, undefined],
    );
});

test('objects have a class and properties with their visibility', () => {
    const object = valueOf('c118 14 02 48 565c4163636f756e74 03 a561 b8a562 b9a563 61 03 04 05') as PhpObject;
    assert.equal(String(object.className), 'V\\Account');
    assert.deepEqual(
        [...object.entries()].map(([key]) => key.visibility),
        ['public', 'protected', 'private'],
    );
    assert.deepEqual([object.get('a'), object.get('b'), object.get('c'), object.get('d')], [1, 2, 3, undefined]);
});

test('the same object in two slots is one object', () => {
    const array = valueOf('c11c 0c 02 48 565c4e6f7468696e67 00 00 81 61 e0 00') as PhpArray;
    assert.ok(array.get(0) instanceof PhpObject);
    assert.equal(array.get(0), array.get(1));
});

test('slots that are one PHP reference are one Slot', () => {
    const array = valueOf('c114 01 01 81 03 e1 00') as PhpArray;
    assert.equal(array.slot(0), array.slot(1));
    array.slot(0)!.value = 7;
    assert.equal(array.get(1), 7);
});

test('an object that occurs again may be the first slot of a reference', () => {
    const payload = decode(bytesOf('c11c 0c 02 48 565c4e6f7468696e67 00 01 02 82 61 e0 00 e1 00'));
    const array = payload.root.value as PhpArray;
    assert.equal(print(payload), '[#0=V\\Nothing{}, &0 #0, *0]');
    assert.equal(array.get(0), array.get(2));
    assert.notEqual(array.slot(0), array.slot(1));
    assert.equal(array.slot(1), array.slot(2));
});

test('enum cases and custom payloads are kept', () => {
    const suit = valueOf('c118 0f 05 45 565c53756974 45 486561727473 61') as EnumCase;
    assert.deepEqual([String(suit.className), String(suit.caseName)], ['V\\Suit', 'Hearts']);
    const token = valueOf('c118 09 04 46 565c546f6b656e 61 44 68656c6c6f') as CustomObject;
    assert.deepEqual([String(token.className), String(token.payload)], ['V\\Token', 'hello']);
});

test('equal arrays that are written once are the same array', () => {
    const list = valueOf('c111 01 01 82 81 03 04 ed 00 81 03 04') as PhpArray;
    assert.equal(list.get(0), list.get(1));
    assert.notEqual(list.slot(0), list.slot(1));
    assert.notEqual(list.get(0), list.get(2));
    const run = valueOf('c110 da 05 04 81 03 04 01 a4') as PhpArray;
    assert.equal(run.length, 5);
    assert.equal(run.get(0), run.get(3));
    assert.notEqual(run.slot(0), run.slot(3));
});

/** A list of arrays, each of which holds the one before it twice. The first is [1, 1]. */
function doublings(count: number): Uint8Array {
    const places = [2];
    const body = [0xc8, count, 0x81, 3, 3];
    for (let n = 1; n < count; n++) {
        const at = body.length;
        places.push(...(at < 248 ? [at] : at < 256 ? [248, at] : [249, at & 255, at >> 8]));
        body.push(0x81, 0xed, n - 1, 0xed, n - 1);
    }
    return Uint8Array.from([0xc1, 0x11, count, ...places, ...body]);
}

test('arrays that double each other are refused when they would have a million elements', () => {
    const decoded = decode(doublings(18)).root.value as PhpArray;
    const last = decoded.get(17) as PhpArray;
    assert.equal(last.get(0), last.get(1));
    assert.equal(validate(doublings(60))?.code, 'CREDIT');
    assert.equal(validate(doublings(18), { maxElements: 1000 })?.code, 'ELEMENTS');
});

test('no depth exhausts the stack of calls', () => {
    const depth = 200_000;
    const bytes = new Uint8Array(depth + 3).fill(0x80);
    bytes.set([0xc1, 0x10]);
    bytes[depth + 2] = 3;
    const payload = decode(bytes, { maxDepth: 0 });
    assert.equal(print(payload), '['.repeat(depth) + '1' + ']'.repeat(depth));
    assert.throws(() => decode(bytes), new LyoError('DEPTH', 4098));
});
