--TEST--
lyo.dictionaries with a file that cannot be read is reported when PHP starts
--INI--
lyo.dictionaries={PWD}/words.dict:{PWD}/nothing.dict
--FILE--
<?php
var_dump(lyo_unserialize(lyo_serialize(5)));
?>
--EXPECTF--
%AWarning: lyo.dictionaries must be paths of up to 8 files of 8 bytes to 16 MB that can be read, "%swords.dict:%snothing.dict" is ignored in Unknown on line 0
%Aint(5)
