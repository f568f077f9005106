// SPDX-License-Identifier: BSD-3-Clause

import { Client } from './client.js';
import { byId, element, plural } from './dom.js';
import type { Node as Value } from './document.js';
import { Hex } from './hex.js';
import type { Fault, Layer } from './layers.js';
import { bytesOf, type Spelling } from './spelling.js';
import { Tree } from './tree.js';

/** Most characters of JSON or PHP that are shown, and that are saved. */
const SHOWN = 200_000;
const SAVED = 256 * 1024 * 1024;

/** `script` is what a worker runs. */
export function start(script: string): void {
    let client = new Client(script);
    let layers: Layer[] = [];
    let fault: Fault | null = null;
    let hasValue = false;
    let opened = 0;

    const hex = new Hex(byId('bytes'), byId('where'), (offset) => void toTree(offset));
    const tree = new Tree(byId('tree'), () => client, (node) => void toHex(node));
    const panels = ['sizes', 'repeated', 'json', 'php'] as const;

    async function openBytes(bytes: Uint8Array, name: string): Promise<void> {
        const turn = ++opened;
        if (!client.idle) {
            client.close(); // and with it whatever it still does
            client = new Client(script);
        }
        byId('result').hidden = false;
        byId('status').textContent = `Reading ${name}, ${plural(bytes.length, 'byte')} …`;
        byId('error').textContent = byId('chosen').textContent = '';
        byId('layers').replaceChildren();
        tree.clear();
        closePanels();
        layers = [{ name: 'data', bytes, facts: [] }];
        hasValue = false;
        showLayerChoice();
        await hex.show(bytes, null, null); // at once: the value follows
        try {
            const answer = await client.ask('open', bytes);
            if (turn !== opened) {
                return;
            }
            ({ layers, fault } = answer);
            hasValue = answer.root !== null;
            showLayers(name, bytes.length);
            showLayerChoice();
            await showLayer(layers.length - 1);
            byId('error').textContent = fault === null ? '' : `Error: ${fault.message}`;
            byId('value').hidden = byId('panels').hidden = !hasValue;
            if (answer.root !== null) {
                await tree.show(answer.root);
            }
        } catch (error) {
            if (turn === opened) {
                byId('error').textContent = `Error: ${error instanceof Error ? error.message : String(error)} at offset 0`;
                byId('status').textContent = `${name} was not read`;
            }
        }
    }

    function showLayers(name: string, size: number): void {
        byId('status').textContent = `${name}: ${layers.map((layer) => layer.name).join(', in it ')}, ${plural(size, 'byte')}`;
        const items = layers.map(({ name: what, bytes, facts }) => {
            const item = element('li', {}, element('strong', {}, what), ` ${plural(bytes.length, 'byte')}`);
            for (const { text, state } of facts) {
                const mark = state === 'good' ? '✓ ' : state === 'bad' ? '✗ ' : '';
                item.append(' ', element('span', { class: `fact ${state}` }, mark + text));
            }
            return item;
        });
        byId('layers').replaceChildren(...items);
    }

    function showLayerChoice(): void {
        const choice = byId<HTMLSelectElement>('layer');
        choice.replaceChildren(...layers.map(({ name }, index) => element('option', { value: index }, `${index + 1}: ${name}`)));
        choice.value = String(layers.length - 1);
        byId('choice').hidden = layers.length < 2;
    }

    /** Shows the bytes of a layer. Those of the last one are linked with the tree. */
    async function showLayer(index: number): Promise<void> {
        const isLast = index === layers.length - 1;
        const marks = isLast && hasValue ? (from: number, to: number) => client.ask('marks', from, to) : null;
        await hex.show(layers[index]!.bytes, marks, isLast && fault !== null ? fault.offset : null);
    }

    function isLastLayer(): boolean {
        return Number(byId<HTMLSelectElement>('layer').value) === layers.length - 1;
    }

    async function toTree(offset: number): Promise<void> {
        if (!hasValue || !isLastLayer()) {
            return;
        }
        const path = await client.ask('pathAt', offset);
        if (path === null) {
            byId('chosen').textContent = `Offset ${offset}: head, preamble and tables`;
            return;
        }
        await tree.reveal(path, false);
        describe(await client.ask('node', path));
    }

    async function toHex(node: Value): Promise<void> {
        describe(node);
        if (!isLastLayer()) {
            byId<HTMLSelectElement>('layer').value = String(layers.length - 1);
            await showLayer(layers.length - 1);
        }
        await hex.select(node);
    }

    function describe(node: Value): void {
        const what = node.path.length === 0 ? 'the value' : node.key;
        const size = node.size === 0 ? 'bytes that it shares with other values' : plural(node.size, 'byte');
        byId('chosen').textContent = `Offset ${node.from} to ${node.to - 1}: ${what}: ${node.text}, ${size}`;
    }

    function closePanels(): void {
        for (const id of panels) {
            byId<HTMLDetailsElement>(id).open = false;
            byId(`${id}-body`).replaceChildren();
        }
    }

    async function fillPanel(id: (typeof panels)[number]): Promise<void> {
        const body = byId(`${id}-body`);
        if (!byId<HTMLDetailsElement>(id).open || body.childElementCount > 0 || !hasValue) {
            return;
        }
        body.replaceChildren(element('p', {}, 'Counting …'));
        const turn = opened;
        try {
            const content = id === 'sizes' ? await sizes() : id === 'repeated' ? await repeated() : await code(id);
            if (turn === opened) {
                body.replaceChildren(...content);
            }
        } catch (error) {
            body.replaceChildren(element('p', {}, `Error: ${error instanceof Error ? error.message : String(error)}`));
        }
    }

    async function sizes(): Promise<HTMLElement[]> {
        const total = layers.at(-1)!.bytes.length;
        const shares = await client.ask('shares');
        const root = await client.ask('node', []);
        const entries = await client.ask('children', [], 0, Math.min(root.count, 100_000));
        const largest = [...entries].sort((one, other) => other.size - one.size).slice(0, 20);
        return [
            table('By kind', ['kind', 'values', 'bytes', 'share'], shares.map(({ name, count, bytes }) => [name, count === 0 ? '' : String(count), String(bytes), percent(bytes, total)])),
            table('Largest entries of the value', ['entry', '', 'bytes', 'share'], largest.map((node) => [node.key, node.text, String(node.size), percent(node.size, total)])),
        ];
    }

    async function repeated(): Promise<HTMLElement[]> {
        const { list, complete } = await client.ask('strings');
        if (list.length === 0) {
            return [element('p', {}, 'No string occurs twice.')];
        }
        const rows = list.map(({ text, length, count }) => [text, String(count), String(length), String(count * length)]);
        const strings = table('Strings and keys that occur more than once', ['string', 'times', 'bytes', 'together'], rows);
        return complete ? [strings] : [strings, element('p', {}, 'There are too many different strings to count all.')];
    }

    async function code(id: 'json' | 'php'): Promise<HTMLElement[]> {
        const { text, complete } = await client.ask(id, SHOWN);
        const area = element('textarea', { readonly: '', rows: 16, spellcheck: 'false', 'aria-label': id === 'json' ? 'The value as JSON' : 'The value as PHP' });
        area.value = text;
        const save = element('button', { type: 'button' }, complete ? 'Save' : 'Save all of it');
        save.addEventListener('click', async () => {
            const whole = complete ? text : (await client.ask(id, SAVED)).text;
            const url = URL.createObjectURL(new Blob([whole], { type: 'text/plain' }));
            element('a', { href: url, download: `value.${id}` }).click();
            setTimeout(() => URL.revokeObjectURL(url), 60_000);
        });
        const note = complete ? [] : [element('p', {}, `These are the first ${SHOWN.toLocaleString('en')} characters.`)];
        return [...note, area, element('p', {}, save)];
    }

    async function openFile(file: File): Promise<void> {
        await openBytes(new Uint8Array(await file.arrayBuffer()), file.name);
    }

    function openText(): void {
        const text = byId<HTMLTextAreaElement>('text').value;
        const spelling = byId<HTMLSelectElement>('spelling').value as Spelling;
        const found = text === '' ? null : bytesOf(text, spelling);
        if (found === null) {
            byId('error').textContent = text === '' ? 'Error: there is no text' : `Error: the text is not ${spelling}`;
            return;
        }
        const { bytes, read } = found;
        void openBytes(bytes, read === 'raw' ? 'pasted text' : `pasted text, read as ${read}`);
    }

    const file = byId<HTMLInputElement>('file');
    file.addEventListener('change', () => {
        const chosen = file.files?.[0];
        if (chosen !== undefined) {
            void openFile(chosen);
        }
    });
    byId('open').addEventListener('click', openText);
    byId('text').addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            openText();
        }
    });
    document.addEventListener('dragover', (event) => {
        event.preventDefault();
        document.body.classList.add('over');
    });
    document.addEventListener('dragleave', () => document.body.classList.remove('over'));
    document.addEventListener('drop', (event) => {
        event.preventDefault();
        document.body.classList.remove('over');
        const dropped = event.dataTransfer?.files[0];
        const text = event.dataTransfer?.getData('text/plain') ?? '';
        if (dropped !== undefined) {
            void openFile(dropped);
        } else if (text !== '') {
            byId<HTMLTextAreaElement>('text').value = text;
            openText();
        }
    });
    byId('layer').addEventListener('change', () => void showLayer(Number(byId<HTMLSelectElement>('layer').value)));
    byId('before').addEventListener('click', () => void hex.page(-1));
    byId('after').addEventListener('click', () => void hex.page(1));
    byId('offset').addEventListener('change', () => {
        const offset = Number(byId<HTMLInputElement>('offset').value);
        if (Number.isSafeInteger(offset) && offset >= 0) {
            void hex.goTo(offset, false).then(() => toTree(offset));
        }
    });
    for (const id of panels) {
        byId(id).addEventListener('toggle', () => void fillPanel(id));
    }
}

function percent(bytes: number, total: number): string {
    return total === 0 ? '' : `${((100 * bytes) / total).toFixed(1)} %`;
}

function table(caption: string, heads: string[], rows: string[][]): HTMLElement {
    const head = element('tr', {}, ...heads.map((text) => (text === '' ? element('td') : element('th', { scope: 'col' }, text))));
    const body = rows.map((row) => element('tr', {}, ...row.map((text) => element('td', {}, text))));
    return element('div', { class: 'table', tabindex: 0, role: 'region', 'aria-label': caption }, element('table', {}, element('caption', {}, caption), element('thead', {}, head), element('tbody', {}, ...body)));
}
