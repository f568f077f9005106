<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores;

use Closure;
use PDO;
use RuntimeException;

/** How long others wait for an SQLite database. */
final class Waits
{
    private const LONG = 20;
    /** One value of so many is long. */
    private const EVERY = 201;
    /** Limits for the longest wait: milliseconds, and times the longest wait beside an application. */
    private const LIMIT = 100.0;
    private const TIMES = 1.2;

    private readonly string $folder;
    private readonly string $file;
    private readonly string $stop;

    public function __construct(private readonly Lyo $lyo, private readonly string $script, private readonly string $where, private readonly string $journal)
    {
        $this->folder = "$where/lyo-waits-" . getmypid() . "-$journal";
        $this->file = "$this->folder/cache.sqlite";
        $this->stop = "$this->folder/stop";
        mkdir($this->folder, 0700);
        register_shutdown_function(fn() => exec('rm -rf ' . escapeshellarg($this->folder)));
    }

    /** Measures, prints, and tells whether the longest wait is short enough. */
    public function main(int $runs): bool
    {
        $longest = ['alone' => 0.0, 'beside an application' => 0.0, 'beside lyo convert' => 0.0];
        for ($run = 1; $run <= $runs; $run++) {
            $this->fill();
            foreach ([
                'alone' => static fn(): bool => sleep(2) === 0,
                'beside an application' => fn(): bool => $this->application(),
                'beside lyo convert' => fn(): bool => $this->lyo->json(['convert', $this->file, '--table=cache', '--to=lyo'])['converted'] === self::LONG * self::EVERY,
            ] as $what => $during) {
                $waits = $this->during($during);
                $longest[$what] = max($longest[$what], $waits[0]);
                printf("waits: %s, journal %s, run %d, %-21s %4.0f ms at most, %.1f at the median of %s writes\n", $this->where, $this->journal, $run, $what, $waits[0], $waits[intdiv(count($waits), 2)], number_format(count($waits)));
            }
        }
        $limit = max(self::LIMIT, self::TIMES * $longest['beside an application']);
        $holds = $longest['beside lyo convert'] <= $limit;
        printf("waits: %s, journal %s: %.0f ms beside lyo convert, %.0f beside an application, limit %.0f%s\n", $this->where, $this->journal, $longest['beside lyo convert'], $longest['beside an application'], $limit, $holds ? '' : ': FAILED');

        return $holds;
    }

    /** The process that waits: it writes every 3 ms until a file comes, and prints how long it took each time, in milliseconds. */
    public static function write(string $file, string $stop): int
    {
        $update = (new PDO("sqlite:$file"))->prepare('UPDATE others SET n = n + 1');
        $waits = [];
        while (!file_exists($stop)) {
            $start = hrtime(true);
            $update->execute();
            $waits[] = (hrtime(true) - $start) / 1e6;
            usleep(3000);
            clearstatcache();
        }
        echo json_encode($waits);

        return 0;
    }

    /**
     * An application: it stores a long value in the place of each of them, with rests of so many microseconds. These are the values of other keys,
     * because SQLite writes nothing for the same value.
     */
    public static function store(string $file, string $rest): int
    {
        $database = new PDO("sqlite:$file", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        $update = $database->prepare('UPDATE cache SET data = ? WHERE id = ?');
        for ($i = 0; $i < self::LONG; $i++) {
            $update->execute([self::value(($i + 1) % self::LONG * self::EVERY), 'key:' . $i * self::EVERY]);
            usleep((int) $rest);
        }

        return 0;
    }

    /** Makes the database, and leaves no lock. */
    private function fill(): void
    {
        array_map(unlink(...), glob("$this->file*") ?: []);
        $database = new PDO("sqlite:$this->file", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        $database->exec("PRAGMA journal_mode = $this->journal");
        $database->exec('CREATE TABLE cache (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE others (n INT); INSERT INTO others VALUES (0)');
        $insert = $database->prepare('INSERT INTO cache VALUES (?, ?)');
        $database->beginTransaction();
        for ($i = 0; $i < self::LONG * self::EVERY; $i++) {
            $insert->execute(["key:$i", self::value($i)]);
        }
        $database->commit();
    }

    private static function value(int $number): string
    {
        $rows = range(1, 30);
        for ($row = 0; $number % self::EVERY === 0 && $row < 16_500; $row++) {
            $rows[] = ['id' => $row * $number, 'title' => "row $row of $number in the table", 'hash' => md5("$row-$number")];
        }

        return serialize($rows);
    }

    private function application(): bool
    {
        $process = proc_open([PHP_BINARY, ...StoreChecks::flags(), $this->script, 'store', $this->file, '300000'], [['file', '/dev/null', 'r']], $pipes);

        return $process !== false && proc_close($process) === 0;
    }

    /**
     * Measures how long a writer waits during a call.
     *
     * @param Closure(): bool $call
     *
     * @return non-empty-list<float> milliseconds, the longest first
     */
    private function during(Closure $call): array
    {
        @unlink($this->stop);
        $writer = proc_open([PHP_BINARY, ...StoreChecks::flags(), $this->script, 'write', $this->file, $this->stop], [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipes);
        $done = $writer !== false && $call();
        touch($this->stop);
        $waits = json_decode((string) stream_get_contents($pipes[1]), true);
        $writer !== false && proc_close($writer);
        $waits = array_values(array_filter(is_array($waits) ? $waits : [], is_numeric(...)));
        rsort($waits);

        return $done && count($waits) >= 10 ? array_map(floatval(...), $waits) : throw new RuntimeException('a process has failed, or nothing was written');
    }
}
