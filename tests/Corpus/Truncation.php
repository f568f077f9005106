<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Corpus;

use Lyo\Exception\LyoException;
use Lyo\Tests\Fixtures\World;
use Throwable;

/** Every proper prefix of a payload is refused with one exception, and no user code runs: no hook, no destructor, no autoloader. */
final class Truncation
{
    /** @return array{prefixes: int, fault: ?string} how many prefixes were tried; the first that was not refused as it must be */
    public static function check(string $bytes): array
    {
        $autoloader = static function (string $class): void {
            World::event('load ' . $class);
        };
        spl_autoload_register($autoloader);
        $fault = null;
        for ($length = 0; $length < strlen($bytes); $length++) {
            $fault ??= self::prefix(substr($bytes, 0, $length));
        }
        spl_autoload_unregister($autoloader);

        return ['prefixes' => strlen($bytes), 'fault' => $fault];
    }

    private static function prefix(string $bytes): ?string
    {
        $outcome = 'was decoded';
        World::record();
        try {
            $value = lyo_unserialize($bytes);
            unset($value);
        } catch (LyoException) {
            $outcome = null;
        } catch (Throwable $thrown) {
            $outcome = 'threw ' . $thrown::class . ': ' . $thrown->getMessage();
        }
        $events = World::stop();
        if ($outcome === null && $events !== []) {
            $outcome = 'ran user code: ' . $events[0];
        }
        if ($outcome === null && lyo_is_serialized($bytes)) {
            $outcome = 'passes lyo_is_serialized()';
        }

        return $outcome === null ? null : 'the prefix of ' . strlen($bytes) . ' bytes ' . $outcome;
    }
}
