<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use Lyo\Tests\Fixtures\Refused;

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
        'b' => 'a Serializable payload is self-contained: its inner value is complete, and shares nothing with the outer one',
        'a' => 'a missing class is looked up once per payload, natively once per object',
        'c' => 'exceeding max_depth is a LimitException, natively a warning and false',
        'd' => 'floats are exact whatever serialize_precision says (the observer applies this one)',
        'e' => 'classes, their constants and enum cases are resolved before any value is built; what fails there comes before all else',
        'f' => 'encoding refuses more than 4096 levels with a LimitException, natively only decoding does',
        'g' => 'refused data are an exception, natively a notice and false or what an object threw before, and run no hook and no destructor',
        'h' => 'when a class throws, no destructor of a decoded object runs, natively those of the objects that were ready do; when Serializable::unserialize() throws, those of all that was read',
        'i' => 'warnings that the data raise come before the first hook, and not at all when the decode fails',
        'j' => 'a custom payload for a class that is no longer Serializable is refused, natively it makes a bare object and a warning',
        'k' => 'an object that __sleep or serialize() turned into null is null wherever it stands, natively its second place spoils the text',
        'l' => 'what destructors do while a decode fails is complete in itself, natively a nested decode waits for the failing one',
        'm' => 'what a hook changes while it is being encoded is written as the encoder saw it, natively the text may be damaged',
        'n' => 'an object keeps its identity whether or not somebody else holds it, natively one that nobody holds may be written twice (the runner applies this one, but for values that a hook encodes while it is decoded)',
        'o' => 'an initializer of a lazy object may encode, natively that spoils the numbers in the text around it (the runner applies this one)',
        'p' => 'a case of an enum that allowed_classes leaves out is refused, natively the list does not apply to enums',
        'q' => 'a PHP reference to an object that a lazy proxy and its instance both show stays one, natively not if nothing else shares it by then',
    ];

    /** @return list<string> the names of the rules that apply */
    public static function apply(Pair $pair): array
    {
        $applied = [];
        foreach (array_keys(self::RULES) as $name) {
            if ($pair->agrees()) {
                break;
            }
            $applies = match ($name) {
                'a' => self::oneLookup($pair),
                'b' => self::selfContained($pair),
                'c' => self::depthOfDecoding($pair),
                'e' => self::classesFirst($pair),
                'f' => self::depthOfEncoding($pair),
                'g' => self::refusal($pair),
                'h' => self::noDestructors($pair),
                'i' => self::droppedWarnings($pair),
                'j' => self::noBareObject($pair),
                'k' => self::spoiltText($pair),
                'l' => self::destructorsOfFailure($pair),
                'm' => self::changedMeanwhile($pair),
                'n' => PHP_VERSION_ID < 80300 && self::encodedTwiceByHooks($pair),
                'p' => self::refusedEnums($pair),
                default => false,
            };
            if ($applies) {
                $applied[] = $name;
            }
        }

        return $applied;
    }

    /** Drops calls with which an object was encoded again, where the other side has not encoded it again. */
    private static function encodedTwiceByHooks(Pair $pair): bool
    {
        $kept = [];
        foreach ($pair->native->decodeEvents as $event) {
            $again = preg_match('/->(__serialize|__sleep)\(\) /', $event) === 1 && in_array($event, $kept, true);
            if (!$again || $event === ($pair->other->decodeEvents[count($kept)] ?? null)) {
                $kept[] = $event;
            }
        }

        return self::rewriteEvents($pair, $kept);
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
        $native = $pair->native;
        [$lookups, $rest] = self::parted(self::segments($native->decodeEvents));
        [$others, $othersRest] = self::parted(self::segments($pair->other->decodeEvents));
        if (self::failed($native) && $othersRest === [] && (self::thrownByClasses($pair->other, $others) || str_ends_with((string) $native->decodeThrown, ' <- ' . $pair->other->decodeThrown))) {
            return self::becomesRefusal($pair);
        }
        if ($native->decodeThrown !== null && $native->decodeThrown === $pair->other->decodeThrown && $othersRest === [] && self::onlyEarlyCalls($rest)) {
            $rest = []; // Serializable::unserialize() is called when all values are there, and one could not be made
        }
        if ($native->decodeThrown !== null && self::startsWith($others, $lookups)) {
            // PHP stops at the first object that cannot be made. Lyo has already looked up the classes of later objects.
            array_push($lookups, ...array_map(self::ofOthers(...), array_slice($others, count($lookups))));
        } elseif ($native->decodeThrown !== null && self::startsWith($lookups, $others)) {
            $lookups = array_slice($lookups, 0, count($others));
        }

        return self::nestedDecodes($pair) || self::rewriteEvents($pair, [...$lookups, ...$rest]);
    }

    /**
     * A decode inside a hook looks up its classes first, too, in its own place: the same calls then, and in the same order
     * but for look-ups, warnings of the data and Serializable::unserialize().
     */
    private static function nestedDecodes(Pair $pair): bool
    {
        if ($pair->trial->family !== 'mischief') {
            return false;
        }
        $native = $pair->native;
        $applied = false;
        // Natively a decode that fails at a missing class has built objects before. Their destructors end the log.
        if ($native->encodeEvents !== $pair->other->encodeEvents && $native->encodeThrown === $pair->other->encodeThrown
            && preg_match("/^ErrorException\\(0\\): .*hasn't defined the class/", (string) $native->encodeThrown) === 1
            && self::beforeDestructors($native->encodeEvents) === $pair->other->encodeEvents) {
            $native->encodeEvents = $pair->other->encodeEvents;
            $applied = true;
        }
        if ($native->encodeEvents !== $pair->other->encodeEvents && self::sameButForEarlyOnes($native->encodeEvents, $pair->other->encodeEvents)) {
            $native->encodeEvents = $pair->other->encodeEvents;
            $applied = true;
        }
        if ($native->decodeEvents !== $pair->other->decodeEvents && self::sameButForEarlyOnes($native->decodeEvents, $pair->other->decodeEvents)) {
            $native->decodeEvents = $pair->other->decodeEvents;
            $applied = true;
        }

        return $applied;
    }

    /**
     * @param list<string> $native
     * @param list<string> $other
     */
    private static function sameButForEarlyOnes(array $native, array $other): bool
    {
        $unnumbered = static fn(string $event): string => (string) preg_replace('/#\d+/', '#', $event);
        $isLate = static fn(string $event): bool => preg_match('/^(load|loaded|call|called) |->unserialize\(/', $event) !== 1 && !self::isDataWarning($event);
        $sides = $late = [];
        foreach ([$native, $other] as $events) {
            $events = array_map($unnumbered, $events);
            $late[] = array_values(array_filter($events, $isLate));
            sort($events);
            $sides[] = $events;
        }

        return $sides[0] === $sides[1] && $late[0] === $late[1];
    }

    /** Objects that only the other side has seen take no name that this side has given to another one. */
    private static function ofOthers(string $event): string
    {
        return (string) preg_replace('/#(\d+)/', '#1000$1', $event);
    }

    /** @param list<string> $events */
    private static function onlyEarlyCalls(array $events): bool
    {
        $late = array_filter($events, static fn(string $event): bool => !self::isDataWarning($event) && preg_match('/->(unserialize|__destruct)\(/', $event) !== 1);

        return $late === [] && preg_grep('/->unserialize\(/', $events) !== [];
    }

    /**
     * Whether an autoloader, a callback or the constants of a class threw.
     *
     * @param list<string> $lookups
     */
    private static function thrownByClasses(Observation $seen, array $lookups): bool
    {
        $thrown = (string) $seen->decodeThrown;

        return str_starts_with($thrown, 'Error(0): Undefined constant')
            || str_starts_with($thrown, 'Error(0): Invalid callback')
            || preg_match("/^ErrorException\\(0\\): (warned by the autoloader|.*hasn't defined the class)/", $thrown) === 1
            || str_starts_with($thrown, 'Error(0): Cannot create dynamic property')
            || preg_match("/^Exception\(0\): Unserialization of '.*' is not allowed$/", $thrown) === 1
            || ($lookups !== [] && str_starts_with($thrown, 'Lyo\Tests\Fixtures\Trouble') && in_array(strrchr($thrown, ' '), [' autoloader', ' callback'], true));
    }

    private static function droppedWarnings(Pair $pair): bool
    {
        $native = $pair->native;
        $other = $pair->other;
        if ($native->decodeThrown === null) {
            return self::warningsFirst($pair);
        }
        [, $othersRest] = self::parted(self::segments($other->decodeEvents));
        if ($pair->trial->throwing && str_contains($native->decodeThrown, 'ErrorException') && $other->decodeThrown !== null && $othersRest === []) {
            return self::becomesRefusal($pair); // the error handler would have thrown at a warning that never came
        }
        // One of those destructors may throw on top of it.
        $onTop = str_ends_with((string) $other->decodeThrown, ' <- ' . $native->decodeThrown) && preg_grep('/->__destruct\(\)/', $other->decodeEvents) !== [];
        if ($pair->trial->throwing && ($onTop || $native->decodeThrown === $other->decodeThrown) && self::beforeDestructors($native->decodeEvents) === self::beforeDestructors($other->decodeEvents)) {
            $native->decodeThrown = $other->decodeThrown;

            return self::rewriteEvents($pair, $other->decodeEvents) || $onTop; // everything had been built when the handler threw
        }
        if ($native->decodeThrown !== $other->decodeThrown || array_filter($other->decodeEvents, self::isDataWarning(...)) !== []) {
            return self::warningsFirst($pair);
        }

        return self::rewriteEvents($pair, array_values(array_filter($native->decodeEvents, static fn(string $event): bool => !self::isDataWarning($event))));
    }

    /**
     * What follows the first destructor of a failed decode was done by destructors.
     *
     * @param list<string> $events
     * @return list<string>
     */
    private static function beforeDestructors(array $events): array
    {
        $first = array_key_first(array_filter($events, static fn(string $event): bool => str_contains($event, '->__destruct()')));

        return array_slice($events, 0, $first);
    }

    /**
     * @param list<string> $events
     * @return list<string>
     */
    private static function withoutDestructors(array $events): array
    {
        return array_values(array_filter($events, static fn(string $event): bool => !str_contains($event, '->__destruct()')));
    }

    /** Native warnings come at the moment at which the data cause them, also between calls of Serializable::unserialize(). */
    private static function warningsFirst(Pair $pair): bool
    {
        [$lookups, $rest] = self::parted(self::segments($pair->native->decodeEvents));
        $warnings = array_values(array_filter($rest, self::isDataWarning(...)));
        $hooks = array_values(array_filter($rest, static fn(string $event): bool => !self::isDataWarning($event)));
        $sorted = [...$lookups, ...$warnings, ...$hooks];

        return Text::renumbered($sorted) === Text::renumbered($pair->other->decodeEvents) && self::rewriteEvents($pair, $sorted);
    }

    private static function isDataWarning(string $event): bool
    {
        return preg_match('/^warn (?!user )/', $event) === 1 && !str_contains($event, "hasn't defined the class");
    }

    private static function noBareObject(Pair $pair): bool
    {
        $thrown = (string) $pair->other->decodeThrown;
        if (preg_match('/^Lyo\\\\Exception\\\\ClassMismatchException\(0\): (Class \S+ has no unserializer)/', $thrown, $match) !== 1) {
            return false;
        }
        $warned = array_filter($pair->native->decodeEvents, static fn(string $event): bool => str_contains($event, $match[1]));
        // Natively something before it may have failed instead; nothing has been built by then, so that cannot be seen here.
        return ($warned !== [] || $pair->native->decodeThrown !== null) && self::becomesRefusal($pair);
    }

    private static function destructorsOfFailure(Pair $pair): bool
    {
        $native = $pair->native->decodeEvents;
        $other = $pair->other->decodeEvents;
        $first = array_key_first(array_filter($native, static fn(string $event): bool => str_contains($event, '->__destruct()')));
        if ($first === null || !self::failed($pair->native) || array_slice($native, 0, $first) !== array_slice($other, 0, $first)) {
            return false;
        }
        if (str_ends_with((string) $pair->native->decodeThrown, ' <- ' . $pair->other->decodeThrown)) {
            $pair->native->decodeThrown = $pair->other->decodeThrown; // a destructor threw on top of it
        }

        return $pair->native->decodeThrown === $pair->other->decodeThrown && self::rewriteEvents($pair, $other);
    }

    private static function spoiltText(Pair $pair): bool
    {
        if (!self::hasNulledObjects($pair)) {
            return false;
        }
        if (array_values(array_unique($pair->native->encodeEvents)) === $pair->other->encodeEvents) {
            $pair->native->encodeEvents = $pair->other->encodeEvents; // it tries such an object again at each place
        }
        // A hook that reads what it has written: natively it cannot.
        if ($pair->native->encodeThrown === Refused::class . '(0): refused' && self::startsWith($pair->other->encodeEvents, $pair->native->encodeEvents)) {
            $pair->native->encodeEvents = $pair->other->encodeEvents;
            $pair->native->encodeThrown = $pair->other->encodeThrown;
        }
        $pair->native->decodeEvents = $pair->other->decodeEvents;
        $pair->native->decodeThrown = $pair->other->decodeThrown;
        $pair->results = false;

        return true;
    }

    private static function noDestructors(Pair $pair): bool
    {
        [$native, $isDestructor] = [$pair->native, static fn(string $event): bool => str_contains($event, '->__destruct()')];
        $first = array_key_first(array_filter($native->decodeEvents, $isDestructor));
        if ($native->decodeThrown === null || $native->decodeThrown !== $pair->other->decodeThrown) {
            return false;
        }
        if (array_filter($pair->other->decodeEvents, $isDestructor) !== []) {
            return self::readFurther($pair);
        }

        return $first !== null && self::rewriteEvents($pair, array_slice($native->decodeEvents, 0, $first));
    }

    /** Natively nothing after a Serializable::unserialize() that throws has been read, so fewer objects are destroyed. */
    private static function readFurther(Pair $pair): bool
    {
        [$native, $other] = [$pair->native->decodeEvents, $pair->other->decodeEvents];
        $calls = self::withoutDestructors($native);
        if (!str_contains((string) end($calls), '->unserialize(') || Text::renumbered($calls) !== Text::renumbered(self::withoutDestructors($other))) {
            return false;
        }
        // All effects of native destructors are also effects of the others.
        $left = self::sorted($other);
        foreach (self::sorted($native) as $event) {
            $at = array_search($event, $left, true);
            if ($at === false) {
                return false;
            }
            unset($left[$at]);
        }

        return self::rewriteEvents($pair, $other);
    }

    /**
     * @param list<string> $events
     * @return list<string>
     */
    private static function sorted(array $events): array
    {
        $events = array_map(static fn(string $event): string => (string) preg_replace('/#\d+/', '#', $event), $events);
        sort($events);

        return $events;
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
        $native = $pair->native;
        // From PHP 8.4 on, an array that contains itself through a reference of one slot is infinite.
        $endless = str_starts_with((string) $native->encodeThrown, 'Error(0): Maximum call stack size of ');
        if (!($endless || ($native->encodeThrown === null && $pair->trial->family === 'deep')) || !str_starts_with((string) $pair->other->encodeThrown, 'Lyo\Exception\LimitException')) {
            return false;
        }
        if ($endless) {
            $native->encodeEvents = $pair->other->encodeEvents; // serialize() stops at another level
        }
        $native->encodeThrown = $pair->other->encodeThrown;
        $native->decodeThrown = null;
        $native->decodeEvents = [];
        $pair->results = false;

        return true;
    }

    /** The rule by which the results themselves need not be equal, if there is one. */
    public static function excuse(Pair $pair, string $difference): ?string
    {
        return match (true) {
            str_ends_with($difference, ': a reference instead of a value') && preg_grep('/^note initializes a proxy$/', $pair->native->encodeEvents) !== [] => 'q',
            self::changesWhileEncoding($pair) => 'm',
            self::hasNulledObjects($pair) => 'k',
            // An inner payload that fails half way leaves PHP's numbers of what follows in the outer one wrong.
            isset($pair->trial->traits['nested']) && preg_grep('/Error at offset/', $pair->native->decodeEvents) !== [] => 'b',
            // An inner root that its own hook sets to null is null when the inner call returns; natively it has returned before.
            // An enum case is inside and outside. Natively the hook may reach the inner slot through a reference.
            isset($pair->trial->traits['nested']) && preg_grep('/DropsState#(\d+)->__wakeup\(\) .*"dropped"=>\S+\\\\(DropsState#\1|(Suit|Level|Unit)#\d+)\b/', $pair->native->decodeEvents) !== [] => 'b',
            default => null,
        };
    }

    /** Changes that damage PHP's own text, or make it read freed memory: slots that are removed, and arrays that change. */
    private static function changesWhileEncoding(Pair $pair): bool
    {
        $harmful = '/"plan"=>"__(sleep|serialize):((unset|clear|refill)"|\w+", "target"=>array\()/';

        return $pair->trial->family === 'changing' && preg_grep($harmful, $pair->native->encodeEvents) !== [];
    }

    private static function hasNulledObjects(Pair $pair): bool
    {
        return self::mentionNulledObjects([...$pair->native->encodeEvents, ...$pair->native->decodeEvents]);
    }

    /** @param list<string> $events */
    public static function mentionNulledObjects(array $events): bool
    {
        return preg_grep('/__sleep\(\) should return an array|LegacyAny#\d+->serialize\(\) \[("result"=>NULL)?\]/', $events) !== []; // a lazy one has no properties yet
    }

    private static function changedMeanwhile(Pair $pair): bool
    {
        $native = $pair->native;
        if (!self::changesWhileEncoding($pair) || $native->encodeThrown !== $pair->other->encodeThrown) {
            return false;
        }
        $native->encodeEvents = $pair->other->encodeEvents;
        $native->decodeEvents = $pair->other->decodeEvents;
        $native->decodeThrown = $pair->other->decodeThrown;
        $pair->results = false;

        return true;
    }

    private static function refusal(Pair $pair): bool
    {
        [, $rest] = self::parted(self::segments($pair->other->decodeEvents));

        return self::failed($pair->native) && $pair->other->refusedByLyo() && $rest === [] && self::becomesRefusal($pair);
    }

    private static function refusedEnums(Pair $pair): bool
    {
        $given = $pair->trial->options['allowed_classes'] ?? true;
        $allowed = is_array($given) ? array_map(strtolower(...), array_filter($given, is_string(...))) : [];
        preg_match('/ClassNotAllowedException\(0\): Class not allowed or not found: (.+)$/', (string) $pair->other->decodeThrown, $match);
        $refused = array_filter(explode(', ', $match[1] ?? ''), static fn(string $name): bool => enum_exists($name, false) && !in_array(strtolower($name), $allowed, true));
        return $given !== true && $refused !== [] && self::becomesRefusal($pair);
    }

    private static function failed(Observation $seen): bool
    {
        return $seen->decodeThrown !== null || $seen->refusedWithFalse();
    }

    private static function becomesRefusal(Pair $pair): bool
    {
        [$lookups] = self::parted(self::segments($pair->native->decodeEvents));
        [$others] = self::parted(self::segments($pair->other->decodeEvents));
        // Either side may have stopped before the other: PHP in the middle of the data, the other one before it builds anything.
        // Natively the look-ups of nested payloads are among them.
        $nested = isset($pair->trial->traits['nested']) && array_diff($others, $lookups) === [];
        $pair->native->decodeEvents = $nested || self::startsWith($others, $lookups) || self::startsWith($lookups, $others) ? $others : $lookups;
        $pair->native->decodeThrown = $pair->other->decodeThrown;
        $pair->results = false;

        return true;
    }

    /**
     * The inner hooks run when the inner value is complete, natively with the outer ones: other order, other numbers. An
     * object that is inside and outside becomes two objects, so its hooks run for each.
     */
    private static function selfContained(Pair $pair): bool
    {
        if (!isset($pair->trial->traits['nested'])) {
            return false;
        }
        $shared = isset($pair->trial->traits['shared across nesting']);
        $thrown = $pair->native->decodeThrown !== null && $pair->native->decodeThrown === $pair->other->decodeThrown;
        $applied = false;
        if ($pair->native->encodeEvents !== $pair->other->encodeEvents && self::sameCalls($pair->native->encodeEvents, $pair->other->encodeEvents, $shared, $thrown)) {
            $pair->native->encodeEvents = $pair->other->encodeEvents;
            $applied = true;
        }
        if ($pair->native->decodeEvents !== $pair->other->decodeEvents && self::sameCalls($pair->native->decodeEvents, $pair->other->decodeEvents, $shared, $thrown)) {
            $pair->native->decodeEvents = $pair->other->decodeEvents;
            $applied = true;
        }
        $refused = $pair->native->refusedWithFalse() || $pair->native->decodeThrown === Refused::class . '(0): refused';
        if ($refused && preg_grep('/Error at offset/', $pair->native->decodeEvents) !== [] && preg_grep('/Error at offset/', $pair->other->decodeEvents) !== []) {
            // An inner payload has failed on both sides; natively the outer one is lost with it, or the next inner one.
            $pair->native->decodeThrown = $pair->other->decodeThrown;
            $pair->native->decodeEvents = $pair->other->decodeEvents;
            $pair->results = false;
            $applied = true;
        }
        if ($shared && $pair->other->decodeThrown === 'UnexpectedValueException(0): Non-object key') {
            // An object storage needs the key itself, which is not the same object outside and inside.
            $pair->native->decodeThrown = $pair->other->decodeThrown;
            $pair->native->decodeEvents = $pair->other->decodeEvents;
            $pair->results = false;
            $applied = true;
        }

        return $applied;
    }

    /**
     * @param list<string> $native
     * @param list<string> $other
     */
    private static function sameCalls(array $native, array $other, bool $shared, bool $thrown): bool
    {
        // Whether the root of an inner value is a reference shows natively only after the outer one has let go of it.
        $plain = static fn(string $event): string => str_replace('=>&', '=>', (string) preg_replace('/#\d+/', '#', $event));
        $native = array_map($plain, $native);
        $other = array_map($plain, $other);
        $native = array_values(array_unique($native)); // a class is looked up once in each payload, inner ones too
        $other = array_values(array_unique($other));
        sort($native);
        sort($other);

        // Shared objects are copies inside, hooks run for each, and what they write does not reach the other one. After an
        // exception, what has been called before it depends on that order.
        return $shared || $thrown || $native === $other;
    }

    /** @param list<string> $events */
    private static function rewriteEvents(Pair $pair, array $events): bool
    {
        $changed = $events !== $pair->native->decodeEvents;
        $pair->native->decodeEvents = $events;

        return $changed;
    }

    /**
     * @param list<string> $events
     * @param list<string> $beginning
     */
    private static function startsWith(array $events, array $beginning): bool
    {
        return Text::renumbered(array_slice($events, 0, count($beginning))) === Text::renumbered($beginning);
    }

    /**
     * @param list<array{?string, list<string>}> $segments
     * @return array{list<string>, list<string>} the events of class look-ups, and the other ones
     */
    private static function parted(array $segments): array
    {
        $lookups = $rest = [];
        foreach ($segments as [$class, $events]) {
            $class === null ? array_push($rest, ...$events) : array_push($lookups, ...$events);
        }

        return [$lookups, $rest];
    }

    /**
     * Cuts a log into class look-ups (autoloader, callback, and the warning that the callback did not help) and the rest.
     *
     * @param list<string> $events
     * @return list<array{?string, list<string>}> the class as it was asked for, or null; the events
     */
    private static function segments(array $events): array
    {
        $classes = $groups = [];
        $open = null;
        foreach ($events as $i => $event) {
            if ($open === null && preg_match('/->__(wakeup|unserialize|destruct)\(/', $event) === 1) {
                // From the first of the calls at the end on, look-ups are those of decodes inside hooks.
                $classes[] = null;
                $groups[] = array_slice($events, $i);
                break;
            }
            $last = count($groups) - 1;
            [$what, $class] = explode(' ', $event, 2) + ['', ''];
            if ($open !== null) {
                $groups[$last][] = $event;
                $open = ($what === 'loaded' || $what === 'called') && $class === $open ? null : $open;
            } elseif ($what === 'load' || $what === 'call') {
                $open = $class;
                if ($last >= 0 && $classes[$last] === $class && self::continues($what, $groups[$last])) {
                    $groups[$last][] = $event;
                } else {
                    $classes[] = $class;
                    $groups[] = [$event];
                }
            } elseif ($last >= 0 && $classes[$last] !== null && str_contains($event, "hasn't defined the class it was called for")) {
                $groups[$last][] = $event;
            } else {
                $classes[] = null;
                $groups[] = [$event];
            }
        }

        return array_map(static fn(?string $class, array $group): array => [$class, $group], $classes, $groups);
    }

    /**
     * One look-up is: the autoloader; if that fails the callback, and then the autoloader once more.
     *
     * @param list<string> $events
     */
    private static function continues(string $what, array $events): bool
    {
        $calls = count(array_filter($events, static fn(string $event): bool => str_starts_with($event, 'call ')));
        $loads = count(array_filter($events, static fn(string $event): bool => str_starts_with($event, 'load ')));

        return $what === 'call' ? $calls === 0 : $calls === 1 && $loads === 1;
    }
}
