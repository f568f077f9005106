--TEST--
PHP's dates are written as their __serialize() gives them: any year, any kind of zone, subclasses, dynamic properties
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

date_default_timezone_set('America/New_York');

class Day extends DateTime
{
}

class WithProperty extends DateTimeImmutable
{
    public $x = 1;
}

#[AllowDynamicProperties]
class Open extends DateTime
{
}

class OwnHook extends DateTimeImmutable
{
    public $q;

    public function __serialize(): array
    {
        return ['q' => 1];
    }

    public function __unserialize(array $data): void
    {
        $this->q = $data;
    }
}

class Changes
{
    public function __construct(private DateTime $date)
    {
    }

    public function __serialize(): array
    {
        $this->date->modify('+1 day');

        return ['date' => $this->date];
    }

    public function __unserialize(array $data): void
    {
        $this->date = $data['date'];
    }
}

$texts = [
    '2024-01-02 03:04:05.678901', '9999-12-31 23:59:59.999999', '10000-01-01', '0000-01-01', '-0001-01-01', '-12345-06-07', '0999-12-31',
    '1969-12-31 23:59:59', '2024-02-29 00:00:00', '2024-03-10 02:30', '2024-11-03 01:30',
    '2024-01-01 00:00:00+02:00', '2024-01-01 00:00:00-03:30', '2024-01-01 +14:00', '2024-01-01 -12:45', '2024-01-01 +00:00', '2024-01-01 +05:53:28', '2024-01-01 -00:00:01',
    '2024-01-01 EST', '2024-07-01 EDT', '2024-01-01 cest', '2024-01-01Z', '2024-01-01 utc', '2024-01-01 UTC', '2024-01-01 Europe/Paris', '2024-07-01 Asia/Kathmandu',
    '1890-01-01 Europe/Amsterdam', '@86400', '@86400.5', '@-1.25', 'last day of february 2023 noon',
];
foreach ($texts as $text) {
    both($text, static function () use ($text): array {
        $date = new DateTime($text);

        return [$date, new DateTimeImmutable($text), $date, new Day($text), new WithProperty($text), new OwnHook($text)];
    });
}
both('a dynamic property', static function (): array {
    $date = new Open('2020-02-29');
    $other = clone $date;
    $other->more = [$date];
    $third = clone $other;
    unset($third->more);

    return [$date, $other, $third];
});
both('changed since', static function (): array {
    $date = new DateTime('2024-03-31 01:00', new DateTimeZone('Europe/Berlin'));
    $moved = clone $date;
    $moved->setTimestamp(-5)->setTimezone(new DateTimeZone('Asia/Kolkata'));
    $set = (clone $date)->setTime(25, 61, 61, 1000000)->setDate(2024, 14, 35);

    return [(clone $date)->modify('+1 month'), $moved, $set, (clone $date)->add(new DateInterval('PT36H30M')), unserialize(serialize($date)), DateTimeImmutable::createFromFormat('U.u', '1234567890.5')];
});
both('a hook changes one that is written', static function (): array {
    $date = new DateTime('2024-01-31');

    return [$date, new Changes($date), $date, new DateTime('2024-02-01'), new Changes(new DateTime('2024-02-01'))];
});
both('and it is written twice', static function (): array {
    $date = new DateTime('2024-01-31');
    $x = 7;

    return [[1, &$x, 3], $date, new Changes($date), new DateTime('2024-02-01'), [4, &$x], [&$date], [&$date]];
});
both('not constructed', static fn(): array => [1, (new ReflectionClass(Day::class))->newInstanceWithoutConstructor()]);
--EXPECTF--
2024-01-02 03:04:05.678901: same
9999-12-31 23:59:59.999999: same
10000-01-01: same
0000-01-01: same
-0001-01-01: same
-12345-06-07: same
0999-12-31: same
1969-12-31 23:59:59: same
2024-02-29 00:00:00: same
2024-03-10 02:30: same
2024-11-03 01:30: same
2024-01-01 00:00:00+02:00: same
2024-01-01 00:00:00-03:30: same
2024-01-01 +14:00: same
2024-01-01 -12:45: same
2024-01-01 +00:00: same
2024-01-01 +05:53:28: same
2024-01-01 -00:00:01: same
2024-01-01 EST: same
2024-07-01 EDT: same
2024-01-01 cest: same
2024-01-01Z: same
2024-01-01 utc: same
2024-01-01 UTC: same
2024-01-01 Europe/Paris: same
2024-07-01 Asia/Kathmandu: same
1890-01-01 Europe/Amsterdam: same
@86400: same
@86400.5: same
@-1.25: same
last day of february 2023 noon: same
a dynamic property: same
changed since: same
a hook changes one that is written: same
and it is written twice: same
not constructed: same
  encode: throws %SError("%s has not been correctly initialized by %s constructor")
