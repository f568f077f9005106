<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Sessions of random values, written and read by the library and by PHP's own handlers; of lyo and igbinary, if they are loaded:
//
//   php -n [-d extension=build/lyo.so] [-d extension=igbinary] tests/Library/sessions.php [--runs=2000] [--seed=7]

declare(strict_types=1);

use Lyo\Session\Form;
use Lyo\Tests\Library\Session\FullStore;
use Lyo\Tests\Library\SessionComparison;
use Lyo\Tests\Support\Arguments;

require __DIR__ . '/../Differential/load.php';
require __DIR__ . '/../../vendor/autoload.php';

ob_start();
error_reporting(E_ERROR); // messages of classes and of PHP about unusual data
foreach (['use_cookies' => '0', 'cache_limiter' => '', 'gc_probability' => '0', 'use_strict_mode' => '0'] as $setting => $value) {
    ini_set("session.$setting", $value);
}
session_set_save_handler(new FullStore(), false);
session_id('a');
$given = Arguments::parse(array_slice($argv, 1), ['runs', 'seed']);
$comparison = new SessionComparison();
$forms = 0;
foreach (Form::cases() as $form) {
    if (($form === Form::Lyo || $form === Form::Igbinary) && !extension_loaded($form->value)) {
        echo "$form->value: skipped, its extension is not loaded\n";
        continue;
    }
    $comparison->form($form, $given->int('runs', 2000), $given->int('seed', 7));
    $forms++;
}
$fine = $comparison->report($forms * $given->int('runs', 2000));
ob_end_flush();
exit($fine ? 0 : 1);
