<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use Throwable;

/** Texts that differ between two sides for no reason but the test's own, made equal. */
final class Text
{
    /** Replaces the marker in names of classes that are defined on demand, and the prefix by which functions differ. */
    public static function normal(string $text): string
    {
        if (stripos($text, 'OnDemand') !== false) {
            $text = (string) preg_replace('/(OnDemand\\\\)[NL]\d{7}/i', '$1X0000000', $text);
        }

        if (str_contains($text, 'Error at offset')) {
            $text = (string) preg_replace('/Error at offset \d+ of \d+ bytes/', 'Error at offset', $text); // of an inner payload
        }

        return str_replace(['lyo_serialize(', 'lyo_unserialize(', 'igbinary_serialize(', 'igbinary_unserialize('], ['serialize(', 'unserialize(', 'serialize(', 'unserialize('], $text);
    }

    /** Shortens the name in a message as Lyo does, to 1,000 bytes (docs/differences-from-native.md, with a test of its own). */
    public static function shown(string $message): string
    {
        return (string) preg_replace('/^(Creation of dynamic property .*?::\$.{1000}).+(?= is deprecated$)/s', '$1', $message);
    }

    public static function ofThrown(Throwable $thrown): string
    {
        $texts = [];
        for ($next = $thrown; $next !== null; $next = $next->getPrevious()) {
            $texts[] = self::normal($next::class . '(' . $next->getCode() . '): ' . $next->getMessage());
        }

        return implode(' <- ', $texts);
    }

    /**
     * Gives the objects of a log that was put into another order their names by first appearance again.
     *
     * @param list<string> $events
     * @return list<string>
     */
    public static function renumbered(array $events): array
    {
        $numbers = [];
        foreach ($events as $i => $event) {
            $events[$i] = (string) preg_replace_callback('/#(\d+)/', static function (array $match) use (&$numbers): string {
                $numbers[$match[1]] ??= count($numbers) + 1;

                return '#' . $numbers[$match[1]];
            }, $event);
        }

        return $events;
    }

    /** Printable, and short enough for a report. */
    public static function excerpt(string $text, int $length = 600): string
    {
        $short = strlen($text) > $length ? substr($text, 0, $length) . '… (' . strlen($text) . ' bytes)' : $text;

        return addcslashes($short, "\0..\11\13..\37\177..\377");
    }
}
