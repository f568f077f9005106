// SPDX-License-Identifier: BSD-3-Clause
//
// A writer after the pseudocode of section 6 of the specification, as a check of that section. It keeps its names and
// order, and is not made to be fast.

import { DEFINITION, LIMIT, MAGIC, TAG, VECTOR, VECTOR_NULLS, FLAG, VERSION } from '../src/format.js';
import {
    ByteString,
    CustomObject,
    EnumCase,
    Float,
    type Key,
    keyText,
    PhpArray,
    PhpObject,
    type Slot,
    type StateKey,
    type Value,
} from '../src/index.js';
import {
    append,
    backReference,
    bits,
    counted,
    floatVector,
    instance,
    intVector,
    intsOf,
    leafToken,
    newString,
    noStrings,
    shortString,
    stepOf,
    taggedSize,
    varlen,
    zigzag,
} from './tokens.js';
import {
    digest,
    factsOf,
    isLeaf,
    isList,
    isShapeable,
    keysOf,
    sameArray,
    sameKeys,
    sameLeaf,
    shapeText,
    stateKeyText,
    SHAPE_KEYS,
    type Facts,
    type Leaf,
} from './shapes.js';

const EAGER = 1024;

/** An array that was written, at this offset; its index if it was used again. */
interface Candidate {
    readonly array: PhpArray;
    readonly offset: number;
    index: number | null;
}

export function encode(root: Slot): Uint8Array {
    return new Writer(root).payload();
}

class Writer {
    private body: number[] = [];
    private preamble: number[] = [];
    private bodyStrings = noStrings();
    private readonly preambleStrings = noStrings();
    private creditUsed = 0;
    private definitions = 0;
    /** What is defined: kind and names or keys => definition id. */
    private readonly defined = new Map<string, number>();
    private readonly met = new Set<string>();
    private readonly places: number[] = [];
    private sharing = false;
    private depth = 0;
    private arrays = 0;
    private lookUntil = 16;
    private allowanceUsed = 0;
    private readonly candidates = new Map<number, Candidate[]>();
    private readonly arrayPlaces: number[] = [];
    private readonly ordinals = new Map<object, number>();
    /** Where objects, enum cases and references were first met. */
    private readonly firstSlots = new Map<unknown, { offset: number; index: number | null }>();
    /** Slots that occur twice or more. */
    private readonly shared = new Set<Slot>();

    constructor(private readonly root: Slot) {
        this.findShared();
    }

    payload(): Uint8Array {
        this.slot(this.root, false);
        const flags =
            (this.definitions > 0 ? FLAG.PREAMBLE : 0) |
            (this.sharing ? FLAG.SHARING : 0) |
            (this.arrayPlaces.length > 0 ? FLAG.ARRAYS : 0);
        const out = [MAGIC, (VERSION << 4) | flags];
        if (this.definitions > 0) {
            out.push(...varlen(this.preamble.length));
            append(out, this.preamble);
        }
        for (const places of [this.sharing ? this.places : null, this.arrayPlaces.length > 0 ? this.arrayPlaces : null]) {
            if (places !== null) {
                append(out, varlen(places.length));
                places.forEach((place) => append(out, varlen(place)));
            }
        }
        append(out, this.body);
        return Uint8Array.from(out);
    }

    private findShared(): void {
        const seen = new Set<Slot>();
        const objects = new Set<Value>();
        const todo = [this.root];
        for (let slot = todo.pop(); slot !== undefined; slot = todo.pop()) {
            if (seen.has(slot)) {
                this.shared.add(slot);
                continue;
            }
            seen.add(slot);
            const { value } = slot;
            if ((value instanceof PhpObject || value instanceof PhpArray) && !objects.has(value)) {
                objects.add(value);
                for (const child of value.slots) {
                    todo.push(child);
                }
            }
        }
    }

    private isReference(slot: Slot): boolean {
        return this.shared.has(slot);
    }

    private slot(slot: Slot, opensTable: boolean): void {
        const { value } = slot;
        const identity =
            value instanceof EnumCase
                ? `${keyText(value.className)}::${keyText(value.caseName)}`
                : value instanceof PhpObject || value instanceof CustomObject
                  ? value
                  : null;
        const firstOfValue = identity === null ? undefined : this.firstSlots.get(identity);
        if (firstOfValue !== undefined && this.isReference(slot)) {
            this.useReference(firstOfValue);
        } else if (firstOfValue !== undefined && typeof identity === 'object') {
            this.sharing = true;
            this.body.push(TAG.USE_OBJECT[0], ...varlen(this.ordinals.get(identity!)!));
        } else if (this.firstSlots.has(slot)) {
            this.useReference(this.firstSlots.get(slot)!);
        } else {
            const first = { offset: this.body.length, index: null };
            if (identity !== null && firstOfValue === undefined) {
                this.firstSlots.set(identity, first);
            } else if (this.isReference(slot)) {
                this.firstSlots.set(slot, first);
            }
            if (slot === this.root || !(value instanceof PhpArray) || this.useArray(value) === null) {
                this.value(value, opensTable);
            }
        }
    }

    // ---- equal arrays ----------------------------------------------------------------------------------------------

    private readonly isShared = (slot: Slot): boolean => this.isReference(slot);

    /** The candidate that was written as the array; null if nothing was written. */
    private useArray(array: PhpArray): Candidate | null {
        const first = array.slots[0];
        if (first === undefined) {
            return null;
        }
        const { value } = first;
        if (array.length === 1 && !(value instanceof ByteString) && isLeaf(value)) {
            return null;
        }
        this.arrays++;
        if (this.arrays > this.lookUntil && this.arrays % 8 !== 0) {
            return null;
        }
        if (this.isReference(first) || !(isLeaf(value) || value instanceof PhpArray)) {
            return null;
        }
        const bucket = (array.length + 7 * digest(value)) % 256;
        const known = this.candidates.get(bucket) ?? [];
        for (const earlier of known) {
            const facts = this.same(array, earlier.array);
            if (facts !== null && this.mayUse(facts)) {
                this.lookUntil = this.arrays + 16;
                this.writeUse(earlier);
                return earlier;
            }
        }
        this.candidates.set(bucket, [{ array, offset: this.body.length, index: null }, ...known.slice(0, 1)]);
        return null;
    }

    /** Facts of two arrays that are the same; null if they are not. */
    private same(one: PhpArray, other: PhpArray): Facts | null {
        const facts = factsOf(one, this.isShared);
        return facts !== null && factsOf(other, this.isShared) !== null && sameArray(one, other) ? facts : null;
    }

    private mayUse({ elements, levels }: Facts): boolean {
        if (this.depth + levels > LIMIT.DEPTH || this.allowanceUsed + elements > 2 ** 20 + 256 * this.body.length) {
            return false;
        }
        this.allowanceUsed += elements;
        return true;
    }

    private writeUse(earlier: Candidate): void {
        if (earlier.index === null) {
            earlier.index = this.arrayPlaces.length;
            this.arrayPlaces.push(earlier.offset);
        }
        this.body.push(TAG.USE_ARRAY[0], ...varlen(earlier.index));
    }

    private runs(slots: Slot[]): boolean {
        const runs = this.cut(slots);
        if (runs === null || runs[0]!.length < 2 || 4 * runs.length > slots.length) {
            return false;
        }
        this.body.push(TAG.RUNS[0], ...varlen(slots.length));
        const table = this.opensTable(slots);
        runs.forEach((run, place) => this.run(run, table && place === 0));
        return true;
    }

    private cut(slots: Slot[]): Slot[][] | null {
        const runs: Slot[][] = [];
        for (const slot of slots) {
            const run = runs.at(-1);
            const [one, other] = [run?.at(-1)?.value, slot.value];
            if (
                one instanceof PhpArray &&
                other instanceof PhpArray &&
                one.length > 0 &&
                !this.isReference(slot) &&
                !this.isReference(run!.at(-1)!) &&
                this.same(one, other) !== null
            ) {
                run!.push(slot);
            } else {
                runs.push([slot]);
            }
        }
        return runs;
    }

    private run(run: Slot[], opensTable: boolean): void {
        const { value } = run[0]!;
        let written: Candidate | null = null;
        for (let left = run.length, n = 1; left > 0; left -= n) {
            const facts = left > 1 ? factsOf(value as PhpArray, this.isShared)! : null;
            n = 1;
            if (facts !== null) {
                const offset = this.body.length;
                const cells = 4096 + 16 * offset - this.creditUsed;
                const elementsLeft = 2 ** 20 + 256 * offset - this.allowanceUsed;
                n = Math.min(left, 1 + cells, 1 + Math.floor(elementsLeft / facts.elements));
                this.creditUsed += n - 1;
                this.allowanceUsed += (n - 1) * facts.elements;
            }
            append(this.body, varlen(n));
            if (left === run.length) {
                written = this.firstOfRun(run[0]!, opensTable);
            } else if (this.mayUse(factsOf(value as PhpArray, this.isShared)!)) {
                this.writeUse(written!);
            } else {
                this.value(value, false);
            }
        }
    }

    /** What the slot was written as, if it is an array. */
    private firstOfRun(slot: Slot, opensTable: boolean): Candidate | null {
        const { value } = slot;
        const offset = this.body.length;
        if (!(value instanceof PhpArray) || value.length === 0 || this.isReference(slot)) {
            this.slot(slot, opensTable);
            return null;
        }
        const earlier = this.useArray(value);
        if (earlier !== null) {
            return earlier;
        }
        this.value(value, opensTable);
        const candidate = [...this.candidates.values()].flat().find((one) => one.array === value && one.offset === offset);
        return candidate ?? { array: value, offset, index: null };
    }

    private useReference(first: { offset: number; index: number | null }): void {
        if (first.index === null) {
            first.index = this.places.length;
            this.places.push(first.offset);
        }
        this.sharing = true;
        this.body.push(TAG.USE_REFERENCE[0], ...varlen(first.index));
    }

    private value(value: Value, opensTable: boolean): void {
        this.depth++;
        this.valueAt(value, opensTable);
        this.depth--;
    }

    private valueAt(value: Value, opensTable: boolean): void {
        if (value instanceof PhpArray) {
            if (value.length === 0) {
                this.body.push(TAG.ARRAY_EMPTY[0]);
            } else if (isList(value)) {
                this.list(value.slots);
            } else {
                this.map(value, opensTable);
            }
        } else if (value instanceof PhpObject || value instanceof CustomObject || value instanceof EnumCase) {
            this.object(value);
        } else {
            this.leaf(value);
        }
    }

    private leaf(value: Leaf): void {
        if (value instanceof ByteString) {
            this.string(value.bytes);
        } else {
            append(this.body, leafToken(value));
        }
    }

    // ---- strings ---------------------------------------------------------------------------------------------------

    private string(bytes: Uint8Array): void {
        if (bytes.length < 2) {
            append(this.body, shortString(bytes));
            return;
        }
        const strings = this.bodyStrings;
        const { idsGiven } = strings;
        const text = new ByteString(bytes).binary();
        if (idsGiven - strings.idsAtLastFind < 32 || idsGiven % 16 === 0) {
            const id = strings.foundAs.get(text);
            if (id !== undefined) {
                strings.idsAtLastFind = idsGiven;
                append(this.body, backReference(id, idsGiven));
                return;
            }
            const name = this.preambleStrings.foundAs.get(text);
            if (name !== undefined && name < 1024) {
                strings.idsAtLastFind = idsGiven;
                this.body.push(TAG.NAME[0] + (name >> 8), name & 255);
                return;
            }
            strings.foundAs.set(text, idsGiven);
        }
        append(this.body, newString(strings, bytes));
    }

    private preambleString(bytes: Uint8Array): void {
        const strings = this.preambleStrings;
        const text = new ByteString(bytes).binary();
        const id = strings.foundAs.get(text);
        if (bytes.length < 2) {
            append(this.preamble, shortString(bytes));
        } else if (id !== undefined) {
            append(this.preamble, backReference(id, strings.idsGiven));
        } else {
            strings.foundAs.set(text, strings.idsGiven);
            append(this.preamble, newString(strings, bytes));
        }
    }

    // ---- arrays ----------------------------------------------------------------------------------------------------

    private list(slots: Slot[]): void {
        const count = slots.length;
        if (
            count >= 4 &&
            !slots.some((slot) => this.isReference(slot)) &&
            this.vector(slots.map(({ value }) => value))
        ) {
            return;
        }
        if (count >= 4 && this.runs(slots)) {
            return;
        }
        if (count >= 8 && this.rows(slots)) {
            return;
        }
        append(this.body, counted(TAG.LIST_SHORT[0], TAG.LIST[0], count));
        const table = this.opensTable(slots);
        slots.forEach((slot, place) => this.slot(slot, table && place === 0));
    }

    private vector(values: Value[]): boolean {
        const count = values.length;
        const head = [TAG.VECTOR[0], ...varlen(count)];
        const put = (kind: number, data: number[]): boolean => {
            append(this.body, head);
            this.body.push(kind);
            append(this.body, data);
            return true;
        };
        const mayDraw = (): boolean => this.mayDraw(count, this.body.length + head.length + 1);
        const listHead = counted(TAG.LIST_SHORT[0], TAG.LIST[0], count).length;
        const pays = (tagged: number, data: number[]): boolean =>
            head.length + 1 + data.length <= listHead + tagged + Math.floor(count / 16);
        if (isLeaf(values[0]!) && values.every((value) => sameLeaf(value, values[0]!)) && mayDraw()) {
            put(VECTOR.CONSTANT[0], []);
            this.leaf(values[0] as Leaf);
            return true;
        }
        const ints = intsOf(values);
        if (ints !== null) {
            const step = stepOf(ints);
            if (step !== null && mayDraw()) {
                return put(VECTOR.SEQUENCE[0], [...zigzag(ints[0]!), ...zigzag(step)]);
            }
            const [kind, data] = intVector(ints);
            return pays(taggedSize(values), data) && put(kind, data);
        }
        if (values.every((value) => typeof value === 'boolean') && mayDraw()) {
            return put(VECTOR.BOOL[0], bits(values.map(Number), 1));
        }
        if (values.every((value) => value instanceof Float)) {
            const [kind, data] = floatVector(values as Float[]);
            return pays(taggedSize(values), data) && put(kind, data);
        }
        return false;
    }

    private mayDraw(cells: number, offset: number): boolean {
        if (this.creditUsed + cells > 4096 + 16 * offset) {
            return false;
        }
        this.creditUsed += cells;
        return true;
    }

    private map(array: PhpArray, opensTable: boolean): void {
        const keys = keysOf(array);
        if (isShapeable(array)) {
            const shape = shapeText(keys);
            if (this.defined.has(shape) || this.body.length < EAGER || this.met.has(shape) || opensTable) {
                append(this.body, instance(this.mapShape(keys)));
                this.eachSlot(array.slots);
                return;
            }
            this.met.add(shape);
        }
        append(this.body, counted(TAG.MAP_SHORT[0], TAG.MAP[0], array.length));
        const table = this.opensTable(array.slots);
        array.slots.forEach((slot, place) => {
            this.key(keys[place]!);
            this.slot(slot, table && place === 0);
        });
    }

    private eachSlot(slots: Slot[]): void {
        const table = this.opensTable(slots);
        slots.forEach((slot, place) => this.slot(slot, table && place === 0));
    }

    private opensTable(slots: Slot[]): boolean {
        const [first, second] = slots;
        return (
            first !== undefined &&
            second !== undefined &&
            !this.isReference(first) &&
            !this.isReference(second) &&
            isShapeable(first.value) &&
            isShapeable(second.value) &&
            sameKeys(first.value, second.value)
        );
    }

    private key(key: Key): void {
        this.leaf(key);
    }

    private mapShape(keys: Key[]): number {
        return this.define(shapeText(keys), () => {
            this.preamble.push(DEFINITION.MAP_SHAPE, ...varlen(keys.length));
            keys.forEach((key) => this.preambleKey({ visibility: 'public', name: key, of: null }));
        });
    }

    private define(text: string, write: () => void): number {
        const id = this.defined.get(text);
        if (id !== undefined) {
            return id;
        }
        write();
        this.defined.set(text, this.definitions);
        return this.definitions++;
    }

    // ---- objects ---------------------------------------------------------------------------------------------------

    private object(value: PhpObject | CustomObject | EnumCase): void {
        const { className } = value;
        const name = className.binary();
        if (value instanceof EnumCase) {
            const id = this.define(`enum ${name}::${value.caseName.binary()}`, () => {
                this.preamble.push(DEFINITION.ENUM_CASE);
                this.preambleString(className.bytes);
                this.preambleString(value.caseName.bytes);
            });
            append(this.body, instance(id));
            return;
        }
        this.ordinals.set(value, this.ordinals.size);
        if (value instanceof CustomObject) {
            append(this.body, instance(this.defineClass('custom', DEFINITION.CUSTOM_CLASS, className)));
            this.string(value.payload.bytes);
            return;
        }
        const keys = value.keys.list;
        if (keys.length <= SHAPE_KEYS) {
            const shape = `class ${name} ` + JSON.stringify(keys.map(stateKeyText));
            if (this.defined.has(shape) || this.body.length < EAGER || this.met.has(shape) || name !== 'stdClass') {
                const id = this.define(shape, () => {
                    this.preamble.push(DEFINITION.CLASS_SHAPE);
                    this.preambleString(className.bytes);
                    append(this.preamble, varlen(keys.length));
                    keys.forEach((key) => this.preambleKey(key));
                });
                append(this.body, instance(id));
                value.slots.forEach((slot) => this.slot(slot, false));
                return;
            }
            this.met.add(shape);
        }
        append(this.body, instance(this.defineClass('open', DEFINITION.OPEN_CLASS, className)));
        append(this.body, varlen(keys.length));
        value.slots.forEach((slot, place) => {
            this.stateKey(
                keys[place]!,
                (byte) => this.body.push(byte),
                (bytes) => this.string(bytes),
            );
            this.slot(slot, false);
        });
    }

    private defineClass(word: string, kind: number, className: ByteString): number {
        return this.define(`${word} ${className.binary()}`, () => {
            this.preamble.push(kind);
            this.preambleString(className.bytes);
        });
    }

    private preambleKey(key: StateKey): void {
        if (!(key.name instanceof ByteString)) {
            append(this.preamble, leafToken(key.name));
            return;
        }
        this.stateKey(
            key,
            (byte) => this.preamble.push(byte),
            (bytes) => this.preambleString(bytes),
        );
    }

    private stateKey(key: StateKey, tag: (byte: number) => void, string: (bytes: Uint8Array) => void): void {
        if (!(key.name instanceof ByteString)) {
            this.leaf(key.name);
            return;
        }
        if (key.visibility === 'protected') {
            tag(TAG.KEY_PROTECTED[0]);
        } else if (key.visibility === 'private') {
            tag(key.of === null ? TAG.KEY_PRIVATE[0] : TAG.KEY_PRIVATE_OF[0]);
            if (key.of !== null) {
                string(key.of.bytes);
            }
        }
        string(key.name.bytes);
    }

    // ---- rows ------------------------------------------------------------------------------------------------------

    private rows(slots: Slot[]): boolean {
        const first = slots[0]!.value;
        if (!isShapeable(first) || first.length > LIMIT.ROW_KEYS) {
            return false;
        }
        for (const slot of slots) {
            if (this.isReference(slot) || !(slot.value instanceof PhpArray) || !sameKeys(first, slot.value)) {
                return false;
            }
        }
        const records = slots.map(({ value }) => value as PhpArray);
        if (!records.every((record) => record.slots.every((slot) => isLeaf(slot.value) && !this.isReference(slot)))) {
            return false;
        }
        const columns = first.length;
        let rowSlots = 8;
        while (rowSlots < columns) {
            rowSlots *= 2;
        }
        const rowsPerBlock = Math.min(128, Math.max(1, Math.floor(65536 / (56 + 40 * rowSlots))));
        const id = this.mapShape(keysOf(first));
        this.body.push(TAG.ROWS[0]);
        append(this.body, varlen(slots.length));
        append(this.body, varlen(id));
        for (let from = 0; from < slots.length; from += rowsPerBlock) {
            const rows = records.slice(from, from + rowsPerBlock);
            const cells = 2 * rowSlots * rows.length;
            const paid = this.mayDraw(cells, this.body.length);
            for (let column = 0; column < columns; column++) {
                const leaves = rows.map((row) => row.slots[column]!.value as Leaf);
                if (paid) {
                    this.column(leaves);
                } else {
                    this.mixed(leaves);
                }
            }
            if (!paid && !this.mayDraw(cells, this.body.length)) {
                throw new Error('the credit does not suffice for mixed leaves');
            }
        }
        return true;
    }

    private mixed(cells: Leaf[]): void {
        this.body.push(VECTOR.MIXED[0]);
        cells.forEach((cell) => this.leaf(cell));
    }

    private column(cells: Leaf[]): void {
        const present = cells.filter((cell) => cell !== null);
        if (present.length === 0) {
            this.body.push(VECTOR.CONSTANT[0]);
            this.leaf(null);
            return;
        }
        const nulls =
            present.length === cells.length
                ? null
                : bits(
                      cells.map((cell) => (cell === null ? 1 : 0)),
                      1,
                  );
        const begin = (kind: number): void => {
            this.body.push(nulls === null ? kind : kind | VECTOR_NULLS);
            append(this.body, nulls ?? []);
        };
        const ints = intsOf(present);
        if (present.every((cell) => sameLeaf(cell, present[0]!))) {
            begin(VECTOR.CONSTANT[0]);
            this.leaf(present[0]!);
            return;
        } else if (ints !== null) {
            const step = stepOf(ints);
            const [kind, data] = intVector(ints);
            if (ints.length >= 3 && step !== null) {
                begin(VECTOR.SEQUENCE[0]);
                append(this.body, [...zigzag(ints[0]!), ...zigzag(step)]);
                return;
            }
            if (data.length <= taggedSize(present)) {
                begin(kind);
                append(this.body, data);
                return;
            }
        } else if (present.every((cell) => typeof cell === 'boolean')) {
            begin(VECTOR.BOOL[0]);
            append(this.body, bits(present.map(Number), 1));
            return;
        } else if (present.every((cell) => cell instanceof Float)) {
            const [kind, data] = floatVector(present as Float[]);
            if (data.length <= taggedSize(present)) {
                begin(kind);
                append(this.body, data);
                return;
            }
        } else if (present.every((cell) => cell instanceof ByteString)) {
            const texts = (present as ByteString[]).map((cell) => cell.binary());
            const words = [...new Set(texts)];
            if (words.length <= Math.floor(present.length / 2)) {
                begin(VECTOR.DICTIONARY[0]);
                append(this.body, varlen(words.length));
                words.forEach((word) => this.string((present as ByteString[])[texts.indexOf(word)]!.bytes));
                const width = [1, 2, 4, 8].find((size) => words.length - 1 < 2 ** size)!;
                append(
                    this.body,
                    bits(
                        texts.map((text) => words.indexOf(text)),
                        width,
                    ),
                );
                return;
            }
        }
        this.mixed(cells);
    }
}
