--TEST--
Values with cycles that have no variable while they are written are collected later, also if the collector runs during the call
--FILE--
<?php
class Order
{
    public array $lines = [];
    public array $history = [];
    public DateTimeImmutable $placed;

    public function __construct(int $lines)
    {
        $this->placed = new DateTimeImmutable('2026-01-02 03:04:05');
        for ($i = 0; $i < $lines; $i++) {
            $this->lines[] = new Line($this, $this->placed);
            $this->history[] = ['sent', $this->placed->modify("+$i days")];
        }
    }
}

class Line
{
    public function __construct(public Order $order, public DateTimeImmutable $due) {}
}

$payloads = [];
for ($lines = 1; $lines <= 7; $lines++) {
    $payloads[] = lyo_serialize(new Order($lines));
}
$grown = static function (int $calls) use ($payloads): int {
    gc_collect_cycles();
    $before = memory_get_usage();
    for ($i = 0; $i < $calls; $i++) {
        lyo_serialize(lyo_unserialize($payloads[$i % 7])); // no variable holds the value
    }
    gc_collect_cycles();

    return memory_get_usage() - $before;
};
$grown(10000);
$bytes = $grown(20000);
echo $bytes < 1024 ? "collected" : "$bytes bytes are left", "\n";
?>
--EXPECT--
collected
