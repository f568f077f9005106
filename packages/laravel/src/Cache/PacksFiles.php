<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use ErrorException;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Writes;
use Lyo\Laravel\Adopts;
use SensitiveParameter;
use TypeError;

/**
 * The code of the stores whose items are files, each with its time of expiry in front.
 *
 * @internal
 */
trait PacksFiles
{
    use Adopts;
    use PacksValues;

    /**
     * Returns a copy of this store that writes null as this data.
     */
    abstract private function writing(#[SensitiveParameter] string $data): static;

    /**
     * @param  string  $key
     * @param  mixed  $value
     * @param  int  $seconds
     */
    public function put($key, $value, $seconds): bool
    {
        $data = $this->packer()->writes === Writes::Native || is_numeric($value) ? null : $this->packed($value);

        return $data === null || Packer::isText($data) ? (bool) parent::put($key, $value, $seconds) : $this->writing($data)->putNull($key, $seconds);
    }

    /**
     * @param  string  $key
     * @param  int  $seconds
     */
    private function putNull($key, $seconds): bool
    {
        return (bool) parent::put($key, null, $seconds);
    }

    /**
     * Treats a file with a damaged time of expiry as a miss. Laravel's code can fail when it computes with such a time.
     *
     * @param  string  $key
     * @return array<mixed>
     */
    protected function getPayload($key): array
    {
        try {
            return parent::getPayload($key);
        } catch (ErrorException|TypeError) {
            $this->forget($key);

            return $this->emptyPayload();
        }
    }

    /**
     * @param  string  $value
     *
     * @throws Miss if the value cannot be read; Laravel deletes the file, and treats this as a miss
     */
    protected function unserialize($value): mixed
    {
        return $this->read($value);
    }
}
