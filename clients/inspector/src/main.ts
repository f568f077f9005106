// SPDX-License-Identifier: BSD-3-Clause
//
// The same script is the page's and the worker's.

import { serve } from './engine.js';
import { start } from './page.js';

if (typeof document === 'undefined') {
    serve(globalThis as unknown as { onmessage: unknown; postMessage(message: unknown): void });
} else {
    start(document.currentScript!.textContent ?? '');
}
