<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

use Lyo\Bench\Published\Chart;
use Lyo\Bench\Published\Effort;
use Lyo\Bench\Published\Fpm;
use Lyo\Bench\Published\Lines;
use Lyo\Bench\Published\Numbers;
use Lyo\Bench\Published\Page;
use Lyo\Bench\Published\Table;
use Lyo\Tools\Measure\Statistics;

/** Code under opcache, by size: whether it is kept in shared memory, and how long it takes to read. */
final readonly class Cliff
{
    /** Megabytes of PHP's default, and of a cache that is nearly full; 8 of these are for strings. */
    private const LARGE = 128;
    private const SMALL = 16;

    private const TIMES = 'CPU time of reading a file in php-fpm, µs';
    private const KEPT = 'What opcache keeps of a file';
    private const IS_KEPT = 'kept in ' . self::SMALL . ' MB';
    private const THEN = 'µs then';

    /** The size above which code is no longer kept is found with this precision: items in each array. */
    private const STEP = 50;

    public function __construct(private Folder $folder, private Fpm $fpm, private Effort $effort) {}

    public function page(): Page
    {
        $sizes = Size::ladder($this->effort->scale);
        $times = $this->times($sizes);
        $rows = $notes = [];
        foreach ([false, true] as $objects) {
            $kept = null; // the largest size that the small cache keeps
            foreach ($sizes as $size) {
                $form = $this->form($size, $objects);
                $large = $form->check($this->fpm);
                [$isKept, $time] = $this->small($form);
                $rows[] = [
                    "$form->name, {$size->name()}", number_format($form->bytes), number_format((int) $large->memory),
                    $large->kept === true ? 'yes' : 'no', Numbers::short($times[$form->name][$size->objects]), $isKept ? 'yes' : 'no', Numbers::short($time),
                ];
                if ($isKept) {
                    $kept = $size;
                } else {
                    $notes[$form->name] = $this->limit($form->name, $kept, $size, $objects);
                    break;
                }
            }
        }
        $cells = [];
        foreach ($times as $name => $points) {
            $cells[] = [$name, ...array_map(Numbers::short(...), array_values($points))];
        }

        return new Page(
            [
                new Table(self::TIMES, ['', ...array_map(static fn(Size $size): string => $size->name(), $sizes)], $cells),
                new Table(self::KEPT, [
                    '', 'bytes of the file', 'bytes in opcache',
                    'kept in ' . self::LARGE . ' MB', 'µs', self::IS_KEPT, self::THEN,
                ], $rows),
            ],
            [
                'A page reads the file many times. With `var_export()`, arrays without objects are a constant: OPcache keeps it in shared memory, and `require` returns it without a copy. With `__set_state()` the file is code that makes all objects each time. The other formats are read from a file and decoded.',
                'A file that does not fit into OPcache is compiled on each request, and so is a file above `opcache.max_file_size`, which has no limit by default. ' . self::SMALL . ' MB, of which 8 are for strings, represent a cache that is nearly full.',
                ...($notes === [] ? ['All these files were kept.'] : array_values($notes)),
            ],
        );
    }

    /** @return list<Chart> */
    public static function charts(Page $page): array
    {
        if ($page->tables('/^' . preg_quote(self::TIMES, '/') . '$/') === []) {
            return []; // there was no php-fpm
        }
        $lines = $page->table(self::TIMES)->points();
        foreach (self::lost($page->table(self::KEPT)) as $name => $points) {
            $lines["$name, " . self::SMALL . ' MB'] = $points;
        }

        return [new Lines('opcache', 'Reading a file in php-fpm', 'objects', 'µs of CPU time', $lines)];
    }

    /** @return array<string, array<int, float>> times with a small cache of forms that it does not keep in every size, by number of objects, by form */
    private static function lost(Table $table): array
    {
        $place = (int) array_search(self::IS_KEPT, $table->headers, true);
        $times = $table->column(self::THEN);
        $points = $lost = [];
        foreach ($table->rows as $row) {
            if (preg_match('/^(.+), ([\d,]+) objects$/', $row[0], $parts) === 1) {
                $points[$parts[1]][(int) Table::number($parts[2])] = $times[$row[0]];
                if ($row[$place] === 'no') {
                    $lost[$parts[1]] = true;
                }
            }
        }

        return array_intersect_key($points, $lost);
    }

    private function form(Size $size, bool $objects): Form
    {
        $forms = new Forms($size, $this->folder);

        return $objects ? $forms->code(Set::constructed()) : $forms->arrays();
    }

    /**
     * @param non-empty-list<Size> $sizes
     * @return non-empty-array<string, non-empty-array<int, float>> microseconds by number of objects, by form
     */
    private function times(array $sizes): array
    {
        $calls = [];
        foreach ($sizes as $size) {
            foreach ([$this->form($size, false), $this->form($size, true), ...(new Forms($size, $this->folder))->codecs()] as $form) {
                $form->check($this->fpm);
                $calls[] = [$form, $size->objects];
            }
        }
        $rounds = $times = [];
        for ($round = 0; $round < $this->effort->rounds; $round++) {
            foreach ($calls as [$form, $objects]) {
                $rounds[$form->name][$objects][] = $form->time($this->fpm, $this->effort->slice);
            }
        }
        foreach ($rounds as $name => $points) {
            $times[$name] = array_map(Statistics::median(...), $points);
        }

        return $times;
    }

    /** @return array{bool, float} whether a small cache that is empty keeps the file, and microseconds of a reading */
    private function small(Form $form): array
    {
        $fpm = new Fpm($this->folder->path, ['opcache.memory_consumption' => (string) self::SMALL]);
        try {
            return [$form->check($fpm)->kept === true, $form->median($fpm, $this->effort)];
        } finally {
            $fpm->stop();
        }
    }

    private function limit(string $name, ?Size $kept, Size $lost, bool $objects): string
    {
        $low = $kept === null ? 0 : max(0, intdiv($kept->objects - 2 - $lost->depth, 2));
        $high = $lost->items;
        while ($high - $low > self::STEP) {
            $items = intdiv($low + $high, 2);
            [$isKept] = (new self($this->folder, $this->fpm, new Effort(1, 1, 1)))->small($this->form(new Size($lost->depth, $items), $objects));
            [$low, $high] = $isKept ? [$items, $high] : [$low, $items];
        }
        $from = new Size($lost->depth, $high);

        return sprintf('`%s`: %d MB keep the file of a tree of %s, but not of %s.', $name, self::SMALL, (new Size($lost->depth, $low))->name(), $from->name());
    }
}
