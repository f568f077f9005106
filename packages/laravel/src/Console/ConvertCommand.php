<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Console;

use Illuminate\Cache\CacheManager;
use Illuminate\Cache\Repository;
use Lyo\Laravel\Cache\DatabaseStore;
use Lyo\Tools\ConvertCommand as Convert;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;

#[AsCommand('lyo:convert', 'Convert cache stores and sessions to another format while they are in use, and back')]
final class ConvertCommand extends StoreCommand
{
    protected function command(): Command
    {
        return new Convert;
    }

    protected function perform(string $name, Place $place): int
    {
        $code = parent::perform($name, $place);
        $repository = $name !== Places::SESSIONS ? $this->laravel->make(CacheManager::class)->store($name) : null;
        $store = $repository instanceof Repository ? $repository->getStore() : null;
        if ($store instanceof DatabaseStore && $this->option('to') === 'native' && ! $this->option('dry-run')) {
            $store->unmark();
        }

        return $code;
    }
}
