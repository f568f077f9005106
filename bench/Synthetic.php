<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use ArrayObject;
use Closure;
use DateTimeImmutable;
use InvalidArgumentException;
use Lyo\Bench\Synthetic\Account;
use Lyo\Bench\Synthetic\Draft;
use Lyo\Bench\Synthetic\Entity;
use Lyo\Bench\Synthetic\Level;
use Lyo\Bench\Synthetic\Link;
use Lyo\Bench\Synthetic\Model;
use Lyo\Bench\Synthetic\Secret;
use Lyo\Bench\Synthetic\Visit;
use Lyo\Samples\Numbers;
use Lyo\Samples\Shop\Shop;
use Lyo\Samples\Web\Website;
use Random\Engine\Mt19937;
use Random\Randomizer;
use stdClass;

/**
 * Values for counting instructions: one for each path through writer and reader. They must always be the same on every
 * machine. So nothing here may depend on the time, on PHP's version or on files.
 */
final class Synthetic
{
    private Randomizer $random;

    private function __construct()
    {
        $this->random = new Randomizer(new Mt19937(20_061_117));
    }

    /** @return list<string> */
    public static function names(): array
    {
        return array_keys((new self())->makers());
    }

    public static function get(string $name): mixed
    {
        $make = (new self())->makers()[$name] ?? throw new InvalidArgumentException('there is no ' . $name);

        return $make();
    }

    /** @return array<string, Closure(): mixed> */
    private function makers(): array
    {
        return [
            'user-record' => Website::userRecord(...),
            'rate-limit' => Website::rateLimit(...),
            'session' => Website::session(...),
            'permissions' => Website::permissions(...),
            'order' => Shop::order(...),
            'order-history' => Shop::orderHistory(...),
            'prices' => Numbers::prices(...),
            'primes' => Numbers::primes(...),
            'row' => fn(): array => $this->row(1),
            'rows-few' => fn(): array => $this->rows(10),
            'rows-many' => fn(): array => $this->rows(400),
            'rows-by-name' => fn(): array => array_combine(array_map(fn(int $i): string => $this->word() . $i, range(1, 200)), $this->rows(200)),
            'rows-of-text' => fn(): array => array_map(fn(int $i): array => $this->text($i), range(1, 200)),
            'rows-wide' => fn(): array => array_fill(0, 40, array_combine(array_map(static fn(int $i): string => "column_$i", range(1, 50)), range(1, 50))),
            'rows-two-kinds' => fn(): array => $this->twoKinds(200),
            'rows-nested' => fn(): array => array_map(fn(array $row): array => $row + ['tags' => $this->words(3), 'owner' => ['id' => 1, 'name' => 'root']], $this->rows(100)),
            'one-key-maps' => fn(): array => array_map(static fn(int $i): array => ['id' => $i], range(1, 300)),
            'configuration' => fn(): array => $this->tree(3),
            'unique-strings' => fn(): array => array_combine(array_map(fn(int $i): string => $this->word() . '.' . $i, range(1, 1000)), array_map(fn(int $i): string => $this->sentence() . $i, range(1, 1000))),
            'map-of-bools' => fn(): array => array_combine(array_map(fn(int $i): string => $this->word() . $i, range(1, 300)), array_map(static fn(int $i): bool => $i % 3 === 0, range(1, 300))),
            'sparse-ints' => fn(): array => array_combine(array_map(static fn(int $i): int => $i * $i, range(1, 500)), range(1, 500)),
            'words-often' => fn(): array => array_map(fn(): string => $this->word(), range(1, 1000)),
            'words-once' => fn(): array => array_map(fn(int $i): string => $this->word() . $i, range(1, 1000)),
            'ints-small' => fn(): array => array_map(fn(): int => $this->random->getInt(0, 60), range(1, 2000)),
            'ints-large' => fn(): array => array_map(fn(): int => $this->random->getInt(-1 << 40, 1 << 40), range(1, 2000)),
            'bools' => fn(): array => array_map(fn(): bool => $this->random->getInt(0, 1) === 1, range(1, 2000)),
            'floats' => fn(): array => array_map(fn(): float => $this->random->getInt(1, PHP_INT_MAX) / 7.0e15, range(1, 1000)),
            'mixed-list' => fn(): array => array_merge(...array_map(fn(int $i): array => [$i, $this->word(), $i / 4, null, true, [$i]], range(1, 150))),
            'lists-of-lists' => fn(): array => array_map(fn(int $i): array => range($i, $i + 5), range(1, 300)),
            'nested' => static fn(): array => array_reduce(range(1, 100), static fn(array $inner, int $i): array => ['level' => $i, 'inner' => $inner], []),
            'long-string' => fn(): string => $this->random->getBytes(50_000),
            'objects' => fn(): array => array_map(fn(int $i): Visit => new Visit("/page/$i", $i, $this->word()), range(1, 300)),
            'objects-typed' => fn(): array => array_map(fn(int $i): Account => new Account($i, $this->word(), $this->random->getInt(0, 1) === 1, Level::cases()[$i % 3]), range(1, 300)),
            'objects-tree' => static fn(): Link => Link::tree(8),
            'objects-in-a-ring' => static fn(): Link => Link::ring(200),
            'objects-shared' => fn(): array => array_merge(...array_fill(0, 5, array_map(fn(int $i): Visit => new Visit("/$i", $i, 'x'), range(1, 60)))),
            'objects-dynamic' => fn(): array => array_map(fn(int $i): stdClass => (object) ['id' => $i, 'name' => $this->word()], range(1, 200)),
            'objects-with-state' => fn(): array => array_map(fn(int $i): Secret => new Secret($i, $this->word()), range(1, 150)),
            'objects-with-sleep' => fn(): array => array_map(fn(int $i): Draft => new Draft($this->word(), $i), range(1, 150)),
            'objects-of-php' => static fn(): array => array_map(static fn(int $i): array => [new DateTimeImmutable("@$i"), new ArrayObject([$i])], range(1, 60)),
            'references' => fn(): array => $this->references(150),
            'objects-that-list-names' => fn(): array => array_map(fn(int $i): Model => new Model($i, $this->word()), range(1, 150)),
            'keys-long' => fn(): array => array_combine(array_map(fn(int $i): string => str_repeat($this->word() . ' ', $i % 12 + 6) . $i, range(1, 60)), range(1, 60)),
            'objects-not-initialised' => fn(): array => array_map(fn(int $i): Entity => new Entity($this->word(), $i), range(1, 150)),
        ];
    }

    /** @return array<string, mixed> */
    private function row(int $id): array
    {
        return [
            'id' => $id,
            'name' => ucfirst($this->word()) . ' ' . ucfirst($this->word()),
            'email' => $this->word() . $id . '@example.com',
            'age' => $this->random->getInt(18, 90),
            'active' => $id % 4 !== 0,
            'role' => ['admin', 'editor', 'reader'][$this->random->getInt(0, 2)],
            'deleted_at' => null,
            'score' => $this->random->getInt(0, 10_000) / 100,
        ];
    }

    /** @return array<string, string> */
    private function text(int $id): array
    {
        return array_map(static fn(mixed $cell): string => is_scalar($cell) ? (string) $cell : '', $this->row($id));
    }

    /** @return list<array<string, mixed>> */
    private function rows(int $count): array
    {
        return array_map($this->row(...), range(1, $count));
    }

    /** @return list<array<string, mixed>> */
    private function twoKinds(int $count): array
    {
        return array_map(fn(int $i): array => $i % 2 === 0 ? $this->row($i) : ['type' => 'link', 'to' => $i, 'label' => $this->word()], range(1, $count));
    }

    /** @return array<string, mixed> */
    private function tree(int $levels): array
    {
        $tree = [];
        for ($i = 0; $i < 6; $i++) {
            $tree[$this->word() . '_' . $this->word()] = match (true) {
                $levels > 0 => $this->tree($levels - 1),
                $i % 3 === 0 => $this->random->getInt(0, 100),
                $i % 3 === 1 => $this->sentence(),
                default => ['enabled' => true, $this->word() => $this->word()],
            };
        }

        return $tree;
    }

    /** @return array<string, mixed> */
    private function references(int $count): array
    {
        $shared = $this->words(5);
        $all = ['shared' => &$shared, 'places' => []];
        for ($i = 0; $i < $count; $i++) {
            $all['places'][] = ['number' => $i, 'of' => &$shared];
        }

        return $all;
    }

    private function word(): string
    {
        $syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'ka', 'le', 'mi', 'no', 'pu', 'ra', 'se', 'ti', 'vo', 'zu'];
        $word = '';
        for ($i = $this->random->getInt(2, 4); $i > 0; $i--) {
            $word .= $syllables[$this->random->getInt(0, 14)];
        }

        return $word;
    }

    /** @return list<string> */
    private function words(int $count): array
    {
        return array_map(fn(): string => $this->word(), range(1, $count));
    }

    private function sentence(): string
    {
        return implode(' ', $this->words($this->random->getInt(2, 8)));
    }
}
