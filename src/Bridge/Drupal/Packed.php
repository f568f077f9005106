<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Drupal;

/**
 * Bytes of a value that was packed before Drupal's own code asks the serializer to do it.
 *
 * @internal
 */
final readonly class Packed
{
    public function __construct(public string $bytes) {}
}
