<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

/** A store that knows how far Store::items() has come. */
interface Counted
{
    /** Returns the part of the store that has been listed, from 0 to 1. It may be an estimate. */
    public function fraction(): float;
}
