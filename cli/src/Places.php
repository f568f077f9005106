<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Tools\Place\File;
use Lyo\Tools\Place\Place;
use Lyo\Tools\Place\StandardInput;
use Lyo\Tools\Place\Stored;
use Lyo\Tools\Store\Stores;

use function is_file;
use function preg_match;

/** Where the arguments SOURCE and KEY of a command lead. */
final class Places
{
    /** @param Options|null $options of a command that has those of StoreOptions */
    public static function of(string $source, ?string $key = null, ?Options $options = null): Place
    {
        $isFile = $source === '-' || is_file($source) && !Stores::isSqlite($source);
        if (!$isFile && $options !== null && ($key !== null || preg_match('/\A[a-z]{2,20}(?:\+[a-z]+)?:/', $source) === 1)) {
            $key ??= throw Failure::use("$source: is a store (name the KEY; lyo stat shows what is there)");
            return new Stored(StoreOptions::open($options, $source), Stores::withoutPassword($source), $key);
        }
        if ($key !== null) {
            throw Failure::use("$source: a file has no keys (leave \"$key\" out)");
        }
        return $source === '-' ? new StandardInput() : new File($source);
    }
}
