<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Command;

use Lyo\Tools\StatCommand as Stat;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;

#[AsCommand('lyo:stat', 'Show what fills the pools of the cache: formats, sizes, classes and more')]
final class StatCommand extends StoreCommand
{
    protected function command(): Command
    {
        return new Stat();
    }
}
