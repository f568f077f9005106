// SPDX-License-Identifier: BSD-3-Clause

/** Creates an element. Text is always text, never HTML: nothing in this page makes HTML of a string. */
export function element<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Record<string, string | number> = {},
    ...content: (Node | string)[]
): HTMLElementTagNameMap[K] {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        made.setAttribute(name, String(value));
    }
    made.append(...content);
    return made;
}

export function byId<T extends HTMLElement>(id: string): T {
    const found = document.getElementById(id);
    if (found === null) {
        throw new Error(`no element ${id}`);
    }
    return found as T;
}

export function plural(count: number, word: string): string {
    return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}
