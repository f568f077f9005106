<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Advice;

use SplQueue;

use function fwrite;
use function strlen;
use function substr;

/** One direction of a connection, and what is on its way. */
final class Wire
{
    /** @var SplQueue<array{int, string}> when it arrives, and the bytes */
    private readonly SplQueue $queue;
    /** @var array{int, string}|null what the receiver has not taken yet */
    private ?array $rest = null;

    /**
     * @param resource $from
     * @param resource $to
     */
    public function __construct(public readonly mixed $from, public readonly mixed $to, private readonly Link $link)
    {
        $this->queue = new SplQueue();
    }

    public function take(string $bytes, int $now): void
    {
        $this->queue->enqueue([$this->link->send(strlen($bytes), $now), $bytes]);
    }

    /** When the next bytes arrive; NULL: nothing is on its way. */
    public function due(): ?int
    {
        return $this->rest[0] ?? ($this->queue->isEmpty() ? null : $this->queue->bottom()[0]);
    }

    /** Returns false if the receiver is gone. */
    public function deliver(int $now): bool
    {
        while (($due = $this->due()) !== null && $due <= $now) {
            [, $bytes] = $this->rest ?? $this->queue->dequeue();
            $written = @fwrite($this->to, $bytes);
            if ($written === false) {
                return false;
            }
            $this->rest = $written < strlen($bytes) ? [$now, substr($bytes, $written)] : null;
            if ($this->rest !== null) {
                return true; // the receiver is slow: again in the next turn
            }
        }

        return true;
    }
}
