<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use Lyo\Tests\Support\Rng;

/** Draws the words of templates: names of properties as code of one class may say them, and constants. Mostly names that there are. */
final readonly class Vocabulary
{
    /** Names that no class declares; objects may have the first two. */
    private const STRANGE = ['dynamic', '5', 'nothing', 'A'];

    /** @var list<Property> */
    private array $visible;

    /** @var list<Property> */
    private array $slots;

    public function __construct(
        private Rng $rng,
        ClassPlan $class,
    ) {
        $this->visible = $class->visible();
        $this->slots = $class->slots();
    }

    /** Code in which each {word} is replaced by one that fits. */
    public function fill(string $template): string
    {
        return (string) preg_replace_callback('/\{([a-z]+)\}/', fn(array $match): string => $this->word($match[1]) ?? $match[0], $template);
    }

    private function word(string $word): ?string
    {
        return match ($word) {
            'literal' => $this->literal(),
            'name' => $this->name(),
            'mangled' => $this->mangled(),
            'prop' => $this->visible === [] || $this->rng->chance(5) ? $this->rng->pick(['dynamic', 'nothing']) : $this->rng->pick($this->visible)->name,
            'untyped' => $this->untyped(),
            'number' => (string) $this->rng->int(0, 3),
            'value' => $this->rng->pick(['null', 'null', "'v'", "'a'", '0', '1', "''", '[]', 'true']),
            default => null,
        };
    }

    private function name(): string
    {
        $strange = $this->rng->chance(4) || $this->visible === [];
        $hidden = $this->rng->chance(3) && $this->slots !== [];
        $name = match (true) {
            $strange => $this->rng->pick(self::STRANGE),
            $hidden => $this->rng->pick($this->slots)->name,
            default => $this->rng->pick($this->visible)->name,
        };

        return "'" . $name . "'";
    }

    private function mangled(): string
    {
        return $this->slots === [] ? "'nothing'" : $this->rng->pick($this->slots)->mangled();
    }

    private function literal(): string
    {
        $names = array_map(static fn(Property $property): string => "'" . $property->name . "'", $this->some());
        if ($this->rng->chance(4)) {
            $names[] = $this->rng->chance(50) ? $this->name() : $this->mangled();
        }

        return '[' . implode(', ', $names) . ']';
    }

    private function untyped(): string
    {
        $untyped = array_values(array_filter($this->visible, static fn(Property $property): bool => $property->type === null || $property->type === 'mixed'));

        return $untyped === [] ? 'cache' : $this->rng->pick($untyped)->name;
    }

    /** @return list<Property> */
    private function some(): array
    {
        $mixed = $this->rng->shuffle($this->visible);

        return $mixed === [] ? [] : array_slice($mixed, 0, $this->rng->int(1, count($mixed)));
    }
}
