<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Symfony;

use Lyo\Bridge\Symfony\Marshaller;
use Symfony\Component\Cache\Adapter\AbstractAdapter;
use Symfony\Component\Cache\Adapter\AdapterInterface;

/** A planted fault: what is in lyo is under a key of its own, so that a plain head does not replace it. Heads must find this. */
final class SecondKey extends AbstractAdapter
{
    private const SUFFIX = '.lyo';

    /** @param AdapterInterface $inner with Identity as its marshaller */
    public function __construct(private readonly AdapterInterface $inner, private readonly Marshaller $marshaller = new Marshaller('lyo'))
    {
        parent::__construct();
    }

    /**
     * @param array<string> $ids
     *
     * @return iterable<mixed>
     */
    protected function doFetch(array $ids): iterable
    {
        foreach ($ids as $id) {
            foreach ([$id . self::SUFFIX, $id] as $key) {
                $item = $this->inner->getItem($key);
                if ($item->isHit() && is_string($bytes = $item->get())) {
                    yield $id => $this->marshaller->unmarshall($bytes);
                    break;
                }
            }
        }
    }

    protected function doHave(string $id): bool
    {
        return $this->inner->hasItem($id . self::SUFFIX) || $this->inner->hasItem($id);
    }

    protected function doClear(string $namespace): bool
    {
        return $this->inner->clear();
    }

    /** @param array<string> $ids */
    protected function doDelete(array $ids): bool
    {
        return $this->inner->deleteItems(array_map(static fn(string $id): string => $id . self::SUFFIX, $ids)) && $this->inner->deleteItems($ids);
    }

    /**
     * @param array<mixed> $values
     *
     * @return list<int|string>|bool
     */
    protected function doSave(array $values, int $lifetime): array|bool
    {
        foreach ($this->marshaller->marshall($values, $failed) as $id => $bytes) {
            $key = is_scalar($values[$id]) ? (string) $id : $id . self::SUFFIX;
            $this->inner->save($this->inner->getItem($key)->set($bytes)->expiresAfter($lifetime === 0 ? null : $lifetime));
        }
        return $failed === [] ? true : $failed;
    }
}
