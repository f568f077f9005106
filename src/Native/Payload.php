<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Exception\LyoException;
use Lyo\Failure;

use function preg_match;

/**
 * The payload of a Serializable object. In serialize() text the slots of a nested serialize() are counted on with those
 * around it; in other formats a payload counts its own. Only a payload that is the text of one value is taken for such.
 *
 * @internal
 */
final class Payload
{
    /** Slots within the payload, whose object has that number. */
    public static function slots(string $payload, int $outer): int
    {
        return self::scan($payload, $outer)?->slots() ?? 0;
    }

    /**
     * The same payload behind another object: numbers that count from $outer count from $newOuter then.
     *
     * @throws LyoException if it refers to what stands outside of it
     */
    public static function renumber(string $payload, int $outer, int $newOuter): string
    {
        $scan = self::scan($payload, $outer);
        if ($scan === null || !$scan->refers()) {
            return $payload;
        }
        if ($scan->outside()) {
            throw Failure::inexact('The payload of a Serializable object refers to a value outside of it');
        }
        $writer = new Writer($newOuter - $outer);
        Reader::read($payload, $writer, 0, $outer);
        return $writer->text();
    }

    private static function scan(string $payload, int $outer): ?References
    {
        if (preg_match('/^[NbidsaOCErRS][:;]/', $payload) !== 1) {
            return null;
        }
        try {
            $references = new References($outer);
            Reader::read($payload, $references, 0, $outer);
            return $references;
        } catch (LyoException) {
            return null;
        }
    }
}
