<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use AllowDynamicProperties;
use ArrayAccess;
use Countable;
use DateTimeInterface;
use IteratorAggregate;
use Traversable;

/** Classes without hooks. Their properties are filled from outside, by reflection: most have no use for a constructor. */
class EmptyClass {}

class PublicBag
{
    public mixed $a = null;
    public mixed $b = 5;
    public mixed $c = [];
}

class Untyped
{
    public $first;
    public $second = 'two';
    protected $third = [1, 2];
    private $fourth = 4.5;
}

class Visibility
{
    public mixed $pub = 1;
    protected mixed $pro = 2;
    private mixed $pri = 3;
}

class ParentPrivate
{
    private mixed $x = 'parent';
    protected mixed $y = null;
    public mixed $z = null;
}

class ChildPrivate extends ParentPrivate
{
    private mixed $x = 'child';
    private mixed $extra = null;
    public mixed $z = 'redeclared';
}

class GrandChild extends ChildPrivate
{
    protected mixed $x = 'grandchild';
    public mixed $y = 'widened';
}

class Typed
{
    public int $int = 1;
    public float $float = 1.0;
    public ?string $string = null;
    public int|string|null $union = null;
    public ?self $self = null;
    public array $array = [];
    public iterable $iterable = [];
    public bool $bool = false;
    public mixed $mixed = null;
    public ?object $object = null;
    public ?DateTimeInterface $date = null;
    public ?Suit $suit = null;
    public ArrayAccess|array|null $accessible = null;
    public (Countable&Traversable)|null $intersection = null;
}

class TypedNoDefault
{
    public int $int;
    public float $float;
    public ?string $string;
    protected array $array;
    private ?PublicBag $bag;
    private int|float|null $number;
    public $untyped;
}

class ReadonlyPoint
{
    public function __construct(
        public readonly int $x,
        protected readonly array $y,
        private readonly mixed $z = null,
    ) {}
}

class ChildOfReadonly extends ReadonlyPoint
{
    public readonly string $name;
    protected mixed $z = 'own';
}

final readonly class FrozenPoint
{
    public int $x;
    public ?FrozenPoint $next;
    private array $rest;
}

class Promoted
{
    public function __construct(
        public int $id = 0,
        protected ?string $label = null,
        private array $tags = [],
        public ?Promoted $parent = null,
    ) {}
}

#[AllowDynamicProperties]
class DynamicAllowed
{
    public mixed $declared = null;
}

class DynamicDeprecated
{
    public mixed $declared = null;
}

class WithStatic
{
    public static int $count = 7;
    private static array $hidden = [];
    public mixed $own = null;
}

class WithConstants
{
    public const ONE = 1;
    public mixed $a = self::ONE + 1;
    public Suit $suit = Suit::Spades;
    public array $map = ['k' => Level::High, self::ONE => PHP_INT_MAX];
}

/** 40 properties that an encoder may never mention one by one: most of them keep their default. */
class ManyProperties
{
    public ?int $p00 = 0;
    public ?int $p01 = 1;
    public ?int $p02 = 2;
    public ?int $p03 = 3;
    public ?int $p04 = 4;
    public ?int $p05 = 5;
    public ?int $p06 = 6;
    public ?int $p07 = 7;
    public ?int $p08 = 8;
    public ?int $p09 = 9;
    protected ?string $p10 = 'a';
    protected ?string $p11 = 'b';
    protected ?string $p12 = 'c';
    protected ?string $p13 = 'd';
    protected ?string $p14 = 'e';
    protected ?string $p15 = 'f';
    protected ?string $p16 = 'g';
    protected ?string $p17 = 'h';
    private ?array $p18 = [];
    private ?array $p19 = [1];
    private ?array $p20 = null;
    private ?array $p21 = null;
    private ?array $p22 = null;
    private ?array $p23 = null;
    private ?array $p24 = null;
    private ?array $p25 = null;
    public ?float $p26 = 0.0;
    public ?float $p27 = 0.5;
    public ?float $p28 = -0.0;
    public ?float $p29 = 1e300;
    public ?float $p30 = null;
    public ?float $p31 = null;
    public ?float $p32 = null;
    public ?float $p33 = null;
    public ?bool $p34 = true;
    public ?bool $p35 = false;
    public ?bool $p36 = null;
    public ?bool $p37 = null;
    public ?bool $p38 = null;
    public ?bool $p39 = null;
}

class ListNode
{
    public mixed $value = null;
    public ?ListNode $next = null;
    public ?ListNode $previous = null;
}

class Tree
{
    /** @var array<array-key, mixed> */
    public array $children = [];
    public ?Tree $parent = null;
    protected string $label = '';
}

abstract class AbstractShape
{
    protected mixed $area = null;
    private mixed $secret = 'abstract';
}

class Circle extends AbstractShape
{
    use Timestamps;

    public mixed $radius = 1;
}

trait Timestamps
{
    public ?int $created = null;
    protected ?int $updated = null;
    private mixed $stamp = null;
}

class_alias(Circle::class, 'Lyo\Tests\Fixtures\RoundAlias');

/** Logs every access that a serializer has no business to make. */
class Guarded implements ArrayAccess, Countable, IteratorAggregate
{
    public mixed $shown = null;
    protected mixed $kept = null;
    private mixed $hidden = null;

    public function __get(string $name): mixed
    {
        World::hook($this, __FUNCTION__, $name);

        return null;
    }

    public function __set(string $name, mixed $value): void
    {
        World::hook($this, __FUNCTION__, $name, $value);
    }

    public function __isset(string $name): bool
    {
        World::hook($this, __FUNCTION__, $name);

        return true;
    }

    public function __unset(string $name): void
    {
        World::hook($this, __FUNCTION__, $name);
    }

    public function __clone()
    {
        World::hook($this, __FUNCTION__);
    }

    public function __toString(): string
    {
        World::hook($this, __FUNCTION__);

        return 'guarded';
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        World::hook($this, __FUNCTION__);

        return [];
    }

    public static function __set_state(array $state): self
    {
        World::event('hook Guarded::__set_state');

        return new self();
    }

    public function offsetExists(mixed $offset): bool
    {
        World::hook($this, __FUNCTION__, $offset);

        return false;
    }

    public function offsetGet(mixed $offset): mixed
    {
        World::hook($this, __FUNCTION__, $offset);

        return null;
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        World::hook($this, __FUNCTION__, $offset, $value);
    }

    public function offsetUnset(mixed $offset): void
    {
        World::hook($this, __FUNCTION__, $offset);
    }

    public function count(): int
    {
        World::hook($this, __FUNCTION__);

        return 0;
    }

    public function getIterator(): Traversable
    {
        World::hook($this, __FUNCTION__);
        yield from [];
    }
}
