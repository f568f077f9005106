<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use LogicException;
use Lyo\Tests\Differential\Generator\Rng;

/** All pieces of hooks, by kind and name; elsewhere a piece is called "kind: name". */
final class Grammar
{
    /** Statements that end a hook so that a piece of the kind is in it for certain. */
    private const FORCED = [
        'names' => ['return array_values(array_unique({names}));', 'return array_unique({names});', 'return {names};'],
        'map' => ['return array_keys({map});'],
        'cond' => ['return array_values(array_filter(array_keys({state}), {closure}));', 'return array_filter({literal}, fn ($k) => {cond});'],
        'closure' => ['return array_values(array_filter(array_keys({state}), {closure}));', 'return array_filter({literal}, {closure});'],
        'both' => ['return array_keys(array_filter({state}, {both}, ARRAY_FILTER_USE_BOTH));'],
        'mapper' => ['return array_map({mapper}, {names});'],
        'flag' => ['return {flag} ? {names} : {literal};', 'return array_filter({literal}, fn ($k) => {flag});', 'return array_filter({literal}, fn ($k) => {flag} || {cond});'],
        'list' => ['return {$names};', 'return array_unique({$names});'],
        'table' => ['return array_keys({$map});'],
        'state' => ['return array_keys({state});'],
        'taken' => ['return array_keys({$state});'],
        'frame' => [
            'return array_values(array_intersect({names}, array_keys(array_filter({state}, {closure}, ARRAY_FILTER_USE_KEY))));', 'return array_filter({literal}, fn ($k) => array_key_exists($k, {$state}));',
            'return array_filter(array_keys({state}), fn ($k) => in_array($k, {literal}, true));',
        ],
    ];

    /** @return list<string> */
    public static function all(bool $impure): array
    {
        $all = [];
        foreach ($impure ? Impure::PIECES : Pure::PIECES as $kind => $pieces) {
            foreach (array_keys($pieces) as $name) {
                $all[] = $kind . ': ' . $name;
            }
        }

        return $all;
    }

    public static function isKind(string $word): bool
    {
        return isset(Pure::PIECES[$word]) || isset(Impure::PIECES[$word]);
    }

    public static function template(string $piece): string
    {
        [$kind, $name] = explode(': ', $piece, 2);

        return self::pieces($kind, false)[$name] ?? self::pieces($kind, true)[$name] ?? throw new LogicException('no piece ' . $piece);
    }

    public static function needsParent(string $piece): bool
    {
        return preg_match('/parent::|{ancestor}/', self::template($piece)) === 1;
    }

    /** Null if a piece of this kind may be used in its own place. */
    public static function forced(Rng $rng, string $kind): ?string
    {
        $endings = self::FORCED[$kind] ?? [];

        return $endings === [] ? null : $rng->pick($endings);
    }

    /**
     * One of the kind that is allowed.
     *
     * @param ?array<string, non-empty-list<string>> $among the pieces that pure ones are drawn from, by kind, where it lists some; null: all
     * @param callable(string): bool $allowed
     */
    public static function pick(Rng $rng, string $kind, bool $impure, ?array $among, callable $allowed): string
    {
        $weights = [];
        $leaves = $among === null || $impure ? [] : self::ofKind($among, $kind);
        foreach (array_keys(self::pieces($kind, $impure)) as $name) {
            if (($leaves === [] || in_array($name, $leaves, true)) && $allowed($kind . ': ' . $name)) {
                $weights[$name] = $impure ? 1 : self::ofKind(Pure::WEIGHTS, $kind)[$name] ?? 1;
            }
        }

        return $kind . ': ' . ($weights === [] ? throw new LogicException('no piece of kind ' . $kind) : $rng->weighted($weights));
    }

    public static function has(string $kind, bool $impure): bool
    {
        return self::pieces($kind, $impure) !== [];
    }

    /** @return array<string, string> */
    private static function pieces(string $kind, bool $impure): array
    {
        return self::ofKind($impure ? Impure::PIECES : Pure::PIECES, $kind);
    }

    /**
     * @template K of array-key
     * @template T
     * @param array<string, array<K, T>> $table
     * @return array<K, T>
     */
    private static function ofKind(array $table, string $kind): array
    {
        return $table[$kind] ?? [];
    }
}
