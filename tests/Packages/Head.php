<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages;

use RuntimeException;

/** A web server for an application: PHP's own, with or without lyo.so. */
final class Head
{
    private readonly string $address;
    /** @var resource */
    private $server;

    /** @param array<string, string> $environment */
    public function __construct(private readonly string $folder, ?string $extension, array $environment, private readonly string $log = 'var/server.log')
    {
        $this->address = Process::address();
        $modules = $extension === null ? [] : ['-d', "extension=$extension"];
        $server = proc_open(
            ['php', ...$modules, '-d', 'opcache.enable_cli=1', '-d', 'display_errors=0', '-d', 'log_errors=1', '-S', $this->address, '-t', "$folder/public", "$folder/public/index.php"],
            [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', "$folder/$log", 'w']],
            $pipes,
            $folder,
            $environment + getenv(),
        );
        $this->server = $server === false ? throw new RuntimeException('no web server') : $server;
        Process::await($this->address);
    }

    /**
     * Gets the page and stops.
     *
     * @return array{hits: int, misses: int, values: string}
     */
    public function page(): array
    {
        try {
            $body = (string) @file_get_contents("http://$this->address/lyo-page", context: stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 60]]));
        } finally {
            proc_terminate($this->server);
            proc_close($this->server);
        }
        $page = json_decode($body, true);
        if (!is_array($page) || !is_int($page['hits'] ?? null) || !is_int($page['misses'] ?? null) || !is_string($page['values'] ?? null)) {
            throw new RuntimeException("the page is not there:\n" . substr(strip_tags($body), 0, 2000) . "\n" . $this->log());
        }
        return ['hits' => $page['hits'], 'misses' => $page['misses'], 'values' => $page['values']];
    }

    /** What PHP has logged. */
    public function log(): string
    {
        return (string) file_get_contents("$this->folder/$this->log");
    }
}
