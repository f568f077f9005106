<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use Lyo\Tests\Support\Rng;

/** Draws classes that extend each other, their hooks, and the file that contains them. */
final class Hierarchy
{
    private const NAMES = ['a', 'b', 'c', 'd', 'x', 'cache'];

    /** Types, and defaults as code. */
    private const TYPES = ['int' => '0', '?int' => 'null', 'string' => "''", '?string' => "'v'", 'bool' => 'false', 'array' => '[]', '?array' => 'null', 'mixed' => 'null', 'int|string|null' => '1'];

    /** @var non-empty-list<ClassPlan> each parent before its children */
    public readonly array $classes;

    public readonly string $space;

    /** @var list<string> names of the bodies of the hooks */
    private array $hooks = [];

    /** How hooks are declared, see Hooks::FRAMES. */
    public readonly string $frame;

    private readonly bool $strict;

    /** Whether the properties of objects hold names of properties. */
    public readonly bool $named;

    /** Whether a class has more properties than there are bits in a word. */
    private readonly bool $wide;

    /** Whether hooks have return types at all. */
    private readonly bool $typed;

    public function __construct(
        private readonly Rng $rng,
        private readonly string $about,
    ) {
        $this->frame = $rng->weighted(Hooks::FRAMES);
        $this->space = $rng->chance(40) ? 'Space_W\\' : '';
        $this->strict = $rng->chance(30);
        $this->named = $rng->chance(12);
        $this->wide = !$this->named && $rng->chance(3);
        $this->typed = $rng->chance(70);
        $this->classes = $this->draw();
    }

    /** @return list<string> */
    public function hooks(): array
    {
        return $this->hooks;
    }

    public function code(): string
    {
        return ($this->strict ? "declare(strict_types=1);\n" : '') . ($this->space === '' ? '' : 'namespace ' . rtrim($this->space, '\\') . ";\n")
            . (new Vocabulary($this->rng, $this->classes[0]))->fill(Hooks::WORLD) . "\n" . implode('', array_map(static fn(ClassPlan $class): string => $class->code(), $this->classes));
    }

    /** @return non-empty-list<ClassPlan> */
    private function draw(): array
    {
        $extends = Hooks::needsParent($this->about);
        $levels = $extends ? $this->rng->int(2, 3) : $this->rng->int(1, 3);
        $at = $this->rng->int($extends ? 1 : 0, $levels - 1);
        $classes = [$this->declared(0, null)];
        for ($i = 1; $i < $levels; $i++) {
            $classes[] = $this->declared($i, $classes[$i - 1]);
        }
        $types = [];
        foreach ($classes as $i => $class) {
            if ($i === $at || ($extends && $i === $at - 1) || $this->rng->chance(55)) {
                $this->giveHook($class, $i === $at ? $this->about : null, $types, $i === $levels - 1);
            }
        }
        if ($this->rng->chance(30)) {
            $class = $classes[] = $this->declared($levels, $classes[$this->rng->int(0, max(0, $levels - 2))]);
            if (($levels > 1 || $this->frame !== 'final') && $this->rng->chance(50)) {
                $this->giveHook($class, null, $types, true);
            }
        }

        return $classes;
    }

    private function declared(int $level, ?ClassPlan $parent): ClassPlan
    {
        $class = new ClassPlan($this->space, chr(ord('A') + $level) . '_W', $parent, $this->rng->chance(12));
        $inherited = array_column(array_filter($parent?->slots() ?? [], static fn(Property $slot): bool => $slot->visibility !== 'private'), null, 'name');
        foreach (array_slice($this->rng->shuffle(self::NAMES), 0, $this->rng->int($parent === null ? 1 : 0, $parent === null ? 5 : 3)) as $name) {
            if (!isset($inherited[$name])) {
                $hidden = array_filter($parent?->slots() ?? [], static fn(Property $slot): bool => $slot->name === $name) !== [];
                $class->properties[] = $this->property($name, $class->fullName(), $hidden);
            } elseif ($this->rng->chance(40)) {
                $of = $inherited[$name];
                $class->properties[] = new Property($name, $this->rng->chance(50) ? 'public' : $of->visibility, $of->type, $of->readonly, $of->default, $class->fullName());
            }
        }
        for ($i = $this->wide && $level === 0 ? $this->rng->int(55, 75) : 0; $i > 0; $i--) {
            $class->properties[] = $this->property('w' . $i, $class->fullName(), false);
        }

        return $class;
    }

    /**
     * get_object_vars() of PHP 8.2 with assertions of its own fails on a protected property that in the calling scope is a private one.
     *
     * @param bool $hidden whether a parent has a private one of that name
     */
    private function property(string $name, string $class, bool $hidden): Property
    {
        $type = $this->rng->chance($this->named ? 80 : 50) ? null : $this->rng->pick($this->named ? ['string', '?string', 'mixed'] : array_keys(self::TYPES));
        $readonly = $type !== null && $this->rng->chance(8);
        $default = match (true) {
            $readonly => null,
            $type === null => $this->rng->chance(50) ? $this->rng->pick(['null', "'v'", '1', '[]', 'World_W::FIRST']) : null,
            default => $this->rng->chance(60) ? self::TYPES[$type] : null,
        };
        $visibility = $this->rng->pick(['public', 'public', 'protected', 'private', 'private']);

        return new Property($name, PHP_DEBUG && $hidden && $visibility === 'protected' ? 'public' : $visibility, $type, $readonly, $default, $class);
    }

    /** @param array<string, string> $types of the hooks so far, by class; filled on */
    private function giveHook(ClassPlan $class, ?string $name, array &$types, bool $last): void
    {
        $overridden = $class->parent;
        while ($overridden !== null && !isset($types[$overridden->name])) {
            $overridden = $overridden->parent;
        }
        $inherited = $overridden === null ? null : $types[$overridden->name];
        do {
            $body = $name ?? Hooks::pick($this->rng, $overridden !== null);
        } while ($name === null && ($inherited ?? '') !== '' && !Hooks::hasType($body)); // a child must have the type, too
        $type = $inherited ?? ($this->typed && Hooks::hasType($this->about) && Hooks::hasType($body) && $this->rng->chance(60) ? ': array' : '');
        $class->hook = ($last && $this->frame === 'final' ? 'final ' : '') . 'public function ' . ($this->frame === 'by reference' ? '&' : '') . "__sleep()$type\n    {\n        "
            . (new Vocabulary($this->rng, $class))->fill(Hooks::all()[$body]) . "\n    }";
        $class->hookInTrait = $this->frame === 'in a trait';
        $types[$class->name] = $type;
        $this->hooks[] = $body;
    }
}
