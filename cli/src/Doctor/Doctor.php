<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Doctor;

use function array_intersect;
use function array_keys;
use function array_map;
use function implode;
use function in_array;

/** Checks extensions and settings of a PHP: which of them harm stored values, what to do about it, and what reads which format. */
final class Doctor
{
    /** @return list<Finding> */
    public static function examine(Environment $php): array
    {
        return [
            ...self::php($php), ...self::extensions($php), ...self::settings($php),
            ...Clients::redis($php), ...Clients::memcached($php), ...Apcu::examine($php), ...Sessions::examine($php),
        ];
    }

    /**
     * Lists the functions that read and write each format on this PHP.
     *
     * @return list<array{format: string, read: list<string>, written: list<string>}>
     */
    public static function readers(Environment $php): array
    {
        $ours = $php->hasOurIgbinary();
        $igbinary = $php->has('igbinary') ? [$ours ? 'igbinary_unserialize() (Lyo\'s)' : 'igbinary_unserialize()'] : [];
        $lyo = $php->has('lyo') ? ['lyo_unserialize()'] : ['lyo_unserialize() of the library'];
        return [
            ['format' => 'serialize()', 'read' => ['unserialize()', 'Lyo\Serializer', ...($ours && $php->isOn('igbinary.read_native') ? $igbinary : [])], 'written' => ['serialize()', 'Lyo\Serializer']],
            ['format' => 'igbinary', 'read' => ['Lyo\Serializer', ...$igbinary], 'written' => ['IgbinaryCodec of the library', ...($php->has('igbinary') && $php->ini('igbinary.write_format') !== 'lyo' ? ['igbinary_serialize()'] : [])]],
            ['format' => 'lyo', 'read' => [...$lyo, 'Lyo\Serializer'], 'written' => [$php->has('lyo') ? 'lyo_serialize()' : 'lyo_serialize() of the library', 'LyoCodec']],
            ['format' => 'lyo behind igbinary\'s header', 'read' => ['Lyo\Serializer', ...($ours ? $igbinary : [])], 'written' => $ours && $php->ini('igbinary.write_format') === 'lyo' ? ['igbinary_serialize()'] : []],
        ];
    }

    /** @return iterable<int, Finding> */
    private static function php(Environment $php): iterable
    {
        yield Finding::ok('PHP', "PHP $php->version, $php->sapi" . ($php->threads ? ', threads' : '') . ($php->iniFile === '' ? ', no php.ini' : ", $php->iniFile"));
        if ($php->sapi === 'cli' && $php->others !== []) {
            $folder = $php->others[0];
            yield Finding::note(
                'PHP',
                'These are the settings of the command line. Others here: ' . implode(', ', $php->others),
                'Pages run with other settings and extensions than the command line.',
                "PHP_INI_SCAN_DIR=$folder/conf.d php -c $folder/php.ini lyo doctor",
            );
        }
        if ($php->debug) {
            yield Finding::warning('PHP', 'This PHP is a debug build', 'It is several times slower.', 'Take another PHP in production.');
        }
        if ($php->has('xdebug')) {
            yield Finding::warning('PHP', 'Xdebug is loaded', 'Every function call is slower, and the library in PHP much.', 'Load it only where you debug.');
        }
    }

    /** @return iterable<int, Finding> */
    private static function extensions(Environment $php): iterable
    {
        $order = array_intersect(array_keys($php->extensions), ['apcu', 'igbinary', 'lyo', 'memcached', 'msgpack', 'redis', 'session', 'zlib', 'zstd']);
        yield Finding::ok('extensions', 'Loaded in this order: ' . implode(', ', array_map(static fn(string $name): string => $name . (in_array($name, ['session', 'zlib'], true) ? '' : " {$php->extensions[$name]}"), $order)));
        foreach ($php->missing as $name => $file) {
            yield Finding::error('extensions', "extension = $name, and it is not loaded", "$file names it. PHP says why when it starts, in the error log: the file is missing, or an extension that it needs is loaded later or not at all.", $name === 'redis' || $name === 'memcached' ? "Load the extensions before it that it needs: igbinary, msgpack, session, as far as it was built with them." : 'Install the extension, or remove the line.');
        }
        foreach ($php->twice as $name => $file) {
            yield Finding::warning('extensions', "extension = $name stands in two lines", "$file has the second. PHP loads the first, and warns of the other each time it starts." . ($name === 'igbinary' ? " Debian's igbinary and Lyo's igbinary.so have the same name: which one runs is a matter of their order." : ''), $name === 'igbinary' ? 'Remove one of the lines: phpdismod igbinary, or the line of the drop-in.' : 'Remove one of the lines.');
        }
        if (!$php->has('lyo')) {
            yield Finding::note('extensions', 'The extension lyo is not loaded', 'lyo_serialize() and lyo_unserialize() are those of the library: the same bytes, about 20 times the time of serialize().', 'Install it and add extension=lyo to php.ini.');
        }
        if ($php->hasOurIgbinary()) {
            yield Finding::ok('extensions', "igbinary is Lyo's drop-in, {$php->extensions['igbinary']}");
        } elseif ($php->has('igbinary')) {
            yield Finding::note('extensions', "igbinary {$php->extensions['igbinary']} is loaded", 'Some damaged data end the process in it, and it has no class policy.', "Lyo's igbinary.so takes its place without a change of code; Lyo\\Serializer reads igbinary without it.");
            if (!$php->hasSince('igbinary', '3.1.6')) {
                yield Finding::warning('extensions', "igbinary {$php->extensions['igbinary']} is old", 'symfony/cache wants 3.1.6, and older ones have bugs with typed properties and references.', 'Install a newer one.');
            }
        }
        if (!$php->has('zlib')) {
            yield Finding::warning('extensions', 'zlib is not loaded', 'Values that are compressed with gzip or zlib cannot be read.', 'Load the extension zlib.');
        }
    }

    /** @return iterable<int, Finding> */
    private static function settings(Environment $php): iterable
    {
        $precision = $php->ini('serialize_precision');
        if ($precision !== '' && $precision !== '-1') {
            yield (int) $precision >= 17
                ? Finding::warning('settings', "serialize_precision = $precision", 'serialize() and json_encode() write floats with 17 digits: 0.1 takes 22 bytes instead of 6.', 'serialize_precision = -1')
                : Finding::error('settings', "serialize_precision = $precision", 'serialize() and json_encode() round floats: they come back as other numbers.', 'serialize_precision = -1');
        }
        if ($php->ini('unserialize_callback_func') !== '') {
            yield Finding::note('settings', "unserialize_callback_func = {$php->ini('unserialize_callback_func')}", 'It is called for each class that stored data name and nobody knows.');
        }
        foreach (['unserialize_max_depth' => '4096', 'lyo.max_depth' => '4096'] as $name => $default) {
            if ($php->ini($name) === '0') {
                yield Finding::warning('settings', "$name = 0", 'Data that are nested deeply enough take all memory.', "$name = $default");
            }
        }
        if ($php->ini('lyo.disable') !== '') {
            yield Finding::warning('settings', "lyo.disable = {$php->ini('lyo.disable')}", 'It switches off what makes lyo fast; it is there for measuring.', 'Remove the setting.');
        }
        foreach ($php->ignored as $name => $value) {
            yield Finding::error('settings', "$name = $value is ignored", 'The value cannot be used, so the setting is empty. PHP warns once when it starts.', match ($name) {
                'lyo.compress' => 'zlib or zstd, as far as this build of lyo has them (php --ri lyo), or nothing.',
                'lyo.dictionaries' => 'Paths of up to 8 files of 8 bytes to 16 MB that PHP can read, separated by colons.',
                default => 'Correct the value.',
            });
        }
        if ($php->ini('lyo.compress') !== '' && $php->ini('lyo.min_size') === '0') {
            yield Finding::warning('settings', "lyo.compress = {$php->ini('lyo.compress')}, lyo.min_size = 0", 'Even the smallest values are compressed, which makes most of them no smaller and all of them slower.', 'lyo.min_size = 128, or what lyo advise says.');
        }
        if ($php->ini('lyo.compress') !== '' && (int) $php->ini('lyo.level') >= 7) {
            yield Finding::warning('settings', "lyo.level = {$php->ini('lyo.level')}", 'Each write takes several times the time of level 1, for few bytes less.', 'lyo.level = 1, or what lyo advise says.');
        }
        if ($php->has('lyo') && $php->ini('lyo.shape_cache') === '0') {
            yield Finding::warning('settings', 'lyo.shape_cache = 0', 'Every call reads and writes all keys again.', 'lyo.shape_cache = 1M');
        }
        if ($php->has('lyo') && $php->ini('lyo.keep_values') === '0') {
            yield Finding::note('settings', 'lyo.keep_values = 0', 'Arrays that pages read again and again are decoded each time.', 'lyo.keep_values = 4M in the php.ini of PHP-FPM, or what lyo advise says for the store.');
        }
        if ($php->has('igbinary') && !$php->isOn('igbinary.compact_strings') && $php->hasIni('igbinary.compact_strings')) {
            yield Finding::warning('settings', 'igbinary.compact_strings = Off', 'Each string and key is written every time: values are up to twice as large.', 'igbinary.compact_strings = On');
        }
        if ($php->hasOurIgbinary() && $php->ini('igbinary.write_format') === 'lyo') {
            yield Finding::note('settings', 'igbinary.write_format = lyo', 'Values that igbinary_serialize() writes are read by this igbinary.so and by the library, not by igbinary of PECL.', 'Set it when all hosts that share the store have this igbinary.so.');
        }
    }
}
