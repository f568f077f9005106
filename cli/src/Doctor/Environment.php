<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Doctor;

use ReflectionExtension;

use function array_diff;
use function array_filter;
use function array_map;
use function array_values;
use function constant;
use function defined;
use function dirname;
use function explode;
use function extension_loaded;
use function file;
use function get_cfg_var;
use function get_loaded_extensions;
use function glob;
use function in_array;
use function ini_get_all;
use function is_array;
use function is_string;
use function ob_get_clean;
use function ob_start;
use function php_ini_loaded_file;
use function php_ini_scanned_files;
use function phpversion;
use function preg_match;
use function preg_split;
use function strtolower;
use function trim;
use function version_compare;

/** The PHP that Doctor checks, with its extensions and settings. */
final class Environment
{
    /**
     * @param bool $threads whether it is built for threads (ZTS)
     * @param string $iniFile path of php.ini; '' if there is none
     * @param array<string, string> $extensions name in lower case => version, in the order in which they were loaded
     * @param array<string, string> $ini values of the settings, by name
     * @param list<string> $sessionHandlers possible values of session.serialize_handler
     * @param list<string> $apcuSerializers possible values of apc.serializer; empty if APCu is off, because it does not list them then
     * @param list<string> $constants the constants that exist in the classes Redis and Memcached, such as Redis::SERIALIZER_IGBINARY
     * @param list<string> $others folders with the php.ini of other SAPIs
     * @param list<string> $saveHandlers possible values of session.save_handler
     * @param array<string, string> $missing extensions that a file of settings names and that are not loaded, each with this file
     * @param array<string, string> $twice extensions that two lines of settings name, each with the file of the second; PHP loads the first only
     * @param array<string, string> $ignored settings of lyo and igbinary that have another value than a file of settings says, each with the latter
     */
    public function __construct(
        public readonly string $version,
        public readonly string $sapi = 'cli',
        public readonly bool $threads = false,
        public readonly bool $debug = false,
        public readonly string $iniFile = '',
        public readonly array $extensions = [],
        private readonly array $ini = [],
        public readonly array $sessionHandlers = [],
        public readonly array $apcuSerializers = [],
        private readonly array $constants = [],
        public readonly array $others = [],
        public readonly array $saveHandlers = [],
        public readonly array $missing = [],
        public readonly array $twice = [],
        public readonly array $ignored = [],
    ) {}

    /** Returns the PHP that runs this code. */
    public static function current(): self
    {
        $extensions = [];
        foreach (get_loaded_extensions() as $name) {
            $extensions[strtolower($name)] = (string) phpversion($name);
        }
        $ini = [];
        // Not the values of this moment: the command line changes some of them for itself.
        foreach (ini_get_all() ?: [] as $name => $values) {
            $value = is_array($values) ? $values['global_value'] ?? '' : '';
            $ini[(string) $name] = is_string($value) ? $value : '';
        }
        $iniFile = (string) php_ini_loaded_file();
        $constants = ['Redis::SERIALIZER_IGBINARY', 'Redis::COMPRESSION_LZ4', 'Redis::COMPRESSION_ZSTD', 'Redis::COMPRESSION_LZF', 'Memcached::HAVE_IGBINARY', 'Memcached::HAVE_ZSTD'];
        $files = glob('/etc/php/' . PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION . '/*/php.ini') ?: [];
        [$missing, $twice] = self::named($extensions);
        return new self(
            PHP_VERSION,
            PHP_SAPI,
            PHP_ZTS === 1,
            PHP_DEBUG === 1,
            $iniFile,
            $extensions,
            $ini,
            self::listed('session', 'Registered serializer handlers'),
            array_values(array_diff(self::listed('apcu', 'Serialization Support'), ['Disabled'])),
            array_values(array_filter($constants, static fn(string $name): bool => defined($name) && constant($name) !== false)),
            array_values(array_map(dirname(...), array_diff($files, [$iniFile]))),
            self::listed('session', 'Registered save handlers'),
            $missing,
            $twice,
            self::ignored($ini),
        );
    }

    /**
     * Reads the lines of extensions in the files of settings.
     *
     * @param array<string, string> $extensions those that are loaded
     *
     * @return array{array<string, string>, array<string, string>} those that are not loaded, and those that are named twice, each with a file
     */
    private static function named(array $extensions): array
    {
        $missing = $twice = $seen = [];
        foreach ([(string) php_ini_loaded_file(), ...explode(',', (string) php_ini_scanned_files())] as $file) {
            $file = trim($file);
            foreach ($file === '' ? [] : (@file($file, FILE_IGNORE_NEW_LINES) ?: []) as $line) {
                // a name, or the path of a file: redis, redis.so, php_redis.dll, "/opt/lyo.so"
                if (preg_match('~^\s*extension\s*=\s*"?(?:[^";]*[/\\\\])?(?:php_)?(\w+)(?:\.so|\.dll)?"?\s*(?:;.*)?$~', $line, $match) === 1) {
                    $name = strtolower($match[1]);
                    if (isset($seen[$name])) {
                        $twice[$name] = $file;
                    } elseif (!isset($extensions[$name])) {
                        $missing[$name] = $file;
                    }
                    $seen[$name] = true;
                }
            }
        }

        return [$missing, $twice];
    }

    /**
     * @param array<string, string> $ini
     *
     * @return array<string, string>
     */
    private static function ignored(array $ini): array
    {
        $ignored = [];
        foreach ($ini as $name => $value) {
            $said = preg_match('/\A(?:lyo|igbinary)\./', $name) === 1 ? get_cfg_var($name) : false;
            if (is_string($said) && $said !== '' && $value === '') {
                $ignored[$name] = $said;
            }
        }

        return $ignored;
    }

    /**
     * Returns the words in a row of phpinfo().
     *
     * @return list<string> empty if there is no such extension or row
     */
    private static function listed(string $extension, string $row): array
    {
        if (!extension_loaded($extension)) {
            return [];
        }
        ob_start();
        (new ReflectionExtension($extension))->info();
        $text = (string) ob_get_clean();
        if (preg_match('/^' . $row . ' => (.*)$/m', $text, $match) !== 1) {
            return [];
        }
        $words = preg_split('/[\s,]+/', trim(explode(' => ', $match[1])[0]), -1, PREG_SPLIT_NO_EMPTY);
        return $words === false ? [] : $words;
    }

    public function has(string $extension): bool
    {
        return isset($this->extensions[$extension]);
    }

    /** Tells whether an extension is loaded in this version or a newer one. */
    public function hasSince(string $extension, string $version): bool
    {
        return isset($this->extensions[$extension]) && version_compare($this->extensions[$extension], $version, '>=');
    }

    public function hasConstant(string $name): bool
    {
        return in_array($name, $this->constants, true);
    }

    /** Returns the value of a setting, or '' if the setting does not exist. */
    public function ini(string $name): string
    {
        return $this->ini[$name] ?? '';
    }

    public function hasIni(string $name): bool
    {
        return isset($this->ini[$name]);
    }

    public function isOn(string $name): bool
    {
        return in_array(strtolower($this->ini($name)), ['1', 'on', 'yes', 'true'], true);
    }

    /** Tells whether Lyo's drop-in for igbinary is loaded. */
    public function hasOurIgbinary(): bool
    {
        return $this->has('igbinary') && $this->hasIni('igbinary.write_format');
    }
}
