<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Command;

use Lyo\Bundle\Pools;
use Lyo\Tools\Inner;
use Lyo\Tools\Store\Stores;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\ConsoleOutputInterface;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * A command of lyo/cli, called for pools instead of for a store.
 *
 * @internal
 */
abstract class StoreCommand extends Command
{
    public function __construct(
        private readonly Pools $pools,
    ) {
        parent::__construct();
    }

    abstract protected function command(): Command;

    protected function configure(): void
    {
        $this->addArgument('pool', InputArgument::IS_ARRAY, 'Names of pools, as in cache:pool:list', null, fn (): array => array_keys($this->pools->all()));
        $this->getDefinition()->addOptions((new Inner($this->command()))->options());
        $this->setHelp("Without names it takes all pools whose items other processes can reach: files, Redis, Memcached, PDO.\nNo class of the application is loaded.");
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $errors = $output instanceof ConsoleOutputInterface ? $output->getErrorOutput() : $output;
        $names = array_filter((array) $input->getArgument('pool'), is_string(...));
        try {
            $pools = $this->pools->named(array_values($names));
        } catch (\InvalidArgumentException $e) {
            $errors->writeln('<error>'.$e->getMessage().'</error>');

            return Command::INVALID;
        }

        $done = [];
        $code = Command::SUCCESS;
        foreach ($pools as $name => $pool) {
            $source = $pool['source'];
            if (null === $source || !$pool['marshaller']) {
                if ([] !== $names) {
                    $errors->writeln(\sprintf('<comment>%s: not a pool that this command reads (%s)</comment>', $name, $pool['adapter']));
                    $code = max($code, Command::FAILURE);
                }
                continue;
            }
            $folder = !str_contains($source, ':');
            if (isset($done[$source.' '.$pool['namespace']]) || $folder && !is_dir($source)) {
                continue;
            }
            $done[$source.' '.$pool['namespace']] = true;
            $errors->writeln(\sprintf('<info>%s</info> (%s)', $name, Stores::withoutPassword($source)));
            $arguments = ['source' => $source];
            if (!$folder && '' !== $pool['namespace']) {
                $arguments['--match'] = $pool['namespace'].':*';
            }
            if ('PdoAdapter' === $pool['adapter']) {
                $arguments['--table'] = 'cache_items';
            }
            // 3 is "there are no values", or values that cannot be converted, which are printed.
            $code = max($code, (new Inner($this->command()))->run($arguments, $input, $output));
        }
        if ([] === $done) {
            $errors->writeln('<comment>There are no items in pools that this command reads.</comment>');
        }

        return $code;
    }
}
