<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

use UnexpectedValueException;

/** What a page reports about its reading. */
final readonly class Reading
{
    /**
     * @param float $page microseconds of CPU time until the tree was there for the first time
     * @param float $again of each reading after that
     * @param int $peak bytes of memory until then
     * @param ?string $hash of the tree, if it was to be checked
     * @param ?bool $kept whether opcache has the file
     * @param ?int $memory bytes that the file takes of opcache
     */
    public function __construct(public float $page, public float $again, public int $peak, public ?string $hash, public ?bool $kept, public ?int $memory) {}

    /** @param array<mixed> $answer of a page */
    public static function of(array $answer): self
    {
        ['page' => $page, 'again' => $again, 'peak' => $peak, 'hash' => $hash, 'kept' => $kept, 'memory' => $memory] = $answer;
        if (!is_numeric($page) || !is_numeric($again) || !is_int($peak)) {
            throw new UnexpectedValueException('a page tells no times');
        }

        return new self((float) $page, (float) $again, $peak, is_string($hash) ? $hash : null, is_bool($kept) ? $kept : null, is_int($memory) ? $memory : null);
    }
}
