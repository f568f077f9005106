<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Settings;
use Lyo\ClassPolicy;
use Lyo\Codec\NativeCodec;
use Throwable;

/**
 * The code that the cache stores share. Their constructors are Laravel's. Without setPacker() they write what Laravel writes, and read every
 * format.
 *
 * @internal
 */
trait PacksValues
{
    private ?Packer $packer = null;

    private bool $hasSessions = false;

    public function setPacker(Packer $packer): static
    {
        $this->packer = $packer;

        return $this;
    }

    /**
     * Says that this store keeps sessions. Then strings are not compressed: a session has a format and a compression of its own, and plain
     * Laravel must find those that it can read.
     */
    public function keepSessions(): void
    {
        $this->hasSessions = true;
    }

    public function packer(): Packer
    {
        return $this->packer ??= Settings::packer(['classes' => $this->serializableClasses ?? null]);
    }

    /**
     * Numbers stay numbers of Laravel, also where all else is signed or compressed.
     */
    private function packed(mixed $value): string
    {
        $asLaravel = is_numeric($value) || $this->hasSessions && is_string($value) && ! $this->packer()->seals();

        return $asLaravel ? serialize($value) : $this->packer()->pack($value);
    }

    /**
     * Returns the value, or null if the data cannot be read.
     */
    private function unpack(string $data): mixed
    {
        try {
            return $this->read($data);
        } catch (Miss) {
            return null;
        }
    }

    /**
     * Numbers are read without a signature, because Laravel writes them.
     *
     * @throws Miss if the data cannot be read
     */
    private function read(string $data): mixed
    {
        return self::number($data) ?? $this->packer()->unpack($data, requireClasses: true);
    }

    private static function number(string $data): int|float|string|null
    {
        if (preg_match('/^(?:[id]:[^;]+|s:\d+:"[^"]+");$/D', $data) !== 1) {
            return null;
        }
        try {
            $number = (new NativeCodec)->decode($data, ClassPolicy::none());
        } catch (Throwable) { // an ErrorException, where warnings are exceptions
            return null;
        }

        return is_numeric($number) ? $number : null;
    }
}
