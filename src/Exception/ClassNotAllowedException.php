<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The data name classes that are not allowed or do not exist. If the extension is loaded, it defines this class. */
final class ClassNotAllowedException extends LyoException
{
    /** @var list<string> set by Lyo\Failure */
    private array $classes = [];

    /** @return list<string> names of these classes */
    public function getClasses(): array
    {
        return $this->classes;
    }
}
