<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

/** The two observations of one trial. Rules of the ledger rewrite the native one into what is expected of the other. */
final class Pair
{
    /** Whether identities and reference groups of the results are compared. */
    public bool $identity = true;

    /** Whether the results are compared at all: not when both sides refused, each in its way. */
    public bool $results = true;

    /**
     * Names of the rules that were needed.
     *
     * @var list<string>
     */
    public array $rules = [];

    public function __construct(
        public readonly TestValue $trial,
        public readonly Observation $native,
        public readonly Observation $other,
    ) {}

    /** Whether calls, warnings and exceptions are the same; says nothing of the results. */
    public function agrees(): bool
    {
        return $this->native->encodeThrown === $this->other->encodeThrown
            && $this->native->decodeThrown === $this->other->decodeThrown
            && Text::renumbered($this->native->encodeEvents) === Text::renumbered($this->other->encodeEvents)
            && Text::renumbered($this->native->decodeEvents) === Text::renumbered($this->other->decodeEvents)
            && ($this->native->decoded === $this->other->decoded || !$this->results);
    }
}
