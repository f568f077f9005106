<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

/** The classes of Since84.php by name, for files that an older PHP must compile, too. */
final class ModernClasses
{
    /** @return list<class-string> */
    public static function all(): array
    {
        return PHP_VERSION_ID < 80400 ? [] : [
            Hooked::class, HookedChild::class, PlainTitle::class, VirtualTitle::class, HookedSleep::class, HookedState::class,
            HookedDestruct::class, Asymmetric::class, AsymmetricChild::class, AsymmetricFinal::class,
        ];
    }

    /**
     * Binds an element to what a hooked property of the object stores, whose getter returns a reference; does nothing for other objects.
     *
     * @param array<array-key, mixed> $list
     */
    public static function bind(array &$list, string $key, mixed $object): void
    {
        if ($object instanceof Hooked) {
            $list[$key] = &$object->list;
        }
    }
}
