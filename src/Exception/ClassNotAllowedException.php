<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The data name classes that are not allowed or do not exist. The same class as the extension's, for where that is missing. */
final class ClassNotAllowedException extends LyoException
{
    /** @var list<string> Lyo\Failure sets it. */
    private array $classes = [];

    /** @return list<string> */
    public function getClasses(): array
    {
        return $this->classes;
    }
}
