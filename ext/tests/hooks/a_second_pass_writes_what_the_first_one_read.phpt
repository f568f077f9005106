--TEST--
A value that is gone over a second time, for a reference in bulk, is written as it was read the first time, whatever hooks have changed since
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
class Hook
{
    public $text = 'of the hook';

    public function __construct(private ?Closure $run = null)
    {
    }

    public function __sleep(): array
    {
        isset($this->run) && ($this->run)();

        return ['text'];
    }
}
class Box
{
    public $a = 'before';
    public $b = 'B';
    public $c;
}

/* A sequence in one piece, unless one of its cells is met again outside. */
function sequence(mixed &$reference): array
{
    $list = range(1, 20);
    $reference = 3;
    $list[2] = &$reference;

    return $list;
}

class Log
{
    /** @var list<string> what hooks told */
    public static array $calls = [];
}

function compare(string $name, Closure $make): void
{
    $native = serialize($make()) . implode(', ', Log::$calls);
    Log::$calls = [];
    $bytes = lyo_serialize($make());
    $lyo = serialize(lyo_unserialize($bytes)) . implode(', ', Log::$calls);
    Log::$calls = [];
    echo $name, ': ', $native === $lyo ? 'same' : "different " . strspn($native ^ $lyo, "\0") . "\n", "\n";
}

compare('an object in front of the hook', static function (): array {
    $box = new Box();
    $list = sequence($r);

    return [$box, $list, new Hook(static function () use ($box): void {
        $box->a = 'changed';
        unset($box->b);
        $box->new = 5;
    }), &$r];
});
compare('an object in front of hook and list', static function (): array {
    $box = new Box();
    $list = sequence($r);

    return [$box, new Hook(static function () use ($box): void {
        $box->a = 'changed';
        $box->b = [];
    }), $list, &$r];
});
compare('the object around the hook', static function (): array {
    $box = new Box();
    $list = sequence($r);
    $box->b = new Hook(static function () use ($box): void {
        $box->a = 'changed';
        $box->b = 1;
        $box->c = 'later';
    });

    return [$list, $box, &$r];
});
compare('the reference', static function (): array {
    $q = 'x';
    $list = sequence($r);

    return [&$q, $list, new Hook(static function () use (&$r, &$q): void {
        $r = 9;
        $q = [1];
    }), &$r, &$q];
});
compare('an object between two hooks', static function (): array {
    $box = new Box();
    $list = sequence($r);

    return [$list, new Hook(static function () use ($box): void {
        $box->a = 'once';
    }), $box, new Hook(static function () use ($box): void {
        $box->a = 'twice';
        $box->c = 4;
        $box->b = [1];
    }), &$r, $box];
});
compare('properties that no class declares', static function (): array {
    $object = (object) ['x' => 1, 'y' => 2];
    $list = sequence($r);

    return [$list, $object, new Hook(static function () use ($object): void {
        unset($object->x);
        $object->y = 3;
        $object->z = 1;
    }), &$r, $object];
});
compare('a reference that comes to be', static function (): array {
    $box = new Box();
    $q = [1, 2];
    $box->a = &$q;
    unset($q);
    $list = sequence($r);

    return [$list, $box, new Hook(static function () use ($box): void {
        $box->c = &$box->a;
        $box->a[] = 3;
    }), $box, &$r];
});
compare('a column that holds a reference twice, which a hook between them changes', static function (): array {
    $rows = [];
    $r = 'before';
    for ($i = 0; $i < 20; $i++) {
        $rows[] = ['object' => $i, 'text' => "text $i"];
    }
    $rows[3]['object'] = new Hook(static function () use (&$r): void {
        $r = 'changed';
    });
    $rows[3]['object']->text = &$r;
    $rows[5]['text'] = &$r;
    $rows[12]['text'] = &$r;

    return $rows;
});
foreach (['', 'an array', 'an object'] as $becomes) {
    compare('a row that an object in an earlier one shows' . ($becomes === '' ? '' : ", $becomes by then"), static function () use ($becomes): array {
        $rows = [];
        for ($i = 0; $i < 20; $i++) {
            $rows[] = ['object' => $i, 'text' => "text $i"];
        }
        $row = ['object' => new Hook(static fn() => Log::$calls[] = 'in the row'), 'text' => 'text of the row'];
        $rows[2]['object'] = new Hook(static function () use (&$row, $becomes): void {
            Log::$calls[] = 'before';
            $becomes === 'an array' && $row = ['object' => new Box(), 'text' => 'changed'];
            $becomes === 'an object' && $row = new Box();
        });
        $rows[4]['object'] = new Box();
        $rows[4]['object']->b = &$row;
        $rows[6]['object'] = new Hook(static fn() => Log::$calls[] = 'after');
        $rows[8]['object'] = new Box();
        $rows[8]['object']->a = new Hook();
        $rows[11] = &$row;

        return $rows;
    });
}
compare('a cell of rows', static function (): array {
    $rows = [];
    for ($i = 0; $i < 20; $i++) {
        $rows[] = ['id' => $i, 'name' => "n$i"];
    }
    $r = &$rows[7]['name'];
    $box = new Box();

    return [$box, $rows, new Hook(static function () use ($box, &$r): void {
        $box->a = 8;
        $r = 'other';
    }), &$r, $box];
});
/* Columns are written before the objects in their rows, but a hook in a row changes what stands behind it, and nothing in front. */
foreach (['in front' => 3, 'behind' => 12, 'in the next block' => 200] as $where => $at) {
    foreach ([false, true] as $again) {
        compare("a cell $where" . ($again ? ', met again' : ''), static function () use ($at, $again): array {
            $rows = [];
            for ($i = 0; $i < 250; $i++) {
                $rows[] = ['id' => $i, 'name' => "n$i", 'object' => null];
            }
            $r = &$rows[$at]['name'];
            $rows[7]['object'] = new Hook(static function () use (&$r): void {
                $r = ['an' => 'array'];
            });

            return $again ? [$rows, &$r] : [$rows];
        });
        compare("a row $where" . ($again ? ', met again' : ''), static function () use ($at, $again): array {
            $rows = [];
            for ($i = 0; $i < 250; $i++) {
                $rows[] = ['id' => $i, 'name' => "n$i", 'object' => null];
            }
            $r = &$rows[$at];
            $rows[7]['object'] = new Hook(static function () use (&$r): void {
                $r = 'no row';
            });

            return $again ? [$rows, &$r] : [$rows];
        });
    }
}
compare('a cell that the object with the hook shows first', static function (): array {
    $rows = [];
    for ($i = 0; $i < 20; $i++) {
        $rows[] = ['id' => $i, 'name' => "n$i", 'object' => null];
    }
    $box = new Box();
    $box->a = &$rows[12]['name'];
    $rows[5]['object'] = new Hook(static function () use ($box): void {
        $box->a = 'once';
    });
    $rows[7]['object'] = $box;
    $rows[8]['object'] = new Hook(static function () use ($box): void {
        $box->a = 'twice';
    });

    return $rows;
});
/* Bytes, too, are those of a value without hooks. */
$list = sequence($r);
$plain = lyo_serialize([['before', 'B', null], $list, 'x', &$r]);
$box = new Box();
$hooked = lyo_serialize([$box, $list, new Hook(static fn() => $box->a = 'changed'), &$r]);
echo bin2hex(substr($plain, -strlen("\xE1\x00"))), ' ', bin2hex(substr($hooked, -strlen("\xE1\x00"))), "\n";
var_dump(lyo_serialize(lyo_unserialize($hooked)) === $hooked);
--EXPECT--
an object in front of the hook: same
an object in front of hook and list: same
the object around the hook: same
the reference: same
an object between two hooks: same
properties that no class declares: same
a reference that comes to be: same
a column that holds a reference twice, which a hook between them changes: same
a row that an object in an earlier one shows: same
a row that an object in an earlier one shows, an array by then: same
a row that an object in an earlier one shows, an object by then: same
a cell of rows: same
a cell in front: same
a row in front: same
a cell in front, met again: same
a row in front, met again: same
a cell behind: same
a row behind: same
a cell behind, met again: same
a row behind, met again: same
a cell in the next block: same
a row in the next block: same
a cell in the next block, met again: same
a row in the next block, met again: same
a cell that the object with the hook shows first: same
e100 e100
bool(true)
