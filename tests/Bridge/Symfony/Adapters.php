<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Symfony;

use Closure;
use Lyo\Bridge\Symfony\Marshaller;
use Lyo\Tests\Bridge\Subject;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/** An adapter of symfony/cache with its own marshaller and with ours. */
final class Adapters implements Subject
{
    /**
     * @param Closure(MarshallerInterface): AdapterInterface $make a new adapter on the same store each time
     * @param (Closure(MarshallerInterface): AdapterInterface)|null $inner an adapter that keeps what it is given, if this one wraps it
     */
    public function __construct(private readonly string $name, private readonly Closure $make, private readonly ?Closure $inner = null) {}

    public function wraps(): bool
    {
        return $this->inner !== null;
    }

    public function name(): string
    {
        return $this->name;
    }

    public function store(string $writer, string $key, mixed $value): bool
    {
        $pool = $this->pool(self::marshaller($writer));
        return $pool->save($pool->getItem($key)->set($value));
    }

    public function fetch(string $reader, string $key): array
    {
        $item = $this->pool(self::marshaller($reader))->getItem($key);
        return $item->isHit() ? [$item->get()] : [];
    }

    public function bytes(string $key): string
    {
        $bytes = ($this->inner ?? $this->make)(new Identity())->getItem($key)->get();
        return is_string($bytes) ? $bytes : '';
    }

    public function replace(string $key, string $bytes): void
    {
        $pool = ($this->inner ?? $this->make)(new Identity());
        $pool->save($pool->getItem($key)->set($bytes));
    }

    private function pool(MarshallerInterface $marshaller): AdapterInterface
    {
        return ($this->make)($marshaller);
    }

    public static function marshaller(string $writer): MarshallerInterface
    {
        if ($writer === self::PLAIN) {
            return new DefaultMarshaller();
        }
        [$format, $zlib] = [...explode('+', $writer), null];
        return new Marshaller((string) $format, envelope: $zlib === 'zlib' ? ['compress' => 'zlib', 'min_size' => 100] : null);
    }
}
