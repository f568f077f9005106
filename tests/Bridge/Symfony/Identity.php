<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Symfony;

use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/** Shows the bytes in the store. */
final class Identity implements MarshallerInterface
{
    /**
     * @param array<mixed> $values
     * @param array<mixed>|null $failed
     * @param-out array{} $failed
     *
     * @return array<mixed>
     */
    public function marshall(array $values, ?array &$failed): array
    {
        $failed = [];
        return $values;
    }

    public function unmarshall(string $value): string
    {
        // but for the version of a namespace, which adapters keep there, too
        return preg_match('/^s:\d+:"([^"]{1,20}:)";$/', $value, $match) === 1 ? $match[1] : $value;
    }
}
