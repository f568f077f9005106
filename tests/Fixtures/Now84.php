<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Now;

use Lyo\Tests\Fixtures\Asymmetric;
use Lyo\Tests\Fixtures\World;

/** The classes of Was84.php as they are later. */
class Class25
{
    public mixed $a = 'a' {
        get {
            World::event('note get a');

            return $this->a;
        }
        set {
            World::event('note set a');
            $this->a = $value;
        }
    }
    public int|string|null $b = 0 {
        set => $value;
    }
    protected mixed $c = null;
}

/** A property that was stored is computed now, so its value cannot be restored. */
class Class26
{
    public mixed $a {
        get => 'virtual';
    }
    public mixed $b = 5;
}

class Class27
{
    public mixed $backed = null;
    protected mixed $wide = null;
    private mixed $virtual = 'real';
    public int $list = 5;
}

class Class28 extends Asymmetric {}

class Class29
{
    public mixed $balance = 5;
    private mixed $any = null;
    public mixed $log = null;
    public readonly string $id;
}

/** Hooks of a parent's private namesake, and a property that is virtual in the child only. */
class Class30 extends Class26
{
    public mixed $b {
        get => 'b';
        set {
            World::event('note set b');
        }
    }
}
