<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Tools\Dump\Text;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Formatter\OutputFormatterStyle;
use Symfony\Component\Console\Helper\Helper;
use Symfony\Component\Console\Helper\ProgressBar;
use Symfony\Component\Console\Output\ConsoleOutputInterface;
use Symfony\Component\Console\Output\NullOutput;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Output\StreamOutput;
use Symfony\Component\Console\Terminal;

use function defined;
use function error_clear_last;
use function error_get_last;
use function explode;
use function fflush;
use function fgets;
use function fwrite;
use function preg_match;
use function stream_isatty;
use function strlen;
use function substr;

/**
 * Where a command prints: results to standard output, all of them or a failure is thrown (Symfony's outputs do not look at what
 * fwrite() returns); notes, errors and progress to standard error.
 */
final class Output
{
    /** Bytes that are collected before they are written. */
    private const BUFFER = 32 << 10;

    /** Where notes and errors go. */
    public readonly OutputInterface $errors;
    /** Whether results are coloured: a terminal without NO_COLOR, or --ansi. */
    public readonly bool $colours;
    private readonly bool $quiet;
    private string $buffer = '';
    /** @var array<string, OutputFormatterStyle> */
    private static array $styles = [];

    public function __construct(public readonly OutputInterface $output)
    {
        $this->errors = $output instanceof ConsoleOutputInterface ? $output->getErrorOutput() : $output;
        $this->colours = $output->isDecorated();
        $this->quiet = $output->getVerbosity() < OutputInterface::VERBOSITY_NORMAL;
    }

    /** Collects bytes of the result and writes them when there are enough. */
    public function write(string $bytes): void
    {
        if ($this->quiet) {
            return;
        }
        $this->buffer .= $bytes;
        if (strlen($this->buffer) >= self::BUFFER) {
            $this->flush();
        }
    }

    /** Writes what was collected. */
    public function flush(): void
    {
        $bytes = $this->buffer;
        $this->buffer = '';
        if (!$this->output instanceof StreamOutput) {
            $bytes === '' || $this->output->write($bytes, false, OutputInterface::OUTPUT_RAW);
            return;
        }
        error_clear_last();
        $stream = $this->output->getStream();
        for ($done = 0; $done < strlen($bytes); $done += $written) {
            $written = @fwrite($stream, $done === 0 ? $bytes : substr($bytes, $done));
            if ($written === false || $written === 0) {
                throw self::failure();
            }
        }
        if (!@fflush($stream)) {
            throw self::failure();
        }
    }

    /** A heading: bold, because white cannot be read on a white terminal. */
    public function heading(string $text): string
    {
        return $this->colours && $text !== '' ? (self::$styles['heading'] ??= new OutputFormatterStyle(null, null, ['bold']))->apply($text) : $text;
    }

    /** Text of the result in a colour (a name of Symfony's, "bright-blue" and the like), where there are colours. */
    public function colour(string $text, string $colour): string
    {
        if (!$this->colours || $text === '') {
            return $text;
        }
        return (self::$styles[$colour] ??= new OutputFormatterStyle($colour))->apply($text);
    }

    /**
     * Colours of the parts of a value.
     *
     * @return array<string, array{string, string}>
     */
    public function palette(): array
    {
        $palette = [];
        foreach ($this->colours ? ['key' => 'cyan', 'string' => 'green', 'number' => 'yellow', 'constant' => 'magenta', 'class' => 'bright-blue', 'bytes' => 'gray', 'mark' => 'bright-red', 'note' => 'gray'] : [] as $part => $colour) {
            $ends = explode('|', (new OutputFormatterStyle($colour))->apply('|'));
            $palette[$part] = [$ends[0], $ends[1] ?? ''];
        }
        return $palette;
    }

    /** Results go to a terminal. */
    public function isTerminal(): bool
    {
        return $this->output instanceof StreamOutput && stream_isatty($this->output->getStream());
    }

    /** Whoever is at the terminal would have to type what is read. */
    public static function isStandardInputTerminal(): bool
    {
        return defined('STDIN') && stream_isatty(STDIN);
    }

    /** Asks a question on standard error, if somebody is at the terminal who can answer. Returns true for "y" and "yes". */
    public function asks(string $question): bool
    {
        if (!self::isStandardInputTerminal() || $this->quiet) {
            return false;
        }
        $this->errors->write(OutputFormatter::escape(Text::plain($question)) . ' [y/N] ');

        return preg_match('/\A\s*y(?:es)?\s*\z/i', (string) fgets(STDIN)) === 1;
    }

    /** A line on standard error that is no error: "lyo: …". Names of files, keys and classes may hold anything: a terminal takes none of it for a command. */
    public function note(string $text): void
    {
        if ($this->buffer !== '') {
            $this->flush(); // a note stands behind the result that it is about, also where both go to one place
        }
        $this->errors->writeln("<comment>lyo:</> " . OutputFormatter::escape(Text::plain($text)));
    }

    /** An error of one line: "lyo: WHAT: WHY (what to do)". */
    public function error(string $text): void
    {
        $this->errors->writeln("<fg=red>lyo:</> " . OutputFormatter::escape(Text::plain($text)), OutputInterface::VERBOSITY_QUIET);
    }

    /** A bar on standard error, where that is a terminal; call clear() at its end. */
    public function progress(int $steps = 0): ProgressBar
    {
        return new ProgressBar($this->errors->isDecorated() && $this->errors !== $this->output ? $this->errors : new NullOutput(), $steps);
    }

    /** A key as it can be printed: what is no UTF-8 and no printable character is escaped, a long one is cut. */
    public static function printable(string $key, int $columns = 60): string
    {
        $key = preg_match('//u', $key) === 1 ? (string) preg_replace_callback('/[\p{C}]/u', static fn(array $match): string => addcslashes($match[0], "\0..\377"), $key) : addcslashes($key, "\0..\37\177..\377\\");

        return Helper::width($key) <= $columns ? $key : Helper::substr($key, 0, $columns - 1) . '…';
    }

    /** Columns of the terminal, 80 where there is none. */
    public static function width(): int
    {
        return (new Terminal())->getWidth();
    }

    private static function failure(): Failure
    {
        // "fwrite(): Write of 5 bytes failed with errno=28 No space left on device"
        $reason = preg_match('/errno=(\d+) (.+)/', error_get_last()['message'] ?? '', $match) === 1 ? $match[2] : 'unknown reason';
        return $reason === 'Broken pipe' ? Failure::readerGone() : Failure::failed("standard output: cannot be written: $reason");
    }
}
