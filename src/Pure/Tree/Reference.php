<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure\Tree;

/**
 * Node for a PHP reference of two or more slots. All its slots hold this object.
 *
 * @internal
 */
final class Reference
{
    public mixed $value = null;
    /** Body offset of its first slot; null until the Encoder has written it. */
    public ?int $offset = null;
    /** Index in the reference table; null until the Encoder has written a second slot. */
    public ?int $index = null;
}
