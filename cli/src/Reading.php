<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use InvalidArgumentException;
use Lyo\Envelope\Dictionary;
use Lyo\Tools\Place\Place;
use Lyo\Tools\Place\Spelling;

use function explode;
use function file_get_contents;
use function strlen;

/** Reads the data of a place, in whatever way they are written down there. */
final class Reading
{
    /** With the option --input of the command. */
    public static function of(Place $place, Options $options, Output $output): string
    {
        $data = $place->read();
        if ($data === '') {
            throw Failure::noValue("{$place->name()}: is empty");
        }
        $name = $options->text('input');
        if ($name === null) {
            [$data, $note] = Spelling::detect($data);
            $note === null || $output->note("{$place->name()}: $note");
            return $data;
        }
        $spelling = Spelling::tryFrom($name) ?? throw Failure::use("--input=$name: unknown (use one of raw, hex, base64, quoted)");
        try {
            return $spelling->read($data);
        } catch (InvalidArgumentException $e) {
            throw Failure::noValue("{$place->name()}: {$e->getMessage()} (leave --input out, and it is found out)");
        }
    }

    /**
     * Those of the option --dictionaries.
     *
     * @return list<string>
     */
    public static function dictionaries(Options $options): array
    {
        $dictionaries = [];
        foreach (explode(PATH_SEPARATOR, $options->text('dictionaries') ?? '') as $path) {
            if ($path !== '') {
                $bytes = @file_get_contents($path);
                $dictionaries[] = $bytes !== false && strlen($bytes) >= Dictionary::LEAST ? $bytes : throw Failure::failed("--dictionaries: $path cannot be read, or is not a dictionary");
            }
        }
        return $dictionaries;
    }
}
