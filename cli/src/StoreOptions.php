<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use InvalidArgumentException;
use Lyo\Tools\Store\Store;
use Lyo\Tools\Store\Stores;
use Symfony\Component\Console\Command\Command as SymfonyCommand;
use Symfony\Component\Console\Input\InputOption;

/** What commands have in common that open a store. */
final class StoreOptions
{
    public const SOURCE = 'A file or folder, a database (an SQLite file, sqlite:FILE, mysql:host=…;dbname=…, pgsql:…), redis://HOST:PORT/DATABASE, memcached://HOST:PORT, - for standard input';

    /**
     * @template T of SymfonyCommand
     *
     * @param T $command
     *
     * @return T
     */
    public static function add(SymfonyCommand $command): SymfonyCommand
    {
        return self::addPlace($command)->addOption('match', null, InputOption::VALUE_REQUIRED, 'Only keys of this pattern, such as "cache:*"', '*')
            ->addOption('hashes', null, InputOption::VALUE_NONE, 'Also the fields of Redis hashes');
    }

    /**
     * Those of one value in a store.
     *
     * @template T of SymfonyCommand
     *
     * @param T $command
     *
     * @return T
     */
    public static function addPlace(SymfonyCommand $command): SymfonyCommand
    {
        return $command->addOption('table', null, InputOption::VALUE_REQUIRED, 'The table of a database')
            ->addOption('column', null, InputOption::VALUE_REQUIRED, 'The column with the values')
            ->addOption('user', null, InputOption::VALUE_REQUIRED, 'The user of a database or Redis; the password is taken from ' . Stores::PASSWORD . ' in the environment');
    }

    public static function open(Options $options, string $source): Store
    {
        try {
            return self::stores($options)->named($source);
        } catch (InvalidArgumentException $e) {
            throw Failure::use($e->getMessage());
        }
    }

    /** A store that entries are copied into. */
    public static function target(string $name, ?string $user): Store
    {
        try {
            return (new Stores(user: $user))->named($name);
        } catch (InvalidArgumentException $e) {
            throw Failure::use("--into={$e->getMessage()}");
        }
    }

    private static function stores(Options $options): Stores
    {
        return new Stores($options->text('table'), $options->text('column'), $options->text('user'), $options->has('match') ? $options->text('match') ?? '*' : '*', $options->has('hashes') && $options->flag('hashes'));
    }
}
