<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use Lyo\Tests\Differential\Generator\TrialMaker;
use Throwable;

/** Runs trials by number: makes the value twice, observes both codecs, has the judge compare. */
final class Runner
{
    private static int $runs = 0;

    private readonly Codec $native;

    public function __construct(
        private readonly TrialMaker $maker,
        private readonly Codec $codec,
    ) {
        $this->native = Codecs::native();
    }

    /** @return array{family: string, rules: list<string>, difference: ?string, outcome: string} */
    public function run(int $index): array
    {
        try {
            [$difference, $pair] = $this->compare($index);

            return ['difference' => $difference, 'family' => $pair->trial->family, 'rules' => $pair->rules, 'outcome' => self::outcome($pair->native)];
        } catch (Throwable $thrown) {
            return ['difference' => 'the harness threw ' . $thrown, 'family' => 'harness', 'rules' => [], 'outcome' => 'harness'];
        }
    }

    /**
     * The first difference that is outside the ledger, and the pair that showed it or did not.
     *
     * Rule (n) needs a second look: serialize() may have written another text because nobody held an object. The other
     * side must not care: its bytes are the same, and it agrees with what serialize() does when the objects are held.
     *
     * @return array{?string, Pair}
     */
    public function compare(int $index): array
    {
        $pairs = $differences = $native = $other = [];
        foreach ([false, true] as $held) {
            $pairs[] = $pair = $this->pair($index, $held);
            $differences[] = Judge::difference($pair);
            $native[] = self::written($pair->native);
            $other[] = self::written($pair->other);
            if ($differences[0] === null) {
                return [null, $pair];
            }
        }
        if ($native[0] === $native[1] || $other[0] !== $other[1] || $differences[1] !== null) {
            return [$differences[0], $pairs[0]];
        }
        $pairs[0]->rules[] = 'n';

        return [null, $pairs[0]];
    }

    /** What came out of encoding: the bytes, or the calls that were made until it threw. */
    private static function written(Observation $seen): string
    {
        return $seen->bytes === null ? implode("\n", $seen->encodeEvents) : Text::normal($seen->bytes);
    }

    private function pair(int $index, bool $held): Pair
    {
        self::$runs++;
        $seen = [];
        foreach (['N' => $this->native, 'L' => $this->codec] as $side => $codec) {
            $level = error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING & ~E_NOTICE);
            $trial = $this->maker->make($index, sprintf('%s%07d', $side, self::$runs));
            error_reporting($level);
            $trial->held = $held;
            $seen[] = Observer::observe($trial, $codec);
        }

        return new Pair($seen[0]->trial, $seen[0], $seen[1]);
    }

    /** Which way the native side went: a family whose values never get anywhere tests nothing. */
    private static function outcome(Observation $native): string
    {
        return match (true) {
            $native->encodeThrown !== null => 'not encoded',
            $native->decodeThrown !== null => 'decode threw',
            $native->refusedWithFalse() => 'refused',
            default => 'decoded',
        };
    }
}
