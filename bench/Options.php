<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use InvalidArgumentException;
use Lyo\Tools\Measure\Codec;
use Symfony\Component\Console\Input\InputInterface;

/** Arguments and options of a command line, of the right type. */
final readonly class Options
{
    /** @param array<mixed> $given */
    private function __construct(private array $given) {}

    public static function of(InputInterface $input): self
    {
        return new self($input->getArguments() + $input->getOptions());
    }

    /** @param array<string, string|bool|null> $given */
    public static function from(array $given): self
    {
        return new self($given);
    }

    public function has(string $name): bool
    {
        return ($this->given[$name] ?? null) === true;
    }

    public function text(string $name): ?string
    {
        $text = $this->given[$name] ?? null;

        return is_string($text) && $text !== '' ? $text : null;
    }

    /** @return ($least is positive-int ? positive-int : int) */
    public function int(string $name, int $least): int
    {
        $text = $this->text($name) ?? '';
        if (preg_match('/^\d{1,9}$/', $text) !== 1 || (int) $text < $least) {
            throw new InvalidArgumentException("--$name takes a number from $least");
        }

        return (int) $text;
    }

    /** @param list<string> $choices */
    public function choice(string $name, array $choices): string
    {
        $text = $this->text($name) ?? $choices[0];

        return in_array($text, $choices, true) ? $text : throw new InvalidArgumentException("--$name is one of " . implode(', ', $choices));
    }

    /**
     * @param list<string> $known
     * @return list<string>
     */
    public function list(string $name, array $known): array
    {
        $given = array_map(trim(...), explode(',', $this->text($name) ?? ''));
        $list = array_values(array_unique(array_filter($given, static fn(string $word): bool => $word !== '')));
        $unknown = array_diff($list, $known);

        return $unknown === [] ? $list : throw new InvalidArgumentException("--$name does not know " . implode(', ', $unknown) . '; known: ' . implode(', ', $known));
    }

    /** @return list<string> other codecs than Lyo */
    public function codecs(): array
    {
        return $this->list('against', Codec::OTHERS);
    }
}
