<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Exception\LyoException;
use Lyo\Tools\Dump\Stored;
use Lyo\Tools\Place\Document;
use Lyo\Tools\Store\NewFile;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;

use function bin2hex;
use function file_get_contents;
use function function_exists;
use function getenv;
use function is_resource;
use function is_string;
use function pcntl_async_signals;
use function pcntl_signal;
use function proc_close;
use function proc_open;
use function random_bytes;
use function strlen;
use function sys_get_temp_dir;
use function unlink;

/** Changes a stored value in an editor. */
#[AsCommand('edit', 'Edit a value as JSON; it is written back in its own format')]
final class EditCommand extends Command
{
    protected function configure(): void
    {
        StoreOptions::addPlace($this)->addArgument('source', InputArgument::REQUIRED, 'A file')
            ->addArgument('key', InputArgument::OPTIONAL, 'The key in a store')
            ->addOption('from', null, InputOption::VALUE_REQUIRED, 'The format of the data; guessed by default', null, Stored::formats())
            ->setHelp(<<<'HELP'
                Opens the value as JSON in the editor that VISUAL or EDITOR names (default:
                vi). What you save is written back in the format that the data had, with the
                same compression. If somebody else has written the data in the meantime,
                nothing is written. A file is replaced by a rename, and keeps its owner and
                mode.

                JSON cannot hold objects of PHP classes, PHP references, and bytes that are
                not UTF-8. A value with these is refused, and the message says what is there
                and where. If you save something that is not JSON, nothing is written, and the
                message says where your text is kept.

                  <info>%command.full_name% /var/lib/php/sessions/sess_4a1b</info>
                  <info>EDITOR="code --wait" %command.full_name% var/cache/flags.lyo</info>


                HELP . self::exitCodes());
    }

    protected function perform(Options $options, Output $output): int
    {
        $source = $options->argument('source') ?? '';
        if ($source === '-') {
            throw Failure::use('standard input: cannot be written to (name a file)');
        }
        $place = Places::of($source, $options->argument('key'), $options);
        $this->subject = $name = $place->name();
        $from = $options->format('from');
        $old = $place->read();
        if ($old === '') {
            throw Failure::noValue("$name: is empty");
        }
        $stored = Stored::of($old, $from, packed: $place->packed());
        $document = Document::of($old, $from, $place->packed());
        $file = self::temporary($document->text);
        self::edit($file);
        $text = file_get_contents($file);
        if ($text === false) {
            throw Failure::failed("$file: cannot be read (nothing was written)");
        }
        if ($text === $document->text) {
            unlink($file);
            $output->write("$name: unchanged\n");
            return ExitCode::DONE;
        }
        try {
            $new = $document->with($text);
        } catch (LyoException $e) {
            throw Failure::noValue("$file: {$e->getMessage()} (nothing was written; your text is kept there)");
        }
        if ($new === null) {
            unlink($file);
            $output->write("$name: the same value, unchanged\n");
            return ExitCode::DONE;
        }
        if (!$place->replace($old, $new)) {
            throw Failure::failed("$name: somebody else has written it meanwhile (nothing was written; your text is kept in $file)");
        }
        unlink($file);
        $output->write("$name: written, " . $stored->path . ', ' . strlen($old) . ' → ' . strlen($new) . " bytes\n");
        return ExitCode::DONE;
    }

    /** A file that nobody else may read: values may be secret. */
    private static function temporary(string $text): string
    {
        $file = sys_get_temp_dir() . '/lyo-edit-' . bin2hex(random_bytes(6)) . '.json';
        return NewFile::create($file, $text, 0600) ? $file : throw Failure::failed("$file: cannot be written");
    }

    private static function edit(string $file): void
    {
        $editor = 'vi';
        foreach (['EDITOR', 'VISUAL'] as $variable) {
            $named = getenv($variable);
            $editor = is_string($named) && $named !== '' ? $named : $editor;
        }
        if (function_exists('pcntl_signal')) { // Ctrl-C is for the editor
            pcntl_async_signals(true);
            pcntl_signal(SIGINT, static function (): void {});
        }
        // a shell takes it apart: EDITOR="code --wait"; the trap keeps that shell alive, too
        $process = proc_open(['sh', '-c', "trap : INT; $editor \"\$1\"", 'sh', $file], [STDIN, STDOUT, STDERR], $pipes);
        $status = is_resource($process) ? proc_close($process) : -1;
        if (function_exists('pcntl_signal')) {
            pcntl_signal(SIGINT, SIG_DFL);
        }
        if ($status !== 0) {
            unlink($file);
            throw Failure::failed("the editor \"$editor\" ended with $status: nothing was written (EDITOR names another one)");
        }
    }
}
