<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// With lyo.unserialize_reads, unserialize() reads text as it does without: two processes, which differ only in the setting, read random values,
// and the same texts with a change. LYO_MODULE names lyo.so.
//
//   php tests/Formats/setting.php [--values=20000] [--seed=1] [--show=10] [--php="-d zend_extension=opcache -d opcache.enable_cli=1"]
//   php tests/Formats/setting.php --value=K      what both processes see of one value
//   php tests/Formats/setting.php --fault        one of them reads another text: this must be found
//
// Exits 1 on any difference, and if fewer texts were read than planned.

use Lyo\Tests\Formats\Setting;

require __DIR__ . '/../Differential/load.php';
require __DIR__ . '/Setting.php';

exit((new Setting())->main(array_slice($argv, 1)));
