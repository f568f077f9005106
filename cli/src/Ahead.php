<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Generator;
use Lyo\Tools\Store\Counted;
use Lyo\Tools\Store\Item;
use Lyo\Tools\Store\Store;

use function max;
use function microtime;
use function round;
use function sprintf;

/** What is ahead of a command that reads a whole store: how much it has read, and how long the rest will take. */
final readonly class Ahead
{
    private float $began;
    /** The part that an earlier run had read. */
    private float $from;

    public function __construct(private Store $store, float $from = 0.0)
    {
        $this->began = microtime(true);
        $this->from = $from;
    }

    /**
     * Returns the items of a store, with a bar on standard error.
     *
     * @param bool $values true if the values of all items will be read
     *
     * @return Generator<Item>
     */
    public static function items(Store $store, Output $output, bool $values = false): Generator
    {
        $ahead = new self($store);
        $bar = $output->progress();
        $bar->setFormat(' %current% values, %message%, %elapsed%');
        $bar->setMessage('');
        $met = 0;
        foreach ($store->items(null, $values) as $item) {
            yield $item;
            if (++$met % 100 === 0) {
                $bar->setMessage($ahead->text());
                $bar->setProgress($met);
            }
        }
        $bar->clear();
    }

    /** Returns a text such as "40%, 3 min left"; empty if the store does not know. */
    public function text(): string
    {
        $done = $this->store instanceof Counted ? $this->store->fraction() : 0.0;
        if ($done <= $this->from) {
            return '';
        }
        $left = (microtime(true) - $this->began) * max(0.0, 1.0 - $done) / ($done - $this->from);

        return sprintf('%d%%, %s left', (int) round(100 * $done), match (true) {
            $left >= 5400 => sprintf('%.1f h', $left / 3600),
            $left >= 90 => sprintf('%d min', (int) round($left / 60)),
            default => sprintf('%d s', (int) round($left)),
        });
    }
}
