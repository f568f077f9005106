<?php

declare(strict_types=1);

namespace Lyo\Demo;

use Lyo\Bridge\Symfony\Marshaller;
use PDO;
use Symfony\Component\Cache\Adapter\PdoAdapter;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;

/** A page made of values in a cache, as an application without Lyo and one with the package have it. */
final class Site
{
    private const VALUES = 24;
    /** Times that the page is shown; the least processor time counts. */
    private const ROUNDS = 15;

    private readonly PdoAdapter $cache;
    private int $errors = 0;

    public function __construct(private readonly string $database, bool $lyo)
    {
        $this->cache = new PdoAdapter("sqlite:$database", marshaller: $lyo ? new Marshaller('auto') : new DefaultMarshaller());
    }

    /** @return array{page: string, missing: int, bytes: int, seconds: float, errors: int} */
    public function show(bool $write): array
    {
        set_error_handler(function (int $level): bool {
            $this->errors += (int) ((error_reporting() & $level) !== 0);
            return true;
        });
        $missing = 0;
        if ($write) {
            foreach (range(0, self::VALUES - 1) as $n) {
                $this->cache->deleteItem("value.$n");
                $this->value($n, $missing);
            }
            $missing = 0;
        }
        $page = '';
        $least = INF;
        for ($round = 0; $round < self::ROUNDS; $round++) {
            $lost = 0;
            $start = self::processor();
            $page = $this->page($lost);
            $least = $lost === 0 ? min($least, self::processor() - $start) : $least;
            $missing += $lost;
        }
        return ['page' => $page, 'missing' => $missing, 'bytes' => $this->bytes(), 'seconds' => $least, 'errors' => $this->errors];
    }

    private function page(int &$missing): string
    {
        $content = [];
        for ($n = 0; $n < self::VALUES; $n++) {
            $content[] = $this->value($n, $missing);
        }
        return md5(serialize($content));
    }

    private function value(int $n, int &$missing): mixed
    {
        return $this->cache->get("value.$n", static function () use ($n, &$missing): array {
            $missing++;
            return self::made($n);
        });
    }

    /**
     * Makes a value: a list of products, a configuration, or a menu.
     *
     * @return array<mixed>
     */
    private static function made(int $n): array
    {
        $rows = array_map(static fn(int $i): array => ['id' => $n * 1000 + $i, 'title' => "Product $i of shelf $n", 'price' => $i * 1.25, 'stock' => $i % 7, 'online' => $i % 3 !== 0], range(1, 20 + $n * 4));
        return match ($n % 3) {
            0 => $rows,
            1 => ['shelf' => $n, 'settings' => array_fill_keys(array_map(static fn(int $i): string => "option.$n.$i", range(1, 40)), true), 'first' => $rows[0]],
            default => array_map(static fn(array $row): object => (object) $row, $rows),
        };
    }

    private function bytes(): int
    {
        $sum = (new PDO("sqlite:$this->database"))->query('SELECT SUM(LENGTH(item_data)) FROM cache_items');
        return $sum === false ? 0 : (int) $sum->fetchColumn();
    }

    /** Seconds of processor time of this process. */
    private static function processor(): float
    {
        /** @var array<string, int>|false $usage */
        $usage = getrusage();
        return $usage === false ? 0.0 : $usage['ru_utime.tv_sec'] + $usage['ru_utime.tv_usec'] / 1e6;
    }
}
