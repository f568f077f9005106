// SPDX-License-Identifier: BSD-3-Clause

import {
    ByteString,
    CustomObject,
    EnumCase,
    Float,
    keyText,
    type Payload,
    PhpArray,
    PhpObject,
    SHARED,
    type Slot,
    toJson,
    toPhp,
} from '../../js/src/index.js';
import { shown } from './shown.js';

export type Kind = 'null' | 'bool' | 'int' | 'float' | 'string' | 'array' | 'object' | 'enum' | 'again';

/** A value in the tree. Its path has the place of each entry on the way from the root. */
export interface Node {
    readonly path: readonly number[];
    readonly key: string;
    readonly kind: Kind;
    readonly text: string;
    /** Entries that can be shown below it. */
    readonly count: number;
    readonly from: number;
    /** Where the value begins, behind the key. */
    readonly value: number;
    readonly to: number;
    /** Bytes of its own; 0 if it shares them with other values. */
    readonly size: number;
}

/** What the bytes of a window mean: for each the index of a node (-1 for the head), and whether it is part of a key. */
export interface Marks {
    readonly nodes: Node[];
    readonly owners: Int32Array;
    readonly keys: Uint8Array;
}

export interface Repeated {
    readonly text: string;
    readonly length: number;
    readonly count: number;
}

export interface Share {
    readonly name: string;
    readonly count: number;
    readonly bytes: number;
}

/** Most different strings that are counted, and the shortest that counts. */
const MOST_STRINGS = 300_000;
const SHORTEST = 3;
const SHOWN_STRINGS = 100;

interface Place {
    readonly slot: Slot;
    /** The place of the container, and which of its entries this is. */
    readonly parent: Place | null;
    readonly index: number;
    readonly level: number;
    readonly from: number;
    readonly value: number;
    readonly to: number;
}

/** A value that was read, for the page to look into. Everything is found when it is asked for. */
export class Document {
    constructor(
        private readonly payload: Payload,
        private readonly size: number,
    ) {}

    node(path: readonly number[]): Node {
        return this.view(this.place(path));
    }

    children(path: readonly number[], from: number, to: number): Node[] {
        const place = this.place(path);
        const nodes: Node[] = [];
        for (let index = from; index < Math.min(to, countOf(place.slot)); index++) {
            nodes.push(this.view(entry(place, index)));
        }
        return nodes;
    }

    /** Path of the innermost value that has the byte at an offset; null for the head. */
    pathAt(offset: number): readonly number[] | null {
        const root = this.root();
        if (offset < root.from) {
            return null;
        }
        let found = root;
        const todo = [root];
        for (let place = todo.pop(); place !== undefined; place = todo.pop()) {
            const isRecord = place.value === SHARED && hasEntries(place.slot); // another record may have the byte
            if (!isRecord && place.level > found.level) {
                found = place;
            }
            todo.push(...inside(place, offset, offset + 1));
        }
        return pathOf(found);
    }

    /** Path of the first place of an object that a slot has again. */
    first(path: readonly number[]): readonly number[] | null {
        const { slot } = this.place(path);
        const found = this.find(slot.same ?? slot);
        return found === null || found.join() === path.join() ? null : found;
    }

    marks(from: number, to: number): Marks {
        const nodes: Node[] = [];
        const owners = new Int32Array(to - from).fill(-1);
        const keys = new Uint8Array(to - from);
        const todo = [this.root()];
        for (let place = todo.pop(); place !== undefined; place = todo.pop()) {
            const isShared = place.value === SHARED;
            const begin = Math.max(place.from, from) - from;
            const end = Math.min(place.to, to) - from;
            if (end > begin && (!isShared || !hasEntries(place.slot))) {
                const index = nodes.push(this.view(place)) - 1;
                owners.fill(index, begin, end);
                keys.fill(0, begin, end);
                if (!isShared && place.value > place.from) {
                    keys.fill(1, begin, Math.max(begin, Math.min(place.value, to) - from));
                }
            }
            todo.push(...inside(place, from, to).reverse());
        }
        return { nodes, owners, keys };
    }

    /** Bytes and number of values of each kind. */
    shares(): Share[] {
        const shares = new Map<string, { count: number; bytes: number }>();
        const add = (name: string, count: number, bytes: number): void => {
            const share = shares.get(name) ?? { count: 0, bytes: 0 };
            share.count += count;
            share.bytes += bytes;
            shares.set(name, share);
        };
        let accounted = 0;
        this.walk((place) => {
            const kind = kindOf(place.slot);
            const isShared = place.value === SHARED;
            const key = isShared ? 0 : place.value - place.from;
            const own = isShared || hasEntries(place.slot) ? 0 : place.to - place.value;
            if (key > 0) {
                add('keys', 1, key);
            }
            add(GROUPS[kind], 1, own);
            accounted += key + own;
        });
        add('structure, and what values share', 0, Math.max(0, this.size - accounted));
        return [...shares].map(([name, share]) => ({ name, ...share })).sort((one, other) => other.bytes - one.bytes);
    }

    /** Strings and keys that occur more than once, those that take most bytes first. */
    strings(): { list: Repeated[]; complete: boolean } {
        const counts = new Map<string, { string: ByteString; count: number }>();
        let complete = true;
        const add = (string: ByteString): void => {
            if (string.length < SHORTEST) {
                return;
            }
            const text = string.binary();
            const known = counts.get(text);
            if (known !== undefined) {
                known.count++;
            } else if (counts.size < MOST_STRINGS) {
                counts.set(text, { string, count: 1 });
            } else {
                complete = false;
            }
        };
        this.walk(({ slot: { value, same } }) => {
            if (same !== undefined) {
                return;
            }
            if (value instanceof ByteString) {
                add(value);
            } else if (value instanceof PhpObject) {
                add(value.className);
                value.keys.list.forEach(({ name }) => name instanceof ByteString && add(name));
            } else if (value instanceof PhpArray) {
                value.keys?.list.forEach((key) => key instanceof ByteString && add(key));
            }
        });
        const list = [...counts.values()]
            .filter(({ count }) => count > 1)
            .sort((one, other) => (other.count - 1) * other.string.length - (one.count - 1) * one.string.length)
            .slice(0, SHOWN_STRINGS)
            .map(({ string, count }) => ({ text: shown(string, 60), length: string.length, count }));
        return { list, complete };
    }

    json(most: number): { text: string; complete: boolean } {
        return toJson(this.payload.root, most);
    }

    php(most: number): { text: string; complete: boolean } {
        return toPhp(this.payload.root, most);
    }

    private root(): Place {
        const { root, body } = this.payload;
        return { slot: root, parent: null, index: 0, level: 0, from: body, value: body, to: this.size };
    }

    private place(path: readonly number[]): Place {
        return path.reduce(entry, this.root());
    }

    private view(place: Place): Node {
        const { parent, index, from, value, to, slot } = place;
        const key = parent === null ? '' : keyOf(containerOf(parent), index);
        return { path: pathOf(place), key, kind: kindOf(slot), text: textOf(slot), count: countOf(slot), from, value, to, size: sizeOf(place) };
    }

    /** Visits each value once. */
    private walk(visit: (place: Place) => void): void {
        const seen = new Set<unknown>();
        const todo: Place[] = [this.root()];
        for (let place = todo.pop(); place !== undefined; place = todo.pop()) {
            visit(place);
            const { value } = place.slot;
            if (hasEntries(place.slot) && !seen.has(value)) {
                seen.add(value);
                for (let index = countOf(place.slot) - 1; index >= 0; index--) {
                    todo.push(entry(place, index));
                }
            }
        }
    }

    private find(slot: Slot): readonly number[] | null {
        const seen = new Set<unknown>();
        const todo: Place[] = [this.root()];
        for (let place = todo.pop(); place !== undefined; place = todo.pop()) {
            if (place.slot === slot) {
                return pathOf(place);
            }
            const { value } = place.slot;
            if (hasEntries(place.slot) && !seen.has(value)) {
                seen.add(value);
                for (let index = countOf(place.slot) - 1; index >= 0; index--) {
                    todo.push(entry(place, index));
                }
            }
        }
        return null;
    }
}

function containerOf({ slot: { value } }: Place): PhpArray | PhpObject {
    if (value instanceof PhpArray || value instanceof PhpObject) {
        return value;
    }
    throw new RangeError('no entries');
}

function entry(parent: Place, index: number): Place {
    const { slots, spans } = containerOf(parent);
    const slot = slots[index];
    if (slot === undefined) {
        throw new RangeError('no such entry');
    }
    return {
        slot,
        parent,
        index,
        level: parent.level + 1,
        from: spans[3 * index] ?? parent.from,
        value: spans[3 * index + 1] ?? SHARED,
        to: spans[3 * index + 2] ?? parent.to,
    };
}

function pathOf(place: Place): number[] {
    const path: number[] = [];
    for (let at = place; at.parent !== null; at = at.parent) {
        path.push(at.index);
    }
    return path.reverse();
}

/** The entries of a place whose bytes stand within it, and touch the window. */
function inside(place: Place, from: number, to: number): Place[] {
    if (!hasEntries(place.slot)) {
        return [];
    }
    const { slots, spans } = containerOf(place);
    const first = spans[0] ?? -1;
    // an array that was written elsewhere, or an object in itself: a container has a byte of its own before its entries
    if (first > place.to || (place.value === SHARED ? first < place.from : first <= place.from)) {
        return [];
    }
    const places: Place[] = [];
    for (let index = 0; index < slots.length; index++) {
        const [begin, end] = [spans[3 * index]!, spans[3 * index + 2]!];
        const again = index > 0 && spans[3 * index + 1] === SHARED && begin === spans[3 * index - 3];
        // cells that share their bytes are one there; the records of a block have cells of their own
        if (end > from && begin < to && !(again && !isRecord(slots, index))) {
            places.push(entry(place, index));
        }
    }
    return places;
}

/** Whether a slot that shares its bytes has cells of its own there, and is not the array before it again. */
function isRecord(slots: readonly Slot[], index: number): boolean {
    return hasEntries(slots[index]!) && slots[index]!.value !== slots[index - 1]!.value;
}

const GROUPS: Record<Kind, string> = {
    null: 'null, true, false',
    bool: 'null, true, false',
    int: 'ints',
    float: 'floats',
    string: 'strings',
    array: 'arrays',
    object: 'objects',
    enum: 'enum cases',
    again: 'values again',
};

function kindOf({ value, same }: Slot): Kind {
    if (same !== undefined) {
        return value instanceof EnumCase ? 'enum' : 'again';
    }
    if (value instanceof ByteString) {
        return 'string';
    }
    if (value instanceof Float) {
        return 'float';
    }
    if (value instanceof EnumCase) {
        return 'enum';
    }
    if (value instanceof PhpArray) {
        return 'array';
    }
    if (value instanceof PhpObject || value instanceof CustomObject) {
        return 'object';
    }
    return value === null ? 'null' : typeof value === 'boolean' ? 'bool' : 'int';
}

function hasEntries(slot: Slot): boolean {
    return countOf(slot) > 0;
}

function countOf({ value, same }: Slot): number {
    const hasSlots = value instanceof PhpArray || value instanceof PhpObject;
    return same === undefined && hasSlots ? value.slots.length : 0;
}

/** Bytes of its own. The cells of a record stand in columns. */
function sizeOf({ slot, from, value, to }: Place): number {
    if (value !== SHARED) {
        return to - from;
    }
    const container = slot.value;
    if (!hasEntries(slot) || !(container instanceof PhpArray || container instanceof PhpObject)) {
        return 0;
    }
    let size = 0;
    for (let at = 0; at < container.spans.length; at += 3) {
        const isInside = container.spans[at]! >= from && container.spans[at + 2]! <= to;
        size += isInside && container.spans[at + 1] !== SHARED ? container.spans[at + 2]! - container.spans[at]! : 0;
    }
    return size;
}

function keyOf(container: PhpArray | PhpObject, index: number): string {
    if (container instanceof PhpArray) {
        const key = container.keys === null ? index : container.keys.list[index]!;
        return key instanceof ByteString ? shown(key, 60) : keyText(key);
    }
    const { visibility, name, of } = container.keys.list[index]!;
    const words = visibility === 'public' ? '' : ` (${visibility}${of === null ? '' : ` of ${shown(of, 60)}`})`;
    return (name instanceof ByteString ? shown(name, 60) : keyText(name)) + words;
}

function textOf(slot: Slot): string {
    const { value, reference } = slot;
    const before = reference === undefined ? '' : `PHP reference ${reference}: `;
    return before + valueText(slot, value);
}

function valueText(slot: Slot, value: Slot['value']): string {
    if (value instanceof EnumCase) {
        return `${name(value.className)}::${name(value.caseName)}`;
    }
    if (slot.same !== undefined) {
        const isObject = value instanceof PhpObject || value instanceof CustomObject;
        return isObject ? `the same object of ${name(value.className)} again` : 'an earlier value again';
    }
    if (value instanceof ByteString) {
        return shown(value, 100);
    }
    if (value instanceof PhpArray) {
        const again = slot.use === undefined ? '' : ', written before';
        return `array of ${value.length}${again}`;
    }
    if (value instanceof PhpObject) {
        return `object of ${name(value.className)}`;
    }
    if (value instanceof CustomObject) {
        return `object of ${name(value.className)}, payload ${shown(value.payload, 60)}`;
    }
    if (value instanceof Float) {
        const text = String(value.value);
        return Object.is(value.value, -0) ? '-0.0' : /^-?\d+$/.test(text) ? `${text}.0` : text;
    }
    return String(value);
}

function name(string: ByteString): string {
    return shown(string, 100).slice(1, -1).replaceAll('\\\\', '\\'); // backslashes are part of most names
}
