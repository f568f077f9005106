<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use ErrorException;
use Lyo\Tests\Differential\Text;
use Throwable;

/** Takes a step in one world and writes down what is said, printed and thrown meanwhile. */
final class Watch
{
    /** @return list<string> */
    public static function lines(Side $side, Step $step, bool $throwing): array
    {
        $lines = [];
        set_error_handler(static function (int $level, string $message) use (&$lines, $throwing, $side): bool {
            $silent = (error_reporting() & $level) === 0;
            $lines[] = ($silent ? 'silent ' : 'says ') . $level . ': ' . $message;
            if ($throwing && !$silent) {
                throw new ErrorException($side->normal($message), 0, $level);
            }

            return false; // error_get_last() is to know it; nothing is displayed
        });
        error_clear_last();
        ob_start();
        try {
            array_push($lines, ...$step->take($side));
        } catch (Throwable $thrown) {
            $lines[] = 'threw ' . Text::ofThrown($thrown);
            unset($thrown);
        }
        $lines[] = 'printed: ' . ob_get_clean();
        restore_error_handler();

        return array_map($side->normal(...), $lines);
    }
}
