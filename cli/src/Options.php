<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Format;
use Symfony\Component\Console\Input\InputInterface;

use function array_filter;
use function array_map;
use function array_values;
use function implode;
use function in_array;
use function is_file;
use function is_string;
use function max;
use function preg_match;

/** Arguments and options of a command, checked: what is wrong ends it with exit code 2. */
final class Options
{
    public function __construct(private readonly InputInterface $input) {}

    /** The text of an option; null where it is absent or empty. */
    public function text(string $option): ?string
    {
        $text = $this->input->getOption($option);
        return is_string($text) && $text !== '' ? $text : null;
    }

    public function flag(string $option): bool
    {
        return $this->input->getOption($option) === true;
    }

    /** Whether the command has such an option. */
    public function has(string $option): bool
    {
        return $this->input->hasOption($option);
    }

    /** Whether an option stands there whose value may be left out (and which has false for its default). */
    public function isGiven(string $option): bool
    {
        return $this->input->getOption($option) !== false;
    }

    /**
     * One of these words.
     *
     * @param non-empty-list<string> $words
     */
    public function choice(string $option, array $words): string
    {
        return $this->among($option, $this->text($option) ?? throw Failure::use("--$option: is missing (use one of " . implode(', ', $words) . ')'), $words);
    }

    /**
     * Some of these words, for an option that may stand there several times.
     *
     * @param non-empty-list<string> $words
     *
     * @return list<string>
     */
    public function choices(string $option, array $words): array
    {
        return array_map(fn(string $word): string => $this->among($option, $word, $words), array_values(array_filter((array) $this->input->getOption($option), is_string(...))));
    }

    /** @param non-empty-list<string> $words */
    public function among(string $option, string $word, array $words): string
    {
        return in_array($word, $words, true) ? $word : throw Failure::use("--$option=$word: unknown (use one of " . implode(', ', $words) . ')');
    }

    /** @return positive-int */
    public function number(string $option): int
    {
        return $this->numberOrNull($option) ?? throw Failure::use("--$option: takes a number from 1 to 9999999");
    }

    /** @return positive-int|null null where the option is absent */
    public function numberOrNull(string $option): ?int
    {
        $text = $this->text($option);
        if ($text === null) {
            return null;
        }
        return preg_match('/\A[1-9]\d{0,6}\z/', $text) === 1 ? max(1, (int) $text) : throw Failure::use("--$option=$text: takes a number from 1 to 9999999");
    }

    /** The format that an option names; null where it is absent. */
    public function format(string $option): ?Format
    {
        $name = $this->text($option);
        if ($name === null) {
            return null;
        }
        $format = $name === 'igbinary' ? Format::Igbinary2 : Format::tryFrom($name);
        return $format ?? throw Failure::use("--$option=$name: unknown format (use one of " . implode(', ', array_map(static fn(Format $format): string => $format->value, Format::cases())) . ')');
    }

    public function argument(string $name): ?string
    {
        $text = $this->input->getArgument($name);
        return is_string($text) ? $text : null;
    }

    /** @return list<string> */
    public function arguments(string $name): array
    {
        return array_values(array_filter((array) $this->input->getArgument($name), is_string(...)));
    }

    /** Loads the file of --autoload, whose classes are then used; false without that option: no class is loaded. */
    public function autoload(): bool
    {
        $file = $this->text('autoload');
        if ($file === null) {
            return false;
        }
        if (!is_file($file)) {
            throw Failure::use("--autoload=$file: no such file");
        }
        require_once $file;

        return true;
    }
}
