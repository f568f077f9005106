--TEST--
An exception in the k-th hook, for all k, ends the call as natively: no later hook runs, and nothing leaks
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

final class Fuse
{
    public static int $left = -1;

    public static function burn(string $where): void
    {
        note($where);
        if (self::$left >= 0 && self::$left-- === 0) {
            throw new DomainException("thrown in $where");
        }
    }
}

class State
{
    public mixed $children = [];

    public function __construct(public string $name, mixed ...$children)
    {
        $this->children = $children;
    }

    public function __serialize(): array
    {
        Fuse::burn("__serialize $this->name");

        return [$this->name, $this->children];
    }

    public function __unserialize(array $data): void
    {
        Fuse::burn("__unserialize $data[0]");
        [$this->name, $this->children] = $data;
    }
}

class Sleeper
{
    public function __construct(public string $name, public mixed $child = null)
    {
    }

    public function __sleep(): array
    {
        Fuse::burn("__sleep $this->name");

        return ['name', 'child'];
    }

    public function __wakeup(): void
    {
        Fuse::burn("__wakeup $this->name");
    }
}

class Custom implements Serializable
{
    public function __construct(public string $name)
    {
    }

    public function serialize()
    {
        Fuse::burn("serialize $this->name");

        return $this->name;
    }

    public function unserialize($data)
    {
        Fuse::burn("unserialize $data");
        $this->name = $data;
    }
}

function value(): array
{
    $shared = new Sleeper('shared');
    $all = [
        new State('a', new Sleeper('b', new State('c')), $shared),
        'list' => [new Sleeper('d', $shared), new Custom('x'), new State('e'), (object) ['plain' => new Sleeper('f')]],
        new Custom('y'),
        new Sleeper('g', [new State('h', $shared)]),
    ];
    $all['by reference'] = &$all['list'];

    return $all;
}

$hooks = 0;
foreach (['encode', 'decode'] as $direction) {
    for ($k = 0; ; $k++) {
        $logs = [];
        foreach (['', 'lyo_'] as $prefix) {
            $codec = new Codec($prefix);
            $value = value();
            Fuse::$left = $direction === 'encode' ? $k : -1;
            $log = watch(static fn(): string => $codec->encode($value), $bytes);
            if ($bytes !== null) {
                Fuse::$left = $direction === 'decode' ? $k : -1;
                $log = watch(static fn(): mixed => $codec->decode($bytes), $result);
                $log[] = describe($result);
            }
            Fuse::$left = -1;
            $logs[] = array_values(array_filter($log, static fn(string $line): bool => !str_starts_with($line, 'unserialize')));
        }
        $threw = str_contains(implode($logs[1]), 'thrown in');
        if (!$threw) {
            break;
        }
        $hooks++;
        // natively unserialize() runs while the text is read; in lyo before the others: what happens with the first of those is another test
        if ($logs[0] !== $logs[1] && !str_contains(implode($logs[1]), 'thrown in unserialize')) {
            echo "$direction, hook $k:\n";
            print_r($logs);
        }
    }
    echo "$direction: $k hooks, each has thrown once\n";
}

/* The same decode fails again and again: memory stays where it was. */
$bytes = lyo_serialize(value());
$fail = static function (int $k) use ($bytes): void {
    Fuse::$left = $k;
    try {
        lyo_unserialize($bytes);
    } catch (DomainException) {
    }
    Fuse::$left = -1;
    Log::take();
    gc_collect_cycles();
};
for ($k = 0; $k < 12; $k++) {
    $fail($k);
    $before = memory_get_usage();
    for ($i = 0; $i < 50; $i++) {
        $fail($k);
    }
    if (memory_get_usage() > $before) {
        echo "hook $k: ", memory_get_usage() - $before, " bytes leaked\n";
    }
}
echo "done\n";
--EXPECT--
encode: 11 hooks, each has thrown once
decode: 11 hooks, each has thrown once
done
