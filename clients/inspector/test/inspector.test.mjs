// SPDX-License-Identifier: BSD-3-Clause
//
// The page in a headless Chromium: make test-inspector. LYO_CORPUS names a folder of more values, SCREENSHOTS one to
// write pictures to.

import axe from 'axe-core';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { validate } from '../../js/dist/src/index.js';
import { mutated, randomNumbers } from '../../js/dist/test/random.js';
import { close, openPage, paste, put, skip } from './browser.mjs';
import { corpus, golden, vectors } from './data.mjs';

after(close);

const textBytes = (text) => Buffer.from(text, 'latin1');
const SAMPLE = textBytes('a:3:{s:4:"name";s:3:"abc";s:4:"list";a:2:{i:0;i:7;i:1;d:1.5;}s:1:"o";O:3:"Box":1:{s:4:"\0*\0x";N;}}');

test('vectors of the specification: values are shown, errors are those of the reader', { skip }, async (context) => {
    const { tab, faults } = await openPage();
    const all = ['valid', 'readable', 'invalid'].flatMap(vectors);
    let [shown, refused, others] = [0, 0, 0];
    for (const { name, bytes } of all) {
        const { error, tree, layers } = await put(tab, bytes);
        const expected = validate(bytes);
        const isEnvelope = layers.includes('envelope');
        if (expected === null) {
            assert.equal(error, '', name);
            assert.ok(tree > 0, name);
            shown++;
        } else {
            // some are right in another format, and the page looks into what an envelope holds
            const isOther = !layers.startsWith('Lyo') || isEnvelope;
            assert.match(error, isOther ? /^$|^Error: .+ at offset \d+$/ : new RegExp(`^Error: ${expected.message}$`), name);
            [refused, others] = isOther ? [refused, others + 1] : [refused + 1, others];
        }
    }
    context.diagnostic(`${shown} vectors shown, ${refused} refused with code and offset, ${others} in other formats and envelopes`);
    assert.ok(shown >= 411 && refused >= 400, `${shown} and ${refused}`);
    assert.deepEqual(faults, []);
});

test('envelopes: checksums are verified, zlib and zstd unpacked', { skip }, async (context) => {
    const { tab, faults } = await openPage();
    const counts = { 'checksum verified': 0, 'checksum wrong': 0, signed: 0, zlib: 0, zstd: 0, errors: 0 };
    for (const { name, bytes } of vectors('envelope')) {
        const { layers, error, tree } = await put(tab, bytes);
        const expected = validate(bytes);
        for (const what of ['checksum verified', 'checksum wrong', 'signed', 'zlib', 'zstd']) {
            counts[what] += layers.includes(what) ? 1 : 0;
        }
        counts.errors += error === '' ? 0 : 1;
        assert.ok(error === '' ? tree > 0 : / at offset \d+$/.test(error), name);
        assert.ok(expected?.code !== 'CHECKSUM' || layers.includes('checksum wrong'), name);
        assert.ok(expected !== null || !/checksum wrong/.test(layers), name);
        assert.ok(expected?.code !== 'UNAVAILABLE' || !/^envelope.(?:valid|readable)/.test(name) || /^$|need a dictionary/.test(error), `${name}: ${error}`);
    }
    context.diagnostic(JSON.stringify(counts));
    assert.ok(Object.values(counts).every((count) => count >= 2), JSON.stringify(counts));
    assert.deepEqual(faults, []);
});

test('samples of the project in three formats, plain and packed', { skip }, async (context) => {
    const { tab, faults } = await openPage();
    const zstd = vectors('envelope').find(({ name }) => name.endsWith(': compressed by zstd')).bytes;
    let count = 0;
    const show = async (bytes, name, format) => {
        const { error, tree, layers } = await put(tab, bytes);
        assert.equal(error, '', name);
        assert.ok(tree > 0 && layers.includes(format), `${name}: ${layers}`);
        count++;
    };
    for (const { name, format, bytes: hex, text } of golden().filter(({ name }) => name?.startsWith('sample'))) {
        const bytes = Buffer.from(hex, 'hex');
        await show(bytes, name, format === 'lyo' ? 'Lyo' : 'igbinary');
        await show(format === 'lyo' ? gzipSync(bytes) : deflateSync(bytes), name, format === 'lyo' ? 'gzip' : 'zlib');
        if (format === 'lyo' && text?.endsWith('}')) {
            await show(Buffer.from(text), name, 'serialize()');
        }
    }
    await show(Buffer.concat([Buffer.from('28b52ffd', 'hex'), zstd.subarray(3 + zstd[2], -4)]), 'a frame of zstd', 'zstd');
    await show(Buffer.concat([Buffer.from([0, 0, 0, 4]), Buffer.from('c110a4', 'hex')]), 'carrier', 'behind the header');
    await show(Buffer.from('{"a": [1, 2.5, "\\u00e9\\ud83d\\ude00"], "b": null}'), 'JSON', 'JSON');
    context.diagnostic(`${count} samples`);
    assert.ok(count >= 116, String(count));
    assert.deepEqual(faults, []);
});

const shared = corpus();
const noCorpus = skip || (shared === null ? 'LYO_CORPUS names no corpus' : false);
test('values of a corpus', { skip: noCorpus }, async (context) => {
    const { tab, faults } = await openPage();
    for (const { name, bytes } of shared) {
        const { error, tree } = await put(tab, bytes);
        assert.equal(error, '', name);
        assert.ok(tree > 0, name);
    }
    context.diagnostic(`${shared.length} values of the corpus`);
    assert.ok(shared.length >= 300);
    assert.deepEqual(faults, []);
});

test('damaged data give one error with an offset, and the page goes on', { skip }, async (context) => {
    const { tab, faults } = await openPage();
    const random = randomNumbers(7);
    const samples = golden().filter(({ name, bytes }) => name?.startsWith('sample') && bytes.length < 20000);
    const seeds = [SAMPLE, Buffer.from('{"a": [1, 2.5, "x"], "b": null}'), ...samples.map(({ bytes }) => Buffer.from(bytes, 'hex'))];
    const packed = seeds.flatMap((seed) => [seed, seed, gzipSync(seed), deflateSync(seed)]);
    let [damaged, refused] = [0, 0];
    for (const seed of [...packed, ...packed]) {
        const bytes = random(4) === 0 ? seed.subarray(0, random(seed.length)) : mutated(seed, random);
        const { error, tree, rows } = await put(tab, bytes);
        damaged++;
        if (error === '') {
            assert.ok(tree > 0, bytes.toString('hex'));
            continue;
        }
        refused++;
        assert.match(error, /^Error: .+ at offset \d+$/, bytes.toString('hex'));
        assert.ok(rows > 0 || bytes.length === 0, 'bytes of what is refused are shown');
        if (refused % 20 === 0) {
            assert.equal((await put(tab, SAMPLE)).tree, 4);
        }
    }
    context.diagnostic(`${damaged} damaged payloads, ${refused} refused`);
    assert.ok(refused >= 100, `only ${refused}`);
    assert.deepEqual(faults, []);
});

/** 10 MB of records. */
function large() {
    const records = [];
    let size = 0;
    for (let i = 0; size < 10_000_000; i++) {
        const title = `Article number ${i} of the shop`;
        const record = `i:${i};a:4:{s:2:"id";i:${i};s:5:"title";s:${title.length}:"${title}";s:5:"price";d:${i}.25;s:4:"tags";a:2:{i:0;s:3:"new";i:1;s:4:"sale";}}`;
        records.push(record);
        size += record.length;
    }
    return textBytes(`a:${records.length}:{${records.join('')}}`);
}

test('10 MB: the first paint comes within a second, also of the tree', { skip }, async (context) => {
    const text = large();
    const php = process.env.LYO_PHP ?? '';
    const byPhp = (code, what) => {
        const { stdout, status } = spawnSync(`${php} -r '${code}'`, { shell: true, input: what, maxBuffer: 2 ** 28 });
        assert.equal(status, 0);
        return stdout;
    };
    const all = { 'text of serialize()': text };
    if (php === '') {
        context.diagnostic('Lyo of 10 MB SKIPPED, LYO_PHP names no PHP with the extension');
    } else {
        // different strings, so that 10 MB remain
        all['Lyo'] = byPhp('for ($i = 0; $i < 180000; $i++) { $v[] = ["id" => $i, "hash" => md5((string) $i, $i % 2 === 0), "more" => [$i * 7, sha1((string) $i, true)]]; } echo lyo_serialize($v);', '');
    }
    for (const [name, bytes] of Object.entries(all)) {
        assert.ok(bytes.length > 9_500_000, `${name}: ${bytes.length}`);
        const { tab, faults } = await openPage();
        await tab.evaluate(() => {
            globalThis.times = {};
            const note = (what) => requestAnimationFrame(() => requestAnimationFrame(() => (times[what] ??= performance.now())));
            document.getElementById('file').addEventListener('change', () => (times.begin = performance.now()), { capture: true });
            new MutationObserver(() => note('first')).observe(document.getElementById('bytes'), { childList: true });
            new MutationObserver(() => note('tree')).observe(document.getElementById('tree'), { childList: true, subtree: true });
        });
        const { error } = await put(tab, bytes);
        assert.equal(error, '');
        await tab.waitForFunction(() => times.tree !== undefined && times.first !== undefined);
        const times = await tab.evaluate(() => ({ first: times.first - times.begin, tree: times.tree - times.begin }));
        context.diagnostic(`${name}, ${bytes.length} bytes: first paint ${Math.round(times.first)} ms, tree ${Math.round(times.tree)} ms`);
        assert.ok(times.first < 1000, `first paint after ${times.first} ms`);
        // far down, and up to the last entry
        await tab.fill('#offset', String(bytes.length - 20));
        await tab.press('#offset', 'Enter');
        await tab.waitForFunction(() => document.querySelector('#tree [aria-selected=true]')?.getAttribute('aria-level') > 3);
        assert.ok((await tab.locator('#tree [role=treeitem]').count()) < 2000, 'the tree is lazy');
        assert.deepEqual(faults, []);
    }
});

test('hostile text is never HTML', { skip }, async (context) => {
    const { tab, faults } = await openPage();
    const evil = [
        '<script>globalThis.evil = 1</script>',
        '<img src=x onerror="globalThis.evil = 1">',
        '</textarea><script>globalThis.evil = 1</script>',
        '</script><svg onload=globalThis.evil=1>',
        "'; globalThis.evil = 1; //*/ ?><?php evil();",
        '\u202egnp.exe\u0000\u001b[31m\u200b',
        'javascript:globalThis.evil=1',
        '<a href="javascript:globalThis.evil=1">x</a>',
    ];
    let count = 0;
    const part = (text) => `s:${Buffer.byteLength(text)}:"${text}";`;
    for (const text of evil) {
        const payloads = [
            `a:1:{${part(text)}${part(text)}}`,
            `O:${Buffer.byteLength(text)}:"${text}":1:{${part(text)}${part(text)}}`,
            `C:${Buffer.byteLength(text)}:"${text}":${Buffer.byteLength(text)}:{${text}}`,
            JSON.stringify({ [text]: [text] }),
            text,
        ];
        for (const payload of payloads) {
            await put(tab, Buffer.from(payload));
            for (const id of ['sizes', 'repeated', 'json', 'php']) {
                await tab.evaluate((panel) => (document.getElementById(panel).open = true), id);
            }
            await tab.waitForFunction(() => !document.getElementById('result').textContent.includes('Counting'));
            count++;
        }
    }
    const found = await tab.evaluate(() => ({
        evil: globalThis.evil,
        elements: [...document.querySelectorAll('script, img, svg, a, iframe, [onerror], [onload]')].length,
        seen: /[\u202a-\u202e\u200b]/.test(document.getElementById('result').textContent),
    }));
    assert.deepEqual(found, { evil: undefined, elements: 1, seen: false }, 'only the script of the page');
    context.diagnostic(`${count} payloads of hostile text`);
    assert.ok(count >= 40);
    assert.deepEqual(faults, []);
});

test('no request leaves the page, and planted ones are refused', { skip }, async (context) => {
    let hits = 0;
    const server = createServer((_, response) => {
        hits++;
        response.setHeader('Access-Control-Allow-Origin', '*');
        response.end('ok');
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${server.address().port}/`;
    const { tab, requests, context: browserContext } = await openPage();
    for (const bytes of [SAMPLE, gzipSync(SAMPLE), Buffer.from(`s:${url.length}:"${url}";`), Buffer.from('{"a": 1}')]) {
        await put(tab, bytes);
    }
    const outside = requests.filter((request) => !/^(?:file|blob|data):/.test(request));
    assert.deepEqual(outside, []);
    assert.ok(requests.length >= 1, 'requests are seen at all');

    const refused = await tab.evaluate(async (target) => {
        const names = [];
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) => names.push(effectiveDirective));
        const tries = {
            fetch: () => fetch(target),
            beacon: () => navigator.sendBeacon(target),
            socket: () => new WebSocket(target.replace('http', 'ws')),
            image: () => (new Image().src = target),
            frame: () => document.body.append(Object.assign(document.createElement('iframe'), { src: target })),
            form: () => Object.assign(document.body.appendChild(document.createElement('form')), { action: target }).submit(),
            style: () => document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: target })),
            script: () => document.head.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.evil = 1' })),
            html: () => (document.body.innerHTML = '<b>x</b>'),
            code: () => eval('1'),
        };
        for (const attempt of Object.values(tries)) {
            try {
                await attempt();
            } catch {
                // refused at once
            }
        }
        await new Promise((resolve) => setTimeout(resolve, 300));
        return { names: [...new Set(names)].sort(), evil: globalThis.evil };
    }, url);
    for (const directive of ['connect-src', 'img-src', 'frame-src', 'style-src-elem', 'require-trusted-types-for']) {
        assert.ok(refused.names.includes(directive), `${directive} of ${refused.names}`);
    }
    assert.equal(refused.evil, undefined);
    assert.match(tab.url(), /^file:/, 'no form was sent');
    const [worker] = tab.workers();
    assert.ok(worker !== undefined, 'the engine runs in a worker');
    const inWorker = await worker.evaluate((target) => fetch(target).then(() => 'sent', () => 'refused'), url);
    assert.equal(inWorker, 'refused');
    assert.equal(hits, 0);

    // the server does answer where nothing is refused
    const other = await browserContext.newPage();
    await other.goto(url);
    assert.equal(hits > 0, true);
    context.diagnostic(`${requests.length} requests, all of them for the page itself; refused: ${refused.names.join(', ')}`);
    server.close();
});

test('tree and bytes are linked both ways, by mouse and by keyboard', { skip }, async () => {
    const { tab, faults } = await openPage();
    await put(tab, SAMPLE);
    const selected = () => tab.evaluate(() => document.querySelector('#tree [aria-selected=true]')?.textContent);
    const chosen = () =>
        tab.evaluate(() => [...document.querySelectorAll('#bytes .chosen')].map(({ textContent }) => textContent).join(''));
    const waitFor = (label) =>
        tab.waitForFunction((text) => document.querySelector('#tree [aria-selected=true]')?.textContent.includes(text), label);

    await tab.click('#tree .line:has-text("name")');
    await tab.waitForFunction(() => document.querySelector('#bytes .chosen') !== null);
    assert.equal(Buffer.from(await chosen(), 'hex').toString(), 's:4:"name";s:3:"abc";');

    const at = SAMPLE.indexOf('d:1.5');
    await tab.click(`#bytes [data-at="${at}"].byte`);
    await waitFor('1.5');
    assert.equal(await selected(), '1: 1.5 10 bytes');

    // the keyboard: down to the list, into it, out of it, and to the bytes
    await tab.focus('#tree [tabindex="0"]');
    await tab.keyboard.press('Home');
    await tab.keyboard.press('ArrowDown');
    await tab.keyboard.press('ArrowDown');
    await waitFor('"list":');
    await tab.keyboard.press('ArrowRight');
    await waitFor('0: 7');
    await tab.keyboard.press('ArrowLeft');
    await waitFor('"list":');
    await tab.keyboard.press('ArrowLeft');
    assert.equal(await tab.evaluate(() => document.activeElement.getAttribute('aria-expanded')), 'false');
    await tab.keyboard.press('End');
    await waitFor('"o"');
    await tab.focus('#bytes [tabindex="0"]');
    for (let i = 0; i < 3; i++) {
        await tab.keyboard.press('ArrowRight');
    }
    await tab.waitForFunction(() => document.activeElement.getAttribute('data-at') !== null);
    const focused = Number(await tab.evaluate(() => document.activeElement.getAttribute('data-at')));
    assert.equal(focused, SAMPLE.indexOf('s:1:"o"') + 3);
    assert.deepEqual(faults, []);
});

test('text is read raw, as hex, base64 and with the quotes of redis-cli', { skip }, async () => {
    const { tab, faults } = await openPage();
    const quoted = `"${Array.from(SAMPLE, (byte) => (byte < 32 || byte > 126 ? `\\x${byte.toString(16).padStart(2, '0')}` : byte === 34 || byte === 92 ? `\\${String.fromCharCode(byte)}` : String.fromCharCode(byte))).join('')}"`;
    const forms = { raw: SAMPLE.toString('latin1'), hex: SAMPLE.toString('hex'), base64: SAMPLE.toString('base64'), quoted };
    for (const [name, text] of Object.entries(forms)) {
        for (const spelling of ['auto', name]) {
            const { error, tree, status } = await paste(tab, text, spelling);
            assert.equal(error, '', `${name} as ${spelling}`);
            assert.equal(tree, 4, `${name} as ${spelling}: ${status}`);
            assert.ok(name === 'raw' || status.includes(`read as ${name}`), status);
        }
    }
    await tab.selectOption('#spelling', 'hex');
    await tab.fill('#text', 'no hex');
    await tab.click('#open');
    assert.equal(await tab.textContent('#error'), 'Error: the text is not hex');
    assert.deepEqual(faults, []);
});

test('as JSON and as PHP: PHP reads both back', { skip }, async (context) => {
    const { tab } = await openPage();
    await put(tab, textBytes('a:4:{s:1:"k";i:-5;i:3;d:0.1;s:2:"\'$";s:4:"\n\\"\xff";s:1:"l";a:2:{i:0;b:1;i:1;N;}}'));
    for (const id of ['json', 'php']) {
        await tab.click(`#${id} summary`);
        await tab.waitForSelector(`#${id} textarea`);
    }
    const [json, php] = await tab.evaluate(() => ['json', 'php'].map((id) => document.querySelector(`#${id} textarea`).value));
    assert.deepEqual(JSON.parse(json), { k: -5, 3: 0.1, "'$": { '@base64': Buffer.from('\n\\"\xff', 'latin1').toString('base64') }, l: [true, null] });
    if (process.env.LYO_PHP === undefined) {
        context.diagnostic('PHP SKIPPED, LYO_PHP names none');
        return;
    }
    const { stdout } = spawnSync(`${process.env.LYO_PHP} -r 'echo bin2hex(serialize(eval("return " . stream_get_contents(STDIN) . ";")));'`, { shell: true, input: php });
    assert.equal(Buffer.from(stdout.toString(), 'hex').toString('latin1'), 'a:4:{s:1:"k";i:-5;i:3;d:0.1;s:2:"\'$";s:4:"\n\\"\xff";s:1:"l";a:2:{i:0;b:1;i:1;N;}}');
});

for (const scheme of ['light', 'dark']) {
    for (const width of [400, 1200]) {
        test(`accessible and within its width: ${scheme}, ${width} pixels`, { skip }, async (context) => {
            const { tab, faults } = await openPage({ width, scheme });
            const samples = golden().filter(({ name }) => name === 'sample: syntax-tree' || name === 'sample: order');
            const sample = samples.find(({ format }) => format === 'lyo');
            const states = { empty: null, value: Buffer.from(sample.bytes, 'hex'), error: SAMPLE.subarray(0, 40) };
            const pictures = process.env.SCREENSHOTS;
            let rules = 0;
            for (const [state, bytes] of Object.entries(states)) {
                if (bytes !== null) {
                    await put(tab, bytes);
                    await tab.evaluate(() => document.querySelectorAll('details').forEach((panel) => (panel.open = true)));
                    await tab.waitForTimeout(300);
                    if (state === 'value') {
                        await tab.locator('#tree .line').nth(1).click();
                        await tab.waitForTimeout(300);
                    }
                }
                await tab.evaluate(axe.source);
                const { violations, passes } = await tab.evaluate(() => globalThis.axe.run());
                const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
                const told = serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`);
                assert.deepEqual(told, [], state);
                rules += passes.length;
                const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(wide <= width, `${wide} pixels wide`);
                if (pictures !== undefined) {
                    await tab.screenshot({ path: `${pictures}/${state}-${scheme}-${width}.png`, fullPage: true });
                }
            }
            context.diagnostic(`${rules} rules passed`);
            assert.ok(rules > 60);
            assert.deepEqual(faults.filter((text) => !text.includes('axe')), []);
        });
    }
}
