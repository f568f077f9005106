<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Steps;

use RuntimeException;

/** A web server of PHP with OPcache for one page. It can run below callgrind, which counts what each request executes. */
final readonly class Server
{
    /** Requests before the one that is counted: OPcache has all files then, and nothing is missing in the store. */
    private const WARM = 2;
    private const SECONDS = 90;

    /**
     * @param list<string> $php a command
     * @param array<string, string> $environment
     */
    public function __construct(private array $php, private string $script, private array $environment, private string $folder, private bool $isCounted) {}

    /**
     * Asks for the page.
     *
     * @return array{string, int} what the first request gets; the instructions of the last one, or 0
     */
    public function page(): array
    {
        $probe = stream_socket_server('tcp://127.0.0.1:0');
        $address = $probe === false ? '' : (string) stream_socket_get_name($probe, false);
        $probe === false || fclose($probe);
        $counts = "$this->folder/callgrind.out";
        array_map(unlink(...), glob("$counts*") ?: []);
        $opcache = ['-d', 'zend_extension=opcache', '-d', 'opcache.enable=1', '-d', 'opcache.file_update_protection=0'];
        $valgrind = $this->isCounted ? ['valgrind', '--tool=callgrind', "--callgrind-out-file=$counts", '--collect-atstart=no', '--toggle-collect=php_execute_script', '--dump-after=php_execute_script', '-q'] : [];
        $command = [...$valgrind, ...$this->php, ...$opcache, '-S', $address, '-t', dirname($this->script)];
        $log = ['file', "$this->folder/errors", 'w'];
        $process = proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes, $this->folder, $this->environment);
        if ($process === false) {
            throw new RuntimeException('PHP cannot be started');
        }
        try {
            $first = $this->request($address);
            for ($i = 0; $this->isCounted && $i < self::WARM; $i++) {
                $this->request($address);
            }
        } finally {
            proc_terminate($process);
            proc_close($process);
        }
        $last = (string) @file_get_contents("$counts." . (self::WARM + 1));
        return [$first, preg_match('/^(?:totals|summary): (\\d+)/m', $last, $total) === 1 ? (int) $total[1] : 0];
    }

    private function request(string $address): string
    {
        $context = stream_context_create(['http' => ['ignore_errors' => true, 'follow_location' => 0, 'timeout' => self::SECONDS]]);
        for ($i = 0; $i < self::SECONDS * 20; $i++) {
            $answer = @file_get_contents("http://$address/" . basename($this->script), false, $context);
            if ($answer !== false) {
                return $answer;
            }
            usleep(50_000);
        }
        throw new RuntimeException('the web server does not answer');
    }
}
