<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\WordPress;

use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Exception\UnknownFormatException;
use Lyo\Format;

use function in_array;
use function is_array;
use function is_object;
use function is_string;
use function preg_match;
use function serialize;

/** WordPress' maybe_serialize() and maybe_unserialize(), with every format read: arrays and objects are packed, all else stays what it is. */
final class MaybeSerializer
{
    private const FORMATS = [Format::Native, Format::Lyo, Format::LyoCarrier, Format::Igbinary1, Format::Igbinary2, Format::Zlib, Format::Gzip];

    /** What nobody writes as a plain string: the marks, and what WordPress takes for serialize() text. */
    private const DAMAGED = '/\A(?:\xC1|\0\0\0[\1\2\4]|\x1F\x8B|x[\x01\x9C\xDA]|[aOC]:\d+:.*\}\z|[sE]:\d+:.*;\z)/s';

    public function __construct(private readonly Packer $packer = new Packer()) {}

    /** @return mixed bytes for an array or object; a string that maybeUnserialize() would not leave alone as serialize() text; all else as it is */
    public function maybeSerialize(mixed $value): mixed
    {
        if (is_array($value) || is_object($value)) {
            return $this->packer->pack($value);
        }
        return is_string($value) && self::isPacked($value) ? serialize($value) : $value;
    }

    /**
     * @param-out bool $found out: false if these are data that cannot be read
     *
     * @return mixed the value; false, WordPress' miss, for data that cannot be read
     */
    public function maybeUnserialize(mixed $stored, ?bool &$found = null): mixed
    {
        $found = true;
        if (!is_string($stored) || !self::isPacked($stored)) {
            return $stored;
        }
        try {
            return $this->packer->unpack($stored);
        } catch (Miss $miss) {
            if ($miss->getPrevious() instanceof UnknownFormatException && in_array(Format::detect($stored), [Format::Zlib, Format::Gzip], true)) {
                return $stored; // a text that a plugin has compressed itself
            }
            return $found = false;
        }
    }

    private static function isPacked(string $stored): bool
    {
        // Most strings end here: they begin otherwise than all formats.
        if (preg_match('/\A[\xC1\0\x1FxNbidsSaOCE]/', $stored) !== 1) {
            return false;
        }
        return in_array(Format::detect($stored), self::FORMATS, true) || preg_match(self::DAMAGED, $stored) === 1;
    }
}
