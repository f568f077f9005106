<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Closure;
use Lyo\Tools\Dump\Text;
use Symfony\Component\Console\Output\BufferedOutput;
use Symfony\Component\Console\Output\OutputInterface;

use function array_map;
use function explode;
use function implode;
use function preg_match;
use function preg_replace;
use function preg_split;
use function str_repeat;
use function trim;

/** Prints help texts of Symfony in lines that fit the window. Symfony itself does not break the descriptions of options. */
final class Help
{
    /** The least number of columns for a description. If a window leaves less, it begins further left. */
    private const LEAST = 24;

    /**
     * @template T
     *
     * @param Closure(OutputInterface): T $describe prints the help text
     * @param int $columns of the window
     *
     * @return T
     */
    public static function print(OutputInterface $output, int $columns, Closure $describe): mixed
    {
        $buffer = new BufferedOutput($output->getVerbosity(), $output->isDecorated(), $output->getFormatter());
        $result = $describe($buffer);
        $output->write(implode("\n", array_map(static fn(string $line): string => self::wrapped($line, $columns), explode("\n", $buffer->fetch()))), false, OutputInterface::OUTPUT_RAW);

        return $result;
    }

    /** Breaks a line between words. The new lines begin where the description does. */
    private static function wrapped(string $line, int $columns): string
    {
        if (self::columns($line) <= $columns) {
            return $line;
        }
        $plain = self::plain($line);
        $indent = preg_match('/\A *\S.*? {2,}(?=\S)/', $plain, $match) === 1 ? self::columns($match[0]) : 0;
        if ($indent === 0 || $indent > $columns - self::LEAST) {
            $indent = preg_match('/\A */', $plain, $match) === 1 ? self::columns($match[0]) : 0;
        }
        $text = '';
        $at = 0;
        foreach (preg_split('/(?<=\S)(?= )/', $line) ?: [$line] as $word) { // each with the spaces before it
            $width = self::columns($word);
            if ($at > $indent && $at + $width > $columns) {
                $word = trim($word, ' ');
                $text .= "\n" . str_repeat(' ', $indent);
                $at = $indent;
                $width = self::columns($word);
            }
            $text .= $word;
            $at += $width;
        }

        return $text;
    }

    private static function columns(string $text): int
    {
        return Text::columns(self::plain($text));
    }

    /** Removes colours. */
    private static function plain(string $text): string
    {
        return (string) preg_replace('/\e\[[\d;]*m/', '', $text);
    }
}
