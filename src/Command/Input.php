<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Command;

use InvalidArgumentException;
use Lyo\Format;
use Symfony\Component\Console\Input\InputInterface;

use function is_string;

/**
 * What the commands have in common: the data and their format.
 *
 * @internal
 */
final class Input
{
    /** The bytes of the argument "file", or of standard input for "-". */
    public static function data(InputInterface $input): string
    {
        $file = $input->getArgument('file');
        $file = is_string($file) ? $file : '-';
        $data = @file_get_contents($file === '-' ? 'php://stdin' : $file);
        return $data !== false ? $data : throw new InvalidArgumentException("$file cannot be read");
    }

    /** The format that an option names; null if it is not given. */
    public static function format(InputInterface $input, string $option): ?Format
    {
        $name = $input->getOption($option);
        if (!is_string($name)) {
            return null;
        }
        $format = $name === 'igbinary' ? Format::Igbinary2 : Format::tryFrom($name);
        if ($format === null) {
            throw new InvalidArgumentException("--$option: no format $name; there are " . implode(', ', array_column(Format::cases(), 'value')));
        }
        return $format;
    }
}
