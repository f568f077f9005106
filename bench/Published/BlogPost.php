<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Without a namespace, as in 2013: names of classes are part of the bytes. So Composer does not find it; Transcoders requires it.

use Lyo\Bench\Published\BlogFields;

/** A post of a blog. */
final class BlogPost
{
    use BlogFields;
}
