<?php
require __DIR__ . '/support/preambles.inc';
?>
