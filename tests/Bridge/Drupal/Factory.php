<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Drupal\Component\Serialization\ObjectAwareSerializationInterface;
use Drupal\Core\Cache\CacheFactoryInterface;

/** Makes bins that live as long as the process, with the serializer of the container. */
final class Factory implements CacheFactoryInterface
{
    /** @var array<string, array{data: string, serialized: int, expire: int, gz?: int}> */
    public static array $rows = [];

    public function __construct(private readonly ObjectAwareSerializationInterface $serializer) {}

    /** @param string $bin */
    public function get($bin): Bin
    {
        return new Bin(
            $this->serializer,
            static fn(string $cid): ?array => self::$rows[$cid] ?? null,
            static function (string $cid, ?array $row): void {
                if ($row === null) {
                    unset(self::$rows[$cid]);
                } else {
                    self::$rows[$cid] = $row;
                }
            },
            static fn(): array => array_map(strval(...), array_keys(self::$rows)),
        );
    }
}
