<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Docs;

/** A block of code in a document, with what the document says that it prints. */
final class Sample
{
    public ?string $prints = null;

    /**
     * @param string $place document and line
     * @param string $file the name under which it is stored instead of run; empty: it is run
     * @param string $mark "not run", "run by" or nothing
     * @param string $reason why it is not run, or what runs it
     */
    public function __construct(
        public readonly string $place,
        public readonly string $language,
        public readonly string $file,
        public readonly string $code,
        public readonly string $mark,
        public readonly string $reason,
    ) {}
}
