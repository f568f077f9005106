<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

/** Classes with hooks, and what is done with their objects. */
final readonly class Scenario
{
    /**
     * @param string $code of the classes and functions, with "_W" at the end of names
     * @param list<string> $hooks names of the bodies in it
     * @param string $about the one that must be in it
     * @param list<string> $classes full names of the classes, World included
     * @param list<Step> $steps
     */
    public function __construct(
        public string $code,
        public array $hooks,
        public string $about,
        public array $classes,
        public array $steps,
        public bool $throwing,
    ) {}
}
