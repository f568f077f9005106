<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use Lyo\Tests\Differential\Generator\TrialMaker;
use Lyo\Tests\Support\Forks;

/**
 * Finds out whose crash it was. serialize() itself runs out of C stack on some values (before PHP 8.3 nothing guards it):
 * there is nothing to compare with then, and it is not the codec's fault.
 */
final readonly class Blame
{
    public function __construct(
        private TrialMaker $maker,
        private Codec $native,
        private Codec $codec,
    ) {}

    /** Whether PHP's own functions die of this value in a process of their own, and the codec in another one does not. */
    public function isNative(int $index): bool
    {
        return $this->dies($index, $this->native) && !$this->dies($index, $this->codec);
    }

    private function dies(int $index, Codec $codec): bool
    {
        $died = false;
        $forks = new Forks(
            function (int $index) use ($codec): null {
                $this->encodeAndDecode($index, $codec);

                return null;
            },
            static fn(int $index, array $result) => null,
            static function () use (&$died): void {
                $died = true;
            },
        );
        $forks->run($index, 1);

        return $died;
    }

    /** Everything that the codec does in a comparison: encode, decode, encode the result, destroy it. */
    private function encodeAndDecode(int $index, Codec $codec): void
    {
        foreach ([false, true] as $held) {
            $level = error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING & ~E_NOTICE);
            $trial = $this->maker->make($index, 'N900000' . (int) $held);
            error_reporting($level);
            $trial->held = $held;
            $seen = Observer::observe($trial, $codec);
            if ($seen->decoded) {
                Observer::watch(static fn(): string => ($codec->encode)($seen->result));
                Observer::release($seen);
            }
        }
    }
}
