<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Was;

use Lyo\Tests\Fixtures\Asymmetric;
use Lyo\Tests\Fixtures\Hooked;

/** As in Was.php, of what classes can be since PHP 8.4. */
class Class25
{
    public mixed $a = 1;
    protected mixed $b = 2;
    private mixed $c = 3;
}

class Class26
{
    public mixed $a = 1;
    public mixed $b = 2;
}

#[\AllowDynamicProperties]
class Class27 extends Hooked {}

class Class28
{
    public mixed $balance = 5;
    public mixed $any = null;
    protected mixed $log = [];
    private mixed $id = 'x';
}

class Class29 extends Asymmetric {}

class Class30
{
    public mixed $a = 1;
    public mixed $b = null;
}
