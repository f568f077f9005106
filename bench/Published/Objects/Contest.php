<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

use LogicException;
use Lyo\Bench\Published\Bars;
use Lyo\Bench\Published\Chart;
use Lyo\Bench\Published\Effort;
use Lyo\Bench\Published\Fpm;
use Lyo\Bench\Published\Numbers;
use Lyo\Bench\Published\Objects\Sets\Plain\Root;
use Lyo\Bench\Published\Page;
use Lyo\Bench\Published\Race;
use Lyo\Bench\Published\Table;
use Lyo\Bench\Published\Way;

/** Every way to store a tree, by bytes and time. */
final readonly class Contest
{
    public const CLASSES = 'The option allowed_classes: decode, µs';

    /** @param ?Fpm $fpm for code under opcache */
    public function __construct(private Folder $folder, private ?Fpm $fpm, private Effort $effort) {}

    public function page(): Page
    {
        $sizes = Size::all($this->effort->scale);
        $largest = $sizes[count($sizes) - 1];
        $middle = $sizes[intdiv(count($sizes) - 1, 2)];
        $tables = [];
        foreach ($middle === $largest ? [$largest] : [$middle, $largest] as $size) {
            $tables[] = $this->ways($size);
        }

        return new Page([...$tables, $this->plain($sizes), $this->classes($sizes)], [
            '`Serializable` is deprecated. PHP warns when a class has it without `__serialize()`; this warning is silenced here.',
            'Each format writes its own copy of the tree. igbinary and `var_export()` leave a table of properties in each object that they have written, and other formats would then write these objects more slowly.',
            '`var_export()` writes objects as calls of `__set_state()`, which makes them by constructors or by reflection. To decode means to `require` a file, which is compiled each time. The lines with “opcache” are CPU time in php-fpm, where the file is compiled once. They are measured after the others. The table of php-fpm compares all formats in the same rounds.',
        ]);
    }

    /** @return list<Chart> of the largest tree */
    public static function charts(Page $page): array
    {
        $tables = $page->tables('/^[\d,]+ objects$/');
        $largest = $tables[count($tables) - 1] ?? throw new LogicException('there is no table of all ways');

        return [new Bars('time', "Writing and reading a tree of $largest->title, µs", ['encode' => $largest->column('encode, µs'), 'decode' => $largest->column('decode, µs')])];
    }

    /** @return non-empty-array<string, RoundTrip> by name */
    public function trials(Size $size): array
    {
        $trials = [];
        foreach (Set::stored() as $set) {
            foreach (Way::codecs() as $way) {
                $tree = self::tree($set, $size);
                $trials[] = new RoundTrip($set->name === 'plain' ? $way->name : "$way->name, $set->name", $tree, $way->encoding($tree), $way->decoding(...));
            }
        }
        foreach (['constructors' => 'construct', 'reflection' => 'reflect'] as $name => $method) {
            $plain = self::tree(Set::plain(), $size);
            $trials[] = new RoundTrip("JSON, $name", $plain, [Json::class . '::encode', [$plain]], static fn(string $json): array => [Json::class . "::$method", [$json]]);
        }
        foreach (Set::exported() as $set) {
            $tree = self::tree($set, $size);
            $trials[] = new RoundTrip("var_export(), $set->name", $tree, [Exported::class . '::code', [$tree]], fn(string $code): array => [Exported::class . '::read', [$this->folder->put($code)]]);
        }

        return array_combine(array_map(static fn(RoundTrip $trial): string => $trial->name, $trials), $trials);
    }

    /**
     * A new tree for each codec: igbinary and var_export() leave a table of properties in each object, which makes the other codecs slower.
     * It is in new memory, as in a PHP that has just started, and not in gaps that other values have left.
     */
    private static function tree(Set $set, Size $size): Root
    {
        lyo_bench_settle();
        $tree = $set->tree($size);
        lyo_bench_unsettle();

        return $tree;
    }

    private function ways(Size $size): Table
    {
        $trials = $this->trials($size);
        $race = self::race($trials, $this->effort);
        $rows = [];
        foreach ($trials as $name => $trial) {
            $rows[] = [
                $name, number_format(strlen($trial->bytes)),
                Numbers::short($race->time("$name encode")), Numbers::part($race->ratio("$name encode", 'serialize() encode')),
                Numbers::short($race->time("$name decode")), Numbers::part($race->ratio("$name decode", 'serialize() decode')),
            ];
        }
        if ($this->fpm !== null) {
            foreach (Set::exported() as $set) {
                $form = (new Forms($size, $this->folder))->code($set);
                $form->check($this->fpm);
                $time = $form->median($this->fpm, $this->effort);
                $rows[] = ["$form->name, opcache", number_format($form->bytes), '', '', Numbers::short($time), Numbers::part($time / $race->time('serialize() decode'))];
            }
        }

        return new Table($size->name(), ['', 'bytes', 'encode, µs', 'of serialize()', 'decode, µs', 'of unserialize()'], $rows);
    }

    /** @param non-empty-list<Size> $sizes */
    private function plain(array $sizes): Table
    {
        $cells = [];
        foreach ($sizes as $size) {
            $trials = [];
            foreach (Way::codecs() as $way) {
                $tree = self::tree(Set::plain(), $size);
                $trials[$way->name] = new RoundTrip($way->name, $tree, $way->encoding($tree), $way->decoding(...));
            }
            $race = self::race($trials, $this->effort);
            foreach ($trials as $name => $trial) {
                $cells["$name, bytes"][] = number_format(strlen($trial->bytes));
                $cells["$name, encode, µs"][] = Numbers::short($race->time("$name encode"));
                $cells["$name, decode, µs"][] = Numbers::short($race->time("$name decode"));
            }
        }
        $rows = array_map(static fn(string $name, array $row): array => [$name, ...$row], array_keys($cells), $cells);

        return new Table('Plain classes', ['', ...array_map(static fn(Size $size): string => $size->name(), $sizes)], $rows);
    }

    /** @param non-empty-list<Size> $sizes */
    private function classes(array $sizes): Table
    {
        $rows = [];
        $set = Set::plain();
        foreach ($sizes as $size) {
            $tree = self::tree($set, $size);
            $trials = [];
            foreach (['serialize()' => ['serialize', 'unserialize'], 'Lyo' => ['lyo_serialize', 'lyo_unserialize']] as $name => [$encode, $decode]) {
                foreach (['true' => true, 'list' => $set->classes()] as $kind => $allowed) {
                    $trials["$name $kind"] = new RoundTrip("$name $kind", $tree, [$encode, [$tree]], static fn(string $bytes): array => [$decode, [$bytes, ['allowed_classes' => $allowed]]]);
                }
            }
            $race = self::race($trials, $this->effort);
            foreach (['serialize()', 'Lyo'] as $name) {
                $rows[] = [
                    "$name, {$size->name()}", Numbers::short($race->time("$name true decode")), Numbers::short($race->time("$name list decode")),
                    Numbers::part($race->ratio("$name list decode", "$name true decode")),
                ];
            }
        }

        return new Table(self::CLASSES, ['', 'true', 'a list of the four classes', 'of true'], $rows);
    }

    /** @param array<string, RoundTrip> $trials by name */
    private static function race(array $trials, Effort $effort): Race
    {
        $calls = [];
        foreach ($trials as $name => $trial) {
            $calls["$name encode"] = $trial->encoding;
            $calls["$name decode"] = $trial->decoding;
        }

        return new Race($calls, $effort);
    }
}
