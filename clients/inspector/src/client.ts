// SPDX-License-Identifier: BSD-3-Clause

import { Engine, type Question, type Questions } from './engine.js';

interface Policy {
    createScriptURL(url: string): string;
}

interface TrustedTypes {
    createPolicy(name: string, rules: Policy): Policy;
}

/** The only script that this page may start is its own: the policy of the page names this one and no other. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy: Policy | undefined = trustedTypes?.createPolicy('lyo-worker', { createScriptURL: (url) => url });

/**
 * Asks the engine, which runs in a worker, so that the page answers while large data are read. Where no worker can be
 * started, the engine runs in the page.
 */
export class Client {
    private readonly engine: Engine | null = null;
    private readonly worker: Worker | null = null;
    private readonly waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
    private count = 0;

    constructor(script: string) {
        const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
        try {
            this.worker = new Worker(policy?.createScriptURL(url) ?? url);
            this.worker.onmessage = ({ data }) => this.settle(data.id, data.answer, data.error);
            this.worker.onerror = (event) => this.failAll(event.message);
        } catch {
            this.engine = new Engine();
        }
    }

    ask<Q extends Question>(question: Q, ...args: Questions[Q][0]): Promise<Questions[Q][1]> {
        if (this.worker === null) {
            return this.engine!.answer(question, args) as Promise<Questions[Q][1]>;
        }
        const id = this.count++;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
            this.worker!.postMessage({ id, question, args });
        });
    }

    /** Whether there is no question without its answer. */
    get idle(): boolean {
        return this.waiting.size === 0;
    }

    /** Ends the worker, and what it is doing. */
    close(): void {
        this.worker?.terminate();
        this.waiting.clear();
    }

    private settle(id: number, answer: unknown, error: string | undefined): void {
        const waiting = this.waiting.get(id);
        this.waiting.delete(id);
        if (error === undefined) {
            waiting?.resolve(answer);
        } else {
            waiting?.reject(new Error(error));
        }
    }

    private failAll(message: string): void {
        for (const { reject } of this.waiting.values()) {
            reject(new Error(message));
        }
        this.waiting.clear();
    }
}
