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

    /** @return array{family: string, rules: list<string>, difference: ?string, outcome: string, written: string} */
    public function run(int $index): array
    {
        try {
            [$difference, $pair] = $this->compare($index);

            return ['difference' => $difference, 'family' => $pair->trial->family, 'rules' => $pair->rules, 'outcome' => self::outcome($pair->native), 'written' => hash('xxh64', self::written($pair->other))];
        } catch (Throwable $thrown) {
            return ['difference' => 'the harness threw ' . $thrown, 'family' => 'harness', 'rules' => [], 'outcome' => 'harness', 'written' => ''];
        }
    }

    /**
     * The first difference that is outside the ledger, and the pair that showed it or did not.
     *
     * Rules (n) and (o) need a second look: serialize() may have written another text because nobody held an object, or
     * because an initializer of a lazy object serialized something, too. The other side must not care: its bytes are the
     * same, and it agrees with what serialize() does when the objects are held, or the initializers do no such thing.
     *
     * @return array{?string, Pair}
     */
    public function compare(int $index): array
    {
        $looks = ['' => [false, false], 'n' => [true, false], 'o' => [false, true], 'no' => [true, true]];
        $first = $difference = null;
        foreach ($looks as $rules => [$held, $calm]) {
            // All codecs are called from this line, because exceptions in the value contain line numbers.
            $pair = $this->pair($index, $held, $calm);
            $found = Judge::difference($pair);
            if ($first === null) {
                [$first, $difference] = [$pair, $found];
                if ($found === null) {
                    break;
                }
            } elseif ($found === null && self::written($first->native) !== self::written($pair->native) && self::written($first->other, $calm) === self::written($pair->other, $calm)) {
                array_push($first->rules, ...str_split($rules));
                $difference = null;
                break;
            }
            if ($held && !isset($first->trial->traits['initializer encodes'])) {
                break;
            }
        }

        return [$difference, $first];
    }

    /** The result of encoding: the bytes, or the calls up to an exception; without calls the exception. */
    private static function written(Observation $seen, bool $withoutCalls = false): string
    {
        return match (true) {
            $seen->bytes !== null => Text::normal($seen->bytes),
            $withoutCalls => (string) $seen->encodeThrown,
            default => implode("\n", $seen->encodeEvents),
        };
    }

    private function pair(int $index, bool $held, bool $calm): Pair
    {
        self::$runs++;
        $seen = [];
        foreach (['N' => $this->native, 'L' => $this->codec] as $side => $codec) {
            $level = error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING & ~E_NOTICE);
            $trial = $this->maker->make($index, sprintf('%s%07d', $side, self::$runs));
            error_reporting($level);
            $trial->held = $held;
            $trial->calm = $calm;
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
