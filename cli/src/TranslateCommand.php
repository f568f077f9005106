<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Format;
use Lyo\Tools\Dump\Stored;
use Lyo\Tools\Dump\Text;
use Lyo\Tools\Place\File;
use Lyo\Tools\Place\Spelling;
use Lyo\Translator;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;

use function basename;
use function count;
use function implode;
use function in_array;
use function is_dir;
use function number_format;
use function rtrim;
use function strlen;

/** Translates data into another format. */
#[AsCommand('translate', 'Translate stored data into another format')]
final class TranslateCommand extends Command
{
    private const FORMATS = ['native', 'lyo', 'igbinary', 'msgpack', 'var_export', 'wddx', 'bson'];
    private const BINARY = ['lyo', 'igbinary', 'msgpack', 'bson'];

    protected function configure(): void
    {
        $this->addArgument('file', InputArgument::OPTIONAL | InputArgument::IS_ARRAY, 'Files, or - for standard input')
            ->addOption('to', 't', InputOption::VALUE_REQUIRED, implode(', ', self::FORMATS), null, self::FORMATS)
            ->addOption('output', 'o', InputOption::VALUE_REQUIRED, 'Write to this file; or, if it is a folder, to files of the same names in it')
            ->addOption('input', null, InputOption::VALUE_REQUIRED, 'How the input is written: raw, hex, base64, quoted; guessed by default', null, Spelling::names())
            ->addOption('from', null, InputOption::VALUE_REQUIRED, 'The format of the data; guessed by default', null, Stored::formats())
            ->setHelp(<<<'HELP'
                The result is exact, or it is refused: it is translated back and compared
                before anything is written. Compressed data are unpacked, and the result is
                not compressed. No class is loaded. The output file is replaced by a rename,
                so no other program sees half of it, and a full disk leaves the old file.

                  <info>%command.full_name% --to=lyo value.ser -o value.lyo</info>
                  <info>%command.full_name% --to=native sess_* -o converted/</info>
                  <info>redis-cli get user:5 | %command.full_name% --to=var_export</info>


                HELP . self::exitCodes());
    }

    protected function perform(Options $options, Output $output): int
    {
        $files = $options->arguments('file');
        if ($files === [] && Output::isStandardInputTerminal()) {
            throw new HelpWanted();
        }
        $files = $files === [] ? ['-'] : $files;
        if ($options->text('to') === 'json') {
            throw Failure::use('--to=json: JSON cannot hold every value; lyo dump --as=json shows one as JSON');
        }
        $name = $options->choice('to', self::FORMATS);
        $to = $name === 'igbinary' ? Format::Igbinary2 : Format::from($name);
        $from = $options->format('from');
        $target = $options->text('output');
        $folder = $target !== null && is_dir($target) ? rtrim($target, '/') : null;
        if (count($files) > 1 && $folder === null) {
            throw Failure::use(count($files) . ' files: their results cannot go to one place (-o FOLDER names a folder that is there)');
        }
        if ($target === null && in_array($name, self::BINARY, true) && $output->isTerminal()) {
            throw Failure::use("$name is binary, and not written to a terminal (use -o FILE, or a pipe)");
        }
        foreach ($files as $file) {
            $place = Places::of($file);
            $this->subject = $place->name();
            $stored = Stored::of(Reading::of($place, $options, $output), $from);
            $result = Translator::translate($stored->withoutNewline(), $to, $stored->format);
            if ($target === null) {
                if ($output->isTerminal() && Text::isCommand($result)) {
                    throw Failure::use("$this->subject: the result has control characters, and is not written to a terminal (use -o FILE, or a pipe)");
                }
                $output->write($result);
                continue;
            }
            $path = $folder === null ? $target : $folder . '/' . ($file === '-' ? throw Failure::use('-o: standard input has no name (name a file)') : basename($file));
            (new File($path))->write($result);
            $output->write(Text::plain($path) . ": $stored->path, " . number_format($stored->size) . " bytes → $name, " . number_format(strlen($result)) . " bytes\n");
        }
        return ExitCode::DONE;
    }
}
