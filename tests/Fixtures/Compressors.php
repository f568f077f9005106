<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use Lyo\Exception\UnavailableException;

/** Compressors of envelopes. A build of lyo without one is allowed, and tests that need it are skipped there. */
final class Compressors
{
    /** Why lyo_serialize() cannot compress with it, and what to install; null if it can. */
    public static function missing(string $name): ?string
    {
        try {
            lyo_serialize(null, ['compress' => $name]);
        } catch (UnavailableException) {
            return extension_loaded('lyo')
                ? "lyo was built without $name (Debian: apt-get install " . ['zlib' => 'zlib1g-dev', 'zstd' => 'libzstd-dev'][$name] . ', and build again)'
                : "this PHP has no extension $name";
        }

        return null;
    }
}
