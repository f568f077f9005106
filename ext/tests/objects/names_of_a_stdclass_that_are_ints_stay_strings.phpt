--TEST--
Properties of a stdClass whose names are ints are found by these names after decoding, whether its keys are defined in the preamble or stand in the body
--FILE--
<?php
for ($round = 0; $round < 3; $round++) { // the third one knows the preamble
    $all = [];
    for ($i = 0; $i < 3; $i++) {
        $o = new stdClass();
        $o->{'5'} = [$i];
        $o->name = $o;
        $o->{(string) PHP_INT_MIN} = 'least';
        $all[] = $o;
    }
    for ($i = 0; $i < 3; $i++) { // each has names of its own
        $o = new stdClass();
        $o->{"1$round$i"} = &$all[0]->{'5'};
        $o->{"own$i"} = $i;
        $all[] = $o;
    }
    $back = lyo_unserialize(lyo_serialize($all));
    var_dump(serialize($back) === serialize($all));
    $back[1]->{'5'} = 'new';
    unset($back[2]->{(string) PHP_INT_MIN});
    $back[4]->{"1{$round}1"} = 'shared';
    var_dump(count((array) $back[1]), count((array) $back[2]), $back[0]->{'5'}, isset($back[5]->{"1{$round}2"}));
}
?>
--EXPECT--
bool(true)
int(3)
int(2)
string(6) "shared"
bool(true)
bool(true)
int(3)
int(2)
string(6) "shared"
bool(true)
bool(true)
int(3)
int(2)
string(6) "shared"
bool(true)
