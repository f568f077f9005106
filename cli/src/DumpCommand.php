<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Closure;
use InvalidArgumentException;
use Lyo\Exception\LyoException;
use Lyo\Format;
use Lyo\Tools\Dump\Collector;
use Lyo\Tools\Dump\Diagnostic;
use Lyo\Tools\Dump\Hex;
use Lyo\Tools\Dump\Json;
use Lyo\Tools\Dump\JsonForms;
use Lyo\Tools\Dump\LyoHex;
use Lyo\Tools\Dump\Path;
use Lyo\Tools\Dump\Printer;
use Lyo\Tools\Dump\Stored;
use Lyo\Tools\Dump\Text;
use Lyo\Tools\Dump\Tree;
use Lyo\Tools\Dump\View;
use Lyo\Tools\Place\Spelling;
use Lyo\Translator;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;

use function json_encode;
use function max;
use function ord;
use function preg_replace;
use function strlen;
use function substr;

/** Prints data of any known format. */
#[AsCommand('dump', 'Show the format of stored data, and the value as a tree')]
final class DumpCommand extends Command
{
    private const FORMS = ['tree', 'json', 'php', 'diag', 'hex'];

    protected function configure(): void
    {
        StoreOptions::addPlace($this)->addArgument('source', InputArgument::OPTIONAL, 'A file, - for standard input, or a store such as redis://HOST:PORT/DATABASE')
            ->addArgument('key', InputArgument::OPTIONAL, 'The key in a store')
            ->addOption('match', null, InputOption::VALUE_REQUIRED, 'All keys of a store that match this pattern: a line of JSON for each')
            ->addOption('as', null, InputOption::VALUE_REQUIRED, 'As tree, json, php (a literal) or diag (one line)', 'tree', self::FORMS)
            ->addOption('hex', null, InputOption::VALUE_NONE, 'Show the bytes, with the meaning of each token')
            ->addOption('path', 'p', InputOption::VALUE_REQUIRED, 'Show only the value at this path: user.roles.0')
            ->addOption('depth', 'd', InputOption::VALUE_REQUIRED, 'Show this many levels')
            ->addOption('limit', 'l', InputOption::VALUE_REQUIRED, 'Show this many entries of each array and object')
            ->addOption('full', null, InputOption::VALUE_NONE, 'Do not shorten long strings')
            ->addOption('input', null, InputOption::VALUE_REQUIRED, 'raw, hex, base64, quoted; guessed by default', null, Spelling::names())
            ->addOption('from', null, InputOption::VALUE_REQUIRED, 'The format of the data; guessed by default', null, Stored::formats())
            ->addOption('dictionaries', null, InputOption::VALUE_REQUIRED, 'Files of zstd dictionaries, with colons between')
            ->addOption('format', 'f', InputOption::VALUE_REQUIRED, 'text or json', 'text', ['text', 'json'])
            ->setHelp(<<<'HELP'
                The first line shows the format and the size of the data. Then comes the
                value, one entry in each line. The number on the left is the size of the entry
                in bytes, with everything in it, but without its key. Values that share a
                column have no size of their own. No class is loaded.

                  <info>%command.full_name% var/cache/pools/a1b2c3</info>
                  <info>%command.full_name% /var/lib/php/sessions/sess_4a1b --path=user.roles</info>
                  <info>%command.full_name% redis://127.0.0.1/0 user:5</info>
                  <info>redis-cli get user:5 | %command.full_name%</info>
                  <info>%command.full_name% big.lyo --depth=1 --limit=20</info>
                  <info>%command.full_name% value --as=json | jq .items[0]</info>
                  <info>%command.full_name% value --hex</info>

                With --limit, reading ends after the last entry that is shown, so damage
                behind it is not found.


                HELP . self::exitCodes());
    }

    protected function perform(Options $options, Output $output): int
    {
        if ($options->text('match') !== null) {
            return $this->lines($options, $output);
        }
        $form = self::form($options);
        $view = self::view($options, $output);
        $from = $options->format('from');
        $stored = $this->stored($options, $output, $from);
        match ($form) {
            'tree' => $this->tree($stored, $view, $output),
            'json' => $this->print($stored, $view, $output->write(...)),
            'hex' => $this->hex($stored, $output),
            'php' => self::php(Translator::translate($stored->withoutNewline(), Format::VarExport, $stored->format), $output),
            default => $output->write(self::notation($stored->withoutNewline(), $stored->format) . "\n"),
        };
        if ($stored->newline) {
            $output->note("$this->subject: " . Spelling::newline(1));
        }
        return ExitCode::DONE;
    }

    /** Prints the values of many keys, each with its key as a line of JSON. A value that cannot be read has an error in its place. */
    private function lines(Options $options, Output $output): int
    {
        $source = $options->argument('source') ?? '';
        $view = self::view($options, $output);
        $dictionaries = Reading::dictionaries($options);
        $values = 0;
        foreach (StoreOptions::open($options, $source)->items(null, true) as $item) {
            $entry = $item->read();
            if ($entry === null) {
                continue;
            }
            $values++;
            $line = ['key' => $entry->key, 'bytes' => strlen($entry->data)];
            $text = '';
            try {
                $stored = Stored::of($entry->data, null, $dictionaries, $entry->packed);
                $line['format'] = $stored->path;
                $this->print($stored, $view, static function (string $part) use (&$text): void {
                    $text .= $part;
                });
                // Within strings a newline is escaped.
                $text = ', "value": ' . preg_replace('/\n */', '', $text);
            } catch (LyoException $e) {
                $line['error'] = $e->getMessage();
                $text = '';
            }
            $output->write(substr(json_encode($line, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR), 0, -1) . "$text}\n");
        }

        return $values === 0 ? throw Failure::noValue("$source: there is no such key") : ExitCode::DONE;
    }

    private static function php(string $literal, Output $output): void
    {
        $output->write(($output->isTerminal() ? Text::literal($literal) : $literal) . ";\n");
    }

    private static function notation(string $data, Format $format): string
    {
        return Diagnostic::print(...Collector::collect(Translator::toNative($data, $format), strlen($data)));
    }

    private static function form(Options $options): string
    {
        if ($options->choice('format', ['text', 'json']) === 'json') {
            return 'json';
        }
        return $options->flag('hex') ? 'hex' : $options->choice('as', self::FORMS);
    }

    private static function view(Options $options, Output $output): View
    {
        try {
            $path = Path::parse($options->text('path') ?? '');
        } catch (InvalidArgumentException $e) {
            throw Failure::use('--path: ' . $e->getMessage());
        }
        $columns = $options->flag('full') ? 0 : ($output->isTerminal() ? max(40, Output::width()) : 120);
        return new View($path, $options->numberOrNull('depth'), $options->numberOrNull('limit'), $columns, $output->palette());
    }

    private function stored(Options $options, Output $output, ?Format $from): Stored
    {
        $source = $options->argument('source');
        if ($source === null && Output::isStandardInputTerminal()) {
            throw new HelpWanted();
        }
        $place = Places::of($source ?? '-', $options->argument('key'), $options);
        $this->subject = $place->name();
        $data = Reading::of($place, $options, $output);
        $stored = Stored::of($data, $from, Reading::dictionaries($options), $place->packed());
        $this->subject .= " ($stored->path)";
        return $stored;
    }

    private function tree(Stored $stored, View $view, Output $output): void
    {
        $first = true;
        $write = static function (string $text) use ($output, &$first): void {
            $output->write($text);
            if ($first) {
                $output->flush();
                $first = false;
            }
        };
        $end = $stored->hasPlaces() ? strlen($stored->lyo()) : null;
        $this->show($stored, $view, $output, static fn(bool $sharing, array $shared, int $shift): Printer => new Tree($write, $view, $output->heading($stored->summary()), $end, $sharing, $shared, $shift));
    }

    /** @param Closure(string): void $write */
    private function print(Stored $stored, View $view, Closure $write): void
    {
        $forms = null;
        $stored->push(static function (bool $sharing, array $shared, int $shift) use ($view, &$forms): JsonForms {
            return $forms = new JsonForms($view, $sharing, $shared, $shift);
        });
        $exceptions = $forms->exceptions ?? [];
        $this->show($stored, $view, null, static fn(bool $sharing, array $shared, int $shift): Printer => new Json($write, $exceptions, $view, $sharing, $shared, $shift));
    }

    /** @param Closure(bool, array<int, true>, int): Printer $make */
    private function show(Stored $stored, View $view, ?Output $output, Closure $make): void
    {
        $printer = null;
        try {
            $stored->push(static function (bool $sharing, array $shared, int $shift) use ($make, &$printer): Printer {
                return $printer = $make($sharing, $shared, $shift);
            });
        } catch (LyoException $e) {
            if ($printer instanceof Tree) { // what was good
                $printer->finish();
                $output?->flush();
            }
            throw $e;
        }
        if ($printer?->found() === false) {
            throw Failure::noValue("$this->subject: there is nothing at $view->path");
        }
        $printer?->finish();
    }

    private function hex(Stored $stored, Output $output): void
    {
        $output->write($output->heading($stored->summary()) . "\n");
        $isLyo = $stored->format === Format::Lyo || $stored->format === Format::LyoCarrier;
        $isSession = $stored->format === Format::SessionPhp || $stored->format === Format::SessionPhpBinary;
        $data = $stored->withoutNewline();
        $data = $stored->format === Format::LyoCarrier ? substr($data, 4) : $data;
        $hex = new Hex($data, $output->write(...), shift: $isSession ? 1 : 0);
        try {
            if ($isLyo) {
                LyoHex::print($data, $hex);
            } elseif ($stored->hasPlaces()) {
                if ($stored->format === Format::Igbinary1 || $stored->format === Format::Igbinary2) {
                    $hex->line(0, 0, 4, 'igbinary, version ' . ord($data[3]));
                }
                $stored->push(static fn(): Hex => $hex);
            } else {
                $output->note("$this->subject: bytes of this format are shown without their meaning");
                $hex->line(0, 0, strlen($data), '');
            }
        } catch (LyoException $e) {
            $hex->failure($e->getOffset(), $e->getMessage());
            $output->flush();
            throw $e;
        }
    }
}
