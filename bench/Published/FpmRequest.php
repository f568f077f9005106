<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use Closure;
use RuntimeException;

/** A request that php-fpm works at, sent by cgi-fcgi. Its time begins before that program starts. */
final class FpmRequest
{
    /** @var resource */
    public readonly mixed $output;

    /** @var resource */
    private $process;

    private readonly int $start;

    private string $answer = '';

    /** @param Closure(): string $errors what PHP has logged */
    public function __construct(string $socket, string $script, string $query, private readonly Closure $errors)
    {
        $environment = ['SCRIPT_FILENAME' => $script, 'REQUEST_METHOD' => 'GET', 'QUERY_STRING' => $query, 'PATH' => (string) getenv('PATH')];
        $this->start = hrtime(true);
        $process = proc_open(['cgi-fcgi', '-bind', '-connect', $socket], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes, null, $environment);
        if ($process === false || !is_resource($pipes[1] ?? null)) {
            throw new RuntimeException('cannot start cgi-fcgi');
        }
        [$this->process, $this->output] = [$process, $pipes[1]];
    }

    /** Milliseconds from the start to the end of the answer; null: it has not ended, there is more to read. */
    public function read(): ?float
    {
        $this->answer .= fread($this->output, 1 << 16);
        if (!feof($this->output)) {
            return null;
        }
        $time = (hrtime(true) - $this->start) / 1e6;
        fclose($this->output);
        proc_close($this->process);

        return $time;
    }

    /** @return array<mixed> what the page has printed, as JSON, when all of it is read */
    public function answer(): array
    {
        $body = (string) substr((string) strstr($this->answer, "\r\n\r\n"), 4);
        $answer = json_decode($body, true);

        return is_array($answer) ? $answer : throw new RuntimeException("a page has printed \"$this->answer\" and logged \"" . ($this->errors)() . '"');
    }

    /** @return array<mixed> */
    public function wait(): array
    {
        while ($this->read() === null) {
            continue;
        }

        return $this->answer();
    }
}
