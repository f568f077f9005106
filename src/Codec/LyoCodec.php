<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Codec;

use Lyo\ClassPolicy;
use Lyo\Codec;
use Lyo\Envelope\Envelope;
use Lyo\Envelope\Options;
use Lyo\Exception\ClassNotAllowedException;
use Lyo\Exception\UnavailableException;
use Lyo\Format;
use Lyo\Functions\Options as LyoOptions;

use function str_starts_with;
use function substr;

/** Reads and writes the Lyo format, with the extension if it is loaded, otherwise with the library. */
final class LyoCodec implements Codec
{
    /** Header before a payload that is stored in the place of an igbinary message. */
    private const CARRIER = "\0\0\0\4";

    /** @param Options|null $envelope envelope for values that are written, and what is required of values that are read; null for the settings */
    public function __construct(private readonly ?Options $envelope = null) {}

    public function name(): string
    {
        return 'lyo';
    }

    public function encode(mixed $value): string
    {
        return lyo_serialize($value, $this->envelope?->forWriting() ?? []);
    }

    public function decode(string $data, ClassPolicy $classes): mixed
    {
        $options = $classes->options();
        $data = str_starts_with($data, self::CARRIER) ? substr($data, 4) : $data;
        try {
            return lyo_unserialize($data, [...$options, ...$this->envelope?->forReading() ?? []]);
        } catch (UnavailableException) { // the extension was built without this compression; the library may have it
            return lyo_unserialize(Envelope::open($data, LyoOptions::forReading($this->envelope?->forReading() ?? [])->envelope), $options);
        } catch (ClassNotAllowedException $e) { // thrown before an object was made
            // without the option only an enum is refused, and that is final: a case cannot be incomplete
            $again = $options['missing_class'] === 'throw' && $classes->ignores($e->getClasses());
            return $again ? $this->decode($data, $classes->withoutExceptions()) : throw $e;
        }
    }

    public function recognises(?Format $format, string $data): bool
    {
        return $format === Format::Lyo || $format === Format::LyoCarrier;
    }
}
