// SPDX-License-Identifier: BSD-3-Clause

import type { Marks, Node as Value } from './document.js';
import { element } from './dom.js';

/** Bytes that are shown at once. */
const WINDOW = 512;

/** Most notes beside a row. */
const NOTES = 3;

/** Bytes with what they mean. One byte can be focused; arrows move, Enter shows the value in the tree. */
export class Hex {
    private bytes: Uint8Array = new Uint8Array(0);
    private marks: ((from: number, to: number) => Promise<Marks>) | null = null;
    private known: Marks | null = null;
    private range: readonly [number, number] = [0, 0];
    private fault: number | null = null;
    private from = 0;
    private at = 0;
    private drawn = 0;

    constructor(
        private readonly place: HTMLElement,
        private readonly where: HTMLElement,
        private readonly asked: (offset: number) => void,
    ) {
        place.addEventListener('keydown', (event) => void this.key(event));
        place.addEventListener('click', (event) => this.clicked(event));
        matchMedia('(max-width: 700px)').addEventListener('change', () => void this.draw(false));
    }

    /** `marks` is null for bytes of which nothing is known. */
    async show(bytes: Uint8Array, marks: Hex['marks'], fault: number | null): Promise<void> {
        this.bytes = bytes;
        this.marks = marks;
        this.fault = fault;
        this.range = fault === null ? [0, 0] : [fault, fault + 1];
        await this.goTo(Math.min(fault ?? 0, Math.max(0, bytes.length - 1)), false);
    }

    /** Shows the bytes of a value. */
    async select({ from, to }: Value): Promise<void> {
        this.range = [from, to];
        await this.goTo(from, false);
    }

    async goTo(offset: number, focus: boolean): Promise<void> {
        this.at = Math.max(0, Math.min(offset, this.bytes.length - 1));
        if (this.at < this.from || this.at >= this.from + WINDOW || this.known === null) {
            const step = WINDOW / 4;
            this.from = Math.max(0, Math.floor(this.at / step) * step - (this.at >= WINDOW ? step : 0));
        }
        await this.draw(focus);
    }

    async page(windows: number): Promise<void> {
        this.from = Math.max(0, Math.min(this.from + windows * WINDOW, Math.floor((this.bytes.length - 1) / WINDOW) * WINDOW));
        this.at = this.from;
        await this.draw(false);
    }

    private perRow(): number {
        return matchMedia('(max-width: 700px)').matches ? 8 : 16;
    }

    private async draw(focus: boolean): Promise<void> {
        const drawn = ++this.drawn;
        const to = Math.min(this.bytes.length, this.from + WINDOW);
        const known = this.marks === null || to === this.from ? null : await this.marks(this.from, to);
        if (drawn !== this.drawn) {
            return; // something else was asked for meanwhile
        }
        this.known = known ?? { nodes: [], owners: new Int32Array(0), keys: new Uint8Array(0) };
        const rows: HTMLElement[] = [];
        for (let at = this.from; at < to; at += this.perRow()) {
            rows.push(this.row(at, Math.min(to, at + this.perRow())));
        }
        this.place.replaceChildren(...rows);
        this.where.textContent =
            this.bytes.length === 0 ? 'no bytes' : `bytes ${this.from} to ${to - 1} of ${this.bytes.length}`;
        const cell = this.place.querySelector<HTMLElement>('[tabindex="0"]');
        if (cell !== null) {
            if (focus) {
                cell.focus({ preventScroll: true });
            }
            const [line, box] = [cell.getBoundingClientRect(), this.place.getBoundingClientRect()];
            if (line.top < box.top || line.bottom > box.bottom) {
                this.place.scrollTop += line.top - box.top - box.height / 3;
            }
        }
    }

    private row(from: number, to: number): HTMLElement {
        const cells: HTMLElement[] = [];
        let text = '';
        for (let at = from; at < to; at++) {
            const byte = this.bytes[at]!;
            cells.push(this.cell(at, byte));
            text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
        }
        const row = element('div', { role: 'row', class: 'row' });
        row.append(
            element('span', { role: 'rowheader', class: 'offset' }, from.toString(16).padStart(6, '0')),
            ...cells,
            ...Array.from({ length: this.perRow() - cells.length }, () => element('span', { class: 'byte', 'aria-hidden': 'true' }, '  ')),
            element('span', { role: 'gridcell', class: 'ascii' }, text),
            element('span', { role: 'gridcell', class: 'notes' }, ...this.notes(from, to)),
        );
        return row;
    }

    private owner(at: number): Value | undefined {
        return this.known!.nodes[this.known!.owners[at - this.from] ?? -1];
    }

    private cell(at: number, byte: number): HTMLElement {
        const owner = this.owner(at);
        const isKey = this.known!.keys[at - this.from] === 1;
        const kind = isKey ? 'key' : (owner?.kind ?? 'head');
        const [from, to] = this.range;
        const chosen = at >= from && at < to ? (at === this.fault ? ' fault' : ' chosen') : '';
        const digits = byte.toString(16).padStart(2, '0');
        const what = at === this.fault ? 'the error' : isKey ? `key ${owner!.key}` : owner === undefined ? '' : kind;
        return element(
            'span',
            {
                role: 'gridcell',
                class: `byte ${kind}${chosen}`,
                tabindex: at === this.at ? 0 : -1,
                'data-at': at,
                'aria-label': `offset ${at}, ${digits}${what === '' ? '' : `, ${what}`}`,
            },
            digits,
        );
    }

    /** The values that begin in a row. */
    private notes(from: number, to: number): HTMLElement[] {
        const begun = this.known!.nodes.filter((node) => node.from >= from && node.from < to && node.path.length > 0);
        const notes = begun.slice(0, NOTES).map((node) =>
            element('span', { class: `note ${node.kind}`, 'data-at': node.from }, cut(`${node.key}: ${node.text}`)),
        );
        if (begun.length > NOTES) {
            notes.push(element('span', { class: 'note' }, `+${begun.length - NOTES}`));
        }
        return notes;
    }

    private clicked(event: MouseEvent): void {
        const at = (event.target as HTMLElement).closest<HTMLElement>('[data-at]')?.dataset['at'];
        if (at !== undefined) {
            void this.goTo(Number(at), true);
            this.asked(Number(at));
        }
    }

    private async key(event: KeyboardEvent): Promise<void> {
        const moves: Record<string, number> = {
            ArrowRight: 1,
            ArrowLeft: -1,
            ArrowDown: this.perRow(),
            ArrowUp: -this.perRow(),
            PageDown: WINDOW,
            PageUp: -WINDOW,
        };
        const move = moves[event.key];
        if (event.key === 'Enter') {
            event.preventDefault();
            this.asked(this.at);
        } else if (move !== undefined && !event.ctrlKey && !event.altKey) {
            event.preventDefault();
            await this.goTo(this.at + move, true);
        }
    }
}

function cut(text: string): string {
    const chars = Array.from(text);
    return chars.length > 40 ? `${chars.slice(0, 40).join('')}…` : text;
}
