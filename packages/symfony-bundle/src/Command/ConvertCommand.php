<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Command;

use Lyo\Tools\ConvertCommand as Convert;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;

#[AsCommand('lyo:convert', 'Convert the pools of the cache to another format while they are in use, and back')]
final class ConvertCommand extends StoreCommand
{
    protected function command(): Command
    {
        return new Convert();
    }
}
