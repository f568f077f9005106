--TEST--
A hook may drop or change arrays that are written: later ones are compared with what was written
--FILE--
<?php
class Plain
{
    public $rows;
}

/** Drops or changes the arrays of other objects, and takes their memory for arrays of its own. */
class Hook
{
    public array $made = [];

    public function __construct(private array $others, private int $seed) {}

    public function __serialize(): array
    {
        foreach ($this->others as $i => $other) {
            if (($i + $this->seed) % 3 === 0) {
                $other->rows = null;
            } elseif (($i + $this->seed) % 3 === 1) {
                unset($other->rows['first']);
                $other->rows['list'][1][] = 'changed';
            } else {
                foreach ($other->rows['list'] as &$row) {
                    $row = ['other', $i];
                }
                unset($row);
            }
        }
        gc_collect_cycles();
        for ($i = 0; $i < 40; $i++) {
            $this->made[] = [$i % 5, 'b' . $i % 7];
        }
        return ['made' => $this->made];
    }

    public function __unserialize(array $state): void
    {
        $this->made = $state['made'];
    }
}

$values = $wrong = 0;
for ($seed = 0; $seed < 300; $seed++) {
    $others = $expected = [];
    for ($i = 0; $i < 6; $i++) {
        $rows = ['first' => [$i % 2, 'b' . $seed % 7], 'list' => [[$seed % 5, 'b1'], [$i, "b$i"], [$i, ["b$i"]]]];
        $others[$i] = new Plain();
        $others[$i]->rows = unserialize(serialize($rows));
        $expected[] = $rows;
    }
    $hook = new Hook($others, $seed);
    $after = [[0, 'b0'], [1, 'b1'], [$seed % 5, 'b' . $seed % 7]];
    $back = lyo_unserialize(lyo_serialize([$others, $hook, $after, new Hook($others, $seed + 1), $after]));
    $values++;
    foreach ($expected as $i => $rows) {
        $wrong += $back[0][$i]->rows !== $rows;
    }
    $wrong += $back[1]->made !== $hook->made || $back[2] !== $after || $back[4] !== $after;
}
echo "$values values, $wrong wrong\n";
?>
--EXPECT--
300 values, 0 wrong
