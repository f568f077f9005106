--TEST--
What hooks make for the encode ends in the order in which they made it
--FILE--
<?php
class Made
{
    public mixed $of = null;

    public function __destruct()
    {
        Order::$seen[] = $this->of;
    }
}
final class Order
{
    /** @var list<mixed> */
    public static array $seen = [];
}
class Makes
{
    public int $number = 0;

    public function __serialize(): array
    {
        $made = new Made();
        $made->of = $this->number;

        return ['made' => $made, 'again' => $made];
    }

    public function __unserialize(array $data): void {}
}

$compared = 0;
foreach ([1, 2, 10, 60, 1000] as $n) {
    $list = [];
    for ($i = 0; $i < $n; $i++) {
        $list[] = new Makes();
        $list[$i]->number = $i;
    }
    foreach (['serialize', 'igbinary_serialize'] as $encode) {
        $encode($list);
        if (Order::$seen !== range(0, $n - 1)) {
            echo "$n with $encode: NOT IN ORDER, ", implode(' ', array_slice(Order::$seen, 0, 70)), "\n";
        }
        $compared += count(Order::$seen);
        Order::$seen = [];
    }
}
echo $compared === 2146 ? 'all' : "ONLY $compared of 2146", " seen\n";
?>
--EXPECT--
all seen
