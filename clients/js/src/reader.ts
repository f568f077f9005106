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
    Slot,
    type StateKey,
    type Value,
} from './values.js';
import { type Draw, readVector } from './vectors.js';

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
}

/** First slot of a PHP reference, as the reference table names it. */
interface Place {
    readonly index: number;
    /** Offset in the payload. */
    readonly offset: number;
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
    private body = 0;

    /** Places in the order of their offsets. */
    private places: Place[] = [];
    private placesBegun = 0;
    /** Slots of the references that have begun, by index. */
    private readonly references = new Map<number, Slot>();

    private readonly open: Open[] = [];
    private readonly objects: (PhpObject | CustomObject)[] = [];
    private depth = 0;
    private elements = 0;
    private drawn = 0;
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
            fail('REFERENCE_POSITION', Math.min(missed.offset, this.input.end));
        }
        if (this.input.left() > 0) {
            fail('TRAILING', this.input.here);
        }
        return { root, sharing: this.sharing };
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
        if ((head & FLAG.RESERVED) !== 0) {
            fail('RESERVED', 1);
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
        if ((head & FLAG.SHARING) !== 0) {
            this.sharing = true;
            this.readReferenceTable();
        }
    }

    private readReferenceTable(): void {
        const { input } = this;
        const token = input.here;
        const count = input.varlen(token);
        input.need(count, token);
        if (count > LIMIT.COUNT) {
            fail('ELEMENTS', token);
        }
        const offsets: number[] = [];
        while (offsets.length < count) {
            offsets.push(input.varlen(input.here));
        }
        this.places = offsets
            .map((offset, index) => ({ index, offset: input.here + offset }))
            .sort((one, other) => one.offset - other.offset);
        const twice = this.places.find((place, order) => this.places[order + 1]?.offset === place.offset);
        if (twice !== undefined) {
            fail('REFERENCE_POSITION', Math.min(twice.offset, input.end));
        }
    }

    /** Reads the value of a new slot; the containers that it opens are read later. */
    private readSlot(): Slot {
        const { input } = this;
        const token = input.here;
        input.need(1, token);
        const isUse = tagName(input.bytes[token]!) === 'USE_REFERENCE';
        const slot = new Slot();
        const place = this.places[this.placesBegun];
        if (place !== undefined && place.offset <= token) {
            if (place.offset < token || isUse) {
                fail('REFERENCE_POSITION', place.offset);
            }
            slot.reference = place.index;
            this.references.set(place.index, slot);
            this.placesBegun++;
        }
        if (isUse && this.sharing) {
            input.here++;
            return this.references.get(input.varlen(token)) ?? fail('REFERENCE_ID', token);
        }
        this.readValue(slot);
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
                return this.readRows(slot, false, token);
            case 'ROWS_KEYED':
                return this.readRows(slot, true, token);
            case 'USE_OBJECT':
                if (!this.sharing) {
                    fail('TAG', token);
                }
                slot.value = this.objects[input.varlen(token)] ?? fail('OBJECT_ID', token);
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
        this.elements += count;
        this.pending += need;
    }

    /** Reads so many slots of a container, each behind its key if it has keys in the body. */
    private readSlots(slots: Slot[], count: number, readKey: (() => void) | null): void {
        this.open.push(() => {
            if (slots.length === count) {
                this.depth--;
                return false;
            }
            if (readKey !== null) {
                this.pending--;
                readKey();
            }
            this.pending--;
            slots.push(this.readSlot());
            return true;
        });
    }

    private readList(slot: Slot, count: number, token: number): void {
        this.enter(token, count, count, 1);
        const array = new PhpArray(null);
        slot.value = array;
        this.readSlots(array.slots, count, null);
    }

    private readMap(slot: Slot, count: number, token: number): void {
        this.enter(token, 2 * count, count, 1);
        const keys = new Keys<Key>();
        const array = new PhpArray(keys);
        slot.value = array;
        this.readSlots(array.slots, count, () => readMapKey(this.input, this.strings, keys));
    }

    private readInstance(slot: Slot, id: number, token: number): void {
        const definition = this.definitions[id] ?? fail('DEFINITION_ID', token);
        switch (definition.kind) {
            case 'ENUM_CASE':
                slot.value = new EnumCase(definition.className, definition.caseName);
                return;
            case 'MAP_SHAPE': {
                const { keys } = definition;
                this.enter(token, keys.length, keys.length, 1);
                const array = new PhpArray(keys);
                slot.value = array;
                return this.readSlots(array.slots, keys.length, null);
            }
            case 'CLASS_SHAPE': {
                const { keys } = definition;
                this.enter(token, keys.length, keys.length, 1);
                const object = this.begin(slot, new PhpObject(definition.className, keys, this.objects.length));
                return this.readSlots(object.slots, keys.length, null);
            }
            case 'OPEN_CLASS': {
                const count = this.input.varlen(token);
                this.enter(token, 2 * count, count, 1);
                const keys = new Keys<StateKey>();
                const object = this.begin(slot, new PhpObject(definition.className, keys, this.objects.length));
                const readKey = (): void => readStateKey(this.input, this.strings, keys, definition.className);
                return this.readSlots(object.slots, count, readKey);
            }
            case 'CUSTOM_CLASS': {
                const object = this.begin(slot, new CustomObject(definition.className, this.objects.length));
                object.payload = readString(this.input, this.strings);
                return;
            }
        }
    }

    private begin<T extends PhpObject | CustomObject>(slot: Slot, object: T): T {
        this.objects.push(object);
        slot.value = object;
        return object;
    }

    private drawFor(token: number): Draw {
        return (cells, offset) => {
            if (this.drawn + cells > LIMIT.CREDIT + LIMIT.CREDIT_PER_BYTE * (offset - this.body)) {
                fail('CREDIT', token);
            }
            this.drawn += cells;
        };
    }

    private readVectorList(slot: Slot, token: number): void {
        const count = this.input.varlen(token);
        if (count === 0) {
            fail('SIZE', token);
        }
        this.enter(token, 0, count, 1);
        const array = new PhpArray(null);
        slot.value = array;
        for (const value of readVector(this.input, this.strings, count, this.drawFor(token)) ?? []) {
            array.slots.push(slotOf(value));
        }
        this.depth--;
    }

    private readRows(slot: Slot, keyed: boolean, token: number): void {
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
        this.enter(token, Math.ceil(count / mostRows) * width + (keyed ? count : 0), count + count * width, 2);

        const outer = new PhpArray(keyed ? new Keys<Key>() : null);
        slot.value = outer;
        const draw = this.drawFor(token);
        /** Records of the block and the columns whose cells stand in its rows. */
        let records: PhpArray[] = [];
        let rowWise: number[] = [];
        let cell = 0;
        this.open.push(() => {
            if (cell < records.length * rowWise.length) {
                const record = records[Math.floor(cell / rowWise.length)]!;
                const column = rowWise[cell % rowWise.length]!;
                cell++;
                this.pending--;
                record.slots[column] = this.readSlot();
                return true;
            }
            if (outer.length === count) {
                this.depth -= 2;
                return false;
            }
            const rows = Math.min(mostRows, count - outer.length);
            for (let row = 0; outer.keys !== null && row < rows; row++) {
                this.pending--;
                readMapKey(input, this.strings, outer.keys);
            }
            records = Array.from({ length: rows }, () => new PhpArray(definition.keys));
            rowWise = [];
            cell = 0;
            for (let column = 0; column < width; column++) {
                this.pending--;
                const cells = readVector(input, this.strings, rows, null);
                if (cells === null) {
                    rowWise.push(column);
                }
                records.forEach((record, row) => record.slots.push(slotOf(cells?.[row] ?? null)));
            }
            const inRows = rowWise.length * rows;
            input.need(inRows + this.pending, token);
            draw(2 * claimed * rows, input.here + inRows);
            this.pending += inRows;
            outer.slots.push(...records.map(slotOf));
            return true;
        });
    }
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
