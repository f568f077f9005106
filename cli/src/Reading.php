<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Cli;

use InvalidArgumentException;
use Lyo\Place\Place;
use Lyo\Place\Spelling;

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
}
