<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Command;

use InvalidArgumentException;
use Lyo\Compression;
use Lyo\Dump\Collector;
use Lyo\Dump\Diagnostic;
use Lyo\Dump\Hex;
use Lyo\Dump\Json;
use Lyo\Dump\Tree;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Format;
use Lyo\Translator;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/** Prints data of any known format. */
#[AsCommand('dump', 'Print stored data of any known format; no class is loaded')]
final class DumpCommand extends Command
{
    protected function configure(): void
    {
        $this->addArgument('file', InputArgument::OPTIONAL, 'The file; - for standard input', '-')
            ->addOption('format', 'f', InputOption::VALUE_REQUIRED, 'tree, diag, json or hex', 'tree')
            ->addOption('from', null, InputOption::VALUE_REQUIRED, 'The format of the data, if it is not to be detected')
            ->setHelp('Exit codes: 0 printed, 1 the output cannot be written, 2 wrong use, 3 the data are damaged or of no known format.');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        return Ending::of($output, function (OutputInterface $errors) use ($input, $output): void {
            $how = $input->getOption('format');
            $data = Input::data($input);
            $format = Input::format($input, 'from');
            if (!\in_array($how, ['tree', 'diag', 'json', 'hex'], true)) {
                throw new InvalidArgumentException('--format is one of tree, diag, json, hex');
            }
            Output::write($output, $this->print($data, $format, $how, $errors));
        });
    }

    /** @throws LyoException */
    private function print(string $data, ?Format $format, string $how, OutputInterface $errors): string
    {
        $format ??= Format::guess($data) ?? throw Failure::unknownFormat('data of an unknown format');
        [$data, $format, $path] = Compression::unwrapAll($data, $format, Format::guess(...));
        $errors->writeln("$path, " . \strlen($data) . ' bytes', OutputInterface::VERBOSITY_VERBOSE | OutputInterface::OUTPUT_RAW);
        if ($how === 'hex') {
            return Hex::print($data);
        }
        [$node, $sharing] = Collector::collect(Translator::toNative($data, $format));
        return match ($how) {
            'diag' => Diagnostic::print($node, $sharing) . "\n",
            'json' => Json::print($node),
            default => Tree::print($node, $sharing),
        };
    }
}
