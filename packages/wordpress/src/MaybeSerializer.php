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
 * WordPress' maybe_serialize() and maybe_unserialize() for other formats: arrays and objects are packed, all other values stay as they are.
 *
 * A string that plain WordPress stores as it is must never be read as data, even if an attacker chose it. Therefore only those forms are read
 * as data that no stored string can have, because plain WordPress itself serializes strings of these forms.
 */
final class MaybeSerializer
{
    /**
     * Data in a format that plain WordPress does not read are stored as HEAD, the data, their CRC-32 and END. maybe_serialize() of WordPress takes a
     * string that begins with HEAD for serialize() text and serializes it again. So no stored string begins with HEAD. maybe_unserialize()
     * of WordPress returns false for such data. If HEAD or END is damaged, the other one still shows that these are data and no string.
     */
    private const HEAD = 'a:0:lyo;';
    private const END = 'lyo;';

    /** serialize() text that every version of WordPress recognises: arrays, objects and strings, without spaces around them. */
    private const TEXT = '/\A(?:[aO]:\d+:.*[;}]|s:\d+:.*"[;}])\z/s';

    /**
     * Data that cannot be read: serialize() text whose end is lost, which no stored string looks like; and enum cases. WordPress before 6.1 and
     * Redis Object Cache store strings of the form of an enum case as they are, so that the two cannot be told apart.
     */
    private const LOST = '/\A(?:[aO]:\d+:.*[;}]|s:\d+:(?=.*").*[;}]|E:\d+:.*[;}]\z)/s';

    /** serialize() text with a damaged beginning: the rest still looks like entries of an array or object. */
    private const HEADLESS = '/\A(?![\0\t-\r ]*[aOCEsS]:\+?\d+:|\0\0\0[\1-\4]|\xC1)[^{]{0,300}(?:\{[is]:-?\d+[:;].*|:\d+:\{)\}\z/s';

    /** Header of igbinary. WordPress does not know it, so a stored string can begin with it. */
    private const IGBINARY = '/\A\0\0\0[\1\2]/';

    /**
     * Strings that some reader could take for data: what unserialize() knows, after all characters that trim() removes in any version of PHP,
     * and the headers of igbinary and Lyo. WordPress itself serializes fewer of these strings. To serialize more of them does no harm.
     */
    private const LIKE_DATA = '/\A(?:\xC1|\0\0\0[\1-\4]|[\0\t-\r ]*+(?:N;|[A-Za-z]:[0-9.E+-]+[:;]))/';

    /**
     * @param bool $igbinary also read unmarked igbinary data, as other drop-ins store them. This is safe only for a store to which nobody writes
     *        strings as they are. Otherwise a string of a user could be read as an object.
     */
    public function __construct(private readonly Packer $packer = new Packer(), private readonly bool $igbinary = false) {}

    /**
     * Makes a serializer with the settings of the constant WP_LYO in wp-config.php. The envelope has no checksum unless WP_LYO says so, because
     * there is a CRC-32 around the data anyway.
     *
     * @param bool $igbinary read unmarked igbinary data even if WP_LYO does not say so
     */
    public static function configured(bool $igbinary = false): self
    {
        /** @var mixed $constant */
        $constant = defined('WP_LYO') ? constant('WP_LYO') : [];
        $settings = is_array($constant) ? $constant : [];
        return new self(Settings::packer($settings, checksum: false), $igbinary || ($settings['unmarked_igbinary'] ?? false) === true);
    }

    /** @return mixed bytes for an array or object; serialize() text for a string that some reader could take for data; other values unchanged */
    public function maybeSerialize(mixed $value): mixed
    {
        if (is_array($value) || is_object($value)) {
            $data = $this->packer->pack($value);
            return preg_match(self::TEXT, $data) === 1 ? $data : self::HEAD . $data . self::end($data);
        }
        return is_string($value) && (preg_match(self::LIKE_DATA, $value) === 1 || self::isDamaged($value)) ? serialize($value) : $value;
    }

    /**
     * @param-out bool $found out: false for data that cannot be read
     *
     * @return mixed the value; false, as WordPress returns for a miss, if the data cannot be read or the class of an object is missing
     */
    public function maybeUnserialize(mixed $stored, ?bool &$found = null): mixed
    {
        $found = true;
        $data = is_string($stored) ? $this->data($stored) : null;
        if ($data === null) {
            return $stored;
        }
        try {
            return @$this->packer->unpack($data, requireClasses: true); // with @, as in maybe_unserialize() of WordPress
        } catch (Miss) {
            return $found = false;
        }
    }

    /** Returns the data to unpack, an empty string if they are damaged, or null if $stored is a plain string. */
    private function data(string $stored): ?string
    {
        if (str_starts_with($stored, self::HEAD)) {
            $data = substr($stored, strlen(self::HEAD), -strlen(self::end('')));
            return str_ends_with($stored, self::end($data)) ? $data : '';
        }
        if (($stored[1] ?? '') === ':') { // false for most strings
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

    /** Tells whether these are data whose beginning is lost, so that they look like a plain string. */
    private static function isDamaged(string $stored): bool
    {
        return str_ends_with($stored, self::END) || str_ends_with($stored, '}') && preg_match(self::HEADLESS, $stored) === 1;
    }

    /**
     * Returns what is stored after the data. The CRC-32 detects damage. It need not stop attackers, because they cannot store a string that begins
     * with HEAD.
     */
    private static function end(string $data): string
    {
        return pack('N', crc32($data)) . self::END;
    }
}
