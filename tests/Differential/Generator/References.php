<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential\Generator;

use Lyo\Tests\Fixtures\AnyState;
use Lyo\Tests\Fixtures\DynamicAllowed;
use Lyo\Tests\Fixtures\ListNode;
use Lyo\Tests\Fixtures\PublicBag;
use Lyo\Tests\Fixtures\Suit;
use Lyo\Tests\Fixtures\Typed;
use Lyo\Tests\Support\Rng;
use stdClass;

/** Small structures that share on purpose: what the random trees meet too seldom. */
final class References
{
    public function __construct(
        private readonly Rng $rng,
        private readonly Pool $pool,
        private readonly Values $values,
    ) {}

    public function any(): mixed
    {
        return match ($this->rng->int(0, 15)) {
            0 => $this->toRoot(),
            1 => $this->selfContaining(),
            2 => $this->intoArray(),
            3 => $this->betweenProperties(),
            4 => $this->typedProperties(),
            5 => $this->singleCount(),
            6 => $this->copiedWithReferences(),
            7 => $this->objectByReference(),
            8 => $this->ring(),
            9 => $this->chain(),
            10 => $this->enumByReference(),
            11 => $this->grid(),
            12 => $this->objectAndReference(),
            13 => $this->stateWithReferences(),
            14 => $this->diamond(),
            default => $this->manyMembers(),
        };
    }

    private function toRoot(): mixed
    {
        $root = ['first' => $this->values->any(1), 'second' => null, 'nested' => ['deep' => null]];
        $root['second'] = &$root;
        if ($this->rng->chance(50)) {
            $root['nested']['deep'] = &$root;
        }
        if ($this->rng->chance(30)) {
            $root = new PublicBag();
            $root->a = &$root;
        }

        return $root;
    }

    private function selfContaining(): mixed
    {
        $inner = [1];
        $inner['self'] = &$inner;
        $other = ['x' => &$inner, 'y' => &$inner];
        $inner['other'] = &$other;

        return $this->rng->chance(50) ? [$inner, &$inner] : ['wrapped' => &$inner, 'plain' => $this->values->any(1)];
    }

    private function intoArray(): mixed
    {
        $list = [$this->values->any(1), [$this->values->any(1), ['deep' => $this->values->leaf()]], $this->values->leaf()];
        $list[] = &$list[0];
        $list['element'] = &$list[1][0];
        $list['branch'] = &$list[1][1];
        $list['leaf'] = &$list[1][1]['deep'];

        return $list;
    }

    private function betweenProperties(): mixed
    {
        $a = new PublicBag();
        $b = new DynamicAllowed();
        $a->a = $this->values->any(1);
        $b->declared = &$a->a;
        $b->dynamic = &$a->b; // @phpstan-ignore property.notFound (its class allows dynamic properties)
        $a->c = [&$b->dynamic, &$a->a];

        return $this->rng->chance(50) ? [$a, $b] : [$b, $a, &$a->a];
    }

    private function typedProperties(): mixed
    {
        $a = new Typed();
        $b = new Typed();
        $a->int = $this->values->scalars->integer();
        $b->int = &$a->int;
        $a->float = $this->values->scalars->float();
        $b->mixed = &$a->float;
        $a->string = 's';
        $a->union = &$a->string;
        $b->array = [1, 2];
        $a->iterable = &$b->array;
        $list = [$a, $b, &$a->int, &$b->mixed];
        if ($this->rng->chance(50)) {
            $list[] = &$b->array;
            $list = array_reverse($list);
        }

        return $list;
    }

    private function singleCount(): mixed
    {
        $value = $this->values->any(1);
        $array = ['a' => $value, 'b' => $value, 'c' => [$value]];
        foreach ($array as &$element) {
            $element = $this->rng->chance(30) ? [$element] : $element;
        }
        unset($element);
        $bag = new PublicBag();
        $bag->a = $array;
        $alias = &$bag->b;
        unset($alias);

        return [$array, $bag, $array];
    }

    private function copiedWithReferences(): mixed
    {
        $shared = $this->values->any(1);
        $inner = ['r' => &$shared, 'v' => $this->values->leaf()];
        $copy = $inner;
        $changed = $inner;
        $changed['v'] = 'changed';

        return [$inner, $copy, $changed, ['again' => $inner], &$shared];
    }

    private function objectByReference(): mixed
    {
        $object = $this->values->objects->any(1);
        $list = [&$object, $object, 'k' => &$object];

        return $this->rng->chance(50) ? $list : [$object, &$object, [$object, &$object]];
    }

    private function ring(): mixed
    {
        $count = $this->rng->int(1, 8);
        $nodes = [];
        for ($i = 0; $i < $count; $i++) {
            $nodes[] = new ListNode();
            $nodes[$i]->value = $this->values->any(1);
        }
        foreach ($nodes as $i => $node) {
            $node->next = $nodes[($i + 1) % $count];
            $node->previous = $this->rng->chance(80) ? $nodes[($i + $count - 1) % $count] : null;
        }

        return $this->rng->chance(50) ? $nodes[0] : array_reverse($nodes);
    }

    private function chain(): mixed
    {
        $first = $last = new stdClass();
        for ($i = $this->rng->int(1, 60); $i > 0; $i--) {
            $next = new stdClass();
            $last->next = $next;
            if ($this->rng->chance(30)) {
                $next->first = $first;
            }
            $last = $next;
        }
        $last->next = $this->rng->chance(50) ? $first : null;

        return $first;
    }

    private function enumByReference(): mixed
    {
        $suit = $this->rng->pick(Suit::cases());
        $typed = new Typed();
        $typed->suit = $suit;

        return [&$suit, $suit, $typed, &$typed->suit, [&$suit]];
    }

    /** Rows whose cells are bound to each other, across rows and columns. */
    private function grid(): mixed
    {
        $rows = [];
        $count = $this->rng->int(5, 30);
        for ($i = 0; $i < $count; $i++) {
            $rows[] = ['id' => $i, 'name' => 'n' . $i % 3, 'ref' => $i * 1.5];
        }
        for ($i = $this->rng->int(1, 6); $i > 0; $i--) {
            $from = $this->rng->int(0, $count - 1);
            $to = $this->rng->int(0, $count - 1);
            $column = $this->rng->pick(['id', 'name', 'ref']);
            $rows[$to][$this->rng->pick(['id', 'name', 'ref'])] = &$rows[$from][$column];
        }
        if ($this->rng->chance(30)) {
            $rows['row'] = &$rows[0];
        }

        return $rows;
    }

    /** An object first seen as a plain value, then as a PHP reference, or the other way round, in three places. */
    private function objectAndReference(): mixed
    {
        $object = $this->values->objects->any(1);
        $held = $object;
        $order = [[$object], ['r' => &$held], ['s' => &$held, 'p' => $object]];

        return $this->rng->shuffle($order);
    }

    private function stateWithReferences(): mixed
    {
        $shared = $this->values->any(1);
        $state = new AnyState();
        $state->state = ['a' => &$shared, 'b' => $this->values->any(1), 'self' => $state, 5 => &$shared];
        $bag = new PublicBag();
        $bag->a = &$shared;
        $bag->b = $state;

        return $this->rng->chance(50) ? [$state, $bag, &$shared] : [&$shared, $bag, $state];
    }

    /** Each level holds the next one twice. */
    private function diamond(): mixed
    {
        $level = new PublicBag();
        $level->a = $this->values->leaf();
        for ($i = $this->rng->int(2, 25); $i > 0; $i--) {
            $above = new PublicBag();
            $above->a = $level;
            $above->b = $this->rng->chance(50) ? $level : [$level];
            $level = $above;
        }

        return $level;
    }

    private function manyMembers(): mixed
    {
        $cells = [];
        for ($i = $this->rng->int(1, 5); $i > 0; $i--) {
            $cell = new Cell();
            $cell->value = $this->values->any(1);
            $cells[] = $cell;
        }
        assert($cells !== []);
        $list = [];
        for ($i = $this->rng->int(10, 200); $i > 0; $i--) {
            $list[] = &$this->rng->pick($cells)->value;
        }
        $this->pool->spend(count($list));

        return $list;
    }
}
