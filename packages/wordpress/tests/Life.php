<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\WordPress\Tests;

use Closure;
use mysqli;
use RuntimeException;

/** The life of a site with the plugin, from before it is installed until after it is gone: every page has status 200, and the same content. */
final class Life
{
    /** What WordPress says without a network, and what libraries of wp-cli say on a PHP that is newer than they are. */
    public const NO_NETWORK = '/^.*(?:wp_version_check|wp_update_plugins|wp_update_themes)\(\): An unexpected error occurred.*\n|^.*PHP Deprecated: .* in \S*\/vendor\/(?:mustache|wp-cli)\/.*\n/m';

    /** @var array<string, string> */
    private array $expected = [];
    private int $shown = 0;
    private string $now = 'first';

    /**
     * @param string $kind "redis-cache", or a server of the plugin's own cache
     * @param Closure(): list<string> $stored what is in the store
     * @param Closure(): mixed $flush
     */
    public function __construct(private readonly Site $site, private readonly string $kind, private readonly string $redisCache, private readonly string $zip, private readonly mysqli $server, private readonly int $pages, private readonly Closure $stored, private readonly Closure $flush) {}

    /** @return int how many pages were shown */
    public function run(string $socket, Site $elsewhere): int
    {
        $site = $this->site;
        $this->site->install();
        $redisCache = $this->kind === 'redis-cache';
        if ($redisCache) {
            Command::run('cp -a ' . escapeshellarg($this->redisCache) . ' ' . escapeshellarg("$site->folder/wp-content/plugins/redis-cache"));
        }
        $this->start(false);
        $this->show('plain, before everything', 40);
        if ($redisCache) {
            $site->wp('plugin activate redis-cache', false);
            $site->wp('redis enable', false);
        }
        $this->show('plain');
        $plain = $this->warm();
        $before = $this->traces();

        // The commands of the README, in its order.
        $commands = $this->readme();
        $this->command($commands['install']);
        $this->show('installed, not enabled', 40);
        $this->command($commands['enable']);
        $status = $this->command($commands['status']);
        $this->expect(str_contains($status, "state\ton") && str_contains($status, "writes\tlyo") && str_contains($status, "kind\t" . ($redisCache ? 'redis-cache' : 'own')), "status:\n$status");
        $this->start(true);
        $this->show('switched on');
        if ($redisCache) {
            $queries = $this->warm();
            $this->expect($queries === $plain, "$queries queries with what the plugin's own drop-in has stored, instead of $plain");
        }
        ($this->flush)();
        $this->show('switched on, cold');
        $this->expect($this->inLyo() > 50, 'only ' . $this->inLyo() . ' items are in lyo');
        $this->expect($this->warm() <= $plain, "{$this->warm()} queries with a warm cache, instead of $plain");
        if ($this->kind !== 'memcached') {
            $stat = $this->command($commands['stat']);
            $this->expect(preg_match('/^lyo\t\d+\t\d+\t0$/m', $stat) === 1 && !str_contains($stat, 'damaged'), "stat:\n$stat");
        }
        $this->start(false);
        $this->show('extension lost');
        $this->start(true);
        $this->show('extension back');
        if ($redisCache) {
            $this->command($commands['convert']);
            $this->expect($this->inLyo() < 5, $this->inLyo() . ' items are still in lyo'); // wp-cli itself may store something after that
            $this->show('converted by hand', 40);
            $this->command(str_replace('--to=native', '--to=lyo', $commands['convert']));
            $this->expect($this->inLyo() > 50, 'only ' . $this->inLyo() . ' items are in lyo again');
            $this->show('converted again', 40);
        }
        $this->overwritten();

        // Disabled with conversion, and uninstalled.
        $this->command($commands['disable --convert']);
        $this->start(false);
        if ($redisCache) {
            $this->expect($this->inLyo() === 0, $this->inLyo() . ' items are still in lyo');
            $this->expect(md5_file("$site->folder/wp-content/object-cache.php") === md5_file("$this->redisCache/includes/object-cache.php"), 'the drop-in of Redis Object Cache is not back');
            $this->expect($this->warm() === $plain, "{$this->warm()} queries after the conversion, instead of $plain");
        }
        $this->show('disabled');
        $this->command($commands['uninstall']);
        $this->gone($before);
        $this->show('uninstalled with conversion');

        // Disabled without conversion, and uninstalled.
        $this->command($commands['install'] . ' && ' . $commands['enable']);
        $this->start(true);
        ($this->flush)();
        $this->show('on again', 40);
        $this->command($commands['disable']);
        $this->command($commands['uninstall']);
        $this->gone($before);
        $this->start(false);
        $this->show('uninstalled without conversion');

        // Uninstalled while it is on.
        $this->command($commands['install'] . ' && ' . $commands['enable']);
        $this->start(true);
        $this->show('on again', 40);
        $this->command($commands['uninstall']);
        $this->gone($before);
        $this->show('uninstalled while it was on', 40);

        // The folder is deleted, and comes back when the content is another one.
        $this->command($commands['install'] . ' && ' . $commands['enable']);
        $this->show('on again', 40);
        Command::run('rm -rf ' . escapeshellarg("$site->folder/wp-content/plugins/lyo-object-cache"));
        $this->start(true);
        $this->show('folder deleted');
        $this->start(false);
        $this->show('folder deleted, without the extension', 40);
        $this->now = 'second';
        $site->php(__DIR__ . '/rename.php', false, 'Another title');
        $this->show('another title', 40);
        Command::run('cd ' . escapeshellarg("$site->folder/wp-content/plugins") . ' && unzip -q ' . escapeshellarg($this->zip));
        $this->start(true);
        $this->show('folder back');
        Command::run('rm -rf ' . escapeshellarg("$site->folder/wp-content/plugins/lyo-object-cache"));
        $this->log();

        // The dump, in a WordPress that has neither the plugin nor a cache.
        Command::run("mariadb-dump --no-defaults -S $socket -u root {$site->database} | mariadb --no-defaults -S $socket -u root {$elsewhere->database}");
        $site->stop();
        $elsewhere->start(false);
        $this->show('dump elsewhere', site: $elsewhere);
        $elsewhere->stop();
        return $this->shown;
    }

    /** Somebody overwrites or removes the drop-in: the administration says so, and the button puts it back. */
    private function overwritten(): void
    {
        $file = "{$this->site->folder}/wp-content/object-cache.php";
        $ours = (string) file_get_contents($file);
        $other = "<?php\n/**\n * Plugin Name: Some other cache\n */\n";
        $this->site->login();
        foreach (['overwritten' => $other, 'missing' => null] as $state => $content) {
            $content === null ? unlink($file) : file_put_contents($file, $content);
            $status = $this->site->wp('lyo status', fails: true);
            $this->expect(str_contains($status, "state\t$state"), "status:\n$status");
            $this->expect(str_contains($this->site->admin('index.php'), 'Lyo Object Cache:'), "$state: no notice");
            $this->expect(str_contains($this->site->admin('site-health.php'), 'The object cache of Lyo needs your attention'), "$state: Site Health does not say it");
            if ($state === 'overwritten') {
                $this->site->wp('lyo enable', fails: true);
                $this->expect(file_get_contents($file) === $other, 'a file of another plugin was changed');
                unlink($file);
            }
            $page = $this->site->press('enable');
            $this->expect(str_contains($page, 'The object cache is on.') && file_get_contents($file) === $ours, "$state: not put back");
        }
        $this->expect(!str_contains($this->site->admin('index.php'), 'Lyo Object Cache:'), 'a notice without a reason');
        $this->expect(str_contains($this->site->admin('site-health.php'), 'The object cache of Lyo is on and stores lyo'), 'Site Health does not say that all is well');
        $information = $this->site->admin('site-health.php?tab=debug');
        $this->expect(str_contains($information, 'PHP extension lyo') && str_contains($information, 'cli-server'), 'Site Health has no information');
        // No nonce, a wrong nonce, nobody, and an author.
        foreach ([[], ['_wpnonce' => 'abcdefabcd']] as $nonce) {
            [$status] = $this->site->request('/wp-admin/admin-post.php', ['action' => 'lyo_object_cache', 'does' => 'flush'] + $nonce);
            $this->expect($status === 403, "without a nonce: $status");
        }
        $this->site->logout();
        [$status] = $this->site->request('/wp-admin/admin-post.php', ['action' => 'lyo_object_cache', 'does' => 'flush']);
        $this->expect(file_get_contents($file) === $ours, "nobody may press the button: $status");
        $this->site->login('user1', 'x');
        [$status, $body] = $this->site->request('/wp-admin/admin-post.php', ['action' => 'lyo_object_cache', 'does' => 'flush']);
        $this->expect($status === 403 && str_contains($body, 'You may not do this.') && file_get_contents($file) === $ours, "an author: $status");
        $this->site->logout();
        $this->show('after all this', 40);
    }

    /** @return array<string, string> the commands of the README by what they do */
    private function readme(): array
    {
        preg_match('/^```sh\n(wp plugin install .*?)^```$/ms', (string) file_get_contents(dirname(__DIR__) . '/README.md'), $block) === 1 || throw new RuntimeException('README.md has no commands');
        preg_match_all('/^wp (?:plugin |lyo )(install|uninstall|enable|status|stat|convert|disable(?: --convert)?)\b.*?(?= +#|$)/m', $block[1], $found);
        $commands = array_combine($found[1], $found[0]);
        $lacks = array_diff(['install', 'enable', 'status', 'stat', 'convert', 'disable --convert', 'disable', 'uninstall'], array_keys($commands));
        return $lacks === [] ? $commands : throw new RuntimeException('README.md lacks the commands ' . implode(', ', $lacks));
    }

    private function command(string $commands): string
    {
        $output = '';
        foreach (explode(' && ', $commands) as $command) {
            $output .= $this->site->wp(str_replace('lyo-object-cache.zip', escapeshellarg($this->zip), substr($command, 3)));
        }
        return $output;
    }

    private function start(bool $extension): void
    {
        $this->site->start($extension);
    }

    private function show(string $when, ?int $pages = null, ?Site $site = null): void
    {
        $site ??= $this->site;
        $urls = self::urls();
        for ($i = 0; $i < min($this->pages, $pages ?? $this->pages); $i++) {
            $url = $urls[$i % count($urls)];
            [$status, $body] = $site->request($url);
            $body = preg_replace('/\n<!-- \d+ \d+ -->$/', '', $body);
            $status === 200 || throw new RuntimeException("$this->kind, $when, $url: status $status\n" . substr(strip_tags((string) $body), 0, 1000) . $site->log());
            $expected = $this->expected["$this->now $url"] ??= (string) $body;
            if ($body !== $expected) {
                $from = max(0, strspn($body ^ $expected, "\0") - 200);
                throw new RuntimeException("$this->kind, $when, $url has another content:\n" . substr((string) $body, $from, 600) . "\n--- instead of:\n" . substr($expected, $from, 600));
            }
            $this->shown++;
        }
        $this->log($site);
    }

    /** How many queries the front page needs when the cache is warm. */
    private function warm(): int
    {
        $this->site->request('/');
        [, $body] = $this->site->request('/');
        return preg_match('/<!-- \d+ (\d+) -->$/', $body, $match) === 1 ? (int) $match[1] : throw new RuntimeException('no count of queries');
    }

    private function log(?Site $site = null): void
    {
        $log = (string) preg_replace(self::NO_NETWORK, '', ($site ?? $this->site)->log());
        trim($log) === '' || throw new RuntimeException("$this->kind: WordPress has logged:\n$log");
    }

    private function inLyo(): int
    {
        return count(array_filter(($this->stored)(), fn(string $data): bool => str_starts_with($data, $this->kind === 'redis-cache' ? "a:0:lyo;\xC1" : "\xC1")));
    }

    /** @return list<string> what may be left behind: files, options and rows about networks */
    private function traces(): array
    {
        $files = Command::run('cd ' . escapeshellarg("{$this->site->folder}/wp-content") . " && find . -maxdepth 2 -not -path './upgrade*' -not -path './uploads*' | sort");
        $rows = $this->server->query("SELECT option_name FROM {$this->site->database}.wp_options WHERE option_name LIKE '%lyo%'");
        return [...explode("\n", $files), ...array_map(static fn(array $row): string => "option $row[0]", $rows->fetch_all())];
    }

    /** @param list<string> $before */
    private function gone(array $before): void
    {
        $this->expect($this->traces() === $before, 'uninstalling leaves: ' . implode(', ', [...array_diff($this->traces(), $before), ...array_map(static fn(string $name): string => "not $name", array_diff($before, $this->traces()))]));
    }

    private function expect(bool $is, string $else): void
    {
        $is || throw new RuntimeException("$this->kind: $else");
    }

    /** @return list<string> */
    public static function urls(): array
    {
        return ['/', ...array_map(static fn(int $post): string => '/?p=' . (3 + $post), range(1, 25)), '/?feed=rss2', '/?cat=2', '/?cat=4', '/?author=3', '/?s=post', '/?tag=tag', '/?tag=tag-3', '/?paged=2', '/?paged=4', '/?m=202601', '/?page_id=2', '/index.php?rest_route=/wp/v2/posts', '/index.php?rest_route=/wp/v2/categories', '/?feed=comments-rss2'];
    }
}
