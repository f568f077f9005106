<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use InvalidArgumentException;
use Lyo\Tools\Dump\Text;
use Lyo\Tools\Measure\Sample;
use Lyo\Tools\Store\Receives;
use Lyo\Tools\Store\Redis;
use Lyo\Tools\Store\Skips;
use Lyo\Tools\Store\Store;
use Lyo\Tools\Store\Stores;
use Random\Engine\Mt19937;
use Random\Randomizer;
use Symfony\Component\Console\Command\Command as SymfonyCommand;
use Symfony\Component\Console\Input\InputOption;

use function array_diff;
use function array_keys;
use function array_map;
use function array_sum;
use function explode;
use function implode;
use function number_format;

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
            ->addOption('types', null, InputOption::VALUE_REQUIRED, 'Only Redis keys of these types: ' . implode(', ', Redis::TYPES) . ', or all', null, [...Redis::TYPES, 'all'])
            ->addOption('hashes', null, InputOption::VALUE_NONE, 'The same as --types=string,hash');
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
            ->addOption('charset', null, InputOption::VALUE_REQUIRED, 'The character set in which the application reads a database, if it is not UTF-8')
            ->addOption('user', null, InputOption::VALUE_REQUIRED, 'The user of a database or Redis; the password is taken from ' . Stores::PASSWORD . ' in the environment');
    }

    /** @param list<string> $types types of Redis keys that are read if neither --types nor --hashes is given */
    public static function open(Options $options, string $source, array $types = Redis::TYPES): Store
    {
        try {
            return self::stores($options, $types)->named($source);
        } catch (InvalidArgumentException $e) {
            throw Failure::use($e->getMessage());
        }
    }

    /** A sample of the values of all stores that the argument "source" names; options "sample" and "seed". */
    public static function sample(Options $options, Output $output): Sample
    {
        $sample = new Sample($options->number('sample'), new Randomizer(new Mt19937($options->number('seed'))));
        foreach ($options->arguments('source') as $source) {
            foreach (Ahead::items(self::open($options, $source), $output) as $item) {
                $sample->add($item);
            }
        }

        return $sample;
    }

    /** A store that entries are copied into. */
    public static function target(string $name, ?string $user): Store&Receives
    {
        try {
            $store = (new Stores(user: $user))->named($name);
        } catch (InvalidArgumentException $e) {
            throw Failure::use("--into={$e->getMessage()}");
        }

        return $store instanceof Receives ? $store : throw Failure::use("--into=$name: takes a Redis, a Memcached or a folder");
    }

    /**
     * Returns what a user should know of keys that were not read, one line for each.
     *
     * @return list<string>
     */
    public static function skipped(Store $store): array
    {
        $skipped = $store instanceof Skips ? $store->skipped() : [];
        $hidden = $skipped['hidden'] ?? 0;
        $busy = $skipped['busy'] ?? 0;
        unset($skipped['hidden'], $skipped['busy']);
        $lines = [];
        if ($skipped !== []) {
            $types = [];
            foreach ($skipped as $type => $keys) {
                $types[] = "$type " . number_format($keys);
            }
            $lines[] = Text::count(array_sum($skipped), 'key') . ' of types that were not read: ' . implode(', ', $types) . (array_diff(array_keys($skipped), Redis::TYPES) === [] ? ' (--types=all reads them)' : '');
        }
        if ($hidden > 0 && $store instanceof Skips) {
            $key = (string) $store->hidden();
            $lines[] = Text::count($hidden, 'key') . ' that this user may not read, such as "' . Output::printable($key) . '" (--match=PATTERN selects the others; ACL GETUSER shows the patterns of a user, as "~PATTERN")';
        }

        if ($busy > 0) {
            $lines[] = Text::count($busy, 'file') . ' that another process has taken away to replace ' . ($busy === 1 ? 'it' : 'them') . '; if that process was killed, the same command puts ' . ($busy === 1 ? 'it' : 'them') . ' back a minute later';
        }

        return $lines;
    }

    /** @param list<string> $types */
    private static function stores(Options $options, array $types): Stores
    {
        $words = $options->has('types') ? $options->text('types') : null;
        if ($words !== null) {
            $types = $words === 'all' ? Redis::TYPES : array_map(static fn(string $type): string => $options->among('types', $type, [...Redis::TYPES, 'all']), explode(',', $words));
        } elseif ($options->has('hashes') && $options->flag('hashes')) {
            $types = ['string', 'hash'];
        }

        return new Stores($options->text('table'), $options->text('column'), $options->text('user'), $options->has('match') ? $options->text('match') ?? '*' : '*', $types, $options->text('charset'));
    }
}
