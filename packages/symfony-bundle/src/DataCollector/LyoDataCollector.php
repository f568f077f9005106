<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\DataCollector;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\DataCollector\DataCollector;
use Symfony\Component\HttpKernel\DataCollector\LateDataCollectorInterface;

/**
 * The panel of the profiler: what the caches of a request have read and written, by format.
 *
 * @internal
 *
 * @property array{extension: string|null, read: array<string, array{values: int, bytes: int}>, written: array<string, array{values: int, bytes: int}>, unreadable: array<string, int>, failed: int, cost: array<string, array{calls: int, bytes: int, time: int}>} $data
 */
final class LyoDataCollector extends DataCollector implements LateDataCollectorInterface
{
    public function __construct(
        private readonly TraceableMarshaller $marshaller,
    ) {
        $this->reset();
    }

    public function collect(Request $request, Response $response, ?\Throwable $exception = null): void
    {
    }

    public function lateCollect(): void
    {
        $this->data = ['extension' => false !== \ini_get('lyo.max_depth') ? (string) phpversion('lyo') : null, 'cost' => self::cost()] + $this->marshaller->counts();
    }

    public function reset(): void
    {
        $this->data = ['extension' => null, 'read' => [], 'written' => [], 'unreadable' => [], 'failed' => 0, 'cost' => []];
    }

    public function getName(): string
    {
        return 'lyo';
    }

    /**
     * @return array<string, array{values: int, bytes: int}>
     */
    public function getRead(): array
    {
        return $this->data['read'];
    }

    /**
     * @return array<string, array{values: int, bytes: int}>
     */
    public function getWritten(): array
    {
        return $this->data['written'];
    }

    /**
     * @return array<string, int> how often, by reason
     */
    public function getUnreadable(): array
    {
        return $this->data['unreadable'];
    }

    /**
     * The number of values that could not be written.
     */
    public function getFailed(): int
    {
        return $this->data['failed'];
    }

    public function getExtension(): ?string
    {
        return $this->data['extension'];
    }

    /**
     * What the extension has counted since the request began, if the setting lyo.cost is on.
     *
     * @return array<string, array{calls: int, bytes: int, time: int}> by kind of work: encode, decode, pack, unpack; the time in ns
     */
    public function getCost(): array
    {
        return $this->data['cost'];
    }

    public function countRead(): int
    {
        return array_sum(array_column($this->getRead(), 'values'));
    }

    public function countUnreadable(): int
    {
        return array_sum($this->getUnreadable());
    }

    /**
     * @return array<string, array{calls: int, bytes: int, time: int}>
     */
    private static function cost(): array
    {
        if (false === \ini_get('lyo.cost')) {
            return [];
        }

        return array_filter(lyo_status()['cost']['request'], static fn (array $work): bool => $work['calls'] > 0);
    }
}
