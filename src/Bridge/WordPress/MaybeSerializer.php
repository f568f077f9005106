<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\WordPress;

use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Settings;

use function constant;
use function crc32;
use function defined;
use function is_array;
use function is_object;
use function is_string;
use function pack;
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
     * HEAD, data, their CRC-32, END: data in formats that plain WordPress does not read. Its maybe_serialize() takes a string with this
     * beginning for serialize() text and puts it into serialize() text of its own, so nobody can store HEAD as a string. Its
     * maybe_unserialize() gives false for it. If one end is damaged, the other one still tells data from a string.
     */
    private const HEAD = 'a:0:lyo;';
    private const END = 'lyo;';

    /** serialize() text as every version of WordPress knows it. Nothing stands around it, and scalars other than strings are never stored so. */
    private const TEXT = '/\A(?:[aO]:\d+:.*[;}]|s:\d+:.*"[;}])\z/s';

    /**
     * serialize() text that has lost its end: no string is stored so. And an enum case, or a string of that form, which WordPress before 6.1
     * and Redis Object Cache store as it is: nobody can tell which.
     */
    private const LOST = '/\A(?:[aO]:\d+:.*[;}]|s:\d+:(?=.*").*[;}]|E:\d+:.*[;}]\z)/s';

    /** Entries of an array or object behind something that no reader knows: serialize() text whose beginning was damaged. */
    private const HEADLESS = '/\A(?![\0\t-\r ]*[aOCEsS]:\+?\d+:|\0\0\0[\1-\4]|\xC1)[^{]{0,300}(?:\{[is]:-?\d+[:;].*|:\d+:\{)\}\z/s';

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

    /**
     * As the constant WP_LYO in wp-config.php says. There is no checksum unless it says so: the mark has one.
     *
     * @param bool $igbinary the store has igbinary without a mark, whatever WP_LYO says
     */
    public static function configured(bool $igbinary = false): self
    {
        /** @var mixed $constant */
        $constant = defined('WP_LYO') ? constant('WP_LYO') : [];
        $settings = is_array($constant) ? $constant : [];
        return new self(Settings::packer($settings, checksum: false), $igbinary || ($settings['unmarked_igbinary'] ?? false) === true);
    }

    /** @return mixed bytes for an array or object; serialize() text for a string that some reader would take for data; all else as it is */
    public function maybeSerialize(mixed $value): mixed
    {
        if (is_array($value) || is_object($value)) {
            $data = $this->packer->pack($value);
            return preg_match(self::TEXT, $data) === 1 ? $data : self::HEAD . $data . self::end($data);
        }
        return is_string($value) && (preg_match(self::LIKE_DATA, $value) === 1 || self::isDamaged($value)) ? serialize($value) : $value;
    }

    /**
     * @param-out bool $found out: false if these are data that cannot be read
     *
     * @return mixed the value; false, WordPress' miss, for data that cannot be read, or that have an object whose class is missing
     */
    public function maybeUnserialize(mixed $stored, ?bool &$found = null): mixed
    {
        $found = true;
        $data = is_string($stored) ? $this->data($stored) : null;
        if ($data === null) {
            return $stored;
        }
        try {
            return $this->packer->unpack($data, requireClasses: true);
        } catch (Miss) {
            return $found = false;
        }
    }

    /** What is to be unpacked; an empty string if that is lost, null if it is no data at all. */
    private function data(string $stored): ?string
    {
        if (str_starts_with($stored, self::HEAD)) {
            $data = substr($stored, strlen(self::HEAD), -strlen(self::end('')));
            return str_ends_with($stored, self::end($data)) ? $data : '';
        }
        if (($stored[1] ?? '') === ':') { // most strings have none there
            if (preg_match(self::TEXT, $stored) === 1) {
                return $stored;
            }
            if (preg_match(self::LOST, $stored) === 1) {
                return '';
            }
        }
        if ($this->igbinary && preg_match(self::IGBINARY, $stored) === 1) {
            return $stored;
        }
        return self::isDamaged($stored) ? '' : null;
    }

    /** Data that have lost their beginning, so that they would pass for a string. */
    private static function isDamaged(string $stored): bool
    {
        return str_ends_with($stored, self::END) || str_ends_with($stored, '}') && preg_match(self::HEADLESS, $stored) === 1;
    }

    /** The sum is for damage, not against forgers: those would have to store the mark. */
    private static function end(string $data): string
    {
        return pack('N', crc32($data)) . self::END;
    }
}
