<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use __PHP_Incomplete_Class;
use Error;
use Lyo\Tests\Differential\Generator\Slots;
use Lyo\Tests\Fixtures\LazyObjects;
use Random\Randomizer;
use ReflectionMethod;
use ReflectionReference;

/**
 * Walks two values side by side and names the first place where they differ.
 *
 * Looks at more than serialize() writes: exact float bits, the next key of arrays, keys that cannot be found again,
 * initialised typed properties, the state of internal classes, and that identities and references agree both ways.
 */
final class GraphComparer
{
    /**
     * How many values are compared at most, and how deep. PHP unwraps references that are left alone when it copies an
     * array, so that an array can come to contain itself by value: such a one never ends.
     */
    private const MOST = 300_000;

    private const DEEPEST = 6_000;

    private int $visited = 0;

    private int $depth = 0;

    /** @var array<int, int> object ids of the left side to those of the right side */
    private array $objects = [];

    /** @var array<int, int> */
    private array $objectsBack = [];

    /** @var array<string, string> */
    private array $references = [];

    /** @var array<string, string> */
    private array $referencesBack = [];

    /**
     * Temporary values: an id is free for another object as soon as its owner dies.
     *
     * @var list<mixed>
     */
    private array $held = [];

    /** @var array<class-string, bool> */
    private static array $internalState = [];

    /** @param bool $identity false: compares content only, objects and references may be shared differently */
    /**
     * @param bool $identity whether identities and references count
     * @param bool $nextKeys whether the keys that appended elements get count: of an array that was made otherwise they may be others
     */
    public function __construct(private readonly bool $identity = true, private readonly bool $nextKeys = true) {}

    public function difference(mixed $left, mixed $right): ?string
    {
        $difference = $this->values($left, $right);

        return $difference === null ? null : '$' . $difference;
    }

    /** Paths are put together on the way back: a value may be thousands of levels deep. */
    private function values(mixed $left, mixed $right): ?string
    {
        if (is_array($left) && is_array($right)) {
            if (($this->visited += 1 + count($left)) > self::MOST || $this->depth > self::DEEPEST) {
                return null;
            }
            $this->depth++;
            $difference = $this->arrays($left, $right);
            $this->depth--;

            return $difference;
        }
        if (is_object($left) && is_object($right)) {
            return $this->objects($left, $right);
        }
        if (is_float($left) && is_float($right)) {
            return pack('E', $left) === pack('E', $right) ? null : self::mismatch('', bin2hex(pack('E', $left)), bin2hex(pack('E', $right)));
        }
        if (is_resource($left) && is_resource($right)) {
            return null;
        }
        if ($left === $right || (is_string($left) && is_string($right) && Text::normal($left) === Text::normal($right))) {
            return null;
        }

        return self::mismatch('', self::scalar($left), self::scalar($right));
    }

    /**
     * @param array<array-key, mixed> $left
     * @param array<array-key, mixed> $right
     */
    private function arrays(array $left, array $right): ?string
    {
        $difference = self::keys(array_keys($left), array_keys($right), '');
        if ($difference !== null) {
            return $difference;
        }
        if (count($left) !== count($right)) {
            return self::mismatch(' count', (string) count($left), (string) count($right));
        }

        return $this->nextKey($left, $right, ' next key') ?? $this->elements($left, $right);
    }

    /**
     * @param array<array-key, mixed> $left
     * @param array<array-key, mixed> $right
     */
    private function elements(array $left, array $right): ?string
    {
        $rightKeys = array_keys($right);
        $i = 0;
        foreach ($left as $key => $value) {
            $other = $rightKeys[$i++];
            if (!array_key_exists($other, $right)) {
                return '[' . self::scalar($other) . '] is in the array and cannot be found by its key';
            }
            $known = $this->references($left, $key, $right, $other);
            $difference = is_bool($known) ? ($known ? null : $this->values($value, $right[$other])) : $known;
            if ($difference !== null) {
                return '[' . self::scalar($key) . ']' . $difference;
            }
        }

        return null;
    }

    /**
     * @param array<array-key, mixed> $left
     * @param array<array-key, mixed> $right
     * @return bool|string true when this pair of references has been compared before; a text when they disagree
     */
    private function references(array $left, int|string $leftKey, array $right, int|string $rightKey): bool|string
    {
        $a = ReflectionReference::fromArrayElement($left, $leftKey)?->getId();
        $b = ReflectionReference::fromArrayElement($right, $rightKey)?->getId();
        if ($a === null && $b === null) {
            return false;
        }
        if (!$this->identity) {
            $visited = isset($this->references[$a . ':' . $b]);
            $this->references[$a . ':' . $b] = '';

            return $visited;
        }
        if ($a === null || $b === null) {
            return self::mismatch('', $a === null ? 'a value' : 'a reference', $b === null ? 'a value' : 'a reference');
        }
        if (isset($this->references[$a]) || isset($this->referencesBack[$b])) {
            $same = ($this->references[$a] ?? null) === $b && ($this->referencesBack[$b] ?? null) === $a;

            return $same ?: ' belongs to different reference groups';
        }
        $this->references[$a] = $b;
        $this->referencesBack[$b] = $a;

        return false;
    }

    private function objects(object $left, object $right): ?string
    {
        if (Text::normal($left::class) !== Text::normal($right::class)) {
            return self::mismatch('', $left::class, $right::class);
        }
        $a = spl_object_id($left);
        $b = spl_object_id($right);
        if ($this->identity && (isset($this->objects[$a]) || isset($this->objectsBack[$b]))) {
            return ($this->objects[$a] ?? null) === $b && ($this->objectsBack[$b] ?? null) === $a ? null : ' is another object';
        }
        if (($this->objects[$a] ?? null) === $b) {
            return null;
        }
        $this->objects[$a] = $b;
        $this->objectsBack[$b] = $a;
        array_push($this->held, $left, $right);

        $difference = $this->properties($left, $right);

        return $difference === null ? null : '(' . $left::class . ')' . $difference;
    }

    private function properties(object $left, object $right): ?string
    {
        if (LazyObjects::isUntouched($left) !== LazyObjects::isUntouched($right)) {
            return LazyObjects::isUntouched($left) ? ' has been initialised' : ' has not been initialised';
        }
        $complete = !$left instanceof __PHP_Incomplete_Class && !LazyObjects::isUntouched($left); // looking must not initialise
        $leftVars = get_mangled_object_vars($left);
        $rightVars = get_mangled_object_vars($right);
        $difference = self::keys(array_keys($leftVars), array_keys($rightVars), ' properties')
            ?? ($complete ? self::initialized($left, $right) : null)
            ?? ($complete ? self::found(array_keys($leftVars), $left, array_keys($rightVars), $right) : null)
            ?? $this->nextKey($leftVars, $rightVars, ' next key of the properties')
            ?? $this->elements($leftVars, $rightVars);

        return $difference ?? self::keys(array_keys((array) $left), array_keys((array) $right), ' cast to array')
            ?? $this->nextKey((array) $left, (array) $right, ' next key, cast to array')
            ?? ($complete ? $this->internal($left, $right) : null);
    }

    /** The state that an internal class keeps outside its properties, as its own __serialize() returns it. */
    private function internal(object $left, object $right): ?string
    {
        // Randomizer's state array holds slots of its property table, which PHP code cannot touch; "engine" is a property anyway.
        self::$internalState[$left::class] ??= !$left instanceof Randomizer && method_exists($left::class, '__serialize') && (new ReflectionMethod($left::class, '__serialize'))->isInternal();
        if (!self::$internalState[$left::class]) {
            return null;
        }
        [$leftThrown, $leftState] = self::state($left);
        [$rightThrown, $rightState] = self::state($right);
        if ($leftThrown !== $rightThrown) {
            return self::mismatch('->__serialize()', $leftThrown, $rightThrown);
        }
        array_push($this->held, $leftState, $rightState);

        $difference = $this->arrays($leftState, $rightState);

        return $difference === null ? null : '->__serialize()' . $difference;
    }

    /** @return array{string, array<array-key, mixed>} */
    private static function state(object $object): array
    {
        try {
            $state = (new ReflectionMethod($object, '__serialize'))->invoke($object);

            return ['', is_array($state) ? $state : []];
        } catch (Error|\Exception $thrown) {
            return [Text::ofThrown($thrown), []];
        }
    }

    private static function initialized(object $left, object $right): ?string
    {
        // From 8.5 on a proxy itself is not initialised, only its real instance.
        [$left, $right] = [LazyObjects::real($left), LazyObjects::real($right)];
        $rightSlots = $left::class === $right::class ? null : Slots::of($right::class);
        foreach (Slots::of($left::class) as $i => $property) {
            $other = $rightSlots[$i] ?? $property;
            if ($property->isInitialized($left) !== $other->isInitialized($right)) {
                return '->' . $property->name . ($property->isInitialized($left) ? ' is not initialised' : ' is initialised');
            }
        }

        return null;
    }

    /**
     * Public names have to be found through the property handlers, numeric ones too.
     *
     * @param list<array-key> $leftKeys
     * @param list<array-key> $rightKeys
     */
    private static function found(array $leftKeys, object $left, array $rightKeys, object $right): ?string
    {
        foreach ($leftKeys as $i => $key) {
            $name = (string) $key;
            if ($name !== '' && $name[0] !== "\0" && property_exists($left, $name) !== property_exists($right, (string) $rightKeys[$i])) {
                return '->' . $name . ' is in the property table and cannot be found by its name';
            }
        }

        return null;
    }

    /**
     * @param list<array-key> $left
     * @param list<array-key> $right
     */
    private static function keys(array $left, array $right, string $path): ?string
    {
        if ($left === $right) {
            return null;
        }
        $normal = static fn(int|string $key): int|string => is_string($key) ? Text::normal($key) : $key;
        $left = array_map($normal, $left);
        $right = array_map($normal, $right);

        return $left === $right ? null : self::mismatch($path . ' keys', self::keyList($left), self::keyList($right));
    }

    /** @param list<array-key> $keys */
    private static function keyList(array $keys): string
    {
        return implode(', ', array_map(self::scalar(...), array_slice($keys, 0, 30))) . (count($keys) > 30 ? ' … ' . count($keys) : '');
    }

    /**
     * @param array<array-key, mixed> $left
     * @param array<array-key, mixed> $right
     */
    private function nextKey(array $left, array $right, string $path): ?string
    {
        if (!$this->nextKeys) {
            return null;
        }
        $expected = NextKey::of($left);
        $found = NextKey::of($right);

        return $expected === $found ? null : self::mismatch($path, $expected, $found);
    }

    private static function scalar(mixed $value): string
    {
        return is_scalar($value) || $value === null ? Text::excerpt(var_export($value, true), 120) : get_debug_type($value);
    }

    private static function mismatch(string $path, string $left, string $right): string
    {
        return sprintf('%s: %s instead of %s', $path, $right, $left);
    }
}
