<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Cli;

use Lyo\Compression;
use Lyo\Dump\Collector;
use Lyo\Dump\Diagnostic;
use Lyo\Dump\Hex;
use Lyo\Dump\Json;
use Lyo\Dump\Tree;
use Lyo\Exception\LyoException;
use Lyo\Failure as LyoFailure;
use Lyo\Format;
use Lyo\Translator;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputArgument;
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

    protected function perform(Options $options, Output $output): int
    {
        $how = $options->choice('format', ['tree', 'diag', 'json', 'hex']);
        $output->write($this->print(Places::of($this->subject = $options->argument('file') ?? '-')->read(), $options->format('from'), $how, $output->errors));
        return ExitCode::DONE;
    }

    /** @throws LyoException */
    private function print(string $data, ?Format $format, string $how, OutputInterface $errors): string
    {
        $format ??= Format::guess($data) ?? throw LyoFailure::unknownFormat('data of an unknown format');
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
