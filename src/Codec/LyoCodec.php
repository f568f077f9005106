<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Codec;

use Lyo\ClassPolicy;
use Lyo\Codec;
use Lyo\Envelope\Envelope;
use Lyo\Envelope\Options;
use Lyo\Exception\ClassNotAllowedException;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Format;
use Lyo\Functions\Options as LyoOptions;
use SensitiveParameter;

use function str_starts_with;
use function substr;

/** Reads and writes the Lyo format, with the extension if it is loaded, otherwise with the library. */
final class LyoCodec implements Codec
{
    /** Header before a payload that is stored in the place of an igbinary message. */
    private const CARRIER = "\0\0\0\4";

    /** @var array<string, mixed>|null options of the envelope for reading, when they were needed; not those with keys, which no dump may show */
    private ?array $reading = null;

    /** Whether the library compresses, because the extension was built without this compression; null until the first value. */
    private ?bool $compressesItself = null;

    /** @param Options|null $envelope envelope for values that are written, and what is required of values that are read; null for the settings */
    public function __construct(private readonly ?Options $envelope = null) {}

    public function name(): string
    {
        return 'lyo';
    }

    public function encode(mixed $value): string
    {
        $options = $this->envelope?->forWriting() ?? [];
        $this->compressesItself ??= $this->envelope?->compress !== null && !self::canCompress($options);
        return $this->compressesItself
            ? Envelope::seal(lyo_serialize($value, ['checksum' => false, 'compress' => null]), LyoOptions::forWriting($options)->envelope)
            : lyo_serialize($value, $options);
    }

    /**
     * Tells whether lyo_serialize() has a compression. If it has not, the library must have it.
     *
     * @param array<string, mixed> $options
     *
     * @throws UnavailableException if nothing here has it
     */
    private static function canCompress(#[SensitiveParameter] array $options): bool
    {
        try {
            lyo_serialize(null, $options);
            return true;
        } catch (UnavailableException) {
            Envelope::check(LyoOptions::forWriting($options)->envelope);
            return false;
        }
    }

    public function decode(string $data, ClassPolicy $classes): mixed
    {
        $data = str_starts_with($data, self::CARRIER) ? substr($data, 4) : $data;
        try {
            return $this->read($data, $classes, []);
        } catch (UnavailableException) { // the extension was built without this compression; the library may have it
            return lyo_unserialize($this->open($data), $classes->options());
        }
    }

    /**
     * Returns the payload within the envelope of data, or the data themselves if they have and need none. No value is made.
     *
     * @internal
     *
     * @throws LyoException
     */
    public function open(string $data): string
    {
        return Envelope::open($data, LyoOptions::forReading($this->envelope?->forReading() ?? [])->envelope);
    }

    /**
     * Reads data of all formats that lyo_unserialize() reads.
     *
     * @internal
     *
     * @throws LyoException
     */
    public function decodeAny(string $data, ClassPolicy $classes): mixed
    {
        return $this->read($data, $classes, ['formats' => 'all']);
    }

    /** @return array<string, mixed> options of lyo_unserialize() */
    private function reading(): array
    {
        $options = $this->envelope?->forReading() ?? [];
        return $this->envelope?->sign === null ? $this->reading = $options : $options;
    }

    /** @param array{formats?: 'all'} $more */
    private function read(string $data, ClassPolicy $classes, array $more): mixed
    {
        $options = $classes->options();
        try {
            return lyo_unserialize($data, [...$options, ...$this->reading ?? $this->reading(), ...$more]);
        } catch (ClassNotAllowedException $e) { // thrown before an object was made
            // without the option only an enum is refused, and that is final: a case cannot be incomplete
            $again = $options['missing_class'] === 'throw' && $classes->ignores($e->getClasses());
            return $again ? $this->read($data, $classes->withoutExceptions(), $more) : throw $e;
        }
    }

    public function recognises(?Format $format, string $data): bool
    {
        return $format === Format::Lyo || $format === Format::LyoCarrier;
    }
}
