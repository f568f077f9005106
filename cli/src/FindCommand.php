<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Tools\Find\Search;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;

use function json_encode;
use function strlen;

/** Lists the keys of a store whose values have something. */
#[AsCommand('find', 'List the keys of a store by class, format, size or damage')]
final class FindCommand extends Command
{
    protected function configure(): void
    {
        StoreOptions::add($this->addArgument('source', InputArgument::REQUIRED, StoreOptions::SOURCE))
            ->addOption('class', null, InputOption::VALUE_REQUIRED, 'Values with an object of a class of this pattern, such as "App\*"')
            ->addOption('format', null, InputOption::VALUE_REQUIRED, 'Values of a format of this pattern, such as "*igbinary*"; lyo stat shows the formats')
            ->addOption('damaged', null, InputOption::VALUE_NONE, 'Values that are damaged')
            ->addOption('larger-than', null, InputOption::VALUE_REQUIRED, 'Values of more than this many bytes')
            ->addOption('json', null, InputOption::VALUE_NONE, 'Print a line of JSON for each value, with its key, format and bytes')
            ->setHelp(<<<'HELP'
                Prints the key of each value for which all of these conditions hold. It only
                reads, and loads no class.

                  <info>%command.full_name% redis://127.0.0.1/0 --class='App\Cart*'</info>
                  <info>%command.full_name% var/cache/prod --damaged</info>
                  <info>%command.full_name% redis://127.0.0.1/0 --format='*igbinary*' --larger-than=100000 --json</info>


                HELP . self::exitCodes('there is no such value'));
    }

    protected function perform(Options $options, Output $output): int
    {
        $search = new Search($options->text('class'), $options->text('format'), $options->flag('damaged'), $options->numberOrNull('larger-than'));
        $json = $options->flag('json');
        $store = StoreOptions::open($options, $options->argument('source') ?? '');
        $found = 0;
        foreach (Ahead::items($store, $output, true) as $item) {
            $entry = $item->read();
            $format = $entry === null ? null : $search->of($entry);
            if ($entry !== null && $format !== null) {
                $found++;
                $output->write(($json ? json_encode(['key' => $entry->key, 'format' => $format, 'bytes' => strlen($entry->data)], JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR) : Output::printable($entry->key, PHP_INT_MAX)) . "\n");
            }
        }
        foreach (StoreOptions::skipped($store) as $line) {
            $output->note($line);
        }

        return $found === 0 ? ExitCode::NO_VALUE : ExitCode::DONE;
    }
}
