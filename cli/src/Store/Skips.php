<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

/** A store that also has keys which Store::items() does not list. */
interface Skips
{
    /** @return array<string, int> numbers of the keys that were not listed since the store was opened, by their type; "hidden" if the user may not read them, "busy" if another process has taken them away for a moment */
    public function skipped(): array;

    /** Returns a key that the user may not read; null if there was none. */
    public function hidden(): ?string;
}
