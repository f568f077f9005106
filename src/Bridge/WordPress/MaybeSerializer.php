<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\WordPress;

use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;

use function is_array;
use function is_object;
use function is_string;
use function preg_match;
use function serialize;
use function str_ends_with;
use function str_starts_with;
use function strlen;
use function substr;

/**
 * WordPress' maybe_serialize() and maybe_unserialize() for other formats: arrays and objects are packed, all else stays what it is.
 *
 * A string that plain WordPress stores as it is must never be read as data, whoever has made it. So only those forms are data that plain
 * WordPress puts into serialize() text when a string has them.
 */
final class MaybeSerializer
{
    /**
     * Stands before data that plain WordPress does not read, and END behind them. maybe_serialize() takes a string with this beginning for
     * serialize() text, and stores it in serialize() text of its own: nobody can store the mark as a string. maybe_unserialize() gives false.
     */
    private const MARK = 'a:0:lyo;';
    private const END = ';';

    /** serialize() text as every version of WordPress knows it. Nothing stands around it, and scalars other than strings are never stored so. */
    private const TEXT = '/\A(?:[aO]:\d+:.*[;}]|s:\d+:.*"[;}])\z/s';

    /** An enum case, or a string: WordPress before 6.1, and Redis Object Cache, store a string with this form as it is. */
    private const ENUM = '/\AE:\d+:.*[;}]\z/s';

    /** igbinary's header, which WordPress does not know. */
    private const IGBINARY = '/\A\0\0\0[\1\2]/';

    /**
     * Strings that some reader would take for data: what unserialize() knows, behind all that trim() takes away in any version of PHP, and
     * the headers of igbinary and Lyo. More than WordPress takes, which does no harm.
     */
    private const LIKE_DATA = '/\A(?:\xC1|\0\0\0[\1-\4]|[\0\t-\r ]*+(?:N;|[A-Za-z]:[0-9.E+-]+[:;]))/';

    /**
     * @param bool $igbinary read igbinary that has no mark, too, as drop-ins store it: only for a store that nobody writes strings to as they
     *        are, or a string becomes an object
     */
    public function __construct(private readonly Packer $packer = new Packer(), private readonly bool $igbinary = false) {}

    /** @return mixed bytes for an array or object; serialize() text for a string that some reader would take for data; all else as it is */
    public function maybeSerialize(mixed $value): mixed
    {
        if (is_array($value) || is_object($value)) {
            $data = $this->packer->pack($value);
            return preg_match(self::TEXT, $data) === 1 ? $data : self::MARK . $data . self::END;
        }
        return is_string($value) && preg_match(self::LIKE_DATA, $value) === 1 ? serialize($value) : $value;
    }

    /**
     * @param-out bool $found out: false if these are data that cannot be read
     *
     * @return mixed the value; false, WordPress' miss, for data that cannot be read
     */
    public function maybeUnserialize(mixed $stored, ?bool &$found = null): mixed
    {
        $found = true;
        $data = is_string($stored) ? $this->data($stored) : null;
        if ($data === null) {
            return $stored;
        }
        try {
            return $this->packer->unpack($data);
        } catch (Miss) {
            return $found = false;
        }
    }

    /** What is to be unpacked; an empty string if that is lost, null if it is no data at all. */
    private function data(string $stored): ?string
    {
        if (($stored[1] ?? '') !== ':') { // most strings end here
            return $this->igbinary && preg_match(self::IGBINARY, $stored) === 1 ? $stored : null;
        }
        if (str_starts_with($stored, self::MARK)) {
            return str_ends_with($stored, self::END) ? substr($stored, strlen(self::MARK), -strlen(self::END)) : '';
        }
        if (preg_match(self::TEXT, $stored) === 1) {
            return $stored;
        }
        return preg_match(self::ENUM, $stored) === 1 ? '' : null;
    }
}
