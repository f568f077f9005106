<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Was;

use Serializable;

/**
 * Classes as they were when a value was written. In the payload, Was\ClassNN becomes Now\ClassNN, a name of the same length; if there
 * is no such class, it was removed. No other string begins with the first four bytes of these names, so a payload does
 * not write them as prefixes of earlier strings.
 */
class Class01
{
    public mixed $a = 1;
    protected mixed $b = 2;
    private mixed $c = 3;
    public mixed $d = 4;
}

class Class02
{
    public mixed $a = 1;
    public mixed $b = 2;
    protected mixed $c = 3;
    private mixed $d = 4;
}

class Class03
{
    public mixed $a = 1;
    private mixed $b = 2;
}

class Class04
{
    public mixed $a = 1;
    private mixed $b = 2;

    public function __serialize(): array
    {
        return ['a' => $this->a, 'b' => $this->b, 3 => 'three', '' => 'empty'];
    }
}

class Class05 implements Serializable
{
    public mixed $a = 1;

    public function serialize()
    {
        return 'of ' . gettype($this->a);
    }

    public function unserialize(string $data) {}
}

class Class06
{
    public mixed $a = 1;
}

class Class07
{
    public mixed $a = 1;
}

class Class08
{
    public mixed $a = 1;
}

class Class09
{
    public mixed $a = 1;
}

enum Class10
{
    case Kept;
    case Gone;
    case Constant;
    case Renamed;
}

enum Class11
{
    case Kept;
    case Gone;
}

class Class12
{
    public mixed $a = 1;
    protected mixed $b = 2;
    public mixed $c = 3;
}

class Parent13
{
    private mixed $x = 'parent';
}

class Class13 extends Parent13
{
    private mixed $y = 'child';
    protected mixed $z = null;
}

class Class14
{
    public mixed $a = 1;
    public mixed $b = 2;
}

class Class15
{
    public mixed $a = 1;
    protected mixed $b = 2;
}

class Class16
{
    public mixed $a = 1;
}

enum Class17
{
    case Kept;
}

class Class18 implements Serializable
{
    public mixed $a = 1;

    public function serialize()
    {
        return 'gone';
    }

    public function unserialize(string $data) {}
}

class Class19
{
    public mixed $a = 1;
}

class Class20
{
    public mixed $a = 1;
}

class Class21
{
    public mixed $a = 1;
    public mixed $b = 2;
}

class Class22
{
    public mixed $a = 1;
    public mixed $b = 2;
}

class Class23
{
    public mixed $a = 1;

    public function __serialize(): array
    {
        return [$this->a, 'text', 2 => null];
    }
}

class Class24
{
    public mixed $a = 1;
    public mixed $b = 2;
}
