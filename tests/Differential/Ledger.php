<?php

declare(strict_types=1);

namespace Lyo\Tests\Differential;

/**
 * The deliberate differences from serialize() and unserialize(), one rule each; docs/differences-from-native.md says the same in prose.
 *
 * A rule looks at a pair of observations that differ. Where it applies, it rewrites the native observation into what the
 * codec under test has to show instead, and returns true; the comparison is then repeated. It never touches the other
 * observation, so that it cannot hide a difference that it does not name.
 */
final class Ledger
{
    public const RULES = [
        'a' => 'a missing class is looked up once per payload, natively once per object',
        'b' => 'a Serializable payload is self-contained: its inner value is complete, and shares nothing with the outer one',
        'c' => 'exceeding max_depth is a LimitException, natively a warning and false',
        'd' => 'floats are exact whatever serialize_precision says (the observer applies this one)',
        'e' => 'classes are resolved before any value is built, so that autoloading comes before Serializable::unserialize()',
        'f' => 'encoding refuses more than 4096 levels with a LimitException, natively only decoding does',
        'h' => 'when a hook or a class throws, no destructor of a decoded object runs, natively those of the objects that were ready do',
        'g' => 'refused data is an exception, natively a notice and false, and runs no hook and no destructor',
    ];

    /** @return list<string> the names of the rules that apply */
    public static function apply(Pair $pair): array
    {
        $applied = [];
        foreach (array_keys(self::RULES) as $name) {
            $applies = match ($name) {
                'a' => self::oneLookup($pair),
                'b' => self::selfContained($pair),
                'c' => self::depthOfDecoding($pair),
                'e' => self::classesFirst($pair),
                'f' => self::depthOfEncoding($pair),
                'h' => 'when a hook or a class throws, no destructor of a decoded object runs, natively those of the objects that were ready do',
        'g' => self::refusal($pair),
                default => false,
            };
            if ($applies) {
                $applied[] = $name;
            }
        }

        return $applied;
    }

    private static function oneLookup(Pair $pair): bool
    {
        $kept = $seen = [];
        foreach (self::segments($pair->native->decodeEvents) as [$class, $events]) {
            if ($class !== null && isset($seen[$class])) {
                continue;
            }
            if ($class !== null) {
                $seen[$class] = true;
            }
            array_push($kept, ...$events);
        }

        return self::rewriteEvents($pair, $kept);
    }

    private static function classesFirst(Pair $pair): bool
    {
        $lookups = $rest = [];
        $segments = self::segments($pair->native->decodeEvents);
        foreach ($segments as [$class, $events]) {
            $class === null ? array_push($rest, ...$events) : array_push($lookups, ...$events);
        }
        if ($pair->native->decodeThrown !== null) {
            $last = $segments === [] ? null : $segments[count($segments) - 1][0];
            // An exception out of the last look-up ends the decode before anything else has run.
            $rest = $last !== null ? [] : $rest;
            $lookups = self::lookedUpBefore($pair, $lookups);
        }

        return self::rewriteEvents($pair, [...$lookups, ...$rest]);
    }

    /**
     * PHP stops at the first object that cannot be made; the classes behind it have been looked up by then.
     *
     * @param list<string> $native
     * @return list<string>
     */
    private static function lookedUpBefore(Pair $pair, array $native): array
    {
        $other = [];
        foreach (self::segments($pair->other->decodeEvents) as [$class, $events]) {
            $class === null || array_push($other, ...$events);
        }

        return array_slice($other, 0, count($native)) === $native ? $other : $native;
    }

    private static function noDestructors(Pair $pair): bool
    {
        if ($pair->native->decodeThrown === null || $pair->native->decodeThrown !== $pair->other->decodeThrown) {
            return false;
        }
        $isDestructor = static fn(string $event): bool => str_contains($event, '->__destruct()');
        $native = array_filter($pair->native->decodeEvents, $isDestructor);
        $other = array_filter($pair->other->decodeEvents, $isDestructor);
        if (count($other) >= count($native) || array_values(array_diff($pair->native->decodeEvents, $native)) !== array_values(array_diff($pair->other->decodeEvents, $other))) {
            return false;
        }
        $pair->native->decodeEvents = $pair->other->decodeEvents;

        return true;
    }

    private static function depthOfDecoding(Pair $pair): bool
    {
        $deep = array_filter($pair->native->decodeEvents, static fn(string $event): bool => str_contains($event, 'Maximum depth of'));
        if ($deep === [] || !str_starts_with((string) $pair->other->decodeThrown, 'Lyo\Exception\LimitException')) {
            return false;
        }

        return self::becomesRefusal($pair);
    }

    private static function depthOfEncoding(Pair $pair): bool
    {
        if ($pair->native->encodeThrown !== null || !str_starts_with((string) $pair->other->encodeThrown, 'Lyo\Exception\LimitException')) {
            return false;
        }
        $deep = array_filter($pair->native->decodeEvents, static fn(string $event): bool => str_contains($event, 'Maximum depth of'));
        if ($deep === []) {
            return false;
        }
        $pair->native->encodeThrown = $pair->other->encodeThrown;
        $pair->native->bytes = null;
        $pair->results = false;

        return true;
    }

    private static function refusal(Pair $pair): bool
    {
        return $pair->native->refusedWithFalse() && $pair->other->refusedByLyo() && self::becomesRefusal($pair);
    }

    private static function becomesRefusal(Pair $pair): bool
    {
        $lookups = [];
        foreach (self::segments($pair->native->decodeEvents) as [$class, $events]) {
            $class === null || array_push($lookups, ...$events);
        }
        $pair->native->decodeEvents = $lookups;
        $pair->native->decoded = false;
        $pair->native->decodeThrown = $pair->other->decodeThrown;
        $pair->results = false;

        return true;
    }

    /** The inner hooks run when the inner value is complete; natively with the outer ones. Their order is all that may differ. */
    private static function selfContained(Pair $pair): bool
    {
        if (!isset($pair->trial->traits['nested'])) {
            return false;
        }
        $pair->identity = !isset($pair->trial->traits['shared across nesting']);
        if ($pair->native->decodeEvents === $pair->other->decodeEvents) {
            return !$pair->identity;
        }
        $native = $pair->native->decodeEvents;
        $other = $pair->other->decodeEvents;
        sort($native);
        sort($other);
        if ($native !== $other) {
            return !$pair->identity;
        }
        $pair->native->decodeEvents = $pair->other->decodeEvents;

        return true;
    }

    /** @param list<string> $events */
    private static function rewriteEvents(Pair $pair, array $events): bool
    {
        $changed = $events !== $pair->native->decodeEvents;
        $pair->native->decodeEvents = $events;

        return $changed;
    }

    /**
     * Cuts a log into class look-ups (autoloader, callback, and the warning that the callback did not help) and the rest.
     *
     * @param list<string> $events
     * @return list<array{?string, list<string>}> the class in lower case, or null; the events
     */
    private static function segments(array $events): array
    {
        $segments = [];
        $open = null;
        foreach ($events as $event) {
            $last = count($segments) - 1;
            [$what, $class] = explode(' ', $event, 2) + ['', ''];
            $class = strtolower($class);
            if ($open !== null) {
                $segments[$last][1][] = $event;
                $open = ($what === 'loaded' || $what === 'called') && $class === $open ? null : $open;
            } elseif ($what === 'load' || $what === 'call') {
                $open = $class;
                if ($last >= 0 && $segments[$last][0] === $class && self::continues($what, $segments[$last][1])) {
                    $segments[$last][1][] = $event;
                } else {
                    $segments[] = [$class, [$event]];
                }
            } elseif ($last >= 0 && $segments[$last][0] !== null && str_contains($event, "hasn't defined the class it was called for")) {
                $segments[$last][1][] = $event;
            } else {
                $segments[] = [null, [$event]];
            }
        }

        return $segments;
    }

    /** One look-up is: the autoloader; if that fails the callback, and then the autoloader once more. @param list<string> $events */
    private static function continues(string $what, array $events): bool
    {
        $calls = count(array_filter($events, static fn(string $event): bool => str_starts_with($event, 'call ')));
        $loads = count(array_filter($events, static fn(string $event): bool => str_starts_with($event, 'load ')));

        return $what === 'call' ? $calls === 0 : $calls === 1 && $loads === 1;
    }
}
