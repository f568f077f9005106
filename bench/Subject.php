<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Lyo\Tools\Measure\Codec;
use Throwable;

/** One value before the codecs: who can store it, and at what sizes. */
final class Subject
{
    /** @var array<string, string> by codec, of those that gave the same value back */
    public array $bytes = [];

    /** @var list<string> codecs that did not */
    public array $refused = [];

    /** What is decoded is freed by the collector only. */
    public readonly bool $hasCycles;

    private readonly string $normal;

    /**
     * @param string $text what serialize() writes
     * @param list<Codec> $codecs
     */
    public function __construct(
        public readonly string $name,
        public readonly string $text,
        private readonly array $codecs,
    ) {
        gc_collect_cycles();
        $this->normal = serialize($this->fresh());
        $this->hasCycles = gc_collect_cycles() > 0;
        foreach ($this->codecs as $codec) {
            $bytes = $this->stored($codec);
            if ($bytes === null) {
                $this->refused[] = $codec->name;
            } else {
                $this->bytes[$codec->name] = $bytes;
            }
        }
    }

    /** A new copy of the value, as unserialize() makes it. */
    public function fresh(): mixed
    {
        return unserialize($this->text);
    }

    /** What a codec writes of the value as an application builds it. */
    public function built(Codec $codec): string
    {
        return (string) $codec->encode(lyo_bench_build($this->fresh()));
    }

    /** @return list<Codec> */
    public function codecs(): array
    {
        return array_values(array_filter($this->codecs, fn(Codec $codec): bool => isset($this->bytes[$codec->name])));
    }

    /** Whether there is a lower limit: lyo_bench_copy() can copy everything in it. */
    public function canBeCopied(): bool
    {
        return isset($this->bytes['lyo']) && lyo_bench_census($this->fresh())['opaque'] === 0;
    }

    private function stored(Codec $codec): ?string
    {
        try {
            $bytes = $codec->encode($this->fresh());

            return $bytes !== null && serialize($codec->decode($bytes)) === $this->normal ? $bytes : null;
        } catch (Throwable) {
            return null;
        }
    }
}
