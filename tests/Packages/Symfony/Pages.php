<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages\Symfony;

use Lyo\Tests\Bridge\Runner;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Bridge\Steps\Server;
use RuntimeException;

/**
 * What a page of a shop costs with each kind of head: instructions, CPU time, memory, bytes in Redis. The kernel is Symfony's own, OPcache is on,
 * and nothing is missing in the store. It writes the table into the README of the bundle.
 */
final class Pages
{
    /** Kind, what its line says, the configuration of the shop, whether lyo.so is loaded, the database of Redis. */
    private const HEADS = [
        'plain' => ['Symfony', 'plain', false, 1],
        'again' => ['Symfony, measured again', 'plain', false, 1],
        'igbinary' => ['Symfony with igbinary', 'igbinary', false, 2],
        'phpredis' => ['Symfony, phpredis with its serializer igbinary', 'phpredis', false, 3],
        'lyo' => ['Lyo, with the extension', 'lyo', true, 4],
        'native' => ['Lyo, with the extension, as long as all items are native', 'lyo', true, 1],
        'library' => ['Lyo, without the extension', 'lyo', false, 5],
        'lost' => ['Lyo, without the extension, as long as all items are lyo', 'lyo', false, 4],
        'zlib' => ['Lyo, with the extension and `compress: zlib`', 'zlib', true, 6],
    ];
    private const MOST_INSTRUCTIONS = 1.02;
    private const MOST_BYTES = 0.27;

    private readonly string $script;

    /** @param string $vendor of a project that has the bundle */
    public function __construct(private readonly string $folder, private readonly string $vendor, private readonly string $extension, private readonly int $rounds)
    {
        $this->script = __DIR__ . '/site/index.php';
    }

    /** Writes the table into the README of the bundle, and returns it. */
    public function write(): string
    {
        [$lines, $missed] = $this->measure();
        $readme = dirname(__DIR__, 3) . '/packages/symfony-bundle/README.md';
        $text = preg_replace('/(?<=<!-- pages -->\n).*?(?=\n<!-- end of pages -->)/s', implode("\n", $lines), (string) file_get_contents($readme), 1, $count);
        $count === 1 || throw new RuntimeException('the README has no place for the table');
        file_put_contents($readme, $text);
        $missed === [] || throw new RuntimeException(implode("\n", $missed));
        return "\n" . implode("\n", $lines);
    }

    /** @return array{list<string>, list<string>} the lines of the table, and the goals that are not met */
    private function measure(): array
    {
        $redis = new Servers($this->folder, ['redis-server']);
        $port = $redis->variables()['BRIDGE_REDIS'] ?? throw new RuntimeException('there is no redis-server');
        $heads = [];
        foreach (self::HEADS as $kind => [, $head, $extension, $database]) {
            $php = [...Runner::php(['ctype', 'mbstring', 'tokenizer', 'igbinary', 'redis', ...($extension ? [$this->extension] : [])]), '-d', 'opcache.enable_cli=1', '-d', 'opcache.enable=1', '-d', 'opcache.file_update_protection=0'];
            $site = ['head' => $head, 'folder' => "$this->folder/$kind", 'redis' => "redis://127.0.0.1:$port/$database", 'vendor' => $this->vendor];
            mkdir($site['folder']);
            $heads[$kind] = [$php, ['SITE' => (string) json_encode($site)] + getenv(), $site['folder']];
        }
        try {
            $pages = $this->cpu($heads);
            $cost = [];
            foreach ($heads as $kind => [$php, $environment, $folder]) {
                [, $instructions] = (new Server($php, $this->script, $environment, $folder, true))->page();
                $instructions > 1_000_000 || throw new RuntimeException("$kind: callgrind has counted nothing");
                $cost[$kind] = $pages[$kind] + ['instructions' => $instructions];
            }
        } finally {
            $redis->stop();
        }
        return $this->table($cost);
    }

    /**
     * CPU time, memory and bytes.
     *
     * @param array<string, array{list<string>, array<string, string>, string}> $heads
     *
     * @return array<string, array{cpu: list<int>, peak: int, bytes: int, items: int}>
     */
    private function cpu(array $heads): array
    {
        $servers = $shows = $cpu = $peak = $cost = [];
        try {
            foreach ($heads as $kind => [$php, $environment, $folder]) {
                $opcache = PHP_VERSION_ID < 80500 ? ['-d', 'zend_extension=opcache'] : [];
                $servers[$kind] = new SiteServer([...$php, ...$opcache], $this->script, $environment, $folder);
            }
            for ($round = -2; $round < $this->rounds; $round++) {
                foreach ($servers as $kind => $server) {
                    $page = $server->get();
                    $shows[(string) json_encode($page['shows'] ?? '')] = true;
                    count($shows) === 1 && ($page['opcache'] ?? false) === true && ($page['lyo'] ?? null) === self::HEADS[$kind][2] || throw new RuntimeException("$kind: another page, " . json_encode($page));
                    if ($round >= 0) {
                        ($page['misses'] ?? null) === 0 || throw new RuntimeException("$kind: misses, " . json_encode($page));
                        $cpu[$kind][] = self::number($page, 'cpu');
                        $peak[$kind] = self::number($page, 'peak');
                    }
                }
            }
            foreach ($servers as $kind => $server) {
                $store = $server->get('?bytes');
                $cost[$kind] = ['cpu' => $cpu[$kind] ?? [], 'peak' => $peak[$kind] ?? 0, 'bytes' => self::number($store, 'bytes'), 'items' => self::number($store, 'items')];
            }
            return $cost;
        } finally {
            array_map(static fn(SiteServer $server) => $server->stop(), $servers);
        }
    }

    /** @param array<string, mixed> $of */
    private static function number(array $of, string $name): int
    {
        return is_int($of[$name] ?? null) ? $of[$name] : throw new RuntimeException("a page without $name");
    }

    /**
     * @param array<string, array{cpu: list<int>, peak: int, bytes: int, items: int, instructions: int}> $cost
     *
     * @return array{list<string>, list<string>}
     */
    private function table(array $cost): array
    {
        $plain = $cost['plain'];
        $lines = ['| | instructions | CPU time | peak memory | bytes in Redis |', '| --- | ---: | ---: | ---: | ---: |'];
        $missed = [];
        foreach ($cost as $kind => $its) {
            $pairs = array_map(static fn(int $ours, int $plains): float => $ours / max(1, $plains), $its['cpu'], $plain['cpu']);
            sort($pairs);
            $ratio = $its['instructions'] / $plain['instructions'];
            $size = $its['bytes'] / $plain['bytes'];
            // The items of these two are those of another line.
            $bytes = in_array($kind, ['again', 'native', 'lost'], true) ? '' : sprintf($kind === 'plain' ? '%2$s' : '%.3f', $size, number_format($its['bytes']));
            $lines[] = $kind === 'plain'
                ? sprintf('| %s | %.1f million | %.1f ms | %.1f MB | %s |', self::HEADS[$kind][0], $its['instructions'] / 1e6, self::median($its['cpu']) / 1000, $its['peak'] / 1e6, $bytes)
                : sprintf('| %s | %.3f | %.2f | %.3f | %s |', self::HEADS[$kind][0], $ratio, self::median($pairs), $its['peak'] / $plain['peak'], $bytes);
            if ($kind === 'lyo') {
                $ratio <= self::MOST_INSTRUCTIONS || $missed[] = sprintf('%s: %.3f of the instructions, at most %.2f', self::HEADS[$kind][0], $ratio, self::MOST_INSTRUCTIONS);
                $size <= self::MOST_BYTES || $missed[] = sprintf('%s: %.3f of the bytes, at most %.2f', self::HEADS[$kind][0], $size, self::MOST_BYTES);
            }
        }
        return [$lines, $missed];
    }

    /** @param list<int|float> $values */
    private static function median(array $values): float
    {
        sort($values);
        return (float) ($values[intdiv(count($values), 2)] ?? 0);
    }
}
