--TEST--
A property value that is replaced ends between the hooks, at its place in their order, as natively
--FILE--
<?php
require __DIR__ . '/../support/both.inc';
require __DIR__ . '/../support/payload.inc';

class Ends
{
    public mixed $n = null;

    public function __destruct()
    {
        note("end of $this->n");
        if ($this->n === 9) {
            throw new Exception('9');
        }
    }
}
class Wakes
{
    public mixed $x = null;

    public function __wakeup(): void
    {
        note("wakeup with $this->x");
    }
}
class Takes
{
    public function __unserialize(array $data): void
    {
        note('state of ' . implode(' ', array_keys($data)));
    }
}
class Plain
{
    public mixed $x = null;
}

/* A state in both formats. n: a digit, the value that the private name of x replaces. */
$replaced = static fn(string $class, int $object, int $n): array => [
    sprintf("O:%d:\"%s\":2:{s:1:\"x\";O:4:\"Ends\":1:{s:1:\"n\";i:%d;}s:%d:\"\0%s\0x\";i:%d;}", strlen($class), $class, $n, strlen($class) + 3, $class, $n),
    chr($object) . "\x61" . chr($n + 2) . chr($n + 2),
];
$states = [
    'W' => static fn(int $n): array => $replaced('Wakes', 0x62, $n),
    'P' => static fn(int $n): array => $replaced('Plain', 0x63, $n),
    'T' => static fn(int $n): array => ["O:5:\"Takes\":1:{s:1:\"x\";i:$n;}", "\x64" . chr($n + 2)],
];
$definitions = [
    class_shape('Ends', text('n')),
    class_shape('Wakes', text('x'), "\xB9" . text('x')),
    class_shape('Plain', text('x'), "\xB9" . text('x')),
    class_shape('Takes', text('x')),
];
$compared = $ended = 0;
foreach (['W', 'P', 'T'] as $first) {
    foreach (['W', 'P', 'T'] as $second) {
        foreach (['W', 'P', 'T'] as $third) {
            foreach ([3, 7, 8, 9] as $thrower) { // the value with number 9 throws; 3: none does
                $text = $body = '';
                foreach ([$first, $second, $third] as $i => $kind) {
                    [$native, $lyo] = $states[$kind](7 + $i === $thrower ? 9 : $i);
                    $text .= "i:$i;$native";
                    $body .= $lyo;
                }
                $logs = [];
                foreach (['' => "a:3:{{$text}}", 'lyo_' => payload("\x82$body", $definitions)] as $prefix => $bytes) {
                    $codec = new Codec($prefix);
                    $log = watch(static fn(): mixed => $codec->decode($bytes), $result);
                    $logs[] = [...$log, describe($result)];
                }
                if ($logs[0] !== $logs[1]) {
                    report("$first $second $third, $thrower", $logs[0], $logs[1]);
                }
                $ended += count(preg_grep('/^end of/', $logs[1]));
                $compared++;
            }
        }
    }
}
echo "$compared compared, $ended values replaced\n";
?>
--EXPECT--
108 compared, 216 values replaced
