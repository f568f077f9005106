<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Envelope;

use Lyo\Wire\Limit;

use function time;

/**
 * The options of one call, checked.
 *
 * @internal
 */
final class Terms
{
    // writing
    public bool $checksum = false;
    public ?Algorithm $compress = null;
    public ?int $level = null;
    public int $minSize = Options::MIN_SIZE;
    public float $minRatio = Options::MIN_RATIO;
    // reading
    /** What has neither a checksum nor a signature is refused. */
    public bool $required = false;
    public int $maxUnpacked = Limit::UNPACKED;
    public int $unsignedUntil = 0;
    // both
    public ?KeyRing $sign = null;
    public string $context = '';
    /** @var list<Dictionary> the first compresses */
    public array $dictionaries = [];

    /** What compresses; null if there is none, or not with this algorithm. */
    public function dictionary(): ?Dictionary
    {
        return $this->compress === Algorithm::Zstd ? $this->dictionaries[0] ?? null : null;
    }

    public function dictionaryNamed(string $name): ?Dictionary
    {
        foreach ($this->dictionaries as $dictionary) {
            if ($dictionary->name() === $name) {
                return $dictionary;
            }
        }
        return null;
    }

    /** A payload is written without an envelope. */
    public function isNone(): bool
    {
        return $this->compress === null && !$this->checksum && $this->sign === null;
    }

    public function mayBeUnsigned(): bool
    {
        return $this->sign === null || time() < $this->unsignedUntil;
    }
}
