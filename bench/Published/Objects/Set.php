<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

use Lyo\Bench\Published\Maker;
use Lyo\Bench\Published\Objects\Sets\Constructed;
use Lyo\Bench\Published\Objects\Sets\Legacy;
use Lyo\Bench\Published\Objects\Sets\Methods;
use Lyo\Bench\Published\Objects\Sets\Plain\Item;
use Lyo\Bench\Published\Objects\Sets\Plain\Leaf;
use Lyo\Bench\Published\Objects\Sets\Plain\Nested;
use Lyo\Bench\Published\Objects\Sets\Plain\Root;
use Lyo\Bench\Published\Objects\Sets\Reflected;
use Lyo\Bench\Published\Objects\Sets\Sleep;

/** Four classes that a tree is made of. */
final readonly class Set
{
    /**
     * @param class-string<Root> $root
     * @param class-string<Leaf> $leaf
     * @param class-string<Nested> $nested
     * @param class-string<Item> $item
     */
    private function __construct(public string $name, private string $root, private string $leaf, private string $nested, private string $item) {}

    public static function plain(): self
    {
        return new self('plain', Root::class, Leaf::class, Nested::class, Item::class);
    }

    public static function methods(): self
    {
        return new self('__serialize()', Methods\Root::class, Methods\Leaf::class, Methods\Nested::class, Methods\Item::class);
    }

    public static function sleep(): self
    {
        return new self('__sleep()', Sleep\Root::class, Sleep\Leaf::class, Sleep\Nested::class, Sleep\Item::class);
    }

    /** Declares these classes without messages: PHP reports that Serializable is deprecated when a class with it and without `__serialize()` is declared. */
    public static function legacy(): self
    {
        $set = new self('Serializable', Legacy\Root::class, Legacy\Leaf::class, Legacy\Nested::class, Legacy\Item::class);
        set_error_handler(static fn(): bool => true, E_DEPRECATED);
        try {
            array_map(class_exists(...), $set->classes());
        } finally {
            restore_error_handler();
        }

        return $set;
    }

    public static function constructed(): self
    {
        return new self('constructors', Constructed\Root::class, Constructed\Leaf::class, Constructed\Nested::class, Constructed\Item::class);
    }

    public static function reflected(): self
    {
        return new self('reflection', Reflected\Root::class, Reflected\Leaf::class, Reflected\Nested::class, Reflected\Item::class);
    }

    /** @return list<self> those for codecs */
    public static function stored(): array
    {
        return [self::plain(), self::methods(), self::sleep(), self::legacy()];
    }

    /** @return list<self> those for var_export() */
    public static function exported(): array
    {
        return [self::constructed(), self::reflected()];
    }

    /** @return list<class-string> */
    public function classes(): array
    {
        return [$this->root, $this->leaf, $this->nested, $this->item];
    }

    /** The same values in the objects of every set. */
    public function tree(Size $size): Root
    {
        $maker = new Maker(2022);
        $nested = null;
        for ($level = $size->depth; $level > 0; $level--) {
            $nested = new $this->nested($level, $nested);
        }
        $named = $listed = [];
        for ($number = 1; $number <= $size->items; $number++) {
            $named["item-$number"] = $this->item($maker, $number);
            $listed[] = $this->item($maker, $size->items + $number);
        }

        return new $this->root($maker->text(30), new $this->leaf($maker->text(60), $maker->number(1, 9_999), true), $nested, $named, $listed);
    }

    private function item(Maker $maker, int $number): Item
    {
        return new $this->item($number, "{$maker->word()} {$maker->word()}", $maker->number(0, 1) === 1, $maker->number(100, 99_999) / 100);
    }
}
