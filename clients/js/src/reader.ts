// SPDX-License-Identifier: BSD-3-Clause

import type { Inflate } from './envelope.js';
import { fail } from './errors.js';
import { FLAG, LIMIT, MAGIC, tagName, VERSION } from './format.js';
import { Input } from './input.js';
import { readMapKey, readStateKey, readString } from './keys.js';
import { readLeaf } from './leaves.js';
import { type Definition, readPreamble } from './preamble.js';
import { Strings } from './strings.js';
import {
    CustomObject,
    EnumCase,
    type Key,
    Keys,
    PhpArray,
    PhpObject,
    SHARED,
    Slot,
    type StateKey,
    type Value,
} from './values.js';
import { readVector } from './vectors.js';

export interface Options {
    /** Most levels of nesting; 0 for no limit. 4096 unless told. */
    readonly maxDepth?: number;
    /** Most entries of all arrays and objects together; 0 (the default) for no limit. */
    readonly maxElements?: number;
    /** Most bytes that compressed data may have when unpacked; 0 for no limit. 64 MiB unless told. */
    readonly maxUnpacked?: number;
    /** Unpacks what zlib compressed. Without it such data are refused (UNAVAILABLE). */
    readonly inflate?: Inflate;
}

/** What a payload holds. */
export interface Payload {
    /** Slot of the value: it may be a PHP reference. */
    readonly root: Slot;
    /** Whether objects or PHP references may occur more than once. */
    readonly sharing: boolean;
    /** Offset of the value, behind the head, the preamble and the tables. */
    readonly body: number;
}

/** Place of a table: a PHP reference begins there, or an array that may occur again. */
interface Place {
    readonly isArray: boolean;
    readonly index: number;
    /** Offset in the payload. */
    readonly offset: number;
}

/** Array that may occur again, with the elements and levels that it adds each time. */
interface Repeatable {
    readonly array: PhpArray;
    readonly elements: number;
    readonly levels: number;
}

/** A container that is not read to its end: reads its next part, or returns false when there is none. */
type Open = () => boolean;

/** Reads one payload. Containers that are open stand on a stack of its own, so that depth costs no stack of calls. */
export class Reader {
    private readonly input: Input;
    private readonly maxDepth: number;
    private readonly maxElements: number;

    private definitions: Definition[] = [];
    private strings = new Strings(new Strings(null));
    private names = new Strings(null);
    private sharing = false;
    private repeating = false;
    private body = 0;

    /** Places of both tables in the order of their offsets; at the same offset a reference comes first. */
    private places: Place[] = [];
    private placesBegun = 0;
    /** Slots of the references that have begun, by index. */
    private readonly references = new Map<number, Slot>();
    /** Arrays of the array table that are read to their ends, by index. */
    private readonly arrays = new Map<number, Repeatable>();

    private readonly open: Open[] = [];
    /** First slots of the objects, by ordinal. */
    private readonly objects: Slot[] = [];
    /** First slots of the enum cases. */
    private readonly cases = new Map<Definition, Slot>();
    private depth = 0;
    private deepest = 0;
    private elements = 0;
    private drawn = 0;
    /** Elements that occurred again without being written again. */
    private allowanceUsed = 0;
    /** Objects, enum cases and PHP references so far: an array in which it stays the same is plain. */
    private marks = 0;
    /** Bytes that the unread rest of the open containers needs at least. */
    private pending = 0;

    constructor(bytes: Uint8Array, options: Options = {}) {
        this.input = new Input(bytes);
        this.maxDepth = options.maxDepth ?? LIMIT.DEPTH;
        this.maxElements = options.maxElements ?? 0;
    }

    read(): Payload {
        this.readHeader();
        this.body = this.input.here;
        const root = this.readSlot();
        for (let top = this.open.at(-1); top !== undefined; top = this.open.at(-1)) {
            if (!top()) {
                this.open.pop();
            }
        }
        const missed = this.places[this.placesBegun];
        if (missed !== undefined) {
            fail(positionError(missed.isArray), Math.min(missed.offset, this.input.end));
        }
        if (this.input.left() > 0) {
            fail('TRAILING', this.input.here);
        }
        return { root, sharing: this.sharing, body: this.body };
    }

    private readHeader(): void {
        const { input } = this;
        if (input.byte(0) !== MAGIC) {
            fail('MAGIC', 0);
        }
        const head = input.byte(1);
        if (head >> 4 !== VERSION) {
            fail('VERSION', 1);
        }
        if ((head & FLAG.EXTENDED) !== 0) {
            fail('ENVELOPE', 1); // whoever called has taken the envelope off
        }
        if ((head & FLAG.PREAMBLE) !== 0) {
            const preamble = readPreamble(input);
            this.definitions = preamble.definitions;
            this.names = preamble.names;
        }
        this.strings = new Strings(this.names);
        this.sharing = (head & FLAG.SHARING) !== 0;
        this.repeating = (head & FLAG.ARRAYS) !== 0;
        const references = this.sharing ? this.readTable() : [];
        const arrays = this.repeating ? this.readTable() : [];
        this.places = [...this.sorted(references, false), ...this.sorted(arrays, true)];
        this.places.sort((one, other) => one.offset - other.offset);
    }

    /** Offsets of a table of places, by index. */
    private readTable(): bigint[] {
        const { input } = this;
        const token = input.here;
        const count = input.varlen(token);
        input.need(count, token);
        if (count > LIMIT.COUNT) {
            fail('ELEMENTS', token);
        }
        const offsets: bigint[] = [];
        while (offsets.length < count) {
            offsets.push(input.bigVarlen(input.here));
        }
        return offsets;
    }

    /** Places of a table in the order of their offsets, when the body is at hand. */
    private sorted(offsets: bigint[], isArray: boolean): Place[] {
        const { here, end } = this.input;
        const inOrder = [...offsets].sort((one, other) => (one < other ? -1 : Number(one > other)));
        const twice = inOrder.find((offset, order) => inOrder[order + 1] === offset);
        if (twice !== undefined) {
            fail(positionError(isArray), Math.min(here + Number(twice), end));
        }
        return offsets
            .map((offset, index) => ({ isArray, index, offset: here + Number(offset) }))
            .sort((one, other) => one.offset - other.offset);
    }

    /** Reads the value of a new slot; the containers that it opens are read later. */
    private readSlot(): Slot {
        const { input } = this;
        const token = input.here;
        input.need(1, token);
        const slot = new Slot();
        this.beginPlaces(slot, token);
        const index = slot.place;
        if (index === undefined) {
            return this.readInto(slot, token);
        }
        return this.measure(
            () => this.readInto(slot, token),
            (repeatable) => this.arrays.set(index, repeatable ?? fail('ARRAY_POSITION', token)),
        );
    }

    private beginPlaces(slot: Slot, token: number): void {
        for (
            let place = this.places[this.placesBegun];
            place !== undefined && place.offset <= token;
            place = this.places[this.placesBegun]
        ) {
            if (place.offset < token) {
                fail(positionError(place.isArray), place.offset);
            }
            if (place.isArray) {
                slot.place = place.index;
            } else {
                if (tagName(this.input.bytes[token]!) === 'USE_REFERENCE') {
                    fail('REFERENCE_POSITION', token);
                }
                this.marks++;
                slot.reference = place.index;
                this.references.set(place.index, slot);
            }
            this.placesBegun++;
        }
    }

    /** Reads the value of a slot. Returns another slot if the token is a use of its reference. */
    private readInto(slot: Slot, token: number): Slot {
        if (tagName(this.input.bytes[token]!) === 'USE_REFERENCE' && this.sharing) {
            this.input.here++;
            this.marks++;
            return this.references.get(this.input.varlen(token)) ?? fail('REFERENCE_ID', token);
        }
        this.readValue(slot);
        return slot;
    }

    /** Reads a slot, and tells, when it is read to its end, what its array adds if it occurs again: null if it may not. */
    private measure(read: () => Slot, then: (repeatable: Repeatable | null) => void): Slot {
        const { deepest, elements, marks } = this;
        this.deepest = this.depth;
        let slot: Slot | undefined;
        this.open.push(() => {
            const levels = this.deepest - this.depth;
            this.deepest = Math.max(deepest, this.deepest);
            const array = slot?.value;
            const isPlain = array instanceof PhpArray && array.length > 0 && this.marks === marks;
            then(isPlain ? { array, elements: this.elements - elements, levels } : null);
            return false;
        });
        slot = read();
        return slot;
    }

    /** Reads anything but the use of a reference. */
    private readValue(slot: Slot): void {
        const { input } = this;
        const token = input.here;
        const leaf = readLeaf(input, this.strings, token);
        if (leaf !== undefined) {
            slot.value = leaf;
            return;
        }
        const tag = input.byte(token);
        switch (tagName(tag)) {
            case 'ARRAY_EMPTY':
                slot.value = new PhpArray(null);
                return;
            case 'LIST_SHORT':
                return this.readList(slot, tag - 127, token);
            case 'LIST':
                return this.readList(slot, input.shortUint(tag - 199, 9, token), token);
            case 'MAP_SHORT':
                return this.readMap(slot, tag - 135, token);
            case 'MAP':
                return this.readMap(slot, input.shortUint(tag - 203, 9, token), token);
            case 'INSTANCE_SHORT':
                return this.readInstance(slot, tag - 97, token);
            case 'INSTANCE':
                return this.readInstance(slot, input.shortUint(tag - 211, 31, token), token);
            case 'VECTOR':
                return this.readVectorList(slot, token);
            case 'ROWS':
                return this.readRows(slot, token);
            case 'RUNS':
                return this.readRuns(slot, token);
            case 'USE_ARRAY':
                return this.useArray(slot, token);
            case 'USE_OBJECT':
                if (!this.sharing) {
                    fail('TAG', token);
                }
                this.marks++;
                slot.same = this.objects[input.varlen(token)] ?? fail('OBJECT_ID', token);
                slot.value = slot.same.value;
                return;
            default:
                return fail('TAG', token);
        }
    }

    /** Checks a container that begins: depth, the bytes that it needs, elements (spec section 7). */
    private enter(token: number, need: number, count: number, levels: number): void {
        if (this.maxDepth !== 0 && this.depth + levels > this.maxDepth) {
            fail('DEPTH', token);
        }
        this.input.need(need + this.pending, token);
        if (count > LIMIT.COUNT || (this.maxElements !== 0 && this.elements + count > this.maxElements)) {
            fail('ELEMENTS', token);
        }
        this.depth += levels;
        this.deepest = Math.max(this.deepest, this.depth);
        this.elements += count;
        this.pending += need;
    }

    private draw(cells: number, token: number): void {
        if (this.drawn + cells > LIMIT.CREDIT + LIMIT.CREDIT_PER_BYTE * (this.input.here - this.body)) {
            fail('CREDIT', token);
        }
        this.drawn += cells;
    }

    /** So many elements occur again without being written again (spec section 7.3). */
    private again(count: number, token: number): void {
        if (this.maxElements !== 0 && this.elements + count > this.maxElements) {
            fail('ELEMENTS', token);
        }
        const most = LIMIT.ALLOWANCE + LIMIT.ALLOWANCE_PER_BYTE * (this.input.here - this.body);
        if (this.allowanceUsed + count > most) {
            fail('CREDIT', token);
        }
        this.elements += count;
        this.allowanceUsed += count;
    }

    private useArray(slot: Slot, token: number): void {
        if (!this.repeating) {
            fail('TAG', token);
        }
        const index = this.input.varlen(token);
        const { array, elements, levels } = this.arrays.get(index) ?? fail('ARRAY_ID', token);
        if (this.maxDepth !== 0 && this.depth + levels > this.maxDepth) {
            fail('DEPTH', token);
        }
        this.deepest = Math.max(this.deepest, this.depth + levels);
        this.again(elements, token);
        slot.value = array;
        slot.use = index;
    }

    /** Reads so many slots of a container, each behind its key if it has keys in the body. */
    private readSlots({ slots, spans }: PhpArray | PhpObject, count: number, readKey: (() => void) | null): void {
        const { input } = this;
        this.open.push(() => {
            if (slots.length > 0) {
                spans.push(input.here); // what the slot opened is read to its end
            }
            if (slots.length === count) {
                this.depth--;
                return false;
            }
            spans.push(input.here);
            if (readKey !== null) {
                this.pending--;
                readKey();
            }
            this.pending--;
            spans.push(input.here);
            slots.push(this.readSlot());
            return true;
        });
    }

    private readList(slot: Slot, count: number, token: number): void {
        this.enter(token, count, count, 1);
        const array = new PhpArray(null);
        slot.value = array;
        this.readSlots(array, count, null);
    }

    private readMap(slot: Slot, count: number, token: number): void {
        this.enter(token, 2 * count, count, 1);
        const keys = new Keys<Key>();
        const array = new PhpArray(keys);
        slot.value = array;
        this.readSlots(array, count, () => readMapKey(this.input, this.strings, keys));
    }

    private readInstance(slot: Slot, id: number, token: number): void {
        const definition = this.definitions[id] ?? fail('DEFINITION_ID', token);
        switch (definition.kind) {
            case 'ENUM_CASE':
                this.marks++;
                slot.same = this.cases.get(definition);
                slot.value = slot.same?.value ?? new EnumCase(definition.className, definition.caseName);
                if (slot.same === undefined) {
                    this.cases.set(definition, slot);
                }
                return;
            case 'MAP_SHAPE': {
                const { keys } = definition;
                this.enter(token, keys.length, keys.length, 1);
                const array = new PhpArray(keys);
                slot.value = array;
                return this.readSlots(array, keys.length, null);
            }
            case 'CLASS_SHAPE': {
                const { keys } = definition;
                this.enter(token, keys.length, keys.length, 1);
                const object = this.begin(slot, new PhpObject(definition.className, keys, this.objects.length));
                return this.readSlots(object, keys.length, null);
            }
            case 'OPEN_CLASS': {
                const count = this.input.varlen(token);
                this.enter(token, 2 * count, count, 1);
                const keys = new Keys<StateKey>();
                const object = this.begin(slot, new PhpObject(definition.className, keys, this.objects.length));
                const readKey = (): void => readStateKey(this.input, this.strings, keys, definition.className);
                return this.readSlots(object, count, readKey);
            }
            case 'CUSTOM_CLASS': {
                const object = this.begin(slot, new CustomObject(definition.className, this.objects.length));
                object.payload = readString(this.input, this.strings);
                return;
            }
        }
    }

    private begin<T extends PhpObject | CustomObject>(slot: Slot, object: T): T {
        this.marks++;
        this.objects.push(slot);
        slot.value = object;
        return object;
    }

    private readVectorList(slot: Slot, token: number): void {
        const count = this.input.varlen(token);
        if (count === 0) {
            fail('SIZE', token);
        }
        this.enter(token, 0, count, 1);
        const array = new PhpArray(null);
        slot.value = array;
        const vector = readVector(this.input, this.strings, count, (cells) => this.draw(cells, token));
        for (const [place, value] of vector.cells.entries()) {
            array.slots.push(slotOf(value));
            vector.addSpan(array.spans, place);
        }
        this.depth--;
    }

    private readRows(slot: Slot, token: number): void {
        const { input } = this;
        const count = input.varlen(token);
        if (count === 0) {
            fail('SIZE', token);
        }
        const definition = this.definitions[input.varlen(token)];
        if (definition?.kind !== 'MAP_SHAPE' || definition.keys.length > LIMIT.ROW_KEYS) {
            return fail('DEFINITION_ID', token);
        }
        const width = definition.keys.length;
        const { claimed, rows: mostRows } = blockSize(width);
        this.enter(token, Math.ceil(count / mostRows) * width, count + count * width, 2);

        const outer = new PhpArray(null);
        slot.value = outer;
        this.open.push(() => {
            if (outer.length === count) {
                this.depth -= 2;
                return false;
            }
            const block = input.here;
            const rows = Math.min(mostRows, count - outer.length);
            const records = Array.from({ length: rows }, () => new PhpArray(definition.keys));
            for (let column = 0; column < width; column++) {
                this.pending--;
                const { cells, addSpan } = readVector(input, this.strings, rows, null);
                records.forEach((record, row) => {
                    record.slots.push(slotOf(cells[row]!));
                    addSpan(record.spans, row);
                });
            }
            this.draw(2 * claimed * rows, token);
            outer.slots.push(...records.map(slotOf));
            records.forEach(() => outer.spans.push(block, SHARED, input.here));
            return true;
        });
    }

    private readRuns(slot: Slot, token: number): void {
        const { input } = this;
        const count = input.varlen(token);
        if (count === 0) {
            fail('SIZE', token);
        }
        this.enter(token, 2, count, 1);
        const list = new PhpArray(null);
        const runs: number[] = [];
        list.runs = runs;
        slot.value = list;
        const { spans } = list;
        this.open.push(() => {
            const left = count - list.length;
            if (runs.length > 0) { // what the run opened is read to its end
                spans.push(input.here);
                while (spans.length < 3 * list.length) {
                    spans.push(spans.at(-3)!, SHARED, input.here);
                }
            }
            if (left === 0) {
                this.depth--;
                return false;
            }
            const at = input.here;
            const length = input.varlen(at);
            if (length < 1 || length > left) {
                fail('SIZE', at);
            }
            this.draw(length - 1, at);
            this.pending -= length < left ? 0 : 2; // length and value of the next run
            runs.push(length);
            spans.push(at, input.here);
            list.slots.push(length === 1 ? this.readSlot() : this.readRun(list.slots, length, at));
            return true;
        });
    }

    /** Reads the array of a run, and adds its slots but the first. */
    private readRun(slots: Slot[], length: number, at: number): Slot {
        return this.measure(
            () => this.readSlot(),
            (repeatable) => {
                const { array, elements } = repeatable ?? fail('RUN', at);
                this.again((length - 1) * elements, at);
                for (let i = 1; i < length; i++) {
                    slots.push(slotOf(array));
                }
            },
        );
    }
}

function positionError(isArray: boolean): 'ARRAY_POSITION' | 'REFERENCE_POSITION' {
    return isArray ? 'ARRAY_POSITION' : 'REFERENCE_POSITION';
}

/** Cells that a row claims, and most rows of a block, of records of so many keys (spec section 5.4). */
function blockSize(width: number): { claimed: number; rows: number } {
    let claimed: number = LIMIT.ROW_SLOTS;
    while (claimed < width) {
        claimed *= 2;
    }
    const rows = Math.floor(LIMIT.BLOCK_BYTES / (LIMIT.ROW_BYTES + LIMIT.SLOT_BYTES * claimed));
    return { claimed, rows: Math.min(LIMIT.BLOCK_ROWS, Math.max(1, rows)) };
}

function slotOf(value: Value): Slot {
    const slot = new Slot();
    slot.value = value;
    return slot;
}
