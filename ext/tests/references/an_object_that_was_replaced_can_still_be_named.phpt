--TEST--
An object that another value of the same property has replaced can still be named later, which unserialize() refuses
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

#[AllowDynamicProperties]
class Holds
{
    public $a;
}
$text = "O:5:\"Holds\":3:{s:4:\"\0*\0a\";O:8:\"stdClass\":0:{}s:8:\"\0Holds\0a\";i:1;s:1:\"b\";r:2;}";
var_dump(@unserialize($text));
$body = "\x61\3" . "\xB8\xA5a" . "\x62\0" . "\xB9\xA5a" . "\3" . "\xA5b" . "\xE0\1";
var_dump(lyo_unserialize(payload($body, ["\3" . text('Holds'), "\3" . text('stdClass')], [])));
?>
--EXPECTF--
bool(false)
object(Holds)#%d (2) {
  ["a"]=>
  int(1)
  ["b"]=>
  object(stdClass)#%d (0) {
  }
}
