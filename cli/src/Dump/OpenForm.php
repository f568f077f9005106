<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

/**
 * An array or object that has not ended, and its form in JSON.
 *
 * @internal
 */
final class OpenForm
{
    /** One of the constants of JsonForms; null before the first key. */
    public ?int $form = null;
    /** The next key, if this is a list. */
    public int $next = 0;
    /** @var array<string, true> names of the properties so far */
    public array $names = [];

    public function __construct(public readonly int $number, public readonly string $class) {}
}
