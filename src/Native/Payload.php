<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Exception\InexactException;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Wire\Limit;

use function preg_match;

/**
 * The payload of a Serializable object. In serialize() text the slots of a nested serialize() are counted on with those
 * around it; in other formats a payload counts its own. Only a payload that is the text of one value is taken for such.
 *
 * @internal
 */
final class Payload
{
    /** How the text of a value begins. */
    private const VALUE = '/^[NbidsaOCErRS][:;]/';

    /**
     * Slots within the payload, whose object has that number.
     *
     * @param Reader|null $around the reader of the text that the object stands in, if it does
     *
     * @throws LyoException if it is nested too deeply
     */
    public static function slots(string $payload, int $outer, ?Reader $around = null): int
    {
        return self::scan($payload, $outer, $around)?->slots() ?? 0;
    }

    /**
     * The same payload behind another object: numbers that count from $outer count from $newOuter then.
     *
     * @throws LyoException if it refers to what stands outside of it, or is nested too deeply
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
        Reader::read($payload, $writer, Limit::DEPTH, $outer);
        return $writer->text();
    }

    /**
     * The same payload in text where all slots, those around it too, have numbers that are higher by $shift.
     *
     * @throws LyoException if it is nested too deeply
     */
    public static function shift(string $payload, int $shift): string
    {
        if (preg_match(self::VALUE, $payload) !== 1) {
            return $payload;
        }
        try {
            $writer = new Writer($shift);
            Reader::read($payload, $writer, Limit::DEPTH, PHP_INT_MAX >> 1);
            return $writer->text();
        } catch (LimitException|InexactException $e) {
            throw $e;
        } catch (LyoException) {
            return $payload; // of a form of its own
        }
    }

    private static function scan(string $payload, int $outer, ?Reader $around = null): ?References
    {
        if (preg_match(self::VALUE, $payload) !== 1) {
            return null;
        }
        try {
            $references = new References($outer);
            if ($around !== null) {
                $around->readPayload($payload, $references);
            } else {
                Reader::read($payload, $references, Limit::DEPTH, $outer);
            }
            return $references;
        } catch (LimitException $e) {
            throw $e; // it may be the text of a value: how many slots it has is not known
        } catch (LyoException) {
            return null;
        }
    }
}
