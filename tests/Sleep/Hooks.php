<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use Lyo\Tests\Calls\Names;
use Lyo\Tests\Support\Rng;

use function array_intersect;
use function array_keys;
use function in_array;
use function str_contains;

/**
 * Bodies of __sleep(), and the world around them. An engine sees what a hook returns, changes, says and throws; how the body gets there is of
 * no importance, so there is one body for each of these. Words in braces are those of Vocabulary.
 */
final class Hooks
{
    /** Bodies besides Names::BODIES. */
    private const BODIES = [
        // names
        'mangled name' => 'return [{mangled}, {name}];',
        'keys of a cast' => 'return array_keys((array) $this);',
        'names of the parent' => 'return parent::__sleep();',
        'names of the parent and one more' => 'return [...parent::__sleep(), {name}];',
        'list that grows' => 'static $names = []; $names[] = {name}; return $names;',
        'list that is kept' => 'static $names = null; return $names ??= {literal};',
        'lists in turn' => 'static $next = {literal}, $later = {literal}; [$next, $later] = [$later, $next]; return $next;',
        'by the first class' => 'static $first = null; $first ??= static::class; return $first === static::class ? {literal} : {literal};',
        'names of the world' => 'return World_W::$names;',
        'memo of the world' => 'return World_W::$memo ??= {literal};',
        'values' => 'return array_values(get_object_vars($this));',
        'value of a property' => 'return (array) ($this->{prop} ?? {literal});',
        'state itself' => 'return get_object_vars($this);',
        'map' => 'return [\'q\' => {name}, {name} => {mangled}];',
        'reference in the list' => '$name = {name}; $names = [&$name, {mangled}]; return $names;',
        'reference to a property in the list' => 'return [{name}, &$this->{untyped}];',
        'empty list' => 'return [];',
        'many names' => 'return [...{literal}, ...array_map(fn(int $number) => "w$number", range(1, 80))];',
        'table of properties, then a name' => '$all = (array) $this; unset($all[{mangled}]); return array_keys($all);',
        // what is no name
        'int as a name' => 'return [{name}, 1];',
        'null as a name' => 'return [null, {name}];',
        'float as a name' => 'return [1.5, {name}];',
        'array as a name' => 'return [[], {name}];',
        'object as a name' => 'return [{name}, new \stdClass()];',
        'mixed names' => 'return [{name}, true, false, "", "5", "\0", "\0a", "\0*\0a", "a\0b"];',
        'undefined variable as a name' => 'return [{name}, $nothing];',
        // what is no array
        'null' => 'return null;',
        'nothing' => 'return;',
        'no return' => '$names = {literal};',
        'int' => 'return 5;',
        'string' => 'return {name};',
        'object' => 'return (object) {literal};',
        'iterator' => 'return new \ArrayIterator({literal});',
        'generator' => 'foreach ({literal} as $name) { yield $name; }',
        'null now and then' => 'return World_W::tick() % 3 === 2 ? null : {literal};',
        'int by a property' => 'return isset($this->{prop}) ? {literal} : 0;',
        // what is changed
        'write of a property' => '$this->{untyped} = {value}; return {literal};',
        'write of a typed property' => '$this->{prop} = {value}; return {literal};',
        'write of a counter' => '$this->{untyped} = World_W::$n++; return {literal};',
        'write behind the result' => 'try { return {literal}; } finally { $this->{untyped} = {value}; World_W::$n++; }',
        'write through a reference' => '$place = &$this->{untyped}; $place = {value}; return {literal};',
        'write of an element' => '$this->cache[] = 1; return {literal};',
        'write of a clone' => '$copy = clone $this; $copy->{untyped} = World_W::tick(); return array_keys(get_object_vars($copy));',
        'unset' => 'unset($this->{prop}); return {literal};',
        'unset now and then' => 'if (World_W::tick() % 3 === 2) { unset($this->{prop}); } return {literal};',
        'dynamic property' => '$this->dynamic = World_W::$n; return [...{literal}, \'dynamic\'];',
        'log' => 'World_W::log(\'slept\'); return {literal};',
        'names of the world, changed' => 'World_W::$names[] = {name}; return {literal};',
        'collection of garbage' => 'gc_collect_cycles(); return {literal};',
        // what is said and thrown
        'echo' => 'echo \'slept \'; return {literal};',
        'notice' => 'trigger_error(\'slept\', E_USER_NOTICE); return {literal};',
        'silent warning' => '@trigger_error(\'slept\'); return {literal};',
        'last error' => 'if ((error_get_last()[\'message\'] ?? \'\') === \'other\') { error_clear_last(); return {literal}; } @trigger_error(\'other\'); return {literal};',
        'undefined property' => '$this->nothing; return {literal};',
        'exception' => 'throw new \LogicException(\'never\');',
        'exception now and then' => 'if (World_W::tick() % 4 === 3) { throw new \RuntimeException(\'tired\'); } return {literal};',
        'exception that is caught' => 'try { throw new \LogicException(); } catch (\LogicException) { return {literal}; }',
        // calls of the encoder
        'nested encode of the object' => 'World_W::encode($this); return {literal};',
        'nested encode of values' => 'return strlen(World_W::encode(get_object_vars($this))) % 2 ? {literal} : {literal};',
        'nested encode of another object' => 'World_W::encode(World_W::$other); return {literal};',
        'nested serialize' => 'World_W::text($this); return {literal};',
        'recursion' => 'if (World_W::$depth++ < 1) { try { return $this->__sleep(); } finally { World_W::$depth--; } } World_W::$depth--; return {literal};',
    ];

    /** How a hook is declared. */
    public const FRAMES = ['in the class' => 12, 'in a trait' => 2, 'final' => 1, 'by reference' => 1];

    /** A hook with these cannot have a return type. */
    private const UNTYPED = ['nothing', 'generator'];

    /** A hook with these may return no array: serialize() makes its object null, and spoils the text if it meets it again. */
    private const NO_ARRAY = ['null', 'nothing', 'no return', 'int', 'string', 'object', 'iterator', 'generator', 'null now and then', 'int by a property'];

    /** A hook with these writes into a property, which may be a reference that another object has, too. That spoils the text of serialize(). */
    private const WRITES = ['write of a property', 'write of a typed property', 'write of a counter', 'write behind the result', 'write through a reference', 'write of an element', 'write of a clone'];

    /** One of a world. ENCODER is serialize() or lyo_serialize(): hooks must not be able to distinguish the worlds by it. */
    public const WORLD = <<<'PHP'
        final class World_W
        {
            public const FIRST = {name};
            public static int $n = 0;
            public static int $depth = 0;
            public static array $names = {literal};
            public static array $log = [];
            public static ?object $other = null;
            public static mixed $memo = null;
            public static function tick(): int { return self::$n++; }
            public static function log(mixed $what): bool { self::$log[] = $what; return true; }
            public static function encode(mixed $value): string { return self::once(static fn(): string => ENCODER($value)); }
            public static function text(mixed $value): string { return self::once(static fn(): string => \serialize($value)); }
            private static function once(\Closure $action): string
            {
                if (self::$depth > 0) {
                    return '';
                }
                self::$depth++;
                try {
                    $text = $action();
                    self::log($text === '' ? 'nothing' : 'encoded');
                    return self::$n % 2 ? 'x' : 'xy';
                } finally {
                    self::$depth--;
                }
            }
        }
        PHP;

    /** What happens between two encodes, and which hooks it matters to. */
    public const EVENTS = [
        'World_W::$names = {literal};' => '/World_W::\$names/',
        'World_W::$names[] = {name};' => '/World_W::\$names/',
        'World_W::$n += {number};' => '/World_W::(\$n\b|tick)/',
        'World_W::$other = $objects[{number}] ?? null;' => '/World_W::\$other/',
        'World_W::$memo = null;' => '/World_W::\$memo/',
    ];

    /** @return array<string, string> code by name */
    public static function all(): array
    {
        return Names::BODIES + self::BODIES;
    }

    /** Mostly what real hooks do. */
    public static function pick(Rng $rng, bool $hasParent): string
    {
        do {
            $name = $rng->pick(array_keys($rng->chance(60) ? Names::BODIES : Names::BODIES + self::BODIES));
        } while (!$hasParent && self::needsParent($name));

        return $name;
    }

    public static function needsParent(string $name): bool
    {
        return str_contains(self::all()[$name], 'parent::');
    }

    public static function hasType(string $name): bool
    {
        return !in_array($name, self::UNTYPED, true);
    }

    /** @param list<string> $names */
    public static function giveArrays(array $names, string $frame): bool
    {
        return $frame !== 'by reference' && array_intersect(self::NO_ARRAY, $names) === []; // a reference to an array is not an array here
    }

    /** @param list<string> $names */
    public static function write(array $names): bool
    {
        return array_intersect(self::WRITES, $names) !== [];
    }
}
