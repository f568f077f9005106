<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Writes its own keys again and again, and prints the number that it gave each last.
//
//   php tests/Stores/writer.php STORE WRITER KEYS SECONDS [STOP]     a file that ends it when it comes

use Lyo\Session\Form;
use Lyo\Session\Session;
use Lyo\Tests\Stores\Subjects;
use Lyo\Tests\Stores\Values;

require __DIR__ . '/../../vendor/autoload.php';

[, $name, $writer, $keys, $seconds, $stop] = [...$argv, '', '', '', '', '', ''];
$subject = Subjects::named($name);
$last = [];
$end = microtime(true) + (float) $seconds;
for ($i = 0; microtime(true) < $end || count($last) < (int) $keys; $i++) {
    $key = $writer . ':' . $i % (int) $keys;
    $number = ($last[$key] ?? 0) + 1;
    $text = Values::numbered($writer, $number);
    $subject->put($key, $name === 'session files' ? Session::translate($text, Form::Php, Form::PhpSerialize) : $text, 3600);
    $last[$key] = $number;
    usleep(mt_rand(0, 300));
    if ($stop !== '' && $i % 100 === 0) {
        clearstatcache();
        if (file_exists($stop) && count($last) === (int) $keys) {
            break;
        }
    }
}
echo json_encode($last);
