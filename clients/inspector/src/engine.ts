// SPDX-License-Identifier: BSD-3-Clause

import { Document, type Marks, type Node, type Repeated, type Share } from './document.js';
import { type Fault, type Layer, open } from './layers.js';

/** What the page asks, and what it gets. */
export interface Questions {
    open: [[bytes: Uint8Array], { layers: Layer[]; fault: Fault | null; root: Node | null }];
    children: [[path: readonly number[], from: number, to: number], Node[]];
    node: [[path: readonly number[]], Node];
    pathAt: [[offset: number], readonly number[] | null];
    first: [[path: readonly number[]], readonly number[] | null];
    marks: [[from: number, to: number], Marks];
    shares: [[], Share[]];
    strings: [[], { list: Repeated[]; complete: boolean }];
    json: [[most: number], { text: string; complete: boolean }];
    php: [[most: number], { text: string; complete: boolean }];
}

export type Question = keyof Questions;

/** Answers questions about one payload. */
export class Engine {
    private document: Document | null = null;

    async answer(question: Question, args: unknown[]): Promise<unknown> {
        if (question === 'open') {
            return this.open(args[0] as Uint8Array);
        }
        if (this.document === null) {
            throw new Error('no value is open');
        }
        const method = this.document[question] as (...args: unknown[]) => unknown;
        return method.apply(this.document, args);
    }

    private async open(bytes: Uint8Array): Promise<Questions['open'][1]> {
        const { layers, payload, fault } = await open(bytes);
        this.document = payload === null ? null : new Document(payload, layers.at(-1)!.bytes.length);
        return { layers, fault, root: this.document?.node([]) ?? null };
    }
}

interface Request {
    readonly id: number;
    readonly question: Question;
    readonly args: unknown[];
}

/** Answers the messages that a worker gets. */
export function serve(scope: { onmessage: unknown; postMessage(message: unknown): void }): void {
    const engine = new Engine();
    scope.onmessage = async ({ data: { id, question, args } }: { data: Request }): Promise<void> => {
        try {
            scope.postMessage({ id, answer: await engine.answer(question, args) });
        } catch (error) {
            scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
        }
    };
}
