<?php

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
            $pair = $this->pair($index);
            $outcome = self::outcome($pair->native);
            $difference = $this->difference($pair, $index);

            return ['difference' => $difference, 'family' => $pair->trial->family, 'rules' => $pair->rules, 'outcome' => $outcome];
        } catch (Throwable $thrown) {
            return ['difference' => 'the harness threw ' . $thrown, 'family' => 'harness', 'rules' => [], 'outcome' => 'harness'];
        }
    }

    /** The first difference of a pair that is outside the ledger. */
    public function difference(Pair $pair, int $index): ?string
    {
        $difference = Judge::difference($pair);
        if ($difference === null || $pair->native->bytes === null || $pair->other->bytes === null) {
            return $difference;
        }
        // Rule (n): serialize() has written another text because nobody held an object. The other side must not care.
        $held = $this->pair($index, true);
        if ($held->native->bytes === null || $held->other->bytes === null || Text::normal($held->native->bytes) === Text::normal($pair->native->bytes)) {
            return $difference;
        }
        if (Text::normal($held->other->bytes) !== Text::normal($pair->other->bytes) || Judge::difference($held) !== null) {
            return $difference;
        }
        $pair->rules[] = 'n';

        return null;
    }

    public function pair(int $index, bool $held = false): Pair
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
