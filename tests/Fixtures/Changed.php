<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use Serializable;

/**
 * Classes that changed after a value was written: OldNN is written, then its name in the payload becomes NewNN, which has
 * the same length. Where there is no NewNN, the class is gone.
 */
class Old01
{
    public mixed $a = 1;
    protected mixed $b = 2;
    private mixed $c = 3;
    public mixed $d = 4;
}

class New01
{
    private mixed $a = 'a';
    public mixed $b = 'b';
    protected mixed $c = 'c';
}

class Old02
{
    public mixed $a = 1;
    public mixed $b = 2;
    protected mixed $c = 3;
    private mixed $d = 4;
}

class New02
{
    public int $a = 1;
    public ?string $b = 'b';
    protected float $c = 0.5;
    private array|bool $d = [];
}

class Old03
{
    public mixed $a = 1;
    private mixed $b = 2;
}

class New03
{
    public mixed $got = null;

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $this->got = $data;
    }
}

class Old04
{
    public mixed $a = 1;
    private mixed $b = 2;

    public function __serialize(): array
    {
        return ['a' => $this->a, 'b' => $this->b, 3 => 'three', '' => 'empty'];
    }
}

class New04
{
    public mixed $a = 1;
    private mixed $b = 2;
}

class Old05 implements Serializable
{
    public mixed $a = 1;

    public function serialize()
    {
        return 'of ' . gettype($this->a);
    }

    public function unserialize(string $data) {}
}

class New05
{
    public mixed $a = 'default';
}

class Old06
{
    public mixed $a = 1;
}

class New06 implements Serializable
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

class Old07
{
    public mixed $a = 1;
}

abstract class New07
{
    public mixed $a = 1;
}

class Old08
{
    public mixed $a = 1;
}

interface New08 {}

class Old09
{
    public mixed $a = 1;
}

enum New09: string
{
    case Hearts = 'H';
}

enum Old10
{
    case Kept;
    case Gone;
    case Constant;
    case Renamed;
}

enum New10
{
    case Kept;
    public const Constant = 5;
    public const Renamed = self::Kept;
}

enum Old11
{
    case Kept;
    case Gone;
}

class New11
{
    public const Kept = 1;
}

class Old12
{
    public mixed $a = 1;
    protected mixed $b = 2;
    public mixed $c = 3;
}

class New12
{
    public readonly mixed $a;
    protected readonly int $b;
    public readonly ?string $c;
}

class OldParent13
{
    private mixed $x = 'parent';
}

class Old13 extends OldParent13
{
    private mixed $y = 'child';
    protected mixed $z = null;
}

class NewParent13
{
    private mixed $y = 'parent';
    protected mixed $x = null;
}

class New13 extends NewParent13
{
    private mixed $z = 'child';
}

class Old14
{
    public mixed $a = 1;
    public mixed $b = 2;
}

final readonly class New14
{
    public mixed $a;
}

class Old15
{
    public mixed $a = 1;
    protected mixed $b = 2;
}

class New15
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

class Old16
{
    public mixed $a = 1;
}

enum Old17
{
    case Kept;
}

class Old18 implements Serializable
{
    public mixed $a = 1;

    public function serialize()
    {
        return 'gone';
    }

    public function unserialize(string $data) {}
}

class Old19
{
    public mixed $a = 1;
}

trait New19
{
    public mixed $a = 1;
}

class Old20
{
    public mixed $a = 1;
}

class New20 extends \SplFileInfo {}

class Old21
{
    public mixed $a = 1;
    public mixed $b = 2;
}

class New21
{
    public mixed $a = \Lyo\Tests\Fixtures\NO_SUCH_CONSTANT;
}

class Old22
{
    public mixed $a = 1;
    public mixed $b = 2;
}

class New22
{
    public static mixed $a = 'static';
    public mixed $b = 2;
}

class Old23
{
    public mixed $a = 1;

    public function __serialize(): array
    {
        return [$this->a, 'text', 2 => null];
    }
}

class New23
{
    public mixed $a = 1;

    public function __unserialize(array $data): never
    {
        World::hook($this, __FUNCTION__, $data);
        throw new Trouble('no longer');
    }
}

class Old24
{
    public mixed $a = 1;
    public mixed $b = 2;
}

/** A typed property under the plain name, a private one of the same name in the parent. */
class NewParent24
{
    private ?string $b = 'parent';
}

class New24 extends NewParent24
{
    private int|float $a = 0;
}
