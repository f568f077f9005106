// SPDX-License-Identifier: BSD-3-Clause
//
// The page in a headless Chromium.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const page = process.env.LYO_INSPECTOR ?? fileURLToPath(new URL('../../../build/inspector.html', import.meta.url));
const program = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (file) => file !== undefined && file !== '' && existsSync(file),
);

/** Why there is no browser, or false. */
export const skip = program === undefined ? 'Chromium is not here (apt-get install chromium)' : false;

let browser = null;

/** Opens the page; `faults` collects what goes wrong in it, and `requests` what it asks the network for. */
export async function openPage({ width = 1200, scheme = 'light' } = {}) {
    // Chromium has no sandbox for root, and the tests of a container run as root
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    browser ??= await chromium.launch({ executablePath: program, args });
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
    const tab = await context.newPage();
    const faults = [];
    const requests = [];
    tab.on('pageerror', (error) => faults.push(error.message));
    tab.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    const session = await context.newCDPSession(tab);
    await session.send('Network.enable');
    session.on('Network.requestWillBeSent', ({ request }) => requests.push(request.url));
    await tab.goto(`file://${page}`);
    return { tab, faults, requests, context };
}

export async function close() {
    await browser?.close();
}

let count = 0;

/** Opens bytes as a dropped file would, waits, and tells what the page says. */
export async function put(tab, bytes) {
    const name = `data-${++count}`;
    await tab.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
    await settled(tab, name);
    return said(tab);
}

export async function paste(tab, text, spelling = 'auto') {
    await tab.evaluate(() => (document.getElementById('status').textContent = 'waiting'));
    await tab.fill('#text', text);
    await tab.selectOption('#spelling', spelling);
    await tab.click('#open');
    await settled(tab, 'pasted text');
    return said(tab);
}

async function settled(tab, name) {
    await tab.waitForFunction(
        (begin) => {
            const status = document.getElementById('status').textContent;
            const isDone = status.startsWith(begin) && (status[begin.length] ?? ' ').match(/[:,]/) !== null;
            const [error, tree] = ['error', 'tree'].map((id) => document.getElementById(id));
            // an error, or the entries of the root
            const root = tree.firstElementChild;
            return isDone && (error.textContent !== '' || (root !== null && root.firstElementChild.getAttribute('aria-expanded') !== 'false'));
        },
        name,
        { timeout: 20000, polling: 10 },
    ).catch(async () => assert.fail(`${name} was not shown: ${JSON.stringify(await said(tab))}`));
}

function said(tab) {
    return tab.evaluate(() => {
        const text = (id) => document.getElementById(id).textContent;
        return {
            status: text('status'),
            error: text('error'),
            layers: text('layers'),
            tree: document.querySelectorAll('#tree [role=treeitem]').length,
            rows: document.querySelectorAll('#bytes [role=row]').length,
        };
    });
}
