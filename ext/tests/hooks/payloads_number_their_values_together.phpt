--TEST--
All that serialize() gives inside one Serializable::serialize() is numbered together, as unserialize() reads it; a circle through it comes to an end
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
class Item
{
    public function __construct(public mixed $value)
    {
    }
}
class Two implements Serializable
{
    public array $first;
    public array $second;

    public function serialize()
    {
        [$a, $b] = [new Item(1), new Item(2)];

        return serialize([$a, $a]) . '|' . serialize([$b, $b, $a]);
    }

    public function unserialize($data)
    {
        [$first, $second] = explode('|', $data);
        $this->first = unserialize($first);
        $this->second = unserialize($second);
    }
}
foreach (['', 'lyo_'] as $prefix) {
    foreach ([new Two(), [[1, 2], new Two(), new Two()]] as $value) {
        $got = ("{$prefix}unserialize")(("{$prefix}serialize")($value));
        $two = is_array($got) ? $got[2] : $got;
        echo $two->first[0]->value, $two->second[0]->value, ' ';
        var_dump($two->first[0] === $two->first[1] && $two->second[0] === $two->second[1] && $two->second[2] === $two->first[0]);
    }
}

class Chain implements Serializable
{
    public mixed $child = null;

    public function serialize()
    {
        return serialize($this->child);
    }

    public function unserialize($data)
    {
        $this->child = unserialize($data);
    }
}
/* natively the payload names the object outside; its own numbering begins at the child */
$chain = new Chain();
$chain->child = new Item($chain);
echo serialize($chain), "\n";
$got = lyo_unserialize(lyo_serialize($chain));
echo get_class($got->child->value), ' ', get_class($got->child->value->child), "\n";
--EXPECT--
12 bool(true)
12 bool(true)
12 bool(true)
12 bool(true)
C:5:"Chain":31:{O:4:"Item":1:{s:5:"value";r:1;}}
Chain Item
