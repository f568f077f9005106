<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use Lyo\Tests\Differential\Generator\Rng;

/** Draws classes that extend each other, their hooks, and the file that contains them. */
final class Hierarchy
{
    private const NAMES = ['a', 'b', 'c', 'd', 'x', 'cache'];

    /** Types, and defaults as code. */
    private const TYPES = ['int' => '0', '?int' => 'null', 'string' => "''", '?string' => "'v'", 'bool' => 'false', 'array' => '[]', '?array' => 'null', 'mixed' => 'null', 'int|string|null' => '1'];

    /** @var non-empty-list<ClassPlan> each parent before its children */
    public readonly array $classes;

    public readonly string $space;

    /** Code of a function or constant of PHP that the namespace is going to have, too. */
    public ?string $shadow = null;

    /** @var array<string, true> */
    private array $pieces = [];

    /** The piece that determines where hooks are, or what is around them. */
    private readonly string $frame;

    /** How functions of PHP are called: as they are, with a backslash, or either way. */
    private readonly string $calls;

    private readonly bool $strict;

    /** Whether the properties of objects hold names of properties. */
    public readonly bool $named;

    /** Whether a class has more properties than there are bits in a word. */
    private readonly bool $wide;

    /** Whether hooks have return types at all. */
    private readonly bool $typed;

    public function __construct(
        private readonly Rng $rng,
        private readonly bool $impure,
        private readonly string $wanted,
    ) {
        $this->frame = str_starts_with($wanted, 'frame: ') ? $wanted : Grammar::pick($rng, 'frame', false, null, static fn(): bool => true);
        $this->pieces[$this->frame] = true;
        $spaced = str_contains($this->frame, ' of the namespace');
        $shadowing = $spaced || str_contains($this->frame, ' imported ');
        $this->space = $spaced || $rng->chance(40) ? 'Space_W\\' : '';
        $this->calls = $shadowing ? 'bare' : $rng->pick($this->space === '' ? ['bare', 'bare', 'either'] : ['bare', 'bare', 'qualified', 'either']);
        $this->strict = $rng->chance(30);
        $this->named = $rng->chance(12);
        $this->wide = !$this->named && $rng->chance(3);
        $this->typed = !in_array($wanted, ['type: no type', 'last: nothing', 'last: generator'], true) && $rng->chance(70);
        $this->classes = $this->draw();
        $this->addHelpers();
    }

    /** @return list<string> */
    public function pieces(): array
    {
        return array_keys($this->pieces);
    }

    public function code(): string
    {
        $hooks = implode("\n", array_map(static fn(ClassPlan $class): string => $class->hook . $class->members, $this->classes));
        $words = new Vocabulary($this->rng, $this->classes[0]);
        [$import, $shadow] = $this->shadows($hooks);
        $functions = '';
        foreach (Helpers::FUNCTIONS as $name => $variants) {
            if (str_contains($hooks, $name) || ($name === 'keep_W' && preg_match('/::(KEEP|\$keep)\b/', $hooks) === 1)) {
                $functions .= $this->words($this->rng->pick($variants), $words) . "\n";
            }
        }
        $constant = str_contains($hooks, 'LIST_W') ? 'const LIST_W = ' . $words->word('literal') . ";\n" : '';
        $helper = str_contains($hooks, 'Helper_W') ? $this->words(Helpers::HELPER, $words) . "\n" : '';

        return ($this->strict ? "declare(strict_types=1);\n" : '') . ($this->space === '' ? '' : 'namespace ' . rtrim($this->space, '\\') . ";\n") . $import . $constant
            . $this->words(Helpers::WORLD, $words) . "\n" . $helper . $shadow . $functions . implode('', array_map(static fn(ClassPlan $class): string => $class->code(), $this->classes));
    }

    /** @return non-empty-list<ClassPlan> */
    private function draw(): array
    {
        $extends = Grammar::needsParent($this->wanted);
        $levels = $extends ? $this->rng->int(2, 3) : $this->rng->int(1, 3);
        $at = $this->rng->int($extends ? 1 : 0, $levels - 1);
        $classes = [$this->declared(0, null)];
        for ($i = 1; $i < $levels; $i++) {
            $classes[] = $this->declared($i, $classes[$i - 1]);
        }
        $types = [];
        foreach ($classes as $i => $class) {
            if ($i === $at || ($extends && $i === $at - 1) || $this->rng->chance(55)) {
                $this->giveHook($class, $i === $at ? $this->wanted : null, $types, $i === $levels - 1);
            }
        }
        if ($this->rng->chance(30)) {
            $class = $classes[] = $this->declared($levels, $classes[$this->rng->int(0, max(0, $levels - 2))]);
            if (($levels > 1 || $this->frame !== 'frame: final') && $this->rng->chance(50)) {
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
    private function giveHook(ClassPlan $class, ?string $wanted, array &$types, bool $last): void
    {
        $overridden = $class->parent;
        while ($overridden !== null && !isset($types[$overridden->name])) {
            $overridden = $overridden->parent;
        }
        $maker = new HookMaker($this->rng, $class, $this->impure, $wanted, $overridden === null ? null : $types[$overridden->name], $this->frame === 'frame: by reference' ? '&' : '');
        $hook = $maker->code($last && $this->frame === 'frame: final' ? 'final ' : '', $this->typed);
        $class->hook = $this->called($hook);
        $class->hookInTrait = $this->frame === 'frame: in a trait';
        $types[$class->name] = $maker->type;
        $this->pieces += $maker->pieces;
    }

    private function addHelpers(): void
    {
        $hooks = implode("\n", array_map(static fn(ClassPlan $class): string => (string) $class->hook, $this->classes));
        foreach (Helpers::MEMBERS as $name => $variants) {
            if (preg_match('/(?<![\w$])' . preg_quote($name, '/') . '\b(?=[(\'\[;,) ]|$)/', $hooks) !== 1) {
                continue;
            }
            foreach ($this->classes as $i => $class) {
                $overrides = in_array($name, Helpers::OVERRIDES, true) && $this->rng->chance(30);
                if ($i === 0 || $overrides) {
                    $member = $this->called($this->words($this->rng->pick($variants), new Vocabulary($this->rng, $class)));
                    $class->members .= ($class->members === '' ? '' : "\n") . $member;
                }
            }
        }
    }

    /** Calls of PHP's functions as this file makes them. */
    private function called(string $code): string
    {
        return (string) preg_replace_callback(
            '/(?<![\w>:$\\\\\'])(?=[a-z])(?:array_\w+|get_\w+|in_array|count|str\w+|is_\w+|property_exists|method_exists|defined|constant|function_exists|call_user_func|implode|explode|u?sort|func_get_args|trigger_error)(?=\()/',
            fn(array $match): string => ($this->calls === 'qualified' || ($this->calls === 'either' && $this->rng->chance(50)) ? '\\' : '') . $match[0],
            $code,
        );
    }

    /**
     * Names in the namespace that replace a function or constant of PHP.
     *
     * @return array{string, string} what is imported, what is declared
     */
    private function shadows(string $hooks): array
    {
        preg_match_all('/(?<![\w>:$\\\\\'])(' . implode('|', Helpers::SHADOWED) . ')(?=\()/', $hooks, $called);
        $called = array_values(array_unique($called[1]));
        if (str_starts_with($this->frame, 'frame: constant')) {
            return $this->declaredOrLater('', 'define(\'' . addslashes($this->space) . 'ARRAY_FILTER_USE_KEY\', ' . $this->rng->pick(['1', '0', 'World_W::$n++']) . ');');
        }
        $imported = str_contains($this->frame, ' imported ');
        if ($called === [] || (!$imported && !str_starts_with($this->frame, 'frame: function'))) {
            return ['', ''];
        }
        $name = $this->rng->pick($called);
        $result = $this->rng->pick(['$result', 'is_array($result) ? \array_slice($result, 1) : $result', 'World_W::tick() % 3 === 2 ? (is_array($result) ? [] : false) : $result']);
        $code = 'function ' . ($imported ? 'shadow_W' : $name) . '(mixed ...$arguments): mixed { $result = \\' . $name . '(...$arguments); World_W::log(\'' . $name . '\'); return ' . $result . '; }';

        return $this->declaredOrLater($imported ? 'use function ' . $this->space . 'shadow_W as ' . $name . ";\n" : '', $code);
    }

    /** @return array{string, string} */
    private function declaredOrLater(string $import, string $code): array
    {
        if (str_ends_with($this->frame, ' that comes later')) {
            $this->shadow = $code;

            return ['', ''];
        }

        return [$import, $code . "\n"];
    }

    private function words(string $template, Vocabulary $words): string
    {
        return (string) preg_replace_callback('/\{([a-z]+)\}/', static fn(array $match): string => $words->word($match[1]) ?? $match[0], $template);
    }
}
