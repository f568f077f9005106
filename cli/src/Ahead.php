<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Closure;
use Generator;
use Lyo\Tools\Dump\Text;
use Lyo\Tools\Store\Counted;
use Lyo\Tools\Store\Item;
use Lyo\Tools\Store\Store;
use Symfony\Component\Console\Helper\ProgressBar;

use function array_filter;
use function implode;
use function max;
use function microtime;
use function round;
use function sprintf;

/** What is ahead of a command that reads a whole store: how much it has read, and how long the rest will take. */
final class Ahead
{
    private float $began = 0.0;
    /** The part that was read at that time: nothing, or what an earlier run had read. Null before anything was shown. */
    private ?float $from = null;
    private readonly ProgressBar $bar;

    public function __construct(private readonly Store $store, Output $output)
    {
        $this->bar = $output->progress();
        $this->bar->setFormat(' %message%');
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
        $ahead = new self($store, $output);
        $met = 0;
        foreach ($store->items(null, $values) as $item) {
            yield $item;
            $ahead->show(++$met);
        }
        $ahead->clear();
    }

    /**
     * Shows after each hundredth value how far the command is: "1,100 values, 40%, 3 min left".
     *
     * @param (Closure(): string)|null $done tells what else there is to say
     */
    public function show(int $met, ?Closure $done = null): void
    {
        if ($met % 100 === 0) {
            $this->bar->setMessage(implode(', ', array_filter([Text::count($met, 'value'), $done === null ? '' : $done(), $this->text()])));
            $this->bar->setProgress($met);
        }
    }

    public function clear(): void
    {
        $this->bar->clear();
    }

    /** Returns a text such as "40%, 3 min left"; empty if the store does not know. */
    private function text(): string
    {
        $done = $this->store instanceof Counted ? $this->store->fraction() : 0.0;
        if ($this->from === null) {
            $this->began = microtime(true);
            $this->from = $done;
        }
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
