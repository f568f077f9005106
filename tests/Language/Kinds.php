<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Language;

/**
 * Every kind of property that the running PHP can declare, as PHP code of classes: visibility, visibility for writing (8.4), readonly, readonly
 * classes, final (8.4), static, abstract (8.4), hooks (8.4), type, default, promotion (final since 8.5), in the class or inherited.
 */
final class Kinds
{
    /** Types with a value that they take as default, and values that an object has. */
    private const TYPES = [
        '' => ["'default'", ["'set'", 'null', '[1, [2]]', 'new \stdClass()']],
        'int' => ['5', ['-7']],
        '?string' => ['null', ["'set'", 'null']],
        'int|float|null' => ['1', ['1.5', '2', 'null']],
        'bool' => ['false', ['true']],
        'array' => ['[1]', ["['k' => [1]]"]],
        'iterable' => ['[]', ['[3]', 'new \ArrayObject([1])']],
        'mixed' => ['1', ["'set'", '1.5', '[[]]']],
        '?self' => ['null', ['null', 'own']],
        'Suit' => ['Suit::Spades', ['Suit::Hearts']],
        'Suit|string|null' => ['null', ['Suit::Hearts', "'set'"]],
        '?object' => ['null', ['Suit::Hearts', 'new \DateTimeImmutable("2020-01-01")', 'own']],
        '(\Countable&\Traversable)|null' => ['null', ['new \ArrayObject([1])', 'null']],
        'null|false' => ['false', ['null']],
    ];

    private const HOOKS = [
        'get' => '{ get { Ran::$names[] = "get"; return $this->p; } }',
        'set' => '{ set { Ran::$names[] = "set"; $this->p = $value; } }',
        'get and set' => '{ get { Ran::$names[] = "get"; return $this->p; } set { Ran::$names[] = "set"; $this->p = $value; } }',
        'get by reference' => '{ &get { Ran::$names[] = "get"; return $this->p; } }',
        'virtual get' => '{ get { Ran::$names[] = "get"; return DEFAULT; } }',
        'virtual get and set' => '{ get { Ran::$names[] = "get"; return DEFAULT; } set { Ran::$names[] = "set"; } }',
        'virtual set' => '{ set { Ran::$names[] = "set"; } }',
    ];

    /** @return iterable<string, array{string, list<string>}> what it is => body of a class with the property $p, and values that it can be given */
    public static function all(): iterable
    {
        $new = PHP_VERSION_ID >= 80400;
        foreach (self::TYPES as $type => [$default, $values]) {
            foreach (['public', 'protected', 'private'] as $visibility) {
                foreach ($new ? ['', 'protected(set)', 'private(set)'] : [''] as $set) {
                    foreach (['', 'readonly', 'final', 'final readonly', 'static'] as $modifier) {
                        if (self::isValid($type, $visibility, $set, $modifier)) {
                            yield from self::declared("$modifier $visibility $set", $modifier, $type, $default, $values);
                        }
                    }
                    foreach ($new && self::isValid($type, $visibility, $set, '') ? self::HOOKS : [] as $name => $hooks) {
                        $virtual = str_starts_with($name, 'virtual');
                        if (($virtual && $set !== '' && $name !== 'virtual get and set') || ($name === 'get by reference' && $set !== '')) {
                            continue;
                        }
                        $hooks = str_replace('DEFAULT', $default, $hooks);
                        yield "$visibility $set $type, $name" => ["$visibility $set $type \$p $hooks", $virtual ? [] : $values];
                        if (!$virtual) {
                            yield "$visibility $set $type, $name, default" => ["$visibility $set $type \$p = $default $hooks", $values];
                        }
                    }
                }
            }
        }
    }

    /**
     * @param list<string> $values
     * @return iterable<string, array{string, list<string>}>
     */
    private static function declared(string $modifiers, string $modifier, string $type, string $default, array $values): iterable
    {
        yield "$modifiers $type" => ["$modifiers $type \$p;", $values];
        if (!str_contains($modifier, 'readonly') || PHP_VERSION_ID >= 80600) {
            // only unserialize() can change a readonly property with a default value
            yield "$modifiers $type, default" => ["$modifiers $type \$p = $default;", str_contains($modifier, 'readonly') ? [] : $values];
        }
        if ($modifier !== 'static' && (!str_contains($modifier, 'final') || PHP_VERSION_ID >= 80500)) {
            yield "$modifiers $type, promoted" => ["public function __construct($modifiers $type \$p = $default) {}", $values];
        }
    }

    private static function isValid(string $type, string $visibility, string $set, string $modifier): bool
    {
        return match (true) {
            $type === '' && ($set !== '' || str_contains($modifier, 'readonly')) => false,
            $visibility === 'private' && ($set !== '' || str_contains($modifier, 'final')) => false,
            $visibility === 'protected' && $set === 'protected(set)' => false,
            str_contains($modifier, 'final') => PHP_VERSION_ID >= 80400,
            $modifier === 'static' => $set === '',
            default => true,
        };
    }
}
