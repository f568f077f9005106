<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Apps\WordPress;

use Predis\Client;
use Random\Engine\Mt19937;
use Random\Randomizer;
use RuntimeException;

/** Pages of a site whose web heads are of all kinds, and whose cache is damaged: the same pages, never an error. */
final class Pages
{
    private const PAGES = ['/', '/?p=7', '/?feed=rss2', '/?cat=2', '/?author=3', '/?s=post', '/?tag=tag'];

    /** @var array<string, string> */
    private array $expected;
    private int $shown = 0;

    public function __construct(private readonly Site $site, private readonly Client $redis) {}

    /** @param array<string, Head> $heads */
    public function run(array $heads): void
    {
        $this->redis->flushdb();
        $this->expected = [];
        $this->show($heads['plain'], 'without a cache');
        $this->deploy($heads);
        $this->damage($heads);
        $this->change($heads);
        $this->update($heads);
        printf("WordPress: %d pages shown by heads of all kinds and from damaged caches, the same as without a cache\n", $this->shown);
    }

    /**
     * Servers change to lyo and back, one after the other. Nothing is flushed, and nothing is computed again.
     *
     * @param array<string, Head> $heads
     */
    private function deploy(array $heads): void
    {
        foreach (['plain', 'native', 'lyo', 'lyo, library', 'igbinary', 'lyo+zlib, library', 'native', 'plain'] as $name) {
            $queries = $this->show($heads[$name], 'deployed');
            $queries === 0 || throw new RuntimeException("$name asks the database $queries times although the cache is warm");
        }
        $this->redis->flushdb();
        $this->show($heads['lyo'], 'cold');
        $queries = $this->show($heads['plain'], 'after the drop-in was replaced');
        echo "WordPress: the plugin's own drop-in on a cache that lyo has filled: the same pages, $queries queries\n";
        $this->redis->flushdb();
        $plain = new Head('plain with WP_REDIS_IGBINARY', modules: ['igbinary'], igbinary: true);
        $ours = new Head('with WP_REDIS_IGBINARY', 'lyo', ['igbinary'], igbinary: true);
        $unmarked = new Head('with unmarked_igbinary', 'lyo', unmarkedIgbinary: true);
        foreach ([$plain, $ours, $plain, $unmarked, $ours] as $i => $head) {
            $queries = $this->show($head, 'igbinary');
            $i === 0 || $queries === 0 || throw new RuntimeException("$head->name asks the database $queries times although the cache is warm");
        }
    }

    /**
     * Each server shows what another one has changed, because they use the same keys.
     *
     * @param array<string, Head> $heads
     */
    private function change(array $heads): void
    {
        $this->redis->flushdb();
        $shown = 0;
        foreach ($heads as $name => $head) {
            $is = $this->site->command($head, 'rename', "Title by $name");
            str_ends_with($is, 'renamed') || throw new RuntimeException("$name cannot rename the site: $is");
            foreach ($heads as $other => $reader) {
                str_contains($this->site->command($reader, 'page', '/?p=7'), "<h1>Title by $name</h1>") || throw new RuntimeException("$other does not show what $name has changed");
                $shown++;
            }
        }
        echo "WordPress: $shown times a head shows what another one has changed\n";
    }

    /**
     * After an update of the plugin the drop-in that was copied from it is outdated, and would be overwritten whatever was edited in it.
     *
     * @param array<string, Head> $heads
     */
    private function update(array $heads): void
    {
        $this->site->oldDropIn();
        foreach (['plain' => 'its own, overwritten', 'lyo' => 'its own, left alone'] as $name => $expected) {
            $is = $this->site->command($heads[$name], 'update');
            str_ends_with($is, "\n$expected") || throw new RuntimeException("$name after an update of the plugin: $is");
        }
        echo "WordPress: an update of the plugin overwrites its own drop-in, and leaves ours alone\n";
    }

    /** @param array<string, Head> $heads */
    private function damage(array $heads): void
    {
        $random = new Randomizer(new Mt19937(22));
        $damages = [
            'beginning overwritten' => static fn(string $data): string => substr_replace($data, 'XXXX', 0, 4),
            'beginning lost' => static fn(string $data): string => substr($data, 10),
            'end lost' => static fn(string $data): string => substr($data, 0, intdiv(strlen($data), 2)),
            'end overwritten' => static fn(string $data): string => substr($data, 0, -4) . 'XXXX',
        ];
        $bytes = ['two bytes changed' => static fn(string $data): string => substr_replace($data, $random->getBytes(2), $random->getInt(0, strlen($data) - 2), 2)];
        // serialize() text has no sum of its bytes: a part of it can be another value, or a string. Pages may differ, but there are pages.
        foreach (['native' => $damages, 'lyo' => $damages + $bytes, 'lyo+zlib, library' => $damages + $bytes, 'igbinary' => $damages + $bytes] as $name => $kinds) {
            foreach ($kinds as $what => $damage) {
                $this->redis->flushdb();
                $this->show($heads[$name], 'cold', 3);
                $items = 0;
                /** @var list<string> $keys */
                $keys = $this->redis->keys('*');
                foreach ($keys as $key) {
                    $data = (string) $this->redis->get($key);
                    if (preg_match('/\A[aO]:/', $data) === 1) {
                        $this->redis->set($key, $damage($data));
                        $items++;
                    }
                }
                $items > 100 || throw new RuntimeException("only $items items");
                $this->show($heads[$name], "$items items, $what", 3, same: $name !== 'native');
                $queries = $this->show($heads[$name], "$items items, $what, again", 3, same: $name !== 'native');
                $name === 'native' || $queries === 0 || throw new RuntimeException("$name, $what: not made anew, $queries queries");
            }
        }
    }

    /** @return int how often the database was asked */
    private function show(Head $head, string $when, int $pages = 7, bool $same = true): int
    {
        $queries = 0;
        foreach (array_slice(self::PAGES, 0, $pages) as $url) {
            $output = $this->site->command($head, 'page', $url);
            if (preg_match('/\A(.+)\n<!-- (\d+) -->\n\z/s', $output, $match) !== 1) {
                throw new RuntimeException("$head->name, $when, $url: " . substr($output, -2_000));
            }
            $this->expected[$url] ??= $match[1];
            if ($same && $match[1] !== $this->expected[$url]) {
                $from = max(0, strspn($match[1] ^ $this->expected[$url], "\0") - 200);
                throw new RuntimeException("$head->name, $when, $url is not as expected: " . substr($match[1], $from, 600) . "\n--- expected:\n" . substr($this->expected[$url], $from, 600));
            }
            $queries += (int) $match[2];
            $this->shown++;
        }
        return $queries;
    }
}
