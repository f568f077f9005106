// SPDX-License-Identifier: BSD-3-Clause

import type { Client } from './client.js';
import type { Node as Value } from './document.js';
import { element, plural } from './dom.js';

/** Most entries at one level of the tree. Larger containers are shown in ranges. */
const MOST = 200;

interface Item {
    readonly node: Value;
    /** The entries below it: all of the node, or a range of them. */
    readonly from: number;
    readonly to: number;
    readonly isRange: boolean;
    /** The list item, and in it the line that is the item of the tree. */
    readonly place: HTMLLIElement;
    readonly line: HTMLElement;
    readonly level: number;
    readonly parent: Item | null;
    children: Item[] | null;
}

/**
 * A tree of the ARIA pattern: one item can be focused, arrows move. Entries are fetched when an item is opened.
 */
export class Tree {
    private root: Item | null = null;
    private current: Item | null = null;
    private readonly items = new WeakMap<Element, Item>();

    constructor(
        private readonly place: HTMLElement,
        private readonly client: () => Client,
        private readonly selected: (node: Value) => void,
    ) {
        place.addEventListener('click', (event) => void this.clicked(event));
        place.addEventListener('keydown', (event) => void this.key(event));
    }

    async show(node: Value): Promise<void> {
        this.place.replaceChildren();
        this.root = this.item(node, 0, node.count, false, null, 1, 1);
        this.place.append(this.root.place);
        this.current = null;
        this.focusable(this.root);
        await this.open(this.root);
    }

    clear(): void {
        this.place.replaceChildren();
        this.root = this.current = null;
    }

    /** Opens what is around a value, and selects it. */
    async reveal(path: readonly number[], focus: boolean): Promise<void> {
        let item = this.root;
        for (const index of path) {
            do {
                await this.open(item!);
                item = item!.children!.find((child) =>
                    child.isRange ? child.from <= index && index < child.to : child.node.path.at(-1) === index,
                )!;
            } while (item.isRange);
        }
        if (item !== null) {
            this.select(item, focus, false);
        }
    }

    private item(node: Value, from: number, to: number, isRange: boolean, parent: Item | null, position: number, size: number): Item {
        const level = parent === null ? 1 : parent.level + 1;
        const line = element('span', {
            class: `line ${isRange ? 'range' : node.kind}`,
            role: 'treeitem',
            tabindex: -1,
            'aria-level': level,
            'aria-posinset': position,
            'aria-setsize': size,
            'aria-selected': 'false',
        });
        if (to > from) {
            line.setAttribute('aria-expanded', 'false');
        }
        if (isRange) {
            line.append(`${from.toLocaleString('en')} to ${(to - 1).toLocaleString('en')}`);
        } else {
            const bytes = node.size === 0 ? 'shared' : plural(node.size, 'byte');
            if (node.path.length > 0) {
                line.append(element('span', { class: 'key' }, `${node.key}:`), ' ');
            }
            line.append(element('span', { class: 'text' }, node.text), ' ', element('span', { class: 'size' }, bytes));
        }
        const item: Item = {
            node,
            from,
            to,
            isRange,
            place: element('li', { role: 'none' }, line),
            line,
            level,
            parent,
            children: null,
        };
        this.items.set(line, item);
        return item;
    }

    private async open(item: Item): Promise<void> {
        if (item.to === item.from) {
            return;
        }
        if (item.children === null) {
            const children = await this.children(item);
            if (item.children === null) {
                item.children = children;
                item.place.append(element('ul', { role: 'group' }, ...children.map(({ place }) => place)));
            }
        }
        item.line.setAttribute('aria-expanded', 'true');
    }

    private async children(item: Item): Promise<Item[]> {
        const { node, from, to } = item;
        const count = to - from;
        if (count > MOST) {
            let width = MOST;
            while (count > width * MOST) {
                width *= MOST;
            }
            const ranges = Math.ceil(count / width);
            return Array.from({ length: ranges }, (_, place) => {
                const first = from + place * width;
                return this.item(node, first, Math.min(to, first + width), true, item, place + 1, ranges);
            });
        }
        const nodes = await this.client().ask('children', node.path, from, to);
        return nodes.map((child, place) => this.item(child, 0, child.count, false, item, place + 1, nodes.length));
    }

    private close(item: Item): void {
        item.line.setAttribute('aria-expanded', 'false');
    }

    private isOpen(item: Item): boolean {
        return item.line.getAttribute('aria-expanded') === 'true';
    }

    private focusable(item: Item): void {
        this.current?.line.setAttribute('tabindex', '-1');
        this.current?.line.setAttribute('aria-selected', 'false');
        this.current = item;
        item.line.setAttribute('tabindex', '0');
    }

    private select(item: Item, focus: boolean, tell = true): void {
        this.focusable(item);
        item.line.setAttribute('aria-selected', 'true');
        if (focus) {
            item.line.focus({ preventScroll: true });
        }
        const line = item.line.getBoundingClientRect();
        const box = this.place.getBoundingClientRect();
        if (line.top < box.top || line.bottom > box.bottom) {
            this.place.scrollTop += line.top - box.top - box.height / 3;
        }
        if (tell && !item.isRange) {
            this.selected(item.node);
        }
    }

    private async clicked(event: MouseEvent): Promise<void> {
        const line = (event.target as Element).closest('[role=treeitem]');
        const item = line === null ? undefined : this.items.get(line);
        if (item === undefined) {
            return;
        }
        this.select(item, true);
        await this.activate(item);
    }

    private async activate(item: Item): Promise<void> {
        if (this.isOpen(item)) {
            this.close(item);
        } else if (item.node.kind === 'again') {
            const path = await this.client().ask('first', item.node.path);
            if (path !== null) {
                await this.reveal(path, true);
                this.selected(this.current!.node);
            }
        } else {
            await this.open(item);
        }
    }

    private async key(event: KeyboardEvent): Promise<void> {
        const item = this.current;
        if (item === null || event.altKey || event.ctrlKey || event.metaKey) {
            return;
        }
        const isOpen = this.isOpen(item);
        let next: Item | null | undefined;
        switch (event.key) {
            case 'ArrowDown':
                next = this.below(item, true);
                break;
            case 'ArrowUp':
                next = this.above(item);
                break;
            case 'ArrowRight':
                event.preventDefault();
                next = isOpen ? item.children?.[0] : undefined;
                if (!isOpen) {
                    await this.open(item);
                }
                break;
            case 'ArrowLeft':
                event.preventDefault();
                if (isOpen) {
                    this.close(item);
                } else {
                    next = item.parent;
                }
                break;
            case 'Home':
                next = this.root;
                break;
            case 'End':
                next = this.last(this.root!);
                break;
            case 'Enter':
            case ' ':
                event.preventDefault();
                await this.activate(item);
                return;
            default:
                return;
        }
        event.preventDefault();
        if (next !== null && next !== undefined) {
            this.select(next, true);
        }
    }

    private below(item: Item, into: boolean): Item | null {
        if (into && this.isOpen(item)) {
            return item.children![0]!;
        }
        const siblings = item.parent?.children;
        if (siblings === undefined || siblings === null) {
            return null;
        }
        return siblings[siblings.indexOf(item) + 1] ?? this.below(item.parent!, false);
    }

    private above(item: Item): Item | null {
        const siblings = item.parent?.children ?? [];
        const place = siblings.indexOf(item);
        return place > 0 ? this.last(siblings[place - 1]!) : item.parent;
    }

    private last(item: Item): Item {
        return this.isOpen(item) ? this.last(item.children!.at(-1)!) : item;
    }
}
