<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages\Symfony;

use Lyo\Tests\Packages\Process;
use RuntimeException;

/** A web server of PHP with OPcache for the shop, as one kind of head has it. */
final class SiteServer
{
    private readonly string $address;
    /** @var resource */
    private $process;

    /**
     * @param list<string> $php a command
     * @param array<string, string> $environment
     */
    public function __construct(array $php, private readonly string $script, array $environment, private readonly string $folder)
    {
        $this->address = Process::address();
        $log = ['file', "$folder/errors", 'a'];
        $process = proc_open([...$php, '-S', $this->address, '-t', dirname($script)], [['file', '/dev/null', 'r'], $log, $log], $pipes, $folder, $environment);
        $this->process = $process === false ? throw new RuntimeException('no web server') : $process;
        Process::await($this->address);
    }

    /** @return array<string, mixed> */
    public function get(string $query = ''): array
    {
        $body = (string) @file_get_contents("http://$this->address/" . basename($this->script) . $query, context: stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 300]]));
        $page = json_decode($body, true);
        return is_array($page) ? array_combine(array_map(strval(...), array_keys($page)), $page)
            : throw new RuntimeException('the page is not there: ' . substr(strip_tags($body), 0, 1000) . substr((string) file_get_contents("$this->folder/errors"), -1000));
    }

    public function stop(): void
    {
        proc_terminate($this->process);
        proc_close($this->process);
    }
}
