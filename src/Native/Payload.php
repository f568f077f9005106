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
 * Counts the slots in the payload of a Serializable object, and renumbers its back references. In the text of serialize(), the slots of a nested
 * serialize() are numbered after those around it. In other formats, each payload has numbers of its own. A payload that is not the text of
 * exactly one value has no slots.
 *
 * @internal
 */
final class Payload
{
    /** Matches the beginning of the text of a value. */
    private const VALUE = '/^[NbidsaOCErRS][:;]/';

    /**
     * Returns the number of slots in a payload.
     *
     * @param int $outer slot of the object
     * @param Reader|null $around reader of the text around the payload, if it is part of a text; nesting is counted on then
     *
     * @throws LyoException if it is nested too deeply
     */
    public static function slots(string $payload, int $outer, ?Reader $around = null): int
    {
        return self::scan($payload, $outer, $around)?->slots() ?? 0;
    }

    /**
     * Returns a payload whose object moves from slot $outer to slot $newOuter. Its back references change by the same distance.
     *
     * @throws LyoException if a back reference names a slot outside of the payload, or the payload is nested too deeply
     */
    public static function renumber(string $payload, int $outer, int $newOuter): string
    {
        $scan = self::scan($payload, $outer);
        if ($scan === null || !$scan->refers) {
            return $payload;
        }
        if ($scan->outside) {
            throw Failure::inexact('The payload of a Serializable object refers to a value outside of it');
        }
        $writer = new Writer($newOuter - $outer);
        Reader::read($payload, $writer, Limit::DEPTH, $outer);
        return $writer->text();
    }

    /**
     * Returns a payload with $shift added to all its back references, also those to slots outside of it.
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
            return $payload; // it is not the text of a value
        }
    }

    /** Reads a payload and collects its back references. Returns null if it is not the text of a value. */
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
            throw $e; // it may be the text of a value, but its number of slots is not known
        } catch (LyoException) {
            return null;
        }
    }
}
