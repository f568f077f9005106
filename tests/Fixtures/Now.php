<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Now;

use Lyo\Tests\Fixtures\Trouble;
use Lyo\Tests\Fixtures\World;
use Serializable;

/** The classes of Was.php as they are later. */
class Class01
{
    private mixed $a = 'a';
    public mixed $b = 'b';
    protected mixed $c = 'c';
}

class Class02
{
    public int $a = 1;
    public ?string $b = 'b';
    protected float $c = 0.5;
    private array|bool $d = [];
}

class Class03
{
    public mixed $got = null;

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $this->got = $data;
    }
}

class Class04
{
    public mixed $a = 1;
    private mixed $b = 2;
}

class Class05
{
    public mixed $a = 'default';
}

class Class06 implements Serializable
{
    public mixed $a = 'default';

    public function serialize()
    {
        return '';
    }

    public function unserialize(string $data)
    {
        World::hook($this, __FUNCTION__, $data);
    }
}

abstract class Class07
{
    public mixed $a = 1;
}

interface Class08 {}

enum Class09: string
{
    case Hearts = 'H';
}

enum Class10
{
    case Kept;
    public const Constant = 5;
    public const Renamed = self::Kept;
}

class Class11
{
    public const Kept = 1;
}

class Class12
{
    public readonly mixed $a;
    protected readonly int $b;
    public readonly ?string $c;
}

class Parent13
{
    private mixed $y = 'parent';
    protected mixed $x = null;
}

class Class13 extends Parent13
{
    private mixed $z = 'child';
}

final readonly class Class14
{
    public mixed $a;
}

class Class15
{
    public mixed $a = 1;
    protected mixed $b = 2;

    public function __wakeup(): void
    {
        World::hook($this, __FUNCTION__);
    }

    public function __destruct()
    {
        World::hook($this, __FUNCTION__);
    }
}

trait Class19
{
    public mixed $a = 1;
}

class Class20 extends \SplFileInfo {}

class Class21
{
    public mixed $a = \Lyo\Tests\Fixtures\NO_SUCH_CONSTANT;
}

class Class22
{
    public static mixed $a = 'static';
    public mixed $b = 2;
}

class Class23
{
    public mixed $a = 1;

    public function __unserialize(array $data): never
    {
        World::hook($this, __FUNCTION__, $data);
        throw new Trouble('no longer');
    }
}

/** A typed property under the plain name, a private one of the same name in the parent. */
class Parent24
{
    private ?string $b = 'parent';
}

class Class24 extends Parent24
{
    private int|float $a = 0;
}
