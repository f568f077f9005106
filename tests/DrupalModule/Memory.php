<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\DrupalModule;

use RuntimeException;

use function array_map;
use function array_slice;
use function file_put_contents;
use function preg_match;
use function preg_match_all;
use function str_contains;

/**
 * The peak memory of pages on a site with 8,000 plugins of blocks: a mix of pages for visitors and for an administrator, without the caches of whole
 * pages. The caches are empty when it begins.
 */
final class Memory
{
    /** Columns of the histogram have this width. */
    private const STEP = 4 << 20;

    /** How often an address comes in ten pages of a visitor or, with "admin:", of an administrator. */
    private const MIX = ['/en', '/en/node/1', '/en/user/login', 'admin:/en', '/en/node/5', '/en/recipes', 'admin:/en/node/2', '/en/node/10', 'admin:/en/admin/structure/block/library/umami', '/en/articles'];

    /**
     * Gets pages.
     *
     * @param list<string> $php command of the web server
     *
     * @return list<int> the peak of each page that was answered with status 200, in the order of the pages
     */
    public static function measure(Site $site, array $php, int $pages): array
    {
        $peaks = "$site->folder/peaks";
        file_put_contents("$site->folder/peak.php", "<?php\nregister_shutdown_function(static fn() => file_put_contents(" . var_export($peaks, true) . ", http_response_code() . ' ' . memory_get_peak_usage() . \"\\n\", FILE_APPEND));\n");
        $options = ['-d', 'zend_extension=opcache', '-d', 'opcache.enable=1', '-d', 'opcache.file_update_protection=0', '-d', "auto_prepend_file=$site->folder/peak.php"];
        $site->serve([...$php, ...$options], static function (string $address) use ($site, $peaks, $pages): void {
            $cookie = self::login($address);
            foreach (self::MIX as $path) { // OPcache has the files then
                self::get($address, $path, $cookie);
            }
            foreach ($site->bins() as $bin) {
                $site->execute("DELETE FROM $bin");
            }
            file_put_contents($peaks, '');
            for ($page = 0; $page < $pages; $page++) {
                self::get($address, self::MIX[$page % count(self::MIX)], $cookie);
            }
        });
        preg_match_all('/^200 (\d+)$/m', (string) file_get_contents($peaks), $found);
        return array_map(intval(...), $found[1]);
    }

    /**
     * Prints a histogram, and what the others take of the first.
     *
     * @param non-empty-array<string, non-empty-list<int>> $kinds
     */
    public static function compare(array $kinds): void
    {
        $columns = array_map(static fn(array $peaks): array => array_count_values(array_map(static fn(int $peak): int => intdiv($peak, self::STEP), $peaks)), $kinds);
        $all = array_merge(...array_map(array_keys(...), array_values($columns)));
        printf("%-14s%s\n", 'peak in MiB', implode('', array_map(static fn(string $name): string => sprintf('%20s', $name), array_keys($kinds))));
        for ($step = min($all); $step <= max($all); $step++) {
            printf("%3d to %-7d%s\n", $step * self::STEP >> 20, ($step + 1) * self::STEP >> 20, implode('', array_map(static fn(array $of): string => sprintf('%20d', $of[$step] ?? 0), $columns)));
        }
        $first = $kinds[array_key_first($kinds)];
        foreach (['median' => 0.5, '95 %' => 0.95, 'maximum' => 1.0] as $what => $share) {
            printf("%-14s%s\n", $what, implode('', array_map(static fn(array $peaks): string => sprintf('%12.2f (%.3f)', self::quantile($peaks, $share) / 1e6, self::quantile($peaks, $share) / self::quantile($first, $share)), $kinds)));
        }
    }

    /** @param non-empty-list<int> $peaks */
    private static function quantile(array $peaks, float $share): int
    {
        sort($peaks);
        return $peaks[(int) ceil($share * count($peaks)) - 1];
    }

    /** Returns the cookie of an administrator. */
    private static function login(string $address): string
    {
        [$status, $form] = Site::ask($address, '/en/user/login');
        preg_match('/name="form_build_id" value="([^"]+)"/', $form, $id) === 1 || throw new RuntimeException("no form to log in: status $status");
        $headers = Site::ask($address, '/en/user/login', post: ['name' => 'admin', 'pass' => 'admin', 'form_build_id' => $id[1], 'form_id' => 'user_login_form', 'op' => 'Log in'])[2];
        preg_match('/^Set-Cookie: (S?SESS[^;]+)/mi', implode("\n", $headers), $cookie) === 1 || throw new RuntimeException('nobody is logged in: ' . implode(', ', array_slice($headers, 0, 3)));
        return $cookie[1];
    }

    private static function get(string $address, string $path, string $cookie): void
    {
        $isAdministrator = str_starts_with($path, 'admin:');
        [$status, $page] = Site::ask($address, $isAdministrator ? substr($path, 6) : $path, $isAdministrator ? $cookie : '');
        $status === 200 || printf("status %d of %s: %s\n", $status, $path, substr(strip_tags($page), 0, 200));
        !str_contains($path, 'library') || str_contains($page, 'Field 32 of bundle 199') || throw new RuntimeException('the library of blocks does not have all plugins');
    }
}
