<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\DataCollector;

use Lyo\Format;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;
use Symfony\Contracts\Service\ResetInterface;

/**
 * Counts what is read and written, for the profiler.
 *
 * @internal
 */
final class TraceableMarshaller implements MarshallerInterface, ResetInterface
{
    /** @var array<string, array{values: int, bytes: int}> */
    private array $read = [];
    /** @var array<string, array{values: int, bytes: int}> */
    private array $written = [];
    /** @var array<string, int> */
    private array $unreadable = [];
    private int $failed = 0;

    public function __construct(
        private readonly MarshallerInterface $marshaller,
    ) {
    }

    /**
     * @param array<mixed>      $values
     * @param array<mixed>|null $failed
     *
     * @return array<string>
     */
    public function marshall(array $values, ?array &$failed): array
    {
        /** @var array<string> $packed */
        $packed = $this->marshaller->marshall($values, $failed);
        foreach ($packed as $data) {
            self::count($this->written, $data);
        }
        $this->failed += \count($failed ?? []);

        return $packed;
    }

    public function unmarshall(string $value): mixed
    {
        try {
            $unpacked = $this->marshaller->unmarshall($value);
        } catch (\Exception $e) {
            $reason = $e->getMessage();
            $this->unreadable[$reason] = ($this->unreadable[$reason] ?? 0) + 1;

            throw $e;
        }
        self::count($this->read, $value);

        return $unpacked;
    }

    /**
     * @return array{read: array<string, array{values: int, bytes: int}>, written: array<string, array{values: int, bytes: int}>, unreadable: array<string, int>, failed: int}
     */
    public function counts(): array
    {
        return ['read' => $this->read, 'written' => $this->written, 'unreadable' => $this->unreadable, 'failed' => $this->failed];
    }

    public function reset(): void
    {
        $this->read = $this->written = $this->unreadable = [];
        $this->failed = 0;
    }

    /**
     * @param array<string, array{values: int, bytes: int}> $counts
     */
    private static function count(array &$counts, string $data): void
    {
        $format = Format::detect($data)->value ?? 'unknown';
        $counts[$format] ??= ['values' => 0, 'bytes' => 0];
        ++$counts[$format]['values'];
        $counts[$format]['bytes'] += \strlen($data);
    }
}
