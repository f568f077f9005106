<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Console;

use Lyo\Tools\StatCommand as Stat;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;

#[AsCommand('lyo:stat', 'Show what fills the cache stores and sessions: formats, sizes, classes and more')]
final class StatCommand extends StoreCommand
{
    protected function command(): Command
    {
        return new Stat;
    }
}
