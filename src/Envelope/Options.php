<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Envelope;

use Lyo\Wire\Limit;

use function strlen;
use function time;

/** What is put around payloads, and what is asked of those that are read. Cannot be changed. */
final class Options
{
    /** The names that they have everywhere in settings. */
    public const NAMES = ['checksum', 'compress', 'level', 'min_size', 'min_ratio', 'sign', 'context', 'unsigned_until', 'max_unpacked', 'dictionaries'];
    /** By default, smaller payloads are not compressed. In bytes. */
    public const MIN_SIZE = 128;
    /** How many times smaller it has to become, unless told otherwise. */
    public const MIN_RATIO = 1.1;

    /**
     * @param bool $checksum write a checksum; what has one is always checked
     * @param 'zlib'|'zstd'|null $compress compress what becomes smaller
     * @param int|null $level of the compression; null for the default: 1, or 5 for zstd with a dictionary
     * @param int $minSize bytes of a payload that is compressed, at least
     * @param float $minRatio how many times smaller it has to become, at least 1
     * @param KeyRing|null $sign write a signature, and read nothing without one
     * @param string $context what the signature is bound to, for example the key of a cache
     * @param int|null $unsignedUntil seconds since 1970: what is not signed is read until then
     * @param int $maxUnpacked bytes that compressed data may have when unpacked; 0 for no limit
     * @param bool $requireChecksum read nothing that has neither a checksum nor a signature
     * @param list<string> $dictionaries of zstd, their bytes: the first compresses, all of them unpack
     */
    public function __construct(
        public readonly bool $checksum = false,
        public readonly ?string $compress = null,
        public readonly ?int $level = null,
        public readonly int $minSize = self::MIN_SIZE,
        public readonly float $minRatio = self::MIN_RATIO,
        public readonly ?KeyRing $sign = null,
        public readonly string $context = '',
        public readonly ?int $unsignedUntil = null,
        public readonly int $maxUnpacked = Limit::UNPACKED,
        public readonly bool $requireChecksum = false,
        public readonly array $dictionaries = [],
    ) {}

    /** Returns the same options, bound to another context. */
    public function in(string $context): self
    {
        return new self($this->checksum, $this->compress, $this->level, $this->minSize, $this->minRatio, $this->sign, $context, $this->unsignedUntil, $this->maxUnpacked, $this->requireChecksum, $this->dictionaries);
    }

    /** The same, also bound to a part of what the context names, such as one session of a shop. The length keeps "shop" and "2a" apart from "shop2" and "a". */
    public function within(string $part): self
    {
        return $this->in(strlen($this->context) . ":$this->context$part");
    }

    /** Tells whether data that have neither a checksum nor a signature are read now. */
    public function readsBare(): bool
    {
        return !$this->requireChecksum && ($this->sign === null || $this->unsignedUntil !== null && time() < $this->unsignedUntil);
    }

    /** Tells whether only data with a checksum or a signature are read, now or from the time on that "unsignedUntil" names. */
    public function seals(): bool
    {
        return $this->requireChecksum || $this->sign !== null;
    }

    /** @return array<string, mixed> options of lyo_serialize() */
    public function forWriting(): array
    {
        $options = [
            'checksum' => $this->checksum, 'compress' => $this->compress, 'min_size' => $this->minSize, 'min_ratio' => $this->minRatio,
            'dictionaries' => $this->dictionaries, 'sign' => $this->sign?->keys(), 'context' => $this->context,
        ];
        return $this->level === null ? $options : [...$options, 'level' => $this->level];
    }

    /** @return array<string, mixed> options of lyo_unserialize() */
    public function forReading(): array
    {
        return [
            'checksum' => $this->requireChecksum, 'max_unpacked' => $this->maxUnpacked, 'dictionaries' => $this->dictionaries,
            'sign' => $this->sign?->keys(), 'context' => $this->context, 'unsigned_until' => $this->unsignedUntil,
        ];
    }
}
