--TEST--
Every class of dom, simplexml, xmlreader, xmlwriter and xml, too
--EXTENSIONS--
dom
simplexml
xml
xmlreader
xmlwriter
--FILE--
<?php
require __DIR__ . '/../support/internal.inc';

try_all_classes();
--EXPECT--
more than 100 classes, more than 80 objects, more than 40 restored, more than 2000 states
