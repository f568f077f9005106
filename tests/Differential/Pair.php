<?php

declare(strict_types=1);

namespace Lyo\Tests\Differential;

/** The two observations of one trial. Rules of the ledger rewrite the native one into what is expected of the other. */
final class Pair
{
    /** Whether identities and reference groups of the results are compared. */
    public bool $identity = true;

    /** Whether the results are compared at all: not when both sides refused, each in its way. */
    public bool $results = true;

    /** Names of the rules that were needed. @var list<string> */
    public array $rules = [];

    public function __construct(
        public readonly Trial $trial,
        public readonly Observation $native,
        public readonly Observation $other,
    ) {}
}
