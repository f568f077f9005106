<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

/** What hooks use besides themselves: members of their classes, functions, and the classes World and Helper. Templates as in Pure, without the pieces. */
final class Helpers
{
    /** Members of the first class of a hierarchy, by the text in hooks that needs them. If there are several variants, one is drawn. */
    public const MEMBERS = [
        'NAMES' => ['public const NAMES = {literal};'],
        'FIRST_AND' => ['public const FIRST_AND = [World_W::FIRST, {name}];'],
        '$known' => ['public static array $known = {literal};'],
        '$memos' => ['public static array $memos = [];'],
        '$count' => ['public static int $count = 0;'],
        'names' => [
            'public function names(): array { return {literal}; }',
            'public function names(): array { World_W::log(\'names\'); return {literal}; }',
            'public function names(): array { return isset($this->{prop}) ? {literal} : {literal}; }',
            'public function names(): array { return array_slice({literal}, World_W::tick() % 2); }',
            'public function names(): array { return array_keys(get_object_vars($this)); }',
        ],
        'listed' => [
            'public static function listed(): array { return {literal}; }',
            'public static function listed(): array { return World_W::$names; }',
            'public static function listed(): array { static $n = 0; return $n++ > 2 ? {literal} : {literal}; }',
            'public static function listed(): array { return array_slice({literal}, World_W::tick() % 2); }',
        ],
        'keep' => [
            'public function keep($k) { return $k !== {name}; }',
            'public function keep($k) { return ($this->{prop} ?? null) !== null || $k === {name}; }',
            'public function keep($k) { return World_W::tick() % 3 !== 0; }',
        ],
        'kept' => [
            'public static function kept($k) { return $k !== {name}; }',
            'public static function kept($k) { World_W::log($k); return in_array($k, World_W::$names, true); }',
            'public static function kept($k) { static $n = 0; return $n++ % 5 !== 4; }',
        ],
        'push' => [
            'public function push(array &$list): void { $list[] = {name}; }',
            'public function push(array &$list): void { $list = array_merge($list, World_W::$names); }',
        ],
        'each' => [
            'public function each(): \Generator { yield {name}; yield {name}; }',
            'public function each(): \Generator { foreach (World_W::$names as $name) { yield $name; } }',
        ],
        'flagged' => [
            'public function flagged(): bool { return true; }',
            'public function flagged(): bool { return isset($this->{prop}); }',
            'public function flagged(): bool { return World_W::tick() % 2 === 0; }',
        ],
        'magic' => [
            'public function __get(string $name): mixed { World_W::log([\'get\', $name]); return World_W::$names; } public function __isset(string $name): bool { return World_W::tick() % 2 === 0; }',
            'public function __get(string $name): mixed { return {literal}; } public function __isset(string $name): bool { World_W::log([\'isset\', $name]); return true; }',
        ],
        'summoned' => [
            'public function __call(string $name, array $arguments): mixed { return World_W::$n++ % 2 ? {literal} : null; }',
        ],
    ];

    /** Helpers that another class of the hierarchy may have in its own way. */
    public const OVERRIDES = ['NAMES', 'names', 'listed', 'keep', 'kept', '$known'];

    /** Functions, by their names. */
    public const FUNCTIONS = [
        'list_W' => [
            'function list_W() { return {literal}; }',
            'function list_W() { return World_W::$names; }',
            'function list_W() { static $n = 0; return $n++ > 2 ? {literal} : {literal}; }',
            'function list_W() { World_W::log(\'list\'); return {literal}; }',
        ],
        'keep_W' => [
            'function keep_W($k) { return $k !== {name}; }',
            'function keep_W($k) { return World_W::tick() % 3 !== 0; }',
            'function keep_W($k) { World_W::log($k); return true; }',
        ],
        'name_W' => [
            'function name_W($k) { return $k; }',
            'function name_W($k) { return World_W::tick() % 4 === 3 ? {name} : $k; }',
        ],
        'push_W' => [
            'function push_W(&$list) { $list[] = {name}; }',
            'function push_W(&$list) { static $n = 0; if ($n++ > 1) { $list[] = {name}; } }',
        ],
        'flag_W' => [
            'function flag_W() { return World_W::$n++ % 2 === 0; }',
            'function flag_W() { return isset($GLOBALS[\'list_W\']); }',
        ],
        'map_W' => [
            'function map_W() { return [{name} => null, {name} => 1]; }',
            'function map_W() { return array_flip(World_W::$names); }',
        ],
    ];

    /** One of a world. ENCODER is serialize() or lyo_serialize(): hooks must not be able to distinguish the worlds by it. */
    public const WORLD = <<<'PHP'
        final class World_W
        {
            public const FIRST = {name};
            public const KEEP = '{space}keep_W';
            public static int $n = 0;
            public static int $depth = 0;
            public static float $half = 0.5;
            public static array $names = {literal};
            public static array $log = [];
            public static string $keep = '{space}keep_W';
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

    public const HELPER = <<<'PHP'
        final class Helper_W
        {
            public function names(): array { return World_W::$names; }
            public function __invoke($k): bool { World_W::log($k); return $k !== {name}; }
            public function __toString(): string { return (string) {name} . (World_W::tick() > 4 ? 'x' : ''); }
        }
        PHP;

    /** Events between two encodes. */
    public const EVENTS = [
        'names of the world' => 'World_W::$names = {literal};',
        'one name more' => 'World_W::$names[] = {name};',
        'counter' => 'World_W::$n += {number};',
        'global list' => "\$GLOBALS['list_W'] = {literal};",
        'known names' => 'A_W::$known = {literal};',
        'callback' => "World_W::\$keep = 'is_string';",
        'another object' => 'World_W::$other = $objects[{number}] ?? null;',
        'no memo' => 'World_W::$memo = null;',
        'constant' => "define('{space}LATER_W', {literal});",
        'function' => 'function later_W() { return {literal}; }',
    ];

    /** Events that can happen once in a trial. */
    public const ONCE = ['constant', 'function'];

    /** Functions of PHP that a namespace may have, too. */
    public const SHADOWED = [
        'array_keys', 'array_values', 'array_merge', 'array_diff', 'array_intersect', 'array_diff_key', 'array_intersect_key', 'array_flip', 'array_unique', 'array_fill_keys', 'array_filter', 'array_map',
        'in_array', 'array_key_exists', 'get_object_vars', 'strlen', 'count', 'property_exists', 'array_search', 'array_slice', 'array_reverse', 'is_string', 'defined', 'function_exists', 'str_starts_with',
    ];
}
