// SPDX-License-Identifier: BSD-3-Clause

import { fail } from './errors.js';
import { LIMIT, tagName } from './format.js';
import type { Input } from './input.js';
import { readInt } from './leaves.js';
import type { Strings } from './strings.js';
import { ByteString, type Key, type Keys, keyText, type StateKey } from './values.js';

/** Reads a key of an array and adds it (spec section 4.3). */
export function readMapKey(input: Input, strings: Strings, keys: Keys<Key>): void {
    const token = input.here;
    const key = readInt(input, token) ?? strings.read(input, token) ?? fail('KEY', token);
    const text = keyText(key);
    if (key instanceof ByteString && isDecimalInt(text)) {
        fail('NUMERIC_KEY', token);
    }
    if (!keys.add(key, text)) {
        fail('DUPLICATE_KEY', token);
    }
}

/** Reads a key of the state of an object of this class and adds it. */
export function readStateKey(input: Input, strings: Strings, keys: Keys<StateKey>, className: ByteString): void {
    const token = input.here;
    input.need(1, token);
    const own = className.binary();
    switch (tagName(input.bytes[token]!)) {
        case 'KEY_PROTECTED': {
            input.here++;
            const name = readString(input, strings);
            return addMangled(keys, { visibility: 'protected', name, of: null }, '*', token);
        }
        case 'KEY_PRIVATE': {
            input.here++;
            const name = readString(input, strings);
            if (own === '*' || own.includes('\0')) {
                fail('KEY', token);
            }
            return addMangled(keys, { visibility: 'private', name, of: null }, own, token);
        }
        case 'KEY_PRIVATE_OF': {
            input.here++;
            const of = readString(input, strings);
            const name = readString(input, strings);
            const other = of.binary();
            if (other === '' || other === '*' || other === own || other.includes('\0')) {
                fail('KEY', token);
            }
            return addMangled(keys, { visibility: 'private', name, of }, other, token);
        }
        default: {
            const name = readInt(input, token) ?? strings.read(input, token) ?? fail('KEY', token);
            const text = keyText(name);
            if (text.length <= LIMIT.MANGLED && text.startsWith('\0') && text.indexOf('\0', 1) >= 2) {
                fail('KEY', token);
            }
            return add(keys, { visibility: 'public', name, of: null }, text, token);
        }
    }
}

/** Adds a key that has its scope (a class or an asterisk) and its name as two strings. */
function addMangled(keys: Keys<StateKey>, key: StateKey, scope: string, token: number): void {
    const text = `\0${scope}\0${key.name instanceof ByteString ? key.name.binary() : ''}`;
    if (text.length > LIMIT.MANGLED) {
        fail('KEY', token);
    }
    add(keys, key, text, token);
}

function add(keys: Keys<StateKey>, key: StateKey, text: string, token: number): void {
    if (!keys.add(key, text)) {
        fail('DUPLICATE_KEY', token);
    }
}

/** Reads a string where nothing else can stand. */
export function readString(input: Input, strings: Strings): ByteString {
    const token = input.here;
    return strings.read(input, token) ?? fail('TAG', token);
}

/** Whether PHP takes this string for an int as the key of an array. */
function isDecimalInt(text: string): boolean {
    if (text.length > 20 || !/^(0|-?[1-9][0-9]*)$/.test(text)) {
        return false;
    }
    const value = BigInt(text);
    return BigInt.asIntN(64, value) === value;
}
