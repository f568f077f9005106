<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use Closure;
use Lyo\Tests\Fixtures\World;
use WeakMap;

/** Compares the two observations of a trial, then pokes at the two results. */
final class Judge
{
    /** The first difference outside the ledger, or null. */
    public static function difference(Pair $pair): ?string
    {
        $difference = self::outcomes($pair);
        if ($difference !== null) {
            $pair->rules = Ledger::apply($pair);
            $difference = $pair->rules === [] ? $difference : self::outcomes($pair);
        }
        if ($difference !== null) {
            return $difference;
        }
        Observer::collect(); // garbage that hooks left may still hold references into the values
        $difference = (new GraphComparer())->difference($pair->native->trial->value, $pair->other->trial->value);
        if ($difference !== null && !isset($pair->trial->traits['shared across nesting'])) {
            return 'the encoded value afterwards: ' . $difference;
        }
        if (!$pair->results || !$pair->native->decoded || !$pair->other->decoded) {
            return null;
        }

        $difference = self::results($pair);
        $rule = $difference === null ? null : Ledger::excuse($pair, $difference);
        if ($rule !== null) {
            $pair->rules[] = $rule;
            $difference = null;
        }

        return $difference;
    }

    private static function outcomes(Pair $pair): ?string
    {
        $native = $pair->native;
        $other = $pair->other;

        return self::same('encode threw', $native->encodeThrown, $other->encodeThrown)
            ?? self::events('encode', $native->encodeEvents, $other->encodeEvents)
            ?? self::same('decode threw', $native->decodeThrown, $other->decodeThrown)
            ?? self::events('decode', $native->decodeEvents, $other->decodeEvents);
    }

    private static function results(Pair $pair): ?string
    {
        $difference = (new GraphComparer())->difference($pair->native->result, $pair->other->result);
        if (isset($pair->trial->traits['shared across nesting'])) {
            return null; // rule (b): what is one object natively are several
        }
        if ($difference !== null && isset($pair->trial->traits['nested'])) {
            $pair->identity = false;
            $pair->rules[] = 'b';
            $difference = (new GraphComparer(false))->difference($pair->native->result, $pair->other->result);
        }
        if ($difference !== null) {
            return 'result: ' . $difference;
        }

        return $pair->identity
            ? self::texts($pair) ?? Separation::difference($pair->native->result, $pair->other->result) ?? TypedReferences::difference($pair->native->result, $pair->other->result) ?? self::release($pair)
            : null;
    }

    /** serialize() of both results is equal: its numbering shows identities and references. Then the bytes, encoded again. */
    private static function texts(Pair $pair): ?string
    {
        World::useNativeCodec();
        [$nativeThrown, $nativeText, $nativeEvents] = self::watch($pair, static fn(): string => serialize($pair->native->result));
        [$otherThrown, $otherText, $otherEvents] = self::watch($pair, static fn(): string => serialize($pair->other->result));
        $difference = self::same('serialize(result) threw', $nativeThrown, $otherThrown)
            ?? self::events('serialize(result)', $nativeEvents, $otherEvents)
            ?? self::same('serialize(result)', self::normal($nativeText), self::normal($otherText));
        if ($difference !== null || $nativeText === null) {
            return $difference;
        }

        // Hooks may change the value with each call. Where they do not, PHP writes the decoded value as it wrote the original.
        $again = $nativeText === $pair->native->bytes ? array_map(
            static fn(Observation $side): ?string => self::watch($pair, static fn(): string => serialize($side->result))[1],
            [$pair->native, $pair->other],
        ) : [];

        return self::recoded($pair, $again === [$nativeText, $nativeText]);
    }

    /** @param bool $stable whether PHP itself writes the decoded value as it wrote the original */
    private static function recoded(Pair $pair, bool $stable): ?string
    {
        $codec = $pair->other->codec;
        World::useCodec($codec->encode, $codec->nested);
        [$nativeThrown, $fromNative] = self::watch($pair, static fn(): string => ($codec->encode)($pair->native->result));
        [$otherThrown, $fromOther] = self::watch($pair, static fn(): string => ($codec->encode)($pair->other->result));
        $difference = self::same('encoding the result threw', $nativeThrown, $otherThrown)
            ?? self::same('bytes of the result, natively decoded and by the codec', self::bytes($fromNative), self::bytes($fromOther));
        // Where names were exchanged, the bytes are not those of a writer: which strings it finds in common depends on them.
        if ($difference === null && $stable && !$pair->trial->swapped && self::bytes($pair->other->bytes) !== self::bytes($fromOther) && !self::lostAnArray($pair)) {
            $difference = self::same('encode(decode(bytes))', self::bytes($pair->other->bytes), self::bytes($fromOther));
        }
        if ($difference === null && $codec->recognizes !== null && !($codec->recognizes)((string) $pair->other->bytes)) {
            return 'the codec does not recognise its own bytes';
        }

        return $difference;
    }

    /**
     * Some hooks collect garbage, and would find there what the hooks of an earlier step have left.
     *
     * @param Closure(): string $encode
     * @return array{?string, ?string, list<string>}
     */
    private static function watch(Pair $pair, Closure $encode): array
    {
        if ($pair->trial->family === 'mischief') {
            Observer::collect();
        }

        return Observer::watch($encode);
    }

    /** An array inside itself is null in the text, but no null while it is encoded. */
    private static function lostAnArray(Pair $pair): bool
    {
        /** @var WeakMap<object, true> $seen */
        $seen = new WeakMap();

        return self::isNullForArray($pair->native->trial->value, $pair->native->result, $seen);
    }

    /**
     * Whether the result has null in a place where the value has an array. Other differences, which hooks make, do not matter.
     *
     * @param WeakMap<object, true> $seen objects that have been looked into
     */
    private static function isNullForArray(mixed $value, mixed $result, WeakMap $seen): bool
    {
        if (is_array($value)) {
            if (!is_array($result)) {
                return $result === null;
            }
        } elseif (is_object($value) && is_object($result) && $value::class === $result::class && !isset($seen[$value])) {
            $seen[$value] = true;
        } else {
            return false;
        }
        $entries = (array) $result;
        foreach ((array) $value as $key => $entry) {
            if (array_key_exists($key, $entries) && self::isNullForArray($entry, $entries[$key], $seen)) {
                return true;
            }
        }

        return false;
    }

    /** Destructors of the results: the same ones; their order within cycles is the garbage collector's affair. */
    private static function release(Pair $pair): ?string
    {
        $sides = [];
        Observer::collect(); // garbage of the comparison itself
        foreach ([$pair->native, $pair->other] as $side) {
            $sides[] = Observer::release($side);
        }

        // A destructor that encodes and decodes meets the rules (k) and (g) there.
        $refused = preg_grep('/^threw .*Refused/', $sides[0]) !== [] && preg_grep('/^threw .*Refused/', $sides[1]) !== [];

        // Rule (n): natively an object that only itself holds is written again inside itself, where its array is null.
        $nulled = '/^threw TypeError\(0\): Cannot assign null to property .* of type array$/';
        $inItself = preg_grep($nulled, $sides[0]) !== [] && preg_grep($nulled, $sides[1]) === [];

        return $refused || $inItself || Ledger::mentionNulledObjects([...$sides[0], ...$sides[1]]) ? null : self::events('release', self::asOftenAsThere(...$sides), $sides[1]);
    }

    /**
     * Rules (a) and (n), for destructors that encode and decode: of what is natively looked up, and of objects that are natively
     * written twice, as often as by the codec, if that does so at all.
     *
     * @param list<string> $native sorted
     * @param list<string> $other
     * @return list<string>
     */
    private static function asOftenAsThere(array $native, array $other): array
    {
        $left = array_count_values($other);
        $kept = [];
        foreach ($native as $event) {
            $mayRepeat = preg_match('/^(load|loaded|call|called) |^hook \S+->__((sleep|serialize|wakeup)\(\)|unserialize\()/', $event) === 1 && isset($left[$event]);
            if (!$mayRepeat || $left[$event]-- > 0) {
                $kept[] = $event;
            }
        }

        return $kept;
    }

    /**
     * @param list<string> $native
     * @param list<string> $other
     */
    private static function events(string $when, array $native, array $other): ?string
    {
        if ($native === $other || Text::renumbered($native) === Text::renumbered($other)) {
            return null;
        }
        foreach ($native as $i => $event) {
            if ($event !== ($other[$i] ?? null)) {
                return sprintf("event %d of %s\n  native: %s\n  other:  %s", $i, $when, Text::excerpt($event), Text::excerpt($other[$i] ?? '(none)'));
            }
        }

        return sprintf("event %d of %s\n  native: (none)\n  other:  %s", count($native), $when, Text::excerpt($other[count($native)]));
    }

    private static function same(string $what, ?string $native, ?string $other): ?string
    {
        return $native === $other ? null : sprintf(
            "%s\n  native: %s\n  other:  %s",
            $what,
            $native === null ? '(nothing)' : Text::excerpt(self::around($native, (string) $other)),
            $other === null ? '(nothing)' : Text::excerpt(self::around($other, (string) $native)),
        );
    }

    /** Long texts: the part where they part. */
    private static function around(string $text, string $other): string
    {
        $common = strlen($text ^ $other) === 0 ? 0 : strspn($text ^ $other, "\0");

        return $common < 200 ? $text : '…@' . $common . ': ' . substr($text, $common - 100);
    }

    private static function normal(?string $text): ?string
    {
        return $text === null ? null : Text::normal($text);
    }

    private static function bytes(?string $bytes): ?string
    {
        return $bytes === null ? null : Text::normal($bytes);
    }
}
