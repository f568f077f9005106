<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure\Tree;

/**
 * A PHP reference that stands in two slots or more; in each of them it is this object.
 *
 * @internal
 */
final class Reference
{
    public mixed $value = null;
    /** Body offset of its first slot, once it is written. */
    public ?int $offset = null;
    public ?int $index = null;
}
