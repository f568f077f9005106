--TEST--
What hooks make for an encode lives until its end, so that an address names one object; natively some of it dies at once
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Temporary
{
    public function __construct(public string $name = '')
    {
    }

    public function __destruct()
    {
        note("destruct $this->name");
    }
}
class State
{
    public function __construct(public string $name = '')
    {
    }

    public function __serialize(): array
    {
        note("serialize $this->name");

        return ['made' => new Temporary("made by $this->name"), 'list' => [new Temporary("in the list of $this->name")]];
    }

    public function __unserialize(array $data): void
    {
        $this->name = $data['made']->name;
    }
}
foreach (['', 'lyo_'] as $prefix) {
    $codec = new Codec($prefix);
    $value = [new State('one'), new State('two')];
    Log::take();
    $codec->encode($value);
    $log = Log::take();
    $last = array_search('serialize two', $log, true);
    $before = array_slice($log, 0, $last);
    $behind = array_slice($log, $last);
    sort($behind);
    echo $prefix === '' ? 'natively: ' : 'lyo: ', implode(', ', $before), ' | ', implode(', ', $behind), "\n";
}
/* Whatever addresses are used again meanwhile: each object is one. */
$all = lyo_unserialize(lyo_serialize(array_map(static fn(int $i): State => new State("number $i"), range(1, 200))));
var_dump(array_map(static fn(State $s): string => $s->name, $all) === array_map(static fn(int $i): string => "made by number $i", range(1, 200)));
--EXPECT--
natively: serialize one, destruct made by one, destruct in the list of one | destruct in the list of two, destruct made by two, serialize two
lyo: serialize one | destruct in the list of one, destruct in the list of two, destruct made by one, destruct made by two, serialize two
bool(true)
