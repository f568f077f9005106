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

            return ['difference' => Judge::difference($pair), 'family' => $pair->trial->family, 'rules' => $pair->rules, 'outcome' => $outcome];
        } catch (Throwable $thrown) {
            return ['difference' => 'the harness threw ' . $thrown, 'family' => 'harness', 'rules' => [], 'outcome' => 'harness'];
        }
    }

    public function pair(int $index): Pair
    {
        self::$runs++;
        $seen = [];
        foreach (['N' => $this->native, 'L' => $this->codec] as $side => $codec) {
            $level = error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING & ~E_NOTICE);
            $trial = $this->maker->make($index, sprintf('%s%07d', $side, self::$runs));
            error_reporting($level);
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
