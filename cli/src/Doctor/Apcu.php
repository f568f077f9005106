<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Doctor;

use function implode;
use function in_array;

/**
 * Checks whether APCu is set up, and whether a serializer would help it.
 *
 * @internal
 */
final class Apcu
{
    private const COPIES = 'APCu copies plain arrays itself when it has no serializer: no bytes to make or read, but 4 to 12 times the memory of the bytes. '
        . 'A serializer helps with large arrays of rows, with objects, and where memory is short; it does not help with small arrays of numbers that are read often, and strings and numbers alone never go through it.';

    /** @return iterable<int, Finding> */
    public static function examine(Environment $php): iterable
    {
        if (!$php->has('apcu')) {
            yield Finding::note('APCu', 'APCu is not loaded', 'Values that every page needs and that may be lost are read fastest from there.');
            return;
        }
        $serializer = $php->ini('apc.serializer');
        yield Finding::ok('APCu', "APCu {$php->extensions['apcu']}, apc.shm_size = {$php->ini('apc.shm_size')}" . ($php->apcuSerializers === [] ? '' : ', serializers: ' . implode(', ', $php->apcuSerializers)));
        if (!$php->isOn('apc.enabled')) {
            yield Finding::warning('APCu', 'apc.enabled = Off', 'It is loaded and does nothing.', 'apc.enabled = 1, or do not load it.');
        } elseif ($php->sapi === 'cli' && !$php->isOn('apc.enable_cli')) {
            yield Finding::note('APCu', 'apc.enable_cli = Off', 'Commands have no APCu, and none that pages see: it belongs to the processes of one server.');
        }
        $best = $php->has('lyo') ? 'lyo' : ($php->has('igbinary') ? 'igbinary' : '');
        if ($serializer === 'default' || $serializer === '') {
            yield Finding::note('APCu', 'apc.serializer = default', self::COPIES, $best === '' ? '' : "apc.serializer = $best, if memory is short; lyo measure shows what your values need.");
        } elseif ($php->apcuSerializers !== [] && !in_array($serializer, $php->apcuSerializers, true)) {
            yield Finding::error('APCu', "apc.serializer = $serializer, and no serializer has registered under that name", 'APCu says nothing and copies arrays itself, as with apc.serializer = default.', "Load the extension $serializer, or set one of " . implode(', ', $php->apcuSerializers) . '.');
        } elseif ($php->apcuSerializers === [] && $serializer !== 'php' && !$php->has($serializer)) {
            // APCu lists its serializers only where it is on, which it is not for commands, but is for the pages that have these settings.
            yield Finding::error('APCu', "apc.serializer = $serializer, and there is no extension $serializer", 'APCu says nothing and copies arrays itself, as with apc.serializer = default.', "Load the extension $serializer, or set apc.serializer = php.");
        } elseif ($serializer === 'php') {
            yield Finding::warning('APCu', 'apc.serializer = php', 'Each fetch of an array parses text. ' . self::COPIES, $best === '' ? 'apc.serializer = default' : "apc.serializer = $best, or default for small plain arrays.");
        } else {
            yield Finding::ok('APCu', "apc.serializer = $serializer", self::COPIES);
        }
    }
}
