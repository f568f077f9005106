<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\WordPress\Tests;

use RuntimeException;

/** A process of head.php. */
final class Head
{
    /** @var resource */
    private $process;
    /** @var array<int, resource> */
    private array $pipes;

    public function __construct(public readonly string $name, string $folder, ?string $extension)
    {
        $process = proc_open(['php', ...($extension === null ? [] : ['-d', "extension=$extension"]), __DIR__ . '/head.php', $folder], [['pipe', 'r'], ['pipe', 'w'], ['file', "$folder/head.log", 'a']], $pipes, $folder);
        $this->process = $process === false ? throw new RuntimeException('no head') : $process;
        $this->pipes = $pipes;
    }

    public function ask(string $command): mixed
    {
        fwrite($this->pipes[0], "$command\n");
        $answer = fgets($this->pipes[1]);
        return is_string($answer) ? json_decode($answer, true, flags: JSON_THROW_ON_ERROR) : throw new RuntimeException("$this->name has ended after \"$command\"");
    }

    public function stop(): void
    {
        array_map(fclose(...), $this->pipes);
        proc_close($this->process);
    }
}
