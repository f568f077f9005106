--TEST--
Objects of internal classes come back with their content, alone, shared, referenced, extended by classes with properties and hooks
--FILE--
<?php
require __DIR__ . '/../support/internal.inc';

class Date extends DateTime
{
    public $more = ['x'];
    private ?int $own = 5;
}
class Frozen extends DateTimeImmutable
{
    public ?self $other = null;

    public function __wakeup(): void
    {
        note('Frozen::__wakeup');
        parent::__wakeup();
    }
}
class Bag extends ArrayObject
{
    protected $extra = 1;
    public $list = [];
}
class Own extends ArrayObject
{
    public function __serialize(): array
    {
        note('Own::__serialize');

        return ['mine' => $this->getArrayCopy()];
    }

    public function __unserialize(array $data): void
    {
        note('Own::__unserialize ' . describe($data));
        $this->exchangeArray($data['mine']);
    }
}
class Storage extends SplObjectStorage
{
    public $label = 'label';
}
class Trouble extends RuntimeException
{
    private array $context = ['k' => 1];
    protected $message = 'default';
}
$fixed = SplFixedArray::fromArray([1, 'two', [3], null]);
$list = new SplDoublyLinkedList();
array_map($list->push(...), [1, 'two', $fixed]);
$list->setIteratorMode(SplDoublyLinkedList::IT_MODE_LIFO);
$queue = new SplQueue();
$queue[] = $list;
$storage = new SplObjectStorage();
$storage[$fixed] = ['data', $list];
$storage[$list] = $storage;
$object = new ArrayObject(['a' => 1, 'o' => $fixed], ArrayObject::ARRAY_AS_PROPS);
$object->undeclared = 'in the array';
// an object in an ArrayObject is deprecated from 8.5 on
$over = @new ArrayObject((object) ['p' => 1]);
$bag = new Bag(['k' => [1]]);
$bag->list = [$bag, 'x'];
$iterator = new ArrayIterator([1, 2, 3]);
$iterator->next();
$frozen = new Frozen('2020-02-29 12:34:56.789012', new DateTimeZone('Europe/Berlin'));
$frozen->other = new Frozen('@0');
$context = hash_init('sha256');
hash_update($context, 'some data');
$values = [
    'dates' => [new DateTime('2020-01-01 01:02:03.000004', new DateTimeZone('+03:30')), new DateTimeImmutable('1901-05-06', new DateTimeZone('EST')), new Date('2000-01-01'), $frozen],
    'zones' => [new DateTimeZone('UTC'), new DateTimeZone('+05:00'), new DateTimeZone('CET'), new DateTimeZone('America/New_York')],
    'intervals' => [new DateInterval('P1Y2M3DT4H5M6S'), (new DateTime('2020-01-01'))->diff(new DateTime('2021-03-04 05:06')), DateInterval::createFromDateString('last day of next month')],
    'periods' => [new DatePeriod(new DateTime('2020-01-01'), new DateInterval('P1D'), 3), new DatePeriod(new DateTimeImmutable('2020-01-01'), new DateInterval('P1W'), new DateTimeImmutable('2020-02-01'), DatePeriod::EXCLUDE_START_DATE)],
    'fixed array' => [$fixed, $fixed],
    'lists' => [$list, $queue, new SplStack()],
    'storage' => [$storage, $fixed],
    'array objects' => [$object, $over, $bag, @new ArrayObject(new ArrayObject([1])), $iterator, new RecursiveArrayIterator([[1]])],
    'own hooks' => [new Own([1, 'x' => 2])],
    'storage with a property' => [new Storage()],
    'exceptions' => [new Trouble('text', 5, new LogicException('cause')), new ErrorException('e', 1, E_WARNING, 'file', 7), new TypeError('t')],
    'a hash' => [$context],
    'random' => [new Random\Engine\Mt19937(5), new Random\Engine\PcgOneseq128XslRr64(7), new Random\Randomizer(new Random\Engine\Xoshiro256StarStar(9))],
    'multiple' => [(static function () use ($iterator): MultipleIterator {
        $m = new MultipleIterator();
        $m->attachIterator($iterator);

        return $m;
    })()],
];
foreach ($values as $name => $value) {
    $r = &$value[0];
    $value['by reference'] = &$r;
    $value['again'] = $value[0];
    both($name, static fn(): array => $value, look: static fn(mixed $v): string => dump($v));
    unset($r);
}
$back = @lyo_unserialize(lyo_serialize($values));
echo hash_final($back['a hash'][0]) === hash_final($context) ? 'the hash goes on' : 'ANOTHER HASH', "\n";
echo $back['storage'][0][$back['storage'][1]][0], "\n";
--EXPECT--
dates: same
zones: same
intervals: same
periods: same
fixed array: same
lists: same
storage: same
array objects: same
own hooks: same
  encode: Own::__serialize
  decode: Own::__unserialize ["mine" => [0 => 1, "x" => 2]]
storage with a property: same
exceptions: same
a hash: same
random: same
multiple: same
the hash goes on
data
