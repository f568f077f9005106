--TEST--
Private properties of parents are found when the name of the parent is written as the rest of another name, and what else refers to it
--INI--
lyo.shape_cache=0
--FILE--
<?php
namespace Application\Model\Record;

class Base
{
    private $first = 1;
    private $firstOfBase = 2;
    private $other = [];

    public function set(mixed $first, mixed $other): static
    {
        [$this->first, $this->other] = [$first, $other];

        return $this;
    }
}
class BaseOfUsers extends Base
{
    private $first = 3;
    protected $kept = 4;
    public $Base = 5;
}
class User extends BaseOfUsers
{
    private $first = 6;
    public $BaseOfUser = 7;
}
class UserOfOld extends BaseOfUsers
{
    private $name = 8;
}
class Stranger
{
    private $first = 9;
}

$user = (new User())->set(10, 'Application\Model\Record\Base');
$values = [
    'a child' => $user,
    'child and parent' => [$user, new Base(), new BaseOfUsers(), new UserOfOld()],
    'parent before' => [new Base(), $user],
    'names as values' => [$user, 'Application\Model\Record\Base', Base::class, 'Application\Model\Record\BaseOfUsers', 'firstOfBase', 'first'],
    'twenty' => array_map(static fn(int $i) => (new User())->set($i, [new UserOfOld()]), range(1, 20)),
];
foreach ($values as $name => $value) {
    $text = serialize($value);
    $payload = lyo_serialize($value);
    echo $name, ': ', serialize(lyo_unserialize($payload)) === $text && var_export(lyo_unserialize($payload), true) === var_export($value, true) ? 'the same' : 'NOT THE SAME', "\n";
}

// classes and properties that are not there any more, and private ones of a stranger
foreach (['Base";', 'BaseOfUsers";', "\0first\";", 'BaseOfUser";'] as $part) {
    $text = str_replace($part, strtr($part, 'sS', 'zZ'), serialize($values['child and parent']));
    $strange = @unserialize(str_replace('Record\Base' . "\0", 'Record\Bade' . "\0", $text));
    $native = serialize(@unserialize(serialize($strange)));
    echo json_encode($part), ': ', serialize(@lyo_unserialize(lyo_serialize($strange))) === $native && is_array($strange) ? 'the same' : 'NOT THE SAME', "\n";
}
// every prefix of it is refused
$payload = lyo_serialize($values['child and parent']);
$refused = 0;
for ($i = 0; $i < strlen($payload); $i++) {
    try {
        lyo_unserialize(substr($payload, 0, $i));
    } catch (\Lyo\Exception\LyoException) {
        $refused++;
    }
}
echo $refused === strlen($payload) && $refused > 100 ? 'all prefixes refused' : "ONLY $refused REFUSED", "\n";
?>
--EXPECT--
a child: the same
child and parent: the same
parent before: the same
names as values: the same
twenty: the same
"Base\";": the same
"BaseOfUsers\";": the same
"\u0000first\";": the same
"BaseOfUser\";": the same
all prefixes refused
