<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

use LogicException;
use Lyo\Bench\Published\Chart;
use Lyo\Bench\Published\Effort;
use Lyo\Bench\Published\Fpm;
use Lyo\Bench\Published\FpmRequest;
use Lyo\Bench\Published\Numbers;
use Lyo\Bench\Published\Page;
use Lyo\Bench\Published\Ranges;
use Lyo\Bench\Published\Table;
use Lyo\Tools\Measure\Statistics;

/** Requests of pages that read a stored tree, one and many at a time. */
final readonly class Traffic
{
    private const AT_A_TIME = [1, 10];

    /** The number of requests of one form in a turn is this many times the number that is sent at a time. */
    private const TURN = 2;

    private const QUANTILES = ['p10, ms', 'median, ms', 'p90, ms', 'p99, ms'];

    public function __construct(private Folder $folder, private Fpm $fpm, private Effort $effort) {}

    public function page(): Page
    {
        $sizes = Size::all($this->effort->scale);
        $size = $sizes[intdiv(count($sizes) - 1, 2)];
        $forms = new Forms($size, $this->folder);
        $forms = [Forms::none(), ...$forms->codecs(), $forms->json(), $forms->code(Set::constructed())];
        foreach ($forms as $form) {
            $form->check($this->fpm);
        }
        $tables = [];
        foreach (self::AT_A_TIME as $together) {
            [$times, $readings] = $this->requests($forms, $together);
            $rows = [];
            foreach ($times as $name => $list) {
                $rows[] = [
                    $name, ...array_map(static fn(float $part): string => Numbers::short(Statistics::quantile($list, $part)), [0.1, 0.5, 0.9, 0.99]),
                    Numbers::short(Statistics::median(array_map(static fn(Reading $reading): float => $reading->page / 1e3, $readings[$name]))),
                    Numbers::short(max(array_map(static fn(Reading $reading): int => $reading->peak, $readings[$name])) / 1e6),
                ];
            }
            $tables[] = new Table("Requests of a page that reads {$size->name()}, $together at a time", ['', ...self::QUANTILES, 'median CPU, ms', 'peak, MB'], $rows);
        }

        return new Page($tables, [
            'Requests go to a php-fpm with 4 children. Their time is that of the clock, from the connection to the end of the answer; “nothing” is a page that reads nothing. CPU time is that of the page itself. The peak is of PHP\'s memory.',
        ]);
    }

    /** @return list<Chart> */
    public static function charts(Page $page): array
    {
        $charts = [];
        foreach ($page->tables('/^Requests of a page/') as $table) {
            [$low, $median, $high, $last] = array_map($table->column(...), self::QUANTILES);
            $ranges = [];
            foreach ($low as $name => $number) {
                $ranges[$name] = [$number, $median[$name], $high[$name], $last[$name]];
            }
            $charts[] = new Ranges('requests-' . preg_replace('/^.*, (\d+) at a time$/', '$1', $table->title), $table->title, 'ms', $ranges);
        }

        return $charts;
    }

    /**
     * @param non-empty-list<Form> $forms
     * @return array{non-empty-array<string, non-empty-list<float>>, array<string, non-empty-list<Reading>>} milliseconds, and what pages told, by form
     */
    private function requests(array $forms, int $together): array
    {
        $times = $readings = [];
        $shuffled = $forms;
        $left = $this->effort->requests;
        do {
            foreach ($shuffled as $form) {
                foreach ($this->turn($form, min($left, self::TURN * $together), $together) as [$time, $reading]) {
                    $times[$form->name][] = $time;
                    $readings[$form->name][] = $reading;
                }
            }
            shuffle($shuffled); // from the second round on: the first one sets the order of rows
            $left -= self::TURN * $together;
        } while ($left > 0);

        return [$times, $readings];
    }

    /** @return non-empty-list<array{float, Reading}> */
    private function turn(Form $form, int $requests, int $together): array
    {
        $running = $answers = [];
        while ($requests > 0 || $running !== []) {
            for (; $requests > 0 && count($running) < $together; $requests--) {
                $running[] = $form->send($this->fpm);
            }
            foreach (FpmRequest::select($running) as $key) {
                $time = $running[$key]->read();
                if ($time !== null) {
                    $answers[] = [$time, Reading::of($running[$key]->answer())];
                    unset($running[$key]);
                }
            }
        }

        return $answers === [] ? throw new LogicException('there are no requests') : $answers;
    }
}
