<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Igbinary;

use RuntimeException;

/** The two modules of the name igbinary: ours, and the one that is installed. One process holds one of them. */
final readonly class Modules
{
    private function __construct(public string $ours, public ?string $theirs) {}

    public static function find(): self
    {
        $build = getenv('BUILD');
        $ours = realpath((is_string($build) && $build !== '' ? $build : 'build') . '/igbinary.so');
        $theirs = realpath(ini_get('extension_dir') . '/igbinary.so');

        return new self($ours === false ? throw new RuntimeException('build/igbinary.so is not there') : $ours, $theirs === false ? null : $theirs);
    }

    /** @return list<string> the command of a PHP with this igbinary and what the tests need besides */
    public static function command(string $module, string ...$more): array
    {
        $command = [PHP_BINARY, '-n'];
        foreach (['ctype', 'tokenizer', 'posix', 'pcntl'] as $name) {
            if (is_file(ini_get('extension_dir') . '/' . $name . '.so')) {
                array_push($command, '-d', 'extension=' . $name);
            }
        }

        return [...$command, '-d', 'extension=' . $module, '-d', 'display_errors=stderr', '-d', 'memory_limit=2G', '-d', 'zend.assertions=1', ...array_values($more)];
    }
}
