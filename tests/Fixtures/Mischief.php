<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use ArrayObject;
use Error;
use Fiber;
use Lyo\Tests\Differential\Holder;

/** Hooks that do what hooks should not: they throw, encode, decode, collect garbage, suspend, change other values. */
trait Mischief
{
    /** "moment:action", for example "__wakeup:throw"; nothing happens at other moments. */
    public string $plan = '';
    /** An object, or an array by reference, that the action changes. */
    public mixed $target = null;
    /** A value for actions that need one. */
    public mixed $load = null;

    private function misbehave(string $moment): void
    {
        [$when, $action] = explode(':', $this->plan, 2) + ['', ''];
        if ($when === $moment && World::recording()) {
            Deeds::perform($action, $this->target, $this->load);
        }
    }
}

class MischiefSleep
{
    use Mischief;

    public mixed $extra = null;

    public function __sleep(): array
    {
        World::hook($this, __FUNCTION__);
        $this->misbehave(__FUNCTION__);

        return ['plan', 'target', 'load', 'extra'];
    }

    public function __wakeup(): void
    {
        World::hook($this, __FUNCTION__);
        $this->misbehave(__FUNCTION__);
    }
}

class MischiefState
{
    use Mischief;

    public function __serialize(): array
    {
        World::hook($this, __FUNCTION__);
        $this->misbehave(__FUNCTION__);

        return ['plan' => $this->plan, 'target' => &$this->target, 'load' => $this->load];
    }

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $this->plan = is_string($data['plan'] ?? null) ? $data['plan'] : '';
        $this->target = &$data['target'];
        $this->load = $data['load'] ?? null;
        $this->misbehave(__FUNCTION__);
    }
}

class MischiefDestruct
{
    use Mischief;

    public function __destruct()
    {
        World::hook($this, __FUNCTION__);
        if (in_array(substr($this->plan, 11), Deeds::DECODING, true) && (!World::destructorsDecode() || $this->copiesItself())) {
            return;
        }
        $this->misbehave(__FUNCTION__);
    }

    /** Such a destructor leaves a copy whose destructor does the same. With unserialize(), too, there would be no end of them. */
    private function copiesItself(): bool
    {
        return in_array($this, Holder::objectsIn($this->load), true);
    }
}

final class Deeds
{
    /** Actions that change nothing but the world around the codec. */
    public const HARMLESS = ['encode', 'roundtrip', 'nativeRoundtrip', 'garbage', 'collect', 'warn', 'deprecate', 'suspend', 'pollute', 'churn'];

    public const DECODING = ['roundtrip', 'nativeRoundtrip', 'garbage', 'pollute', 'decodeThrow'];

    public const THROWING = ['throw', 'error', 'encodeThrow', 'decodeThrow'];

    /** Actions that change the value while it is read or built. */
    public const CHANGING = ['unset', 'replace', 'retype', 'add', 'grow', 'clear', 'refill'];

    /** A load may hold the object whose hook encodes it: without a bound that would go on until the C stack ends. */
    private const DEEPEST = 6;

    private static int $depth = 0;

    /** Encodes and decodes with serialize(), here with all digits of floats: the trial may have set fewer digits for the tested codec. */
    private static function nativeRoundtrip(mixed $load): mixed
    {
        $precision = ini_set('serialize_precision', '-1');
        try {
            return unserialize(serialize($load));
        } finally {
            ini_set('serialize_precision', (string) $precision);
        }
    }

    public static function perform(string $action, mixed &$target, mixed $load): void
    {
        if (self::$depth >= self::DEEPEST) {
            return;
        }
        self::$depth++;
        try {
            self::act($action, $target, $load);
        } finally {
            self::$depth--;
        }
    }

    private static function act(string $action, mixed &$target, mixed $load): void
    {
        match ($action) {
            'throw' => throw new Trouble('thrown by a hook', 7, new Trouble('cause')),
            'error' => throw new Error('error in a hook'),
            'encode' => World::encode($load),
            'roundtrip' => World::event('note ' . Summary::of(World::decode(World::encode($load)), 2)),
            'nativeRoundtrip' => World::event('note ' . Summary::of(self::nativeRoundtrip($load), 2)),
            'encodeThrow' => World::encode(static fn() => 1),
            'decodeThrow' => World::decode('no payload of any codec'),
            'garbage' => self::garbage(),
            'collect' => gc_collect_cycles(),
            'warn' => trigger_error('warned by a hook', E_USER_WARNING),
            'deprecate' => trigger_error('deprecated by a hook', E_USER_DEPRECATED),
            'suspend' => Fiber::getCurrent() === null ? null : Fiber::suspend(),
            'pollute' => @unserialize('a:2:{i:0;O:8:"stdClass":1:{s:1:"x";i:1;}i:1;r:2;}x'),
            'churn' => self::churn(),
            'unset', 'replace', 'retype', 'add', 'grow', 'clear', 'refill' => self::change($action, $target, $load),
            default => null,
        };
    }

    private static function garbage(): void
    {
        try {
            World::decode("\xC1garbage");
        } catch (Refused $refused) {
            World::event('note ' . $refused->getMessage());
        }
    }

    /** Frees and takes memory in the sizes that values use, so that a stale pointer hits something else. */
    private static function churn(): void
    {
        $held = [];
        for ($i = 0; $i < 50; $i++) {
            $held[] = [new PublicBag(), range(0, $i % 9), str_repeat('x', 8 * $i), new ArrayObject()];
        }
    }

    private static function change(string $action, mixed &$target, mixed $load): void
    {
        if (is_array($target)) {
            self::changeArray($action, $target, $load);
        } elseif (is_object($target) && ($target instanceof \stdClass || $target instanceof PublicBag || $target instanceof DynamicAllowed)) {
            self::changeObject($action, $target, $load);
        } else {
            $target = $load;
        }
    }

    /** @param array<array-key, mixed> $target */
    private static function changeArray(string $action, array &$target, mixed $load): void
    {
        $last = array_key_last($target);
        match ($action) {
            'unset' => array_pop($target),
            'replace' => $target[$last ?? 0] = $load,
            'retype' => $target[$last ?? 0] = 'retyped',
            'add' => $target['added'] = $load,
            'clear' => $target = [],
            'refill' => $target = ['refilled' => $load],
            default => array_push($target, ...range(1, 40)),
        };
    }

    private static function changeObject(string $action, \stdClass|PublicBag|DynamicAllowed $target, mixed $load): void
    {
        $names = array_keys(get_object_vars($target));
        $last = (string) ($names[count($names) - 1] ?? 'a');
        if ($action === 'unset') {
            unset($target->{$last});
        } elseif ($action === 'clear' || $action === 'refill') {
            foreach ($names as $name) {
                unset($target->{(string) $name});
            }
            if ($action === 'refill') {
                $target->a = $load;
            }
        } elseif ($action === 'replace' || $action === 'retype') {
            $target->{$last} = $action === 'replace' ? $load : 'retyped';
        } elseif ($target instanceof PublicBag) {
            $target->c = $load;
        } else {
            for ($i = 0; $i < ($action === 'add' ? 1 : 40); $i++) {
                $target->{'added' . $i} = $i === 0 ? $load : $i;
            }
        }
    }
}
