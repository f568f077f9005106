<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

use Lyo\Bench\Published\Fpm;
use Lyo\Bench\Published\Way;

/** The forms of one tree, each in a file. */
final readonly class Forms
{
    public function __construct(private Size $size, private Folder $folder) {}

    /** A page that reads nothing: the base cost of a request. */
    public static function none(): Form
    {
        return new Form('nothing', Form::NONE, '', Form::hash(null), 0);
    }

    /** @return list<Form> */
    public function codecs(): array
    {
        $tree = Set::plain()->tree($this->size);
        $forms = [];
        foreach (Way::codecs() as $way) {
            if (!$way->isIgbinary() || Fpm::hasIgbinary()) {
                $forms[] = $this->form($way->name, $way->name, $way->encode($tree), $tree);
            }
        }

        return $forms;
    }

    public function json(): Form
    {
        $tree = Set::plain()->tree($this->size);

        return $this->form('JSON, constructors', 'JSON', Json::encode($tree), $tree);
    }

    public function code(Set $set): Form
    {
        $tree = $set->tree($this->size);

        return $this->form("var_export(), $set->name", 'require', Exported::code($tree), $tree);
    }

    public function arrays(): Form
    {
        $value = Exported::arrays(Set::plain()->tree($this->size));

        return $this->form('var_export(), arrays alone', 'require', Exported::code($value), $value);
    }

    private function form(string $name, string $reader, string $bytes, mixed $value): Form
    {
        return new Form($name, $reader, $this->folder->put($bytes), Form::hash($value), strlen($bytes));
    }
}
