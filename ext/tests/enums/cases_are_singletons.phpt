--TEST--
Enum cases come back as the cases themselves, pure and backed, as values, in properties, references, vectors and rows
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

enum Suit: string
{
    case Hearts = 'h';
    case Spades = 's';
    const ALIAS = self::Hearts;
}
enum Level: int
{
    case Low = 1;
    case High = PHP_INT_MAX;
}
enum Pure
{
    case A;
    case a;
    case Ünïcode;
}
class Card
{
    public function __construct(public Suit $suit, public readonly ?Level $level = null, private Pure|int $pure = Pure::A)
    {
    }
}
$values = [
    'one' => static fn(): mixed => Suit::Hearts,
    'several' => static fn(): mixed => [Suit::Hearts, Suit::Spades, Suit::Hearts, Level::High, Pure::A, Pure::a, Pure::Ünïcode],
    'alias' => static fn(): mixed => [Suit::ALIAS],
    'keys beside' => static fn(): mixed => ['Suit' => Suit::Hearts, 'Hearts' => 'Suit'],
    'in an object' => static fn(): mixed => [new Card(Suit::Spades, Level::Low), new Card(Suit::Hearts)],
    'in rows' => static fn(): mixed => array_map(static fn(int $i): array => ['id' => $i, 'suit' => $i % 2 ? Suit::Hearts : Suit::Spades], range(1, 12)),
    'by reference' => static function (): array {
        $s = Suit::Hearts;

        return [&$s, &$s, Suit::Hearts];
    },
    'many' => static fn(): mixed => array_fill(0, 100, Pure::A),
];
foreach ($values as $name => $make) {
    both($name, $make);
    if (is_array($value = $make()) && $name !== 'in an object' && lyo_unserialize(lyo_serialize($value)) !== $value) {
        echo "not the cases themselves\n";
    }
}
var_dump(lyo_unserialize(lyo_serialize(Suit::Hearts)) === Suit::Hearts);
echo bin2hex(lyo_serialize([Suit::Hearts, Suit::Hearts, Suit::Spades])), "\n";
--EXPECT--
one: same
several: same
alias: same
keys beside: same
in an object: same
in rows: same
by reference: same
many: same
bool(true)
c118160543537569744548656172747305f14553706164657382616162
