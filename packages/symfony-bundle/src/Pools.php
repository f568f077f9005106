<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle;

/**
 * What the container knows of the pools of symfony/cache.
 *
 * @internal
 */
final class Pools
{
    /**
     * @param array<string, array{adapter: string, marshaller: bool, source: string|null, namespace: string}> $pools  by name; the source is a folder or a DSN
     * @param string|null                                                                                     $whyNot why cache.default_marshaller is not Lyo's; null if it is
     */
    public function __construct(
        private readonly array $pools,
        public readonly ?string $whyNot,
    ) {
    }

    /**
     * @return array<string, array{adapter: string, marshaller: bool, source: string|null, namespace: string}>
     */
    public function all(): array
    {
        return $this->pools;
    }

    /**
     * @param list<string> $names names of pools; none for all
     *
     * @return array<string, array{adapter: string, marshaller: bool, source: string|null, namespace: string}>
     *
     * @throws \InvalidArgumentException if there is no pool of such a name
     */
    public function named(array $names): array
    {
        foreach ($names as $name) {
            if (!isset($this->pools[$name])) {
                throw new \InvalidArgumentException(\sprintf('There is no pool "%s", only %s.', $name, implode(', ', array_keys($this->pools))));
            }
        }

        return [] === $names ? $this->pools : array_intersect_key($this->pools, array_flip($names));
    }
}
