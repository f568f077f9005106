<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Igbinary;

use RuntimeException;

/** A process with one of the modules. When it dies over a request, that is the answer, and the next one finds a new process. */
final class Peer
{
    /** @var resource|null */
    private $process = null;

    /** @var array<int, resource> */
    private array $pipes = [];

    /** Processes that crashed: during a request, between requests, or at their end. */
    public int $deaths = 0;

    /** @param list<string> $command */
    public function __construct(private readonly array $command) {}

    /** @param list<array<string, mixed>> $requests */
    public function send(array $requests): void
    {
        if ($this->process === null) {
            // It has our standard error by inheritance: handing STDERR over would wind a log file back to its beginning.
            $process = proc_open([...$this->command, __DIR__ . '/worker.php'], [['pipe', 'r'], ['pipe', 'w']], $this->pipes);
            $this->process = $process === false ? throw new RuntimeException('cannot start ' . implode(' ', $this->command)) : $process;
        }
        $text = serialize($requests);
        @fwrite($this->pipes[0], pack('N', strlen($text)) . $text);
    }

    /** @return list<array<string, mixed>>|null NULL: it died */
    public function receive(): ?array
    {
        $text = self::message($this->pipes[1]);
        if ($text === null) {
            $this->stop(true);

            return null;
        }
        return self::requests($text);
    }

    /**
     * Answers of all requests, one by one where a process dies.
     *
     * @param list<array<string, mixed>> $requests
     * @return list<array<string, mixed>>
     */
    public function ask(array $requests): array
    {
        $this->send($requests);
        $answers = $this->receive();
        if ($answers !== null) {
            return $answers;
        }
        if (count($requests) === 1) {
            return [['crashed' => true]];
        }
        $half = intdiv(count($requests), 2);

        return [...$this->ask(array_slice($requests, 0, $half)), ...$this->ask(array_slice($requests, $half))];
    }

    /** @param bool $dead it has not answered */
    public function stop(bool $dead = false): void
    {
        foreach ($this->pipes as $pipe) {
            if (is_resource($pipe)) {
                fclose($pipe);
            }
        }
        $this->pipes = [];
        if ($this->process !== null) {
            $dead = proc_close($this->process) !== 0 || $dead;
            $this->deaths += (int) $dead;
            $this->process = null;
        }
    }

    /**
     * A message: its length in four bytes, then itself.
     *
     * @param resource $pipe
     */
    public static function message($pipe): ?string
    {
        $head = self::read($pipe, 4);
        $length = $head === null ? false : unpack('N', $head);
        $length = $length === false ? null : $length[1];

        return is_int($length) ? self::read($pipe, $length) : null;
    }

    /** @return list<array<string, mixed>> what a message holds: requests or answers */
    public static function requests(string $text): array
    {
        $list = unserialize($text);
        $requests = [];
        foreach (is_array($list) ? $list : throw new RuntimeException('a message that is no list') as $entry) {
            /** @var array<string, mixed> $entry */
            $requests[] = $entry;
        }

        return $requests;
    }

    /** @param resource $pipe */
    private static function read($pipe, int $length): ?string
    {
        $text = '';
        while (strlen($text) < $length) {
            $part = fread($pipe, max(1, $length - strlen($text)));
            if ($part === false || $part === '') {
                return null;
            }
            $text .= $part;
        }

        return $text;
    }
}
