<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages;

use PDO;

/** The README of the package for Laravel, with Laravel's skeleton: cache and sessions in SQLite. */
final class LaravelReadme extends Readme
{
    protected function package(): string
    {
        return 'packages/laravel';
    }

    protected function installed(string $status): void
    {
        file_put_contents("$this->folder/routes/web.php", (string) file_get_contents(__DIR__ . '/page.laravel.php.txt'), FILE_APPEND);
        $this->status('native', $status);
        $this->status('lyo', $this->console('artisan lyo:status', $this->extension));
        $this->expect(str_contains($this->console('artisan about --only=lyo', $this->extension), 'LYO_WRITES'), 'about says nothing of it');

        $this->page(null, 0, 'native');
        $this->page($this->extension, self::ITEMS, 'native');
        $this->pdo()->exec('DELETE FROM cache');
        $this->page($this->extension, 0, 'lyo');
        $this->page(null, self::ITEMS, 'lyo');
        // The same with what a deploy makes, and with the configuration that has been published.
        $this->console('artisan vendor:publish --tag=lyo-config');
        $this->console('artisan optimize');
        $this->page($this->extension, self::ITEMS, 'lyo');
        $this->console('artisan config:clear');
        $this->console('artisan route:clear');
    }

    private function status(string $format, string $said): void
    {
        $this->expect(preg_match('/Cache "database" is written as \.+ ' . $format . '\b/', $said) === 1 && preg_match('/\| database +\| database +\| ' . $format . ' /', $said) === 1, "lyo:status:\n$said");
    }

    /** What is in lyo is a miss, and is written again. */
    protected function removed(): void
    {
        $this->page(null, 0, null);
        $this->page(null, self::ITEMS, null);
        $this->console('artisan about');
        $log = "$this->folder/storage/logs/laravel.log";
        $this->expect(!is_file($log), 'Laravel has logged: ' . (is_file($log) ? substr((string) file_get_contents($log), 0, 500) : ''));
    }

    protected function head(?string $extension): Head
    {
        return new Head($this->folder, $extension, $this->environment, 'storage/server.log');
    }

    protected function stored(): array
    {
        $items = $this->pdo()->query("SELECT value FROM cache WHERE key LIKE '%-cache-rows-%'");
        return $items === false ? [] : array_values(array_filter($items->fetchAll(PDO::FETCH_COLUMN), is_string(...)));
    }

    private function pdo(): PDO
    {
        return new PDO("sqlite:$this->folder/database/database.sqlite", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
    }
}
