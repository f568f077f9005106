<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

/** A class that is drawn: what it declares, and what its objects have. */
final class ClassPlan
{
    /** @var list<Property> */
    public array $properties = [];

    /** Code of __sleep(); null if the class does not define it. */
    public ?string $hook = null;

    public bool $hookInTrait = false;

    public function __construct(
        public readonly string $space,
        public readonly string $name,
        public readonly ?self $parent,
        public readonly bool $dynamic,
    ) {}

    public function fullName(): string
    {
        return $this->space . $this->name;
    }

    public function sleeps(): bool
    {
        return $this->hook !== null || $this->parent?->sleeps() === true;
    }

    /**
     * One for each slot of an object: a property that a child declares again replaces that of its parent.
     *
     * @return list<Property>
     */
    public function slots(): array
    {
        $own = array_column($this->properties, null, 'name');
        $slots = $this->parent?->slots() ?? [];
        foreach ($slots as $i => $slot) {
            if ($slot->visibility !== 'private' && isset($own[$slot->name])) {
                $slots[$i] = $own[$slot->name];
                unset($own[$slot->name]);
            }
        }

        return [...$slots, ...array_values($own)];
    }

    /**
     * The properties that code of the class can name.
     *
     * @return list<Property>
     */
    public function visible(): array
    {
        return array_values(array_filter(
            $this->slots(),
            fn(Property $slot): bool => $slot->visibility !== 'private' || $slot->class === $this->fullName(),
        ));
    }

    public function code(): string
    {
        $lines = $this->properties === [] ? [] : array_map(static fn(Property $property): string => '    ' . $property->code(), $this->properties);
        $trait = '';
        if ($this->hook !== null && $this->hookInTrait) {
            $trait = 'trait In' . $this->name . "\n{\n    " . $this->hook . "\n}\n";
            $lines[] = '    use In' . $this->name . ';';
        } elseif ($this->hook !== null) {
            $lines[] = '    ' . $this->hook;
        }

        return $trait . ($this->dynamic ? "#[\\AllowDynamicProperties]\n" : '') . 'class ' . $this->name
            . ($this->parent === null ? '' : ' extends ' . $this->parent->name) . "\n{\n" . implode("\n", $lines) . "\n}\n";
    }
}
