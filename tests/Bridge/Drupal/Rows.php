<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Lyo\Bridge\Drupal\Serialization;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Tests\Bridge\BridgeChecks;
use PDO;

/** Every row of the caches of a Drupal site, if there is a corpus, with stand-ins for Drupal's classes. */
final class Rows
{
    private const PLANNED = 4729;
    /** The bins of core that use APCu in a chained fast backend. */
    private const CHAINED_FAST = ['bootstrap', 'config', 'discovery'];

    public function __construct(private readonly BridgeChecks $trial) {}

    public function run(): void
    {
        $corpus = getenv('LYO_CORPUS') ?: dirname(__DIR__, 4) . '/shared/corpus';
        $packed = "$corpus/databases/drupal-cache-rows.sqlite.gz";
        if (!is_file($packed) || !extension_loaded('pdo_sqlite')) {
            $this->trial->say('rows of a Drupal site: SKIPPED, no database of a cache here (LYO_CORPUS)');
            return;
        }
        $file = (string) tempnam(sys_get_temp_dir(), 'lyo');
        file_put_contents($file, gzdecode((string) file_get_contents($packed)));
        require_once "$corpus/drupal/classes.php";
        $rows = [];
        foreach ((new PDO("sqlite:$file"))->query('SELECT bin, data FROM rows WHERE serialized = 1') ?: [] as $row) {
            $rows[] = is_array($row) && is_string($row['bin']) && is_string($row['data']) ? [$row['bin'], $row['data']] : ['', ''];
        }
        unlink($file);
        $this->roundTrips($rows);
        $this->modules($rows);
        $this->memory($rows);
    }

    /** The text of the value as the classes of this process have it. */
    private static function expected(string $text): string
    {
        $value = unserialize($text);
        return $value === false && $text !== 'b:0;' ? 'cannot be read' : serialize($value);
    }

    /** @param list<array{string, string}> $rows */
    private function roundTrips(array $rows): void
    {
        foreach (['native' => null, 'igbinary' => null, 'lyo' => null, 'lyo, zlib' => 'zlib'] as $writer => $compress) {
            Serialization::configure(['writes' => explode(',', $writer)[0], 'compress' => $compress, 'min_size' => 100]);
            $exact = $bytes = 0;
            foreach ($rows as [, $text]) {
                $value = Serialization::decode($text);
                $data = Serialization::encode($value);
                $bytes += strlen($data);
                $exact += serialize(Serialization::decode($data)) === self::expected($text) ? 1 : 0;
            }
            $this->trial->check($exact === self::PLANNED, "$exact rows are exact in $writer, not " . self::PLANNED);
            $this->trial->say(sprintf('rows of a Drupal site: %d read as serialize() text, written as %s (%.1f MB), read back: %d exact', count($rows), $writer, $bytes / 1e6, $exact));
        }
    }

    /**
     * What the modules igbinary (services igbinary, igbinary_gz and phpserialize_gz) and redis (compression) have written.
     *
     * @param list<array{string, string}> $rows
     */
    private function modules(array $rows): void
    {
        Serialization::configure([]);
        $igbinary = new IgbinaryCodec();
        $exact = $planned = 0;
        foreach ($rows as $i => [, $text]) {
            $data = $igbinary->encode(unserialize($text));
            foreach ([$data, gzcompress($data, 1), gzcompress($text, 1 + $i % 9), gzencode($text, 1)] as $stored) {
                $planned++;
                $exact += serialize(Serialization::decode((string) $stored)) === self::expected($text) ? 1 : 0;
            }
        }
        $this->trial->check($exact === $planned && $planned === 4 * self::PLANNED, "$exact of $planned rows of the modules are exact");
        $this->trial->say("rows of a Drupal site: $exact of $planned as the modules igbinary and redis write them are read exactly");
    }

    /** @param list<array{string, string}> $rows */
    private function memory(array $rows): void
    {
        $used = [];
        foreach (['native', 'igbinary', 'lyo'] as $writer) {
            Serialization::configure(['writes' => $writer]);
            $stored = $decoded = [];
            foreach ($rows as [$bin, $text]) {
                if (in_array($bin, self::CHAINED_FAST, true)) {
                    $stored[] = Serialization::encode(unserialize($text));
                }
            }
            foreach ($stored as $data) {
                Serialization::decode($data); // creates what a process keeps for itself, before memory is measured
            }
            gc_collect_cycles();
            $before = memory_get_usage();
            foreach ($stored as $data) {
                $decoded[] = Serialization::decode($data);
            }
            $used[$writer] = (memory_get_usage() - $before) / 1e6;
            $this->trial->check(count($decoded) > 2000, 'too few rows of the bins that APCu stands before');
        }
        $this->trial->check($used['lyo'] < $used['native'], 'decoded from lyo, the rows take more memory than from serialize() text');
        $this->trial->say(sprintf('%s: decoded, their rows take %.1f MB from serialize() text, %.1f MB from igbinary, %.1f MB from lyo', implode(', ', self::CHAINED_FAST), $used['native'], $used['igbinary'], $used['lyo']));
    }
}
