<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores;

/** A store as an application uses it, with the application's own client: what the tests fill, change and look at. */
interface Subject
{
    /** @return list<string> the arguments SOURCE and options of lyo */
    public function source(): array;

    public function clear(): void;

    /**
     * Stores bytes as the application does.
     *
     * @param int|null $seconds to live
     */
    public function put(string $key, string $data, ?int $seconds = null): void;

    /** The bytes; null if there are none. */
    public function raw(string $key): ?string;

    /** Seconds that are left; null for no end. */
    public function life(string $key): ?float;

    /** All else that is kept with the value and must stay as it is. */
    public function rest(string $key): string;

    /** Whether the application can store bytes that are not UTF-8. */
    public function takesBytes(): bool;
}
