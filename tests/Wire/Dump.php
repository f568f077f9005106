<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Wire;

use RuntimeException;

/** A lyo-dump that waits for payloads (lyo-dump --batch). */
final class Dump
{
    /** @var resource */
    private $process;
    /** @var resource */
    private $to;
    /** @var resource */
    private $from;

    public function __construct(string $path)
    {
        $process = proc_open([$path, '--batch'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
        if ($process === false) {
            throw new RuntimeException("cannot run $path");
        }
        $this->process = $process;
        [$this->to, $this->from] = $pipes;
    }

    public function __destruct()
    {
        fclose($this->to);
        fclose($this->from);
        proc_close($this->process);
    }

    /**
     * "ok" and diagnostic notation, or "error", its name and offset.
     *
     * @param array<string, int> $options max_depth, max_elements
     */
    public function answer(string $payload, array $options = []): string
    {
        $line = '';
        foreach ($options as $option => $limit) {
            $line .= "$option=$limit ";
        }
        fwrite($this->to, $line . bin2hex($payload) . "\n");
        $answer = fgets($this->from);
        if ($answer === false) {
            throw new RuntimeException('lyo-dump ended at ' . bin2hex($payload));
        }
        return rtrim($answer, "\n");
    }
}
