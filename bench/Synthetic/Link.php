<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Synthetic;

/** Objects that hold objects. */
final class Link
{
    public ?self $left = null;

    public ?self $right = null;

    public function __construct(public int $number) {}

    public static function tree(int $levels): self
    {
        $link = new self($levels);
        if ($levels > 0) {
            $link->left = self::tree($levels - 1);
            $link->right = self::tree($levels - 1);
        }

        return $link;
    }

    /** Each knows the next and the one before. */
    public static function ring(int $count): self
    {
        $first = $last = new self(0);
        for ($i = 1; $i < $count; $i++) {
            $link = new self($i);
            $link->left = $last;
            $last->right = $link;
            $last = $link;
        }
        $last->right = $first;
        $first->left = $last;

        return $first;
    }
}
