<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use Lyo\Tests\Differential\Generator\TrialMaker;

/** Shows one trial in full, after having looked for a smaller budget that still shows a difference. */
final readonly class Detail
{
    public function __construct(
        private int $seed,
        private Codec $codec,
        private ?string $family,
    ) {}

    public function show(int $index, int $budget, bool $shrink): int
    {
        if ($shrink) {
            $budget = $this->smallest($index, $budget);
        }
        $runner = new Runner(new TrialMaker($this->seed, $budget, $this->family), $this->codec);
        [$difference, $pair] = $runner->compare($index);
        printf("seed %d, value %d, family %s, budget %d\n", $this->seed, $index, $pair->trial->family, $budget);
        printf("options %s, callback %s%s%s\n", json_encode($pair->trial->options), $pair->trial->callback === '' ? '-' : $pair->trial->callback, $pair->trial->fiber ? ', in a fiber' : '', $pair->trial->throwing ? ', warnings throw' : '');
        self::side($pair->native);
        self::side($pair->other);
        printf("rules %s\n%s\n", implode(' ', $pair->rules) ?: '-', $difference === null ? 'no difference' : 'DIFFERENCE ' . $difference);

        return $difference === null ? 0 : 1;
    }

    private function smallest(int $index, int $budget): int
    {
        for ($try = 1; $try < $budget; $try++) {
            $result = (new Runner(new TrialMaker($this->seed, $try, $this->family), $this->codec))->run($index);
            if ($result['difference'] !== null) {
                return $try;
            }
        }

        return $budget;
    }

    /** Rules of the ledger rewrite the native events, so these are what was expected of the other side. */
    private static function side(Observation $seen): void
    {
        printf("--- %s: %s\n", $seen->codec->name, $seen->bytes === null ? 'no bytes' : strlen($seen->bytes) . ' bytes');
        if ($seen->bytes !== null) {
            echo $seen->codec->name === 'native' ? Text::excerpt($seen->bytes, 4000) : Text::excerpt(bin2hex($seen->bytes), 4000), "\n";
        }
        foreach (['encode' => [$seen->encodeEvents, $seen->encodeThrown], 'decode' => [$seen->decodeEvents, $seen->decodeThrown]] as $when => [$events, $thrown]) {
            foreach ($events as $i => $event) {
                printf("%s %d: %s\n", $when, $i, Text::excerpt($event, 300));
            }
            if ($thrown !== null) {
                printf("%s threw %s\n", $when, Text::excerpt($thrown));
            }
        }
    }
}
