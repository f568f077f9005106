<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

/** One value to be encoded and decoded, and the world in which that happens. */
final class TestValue
{
    public mixed $value = null;

    /** @var array<string, mixed> options of the decode call */
    public array $options = [];

    /** The setting unserialize_callback_func. */
    public string $callback = '';

    /** Runs in a fiber, so that hooks can suspend it; something else is then encoded and decoded meanwhile. */
    public bool $fiber = false;

    /** The error handler throws on each warning that the codec raises. */
    public bool $throwing = false;

    /** Class names OldNN in the payload become NewNN before it is decoded: the class has changed. */
    public bool $swapped = false;

    public int $precision = -1;

    /** Somebody else holds all objects of the value while it is encoded. */
    public bool $held = false;

    /** Initializers of lazy objects encode and decode nothing themselves. */
    public bool $calm = false;

    /** Which family of values this is; the report counts them. */
    public string $family = '';

    /**
     * The facts that make rules of the ledger applicable.
     *
     * @var array<string, true>
     */
    public array $traits = [];
}
