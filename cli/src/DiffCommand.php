<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Tools\Dump\Change;
use Lyo\Tools\Dump\Difference;
use Lyo\Tools\Dump\Differences;
use Lyo\Tools\Dump\Kind;
use Lyo\Tools\Dump\Node;
use Lyo\Tools\Dump\Stored;
use Lyo\Tools\Dump\Text;
use Lyo\Tools\Place\Spelling;
use Lyo\Tools\Store\Stores;
use Lyo\Translator;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;

use function count;
use function is_file;
use function is_finite;
use function is_float;
use function is_string;
use function max;
use function preg_match;

/** Compares two values. */
#[AsCommand('diff', 'Show where two values differ; they may have different formats')]
final class DiffCommand extends Command
{
    protected function configure(): void
    {
        StoreOptions::addPlace($this)->addArgument('a', InputArgument::REQUIRED, 'A file, or - for standard input')
            ->addArgument('b', InputArgument::REQUIRED, 'Another file')
            ->addOption('key', null, InputOption::VALUE_REQUIRED, 'The key, if these are stores')
            ->addOption('input', null, InputOption::VALUE_REQUIRED, 'How the input is written: raw, hex, base64, quoted; guessed by default', null, Spelling::names())
            ->addOption('format', 'f', InputOption::VALUE_REQUIRED, 'text or json', 'text', ['text', 'json'])
            ->setHelp(<<<'HELP'
                Compares values, not bytes: igbinary in gzip and the same value in lyo have no
                difference. It compares types, the order of keys, classes, and which places
                hold the same object. Entries of lists are compared by index.

                  <info>%command.full_name% before.ser after.lyo</info>
                  <info>%command.full_name% before.ser after.lyo --format=json | jq '.differences[].path'</info>

                Exit codes:
                  0 no difference
                  1 a difference
                  2 wrong use, or something could not be read or written
                  3 the data are damaged or in an unknown format
                HELP);
    }

    protected function perform(Options $options, Output $output): int
    {
        $format = $options->choice('format', ['text', 'json']);
        [$old, $oldText] = $this->read($options->argument('a') ?? '', $options, $output);
        [$new, $newText] = $this->read($options->argument('b') ?? '', $options, $output);
        $differences = Differences::between($oldText, $newText);
        $count = $format === 'json' ? self::json($old, $new, $differences, $output) : self::text($old, $new, $differences, $output);
        return $count === 0 ? ExitCode::DONE : ExitCode::DIFFERENT;
    }

    /** 1 is for values that differ. */
    protected function failed(): int
    {
        return ExitCode::WRONG_USE;
    }

    /** @return array{array{string, string}, string} name and summary, text of serialize() */
    private function read(string $source, Options $options, Output $output): array
    {
        $place = Places::of($source, is_file($source) && !Stores::isSqlite($source) ? null : $options->text('key'), $options);
        $this->subject = $place->name();
        $stored = Stored::of(Reading::of($place, $options, $output), packed: $place->packed());
        return [[$place->name(), $stored->summary()], Translator::toNative($stored->withoutNewline(), $stored->format)];
    }

    /**
     * @param array{string, string} $old
     * @param array{string, string} $new
     * @param iterable<Difference> $differences
     */
    private static function text(array $old, array $new, iterable $differences, Output $output): int
    {
        $count = 0;
        foreach ($differences as $difference) {
            if ($count++ === 0) {
                $output->write($output->heading("--- $old[0]: $old[1]") . "\n" . $output->heading("+++ $new[0]: $new[1]") . "\n");
            }
            $path = $difference->path->length() === 0 ? 'the value' : (string) $difference->path;
            if ($difference->change === Change::Reordered) {
                $output->write($output->colour("~ $path: the same keys in another order", 'yellow') . "\n");
                continue;
            }
            $room = max(24, ($output->isTerminal() ? Output::width() : 120) - Text::columns($path) - 4);
            if ($difference->old !== null) {
                $output->write($output->colour("- $path: " . self::short($difference->old, $room), 'red') . "\n");
            }
            if ($difference->new !== null) {
                $output->write($output->colour("+ $path: " . self::short($difference->new, $room), 'green') . "\n");
            }
        }
        return $count;
    }

    private static function short(Node $node, int $room): string
    {
        $entries = count($node->entries);
        return ($node->reference !== null && $node->kind !== Kind::SameSlot ? "&$node->reference " : '') . match ($node->kind) {
            Kind::Scalar => is_string($node->value) ? Text::short($node->value, $room) : Text::scalar($node->value),
            Kind::Array => $entries === 0 ? '[]' : ($node->isList() ? 'list of ' : 'map of ') . $entries,
            Kind::Object => 'object of ' . Text::name($node->class) . ' with ' . Text::count($entries, 'property', 'properties'),
            Kind::Custom => 'object of ' . Text::name($node->class) . ' with a payload',
            Kind::EnumCase => Text::name($node->class) . '::' . Text::name((string) $node->value),
            Kind::SameObject => "#$node->ordinal",
            Kind::SameSlot => "*$node->reference",
        };
    }

    /**
     * @param array{string, string} $old
     * @param array{string, string} $new
     * @param iterable<Difference> $differences
     */
    private static function json(array $old, array $new, iterable $differences, Output $output): int
    {
        $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR;
        $output->write('{"a": ' . Text::json(['name' => $old[0], 'is' => $old[1]], $flags) . ",\n" . '"b": ' . Text::json(['name' => $new[0], 'is' => $new[1]], $flags) . ",\n\"differences\": [");
        $count = 0;
        foreach ($differences as $difference) {
            $entry = ['path' => (string) $difference->path, 'change' => $difference->change->value];
            foreach (['old' => $difference->old, 'new' => $difference->new] as $side => $node) {
                if ($node !== null && $difference->change !== Change::Reordered) {
                    $entry[$side] = $node->kind === Kind::Scalar && !(is_string($node->value) && preg_match('//u', $node->value) !== 1) && !(is_float($node->value) && !is_finite($node->value)) ? $node->value : ['@text' => self::short($node, 1000)];
                }
            }
            $output->write(($count++ === 0 ? "\n" : ",\n") . Text::json($entry, $flags));
        }
        $output->write("\n]}\n");
        return $count;
    }
}
