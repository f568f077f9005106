<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Command;

use Lyo\Bundle\Pools;
use Lyo\Format;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand('lyo:status', 'Show what Lyo does in this application: extension, format, pools')]
final class StatusCommand extends Command
{
    /**
     * @param array{writes: string, compress: string|null, signed: bool, session: bool, every_host_reads: bool} $settings
     */
    public function __construct(
        private readonly Pools $pools,
        private readonly ?MarshallerInterface $marshaller,
        private readonly array $settings,
    ) {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->setHelp(<<<'HELP'
            Each process decides for itself what it writes. This command tells it for the
            PHP of the command line. The extension of the web server may be another one:
            the panel "Lyo" of the profiler shows it.
            HELP);
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $io = new SymfonyStyle($input, $output);
        $io->definitionList(
            ['Extension lyo' => false !== \ini_get('lyo.max_depth') ? phpversion('lyo') : 'not loaded'],
            ['Setting "writes"' => $this->settings['writes']],
            ['Caches are written as' => $this->written()],
            ['Compression of lyo' => $this->settings['compress'] ?? 'none'],
            ['Signature' => $this->settings['signed'] ? 'yes' : 'no'],
            ['Sessions' => $this->settings['session'] ? 'Lyo'.($this->settings['every_host_reads'] ? '' : ', written as before until "every_host_reads" is true') : 'not Lyo ("lyo.session.enabled")'],
        );

        $rows = [];
        foreach ($this->pools->all() as $name => $pool) {
            $rows[] = [$name, $pool['adapter'], null === $this->pools->whyNot && $pool['marshaller'] ? 'yes' : 'no'];
        }
        $io->table(['Pool', 'Adapter', 'Lyo'], $rows);

        if (null !== $this->pools->whyNot) {
            $io->warning(\sprintf('No pool uses Lyo: %s.', $this->pools->whyNot));
        }

        return Command::SUCCESS;
    }

    /**
     * The format in which a list is stored.
     */
    private function written(): string
    {
        $data = $this->marshaller?->marshall([['Lyo']], $failed)[0] ?? null;

        return \is_string($data) ? Format::detect($data)->value ?? 'a format of the application' : 'nothing';
    }
}
