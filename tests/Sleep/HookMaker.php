<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use LogicException;
use Lyo\Tests\Differential\Generator\Rng;

/** Writes one __sleep() out of the grammar. */
final class HookMaker
{
    /** These cannot have a type. */
    private const UNTYPED = ['last: nothing', 'last: generator'];

    /** The kinds of statements that make variables. */
    private const STATEMENTS = ['names' => 'list', 'map' => 'table', 'state' => 'taken'];

    /** @var array<string, true> the pieces of the hook */
    public array $pieces = [];

    /** The return type, as code. */
    public string $type = '';

    /** @var list<string> */
    private array $statements = [];

    /** @var array<string, list<string>> variables that hold lists of names, maps, … */
    private array $variables = [];

    private int $variable = 0;

    private bool $forced = false;

    /** How deep pieces nest. */
    private readonly int $depth;

    /** Whether all but the wanted piece is what most real hooks are made of. */
    private readonly bool $plain;

    private readonly Vocabulary $vocabulary;

    /**
     * @param ?string $wanted a piece that has to be in it
     * @param ?string $parentType the return type of the hook that this one overrides, if it does
     * @param string $reference & for a hook that returns by reference, else nothing
     */
    public function __construct(
        private readonly Rng $rng,
        private readonly ClassPlan $class,
        private readonly bool $impure,
        private readonly ?string $wanted,
        private readonly ?string $parentType,
        private readonly string $reference,
    ) {
        $this->plain = $rng->chance(60);
        $this->depth = $rng->pick($this->plain ? [0, 0, 0, 1, 1, 2] : [0, 1, 2, 3]);
        $this->vocabulary = new Vocabulary($rng, $class);
    }

    /** @param string $modifiers what stands before "public" */
    public function code(string $modifiers, bool $typed): string
    {
        $kind = $this->wanted === null ? '' : explode(': ', $this->wanted)[0];
        $inside = $this->wanted !== null && $kind !== 'type' && $kind !== 'frame';
        $forced = $this->rng->chance(60);
        do {
            $this->write($kind, $forced);
            $forced = true;
        } while ($inside && !isset($this->pieces[$this->wanted]));
        if ($this->wanted !== null && $kind === 'frame') {
            $this->pieces[$this->wanted] = true;
        }
        $this->type = $this->type($typed && array_intersect(self::UNTYPED, array_keys($this->pieces)) === []);

        return $modifiers . 'public function ' . $this->reference . '__sleep()' . $this->type . "\n    {\n        " . implode("\n        ", $this->statements) . "\n    }";
    }

    private function write(string $kind, bool $forced): void
    {
        $this->pieces = $this->statements = $this->variables = [];
        $this->variable = 0;
        $this->forced = $forced;
        if ($kind === 'effect' || ($this->impure && !$this->plain && $this->rng->chance(10))) {
            $this->statements[] = $this->expand('effect', 0);
        }
        $ending = $forced ? Grammar::forced($this->rng, $kind) : null;
        $statement = $ending === null ? $this->expand('last', 0) : $this->fill($ending, 1);
        $this->statements[] = $statement;
    }

    private function type(bool $typed): string
    {
        if ($this->wanted !== null && str_starts_with($this->wanted, 'type: ')) {
            $piece = $this->wanted;
        } elseif (!$typed || $this->parentType !== null) {
            return $this->parentType ?? '';
        } else {
            $piece = Grammar::pick($this->rng, 'type', false, null, static fn(): bool => true);
        }
        $this->pieces[$piece] = true;

        return Grammar::template($piece);
    }

    private function expand(string $kind, int $depth): string
    {
        $piece = $this->choose($kind, $depth);
        $this->pieces[$piece] = true;
        $code = $this->fill(Grammar::template($piece), $depth + 1);
        if (str_starts_with($code, 'static f') && preg_match('/\$this|parent::/', $code) === 1) {
            $code = substr($code, strlen('static '));
        }

        return $code;
    }

    private function choose(string $kind, int $depth): string
    {
        $wanted = $this->wanted;
        if ($wanted !== null && !isset($this->pieces[$wanted]) && str_starts_with($wanted, $kind . ': ') && ($this->forced || $kind === 'effect' || $this->rng->chance(40))) {
            return $wanted;
        }
        $impure = !Grammar::has($kind, false) || ($this->impure && !$this->plain && Grammar::has($kind, true) && $this->rng->chance(8));
        $among = match (true) {
            $depth > $this->depth => Pure::LEAVES,
            $this->plain => Pure::PLAIN,
            default => null,
        };

        return Grammar::pick($this->rng, $kind, $impure, $among, $this->isAllowed(...));
    }

    private function isAllowed(string $piece): bool
    {
        return (!Grammar::needsParent($piece) || $this->class->parent?->sleeps() === true)
            && ($this->parentType === null || $this->parentType === '' || !in_array($piece, self::UNTYPED, true))
            && ($this->reference === '' || $piece !== 'last: generator');
    }

    private function fill(string $template, int $depth): string
    {
        foreach (['/\$1\b/', '/\$2\b/'] as $own) {
            if (preg_match($own, $template) === 1) {
                $template = (string) preg_replace($own, '\$v' . ++$this->variable, $template);
            }
        }
        $code = (string) preg_replace_callback('/\{(\$(?:names|map|state|flipped)|[a-z]+)\}/', fn(array $match): string => $this->part($match[1], $depth), $template);
        if (str_contains($code, '{use}')) {
            preg_match_all('/\$v\d+/', $code, $used);
            $used = array_values(array_unique($used[0]));
            $code = str_replace('{use}', $used === [] ? '' : ' use (' . implode(', ', $used) . ')', $code);
        }

        return $code;
    }

    private function part(string $word, int $depth): string
    {
        return match (true) {
            $word === 'use' => '{use}',
            $word[0] === '$' => $this->variable(substr($word, 1), $depth),
            Grammar::isKind($word) => $this->expand($word, $depth),
            default => $this->vocabulary->word($word) ?? throw new LogicException('no word {' . $word . '}'),
        };
    }

    /** A variable that holds such a thing: an earlier one now and then, else one that a statement before makes. */
    private function variable(string $what, int $depth): string
    {
        $known = $this->variables[$what] ?? [];
        $wanted = $this->wanted !== null && !isset($this->pieces[$this->wanted]) && str_starts_with($this->wanted, (self::STATEMENTS[$what] ?? '-') . ': ');
        if ($known !== [] && !$wanted && ($depth > $this->depth || $this->rng->chance(50))) {
            return $this->rng->pick($known);
        }
        $result = '$v' . ($this->variable + 1); // the first variable that the statement takes
        $this->statements[] = match ($what) {
            'names', 'map', 'state' => $this->expand(self::STATEMENTS[$what], $depth),
            default => $this->fill('$1 = array_flip({literal});', $depth),
        };
        $this->variables[$what][] = $result;

        return $result;
    }
}
