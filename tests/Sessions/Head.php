<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sessions;

use Lyo\Bench\Published\Fpm;
use Lyo\Tests\Clients\Server;
use RuntimeException;

/** A web server with one way to store sessions: php-fpm, or where that is missing the server of PHP's command line. */
final class Head
{
    private ?Server $server = null;

    private bool $isFpm = false;

    /**
     * @param string $kind of which module: "plain", "lyo.so", "igbinary.so" or "library"
     * @param string $form what it writes
     * @param list<string> $arguments what PHP is started with
     * @param array<string, string> $environment of its pages
     */
    public function __construct(public readonly string $kind, public readonly string $form, private readonly array $arguments, private readonly array $environment) {}

    public function name(): string
    {
        return $this->kind . ' ' . $this->form;
    }

    /** Whether it reads what that other one writes. */
    public function reads(self $other): bool
    {
        return $this->kind !== 'plain' || $this->form === $other->form;
    }

    /** The php-fpm of this PHP's version, if there is one. */
    public static function fpm(): ?string
    {
        return Fpm::program();
    }

    public function start(string $directory, ?string $fpm): void
    {
        $arguments = [...$this->arguments, '-d', 'display_errors=0', '-d', 'log_errors=1', '-d', "error_log=$directory/{$this->name()}.errors"];
        $page = __DIR__ . '/page.php';
        $this->isFpm = $fpm !== null;
        if ($fpm === null) {
            $this->server = new Server(static fn(int $port): array => [PHP_BINARY, '-n', ...$arguments, '-S', "127.0.0.1:$port", $page], ['PHP_CLI_SERVER_WORKERS' => '3'] + $this->environment);
        } else {
            $this->server = new Server(function (int $port) use ($fpm, $directory, $arguments): array {
                $configuration = "$directory/{$this->name()}.conf";
                file_put_contents($configuration, $this->configuration($directory, $port));

                return [$fpm, '-n', '-F', ...(posix_getuid() === 0 ? ['-R'] : []), '-y', $configuration, ...$arguments];
            });
        }
    }

    private function configuration(string $directory, int $port): string
    {
        $lines = ['[global]', "error_log = $directory/{$this->name()}.log", '[www]', "listen = 127.0.0.1:$port", 'pm = static', 'pm.max_children = 3'];
        if (posix_getuid() === 0) {
            array_push($lines, 'user = root', 'group = root');
        }
        foreach ($this->environment as $name => $value) {
            $lines[] = "env[$name] = \"$value\"";
        }

        return implode("\n", $lines) . "\n";
    }

    /** @param list<string> $ids */
    public function visit(string $store, array $ids, bool $new = false): Request
    {
        $port = $this->server?->port;
        $query = http_build_query(['store' => $store, 'ids' => implode(',', $ids), 'new' => $new ? '1' : '0']);
        $request = $port === null ? null : ($this->isFpm ? Request::fastCgi($port, __DIR__ . '/page.php', $query) : Request::http($port, $query));

        return $request ?? throw new RuntimeException("no request to {$this->name()}");
    }

    public function stop(): void
    {
        $this->server?->stop();
        $this->server = null;
    }
}
