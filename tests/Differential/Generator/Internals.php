<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential\Generator;

use ArrayIterator;
use ArrayObject;
use DateInterval;
use DatePeriod;
use DateTime;
use DateTimeImmutable;
use DateTimeInterface;
use DateTimeZone;
use Error;
use ErrorException;
use Exception;
use Lyo\Tests\Fixtures\PublicBag;
use Lyo\Tests\Support\Rng;
use MultipleIterator;
use Random\Engine\Mt19937;
use Random\Engine\PcgOneseq128XslRr64;
use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;
use RuntimeException;
use SplDoublyLinkedList;
use SplFixedArray;
use SplMaxHeap;
use SplMinHeap;
use SplObjectStorage;
use SplPriorityQueue;
use SplQueue;
use SplStack;

/** Objects of the classes that PHP itself brings along and can serialize. */
final class Internals
{
    private const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', '+05:30', '-03:00', 'EST', 'CEST', 'Asia/Kathmandu'];

    public function __construct(
        private readonly Rng $rng,
        private readonly Pool $pool,
        private readonly Scalars $scalars,
        private readonly Values $values,
    ) {}

    public function any(int $depth): object
    {
        $object = match ($this->rng->int(0, 15)) {
            0, 1 => $this->date(),
            2 => new DateTimeZone($this->rng->pick(self::ZONES)),
            3 => $this->interval(),
            4 => $this->period(),
            5 => $this->arrayObject($depth),
            6 => $this->arrayIterator($depth),
            7, 8 => $this->storage($depth),
            9 => $this->linkedList($depth),
            10 => $this->fixedArray($depth),
            11 => $this->heap(),
            12, 13 => $this->throwable(),
            14 => $this->random(),
            default => $this->odd(),
        };
        if ($this->rng->chance(40)) {
            $this->pool->objects[] = $object;
        }

        return $object;
    }

    public function date(): DateTimeInterface
    {
        $zone = new DateTimeZone($this->rng->pick(self::ZONES));
        $text = gmdate('Y-m-d H:i:s', $this->rng->int(-5_000_000_000, 5_000_000_000)) . '.' . $this->rng->int(0, 999999);

        return $this->rng->chance(50) ? new DateTimeImmutable($text, $zone) : new DateTime($text, $zone);
    }

    private function interval(): DateInterval
    {
        if ($this->rng->chance(30)) {
            return (new DateTimeImmutable('2020-01-31'))->diff($this->date());
        }
        if ($this->rng->chance(20)) {
            return DateInterval::createFromDateString('last thursday of next month');
        }
        $interval = new DateInterval($this->rng->pick(['P1D', 'PT36H', 'P1Y2M3DT4H5M6S', 'P2W']));
        $interval->f = $this->rng->int(0, 999) / 1000;
        $interval->invert = $this->rng->int(0, 1);

        return $interval;
    }

    /** @return DatePeriod<DateTimeInterface, DateTimeInterface|null, int|null> */
    private function period(): DatePeriod
    {
        $start = $this->date();
        $interval = new DateInterval('P1D');

        return $this->rng->chance(50)
            ? new DatePeriod($start, $interval, $this->rng->int(1, 9))
            : new DatePeriod($start, $interval, $this->date(), $this->rng->chance(50) ? DatePeriod::EXCLUDE_START_DATE : 0);
    }

    /** @return ArrayObject<array-key, mixed> */
    private function arrayObject(int $depth): ArrayObject
    {
        $flags = $this->rng->int(0, 3);
        $object = new ArrayObject($this->rng->chance(25) ? $this->bag($depth) : $this->values->arrays->any($depth - 1), $flags);
        if ($this->rng->chance(20)) {
            $object->setIteratorClass(\RecursiveArrayIterator::class);
        }
        if ($flags === 0 && $this->rng->chance(30)) {
            Slots::add($object, 'dynamic', $this->values->any($depth - 1));
        }

        return $object;
    }

    /** @return ArrayIterator<array-key, mixed> */
    private function arrayIterator(int $depth): ArrayIterator
    {
        if ($this->rng->chance(20)) {
            return new ArrayIterator(new ArrayObject($this->values->arrays->any($depth - 1))); // @phpstan-ignore argument.type (it takes objects, too)
        }

        return new ArrayIterator($this->values->arrays->any($depth - 1), $this->rng->int(0, 3));
    }

    /** @return SplObjectStorage<object, mixed> */
    private function storage(int $depth): SplObjectStorage
    {
        $storage = new SplObjectStorage();
        for ($i = $this->rng->int(0, 4); $i > 0; $i--) {
            $key = $this->values->sharedObject() ?? $this->bag($depth);
            $storage[$key] = $this->values->any($depth - 1);
        }
        if ($this->rng->chance(15)) {
            Slots::add($storage, 'extra', $this->values->any($depth - 1));
        }

        return $storage;
    }

    private function bag(int $depth): object
    {
        $bag = new PublicBag();
        $this->pool->objects[] = $bag;
        $bag->a = $this->values->any($depth - 1);

        return $bag;
    }

    /** @return SplDoublyLinkedList<mixed> */
    private function linkedList(int $depth): SplDoublyLinkedList
    {
        $list = $this->rng->pick([new SplDoublyLinkedList(), new SplQueue(), new SplStack()]);
        for ($i = $this->rng->int(0, 5); $i > 0; $i--) {
            $list->push($this->values->any($depth - 1));
        }

        return $list;
    }

    /** @return SplFixedArray<mixed> */
    private function fixedArray(int $depth): SplFixedArray
    {
        $array = new SplFixedArray($this->rng->int(0, 6));
        foreach (array_keys($array->toArray()) as $i) {
            if ($this->rng->chance(80)) {
                $array[$i] = $this->values->any($depth - 1);
            }
        }

        return $array;
    }

    private function heap(): object
    {
        $heap = $this->rng->pick([new SplMinHeap(), new SplMaxHeap(), new SplPriorityQueue()]);
        for ($i = $this->rng->int(0, 4); $i > 0; $i--) {
            $heap instanceof SplPriorityQueue ? $heap->insert($this->scalars->integer(), $i) : $heap->insert($this->scalars->integer());
        }

        return $heap;
    }

    private function throwable(): \Throwable
    {
        $previous = $this->rng->chance(40) ? new RuntimeException('cause', 3) : null;

        return match ($this->rng->int(0, 3)) {
            0 => new Error($this->scalars->string(), $this->rng->int(0, 9), $previous),
            1 => new ErrorException('severe', 1, E_USER_WARNING, 'file.php', 42, $previous),
            2 => new \JsonException($this->scalars->string(), 4),
            default => new Exception($this->scalars->string(), $this->rng->int(-9, 9), $previous),
        };
    }

    private function random(): object
    {
        $engine = $this->rng->pick([
            new Mt19937($this->rng->int(0, 99)),
            new PcgOneseq128XslRr64($this->rng->int(0, 99)),
            new Xoshiro256StarStar($this->rng->int(0, 99)),
        ]);

        return $this->rng->chance(50) ? $engine : new Randomizer($engine);
    }

    /** The rarely stored: hash states, iterators, objects that serialize to nothing. */
    private function odd(): object
    {
        $context = hash_init($this->rng->pick(['md5', 'sha256', 'crc32b', 'xxh3']));
        hash_update($context, $this->scalars->string());

        return $this->rng->pick([$context, new MultipleIterator(), new \EmptyIterator(), new \php_user_filter()]);
    }
}
