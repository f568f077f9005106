--TEST--
Hooks may drop strings that were not looked for, and so are not in the table: later ones still begin as they did
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);

/* Nobody but the encoder has its payload. */
class Payload implements Serializable
{
    public static array $others = [];

    public function __construct(public string $text) {}

    public function serialize(): string
    {
        /* what was free is in use again */
        self::$others[] = str_repeat('z', strlen($this->text) + 8);
        return sprintf('%s payload', $this->text);
    }

    public function unserialize(string $data): void
    {
        $this->text = substr($data, 0, -8);
    }
}

class Holder
{
    public ?array $list = [];
}

class Hook
{
    public function __construct(private Holder $victim) {}

    public function __serialize(): array
    {
        $this->victim->list = null;
        for ($i = 0; $i < 90; $i++) {
            Payload::$others[] = str_repeat('y', 10 + $i);
        }
        return ['state'];
    }

    public function __unserialize(array $data): void
    {
    }
}

foreach (['', 'of some length', str_repeat('of much length ', 20)] as $end) {
    $list = static fn(string $s): array => array_map(static fn(int $i): string => sprintf('%03d! %s %s', $i, $end, $s), range(0, 89));

    /* Payloads that begin as strings before them and as one another, and strings that begin as payloads. */
    $payloads = static fn(): array => array_map(static fn(string $text): Payload => new Payload($text), $list(''));
    $value = [$list('before'), $payloads(), $list('between'), $payloads(), $list('behind')];
    $bytes = lyo_serialize($value);
    $back = lyo_unserialize($bytes);
    var_dump($back == $value, lyo_serialize($back) === $bytes);

    /* The first hook drops strings from before anything was held, the second those that came after. */
    $first = new Holder();
    $first->list = $list('first');
    $second = new Holder();
    $second->list = $list('second');
    $back = lyo_unserialize(lyo_serialize([$first, new Hook($first), $second, new Hook($second), $list('third')]));
    var_dump([$back[0]->list, $back[2]->list, $back[4]] === [$list('first'), $list('second'), $list('third')]);
}
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
