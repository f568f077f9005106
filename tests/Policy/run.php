<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Tests every form of stored value with every class policy, in everything that takes its policy from a setting: sessions, functions, APCu.
// `make test-policy` runs it with both modules, and once more for each serializer of APCu.

use Lyo\Tests\Policy\Expected;
use Lyo\Tests\Policy\Forms;
use Lyo\Tests\Policy\PolicyChecks;
use Lyo\Tests\Policy\Stored;

error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING & ~E_NOTICE);
foreach (['classes', 'Forms', 'Expected', 'PolicyChecks', 'Stored'] as $file) {
    require __DIR__ . "/$file.php";
}
spl_autoload_register(function (string $class): void {
    Ran::$names[] = $class;
});

/** @param array{PolicyChecks, Stored} $test */
function try_sessions(array $test, string $handler, bool $native): void
{
    [$trial, $store] = $test;
    ini_set('session.serialize_handler', $handler);
    ini_set('igbinary.read_native', $native ? '1' : '0');
    $forms = Forms::sessions();
    if (!$native) {
        unset($forms['php'], $forms['php_binary'], $forms['php_serialize']);
    }
    $decode = function (string $bytes) use ($store): mixed {
        $store->bytes = '';
        session_id('abc');
        session_start();
        session_decode($bytes);
        $session = $_SESSION;
        session_abort();
        $_SESSION = [];
        return $session;
    };
    $trial->read("sessions of $handler, session_start()", $forms, "$handler.allowed_classes", $store->session(...));
    $trial->read("sessions of $handler, session_decode()", $forms, "$handler.allowed_classes", $decode);
}

function try_functions(PolicyChecks $trial): void
{
    $forms = Forms::values();
    $lyo = ['lyo' => $forms['lyo']];
    unset($forms['lyo']);
    ini_set('igbinary.read_native', '1');
    $trial->read('lyo_unserialize()', $lyo, 'lyo.allowed_classes', lyo_unserialize(...));
    $trial->read('lyo_unserialize() with another option', $lyo, 'lyo.allowed_classes', fn(string $bytes): mixed => lyo_unserialize($bytes, ['max_depth' => 100]));
    $trial->read('igbinary_unserialize()', $forms, 'igbinary.allowed_classes', igbinary_unserialize(...));
    // a list in the call replaces the list of the setting
    foreach ([true, false, ['Gadget', 'Old']] as $given) {
        ini_set('lyo.allowed_classes', 'State');
        ini_set('igbinary.allowed_classes', 'State');
        $policy = $given === true ? '*' : implode(',', $given === false ? [] : $given);
        foreach ([...$lyo, ...$forms] as $form => $bytes) {
            $options = ['allowed_classes' => $given];
            $read = $form === 'lyo' ? fn(): mixed => lyo_unserialize($bytes, $options) : fn(): mixed => igbinary_unserialize($bytes, $options); // @phpstan-ignore arguments.count (ours has options)
            $trial->judgeOne("an option in the call, $form, $policy", Expected::of($policy, Forms::isOfIgbinary($form)), $read);
        }
    }
}

function try_apcu(PolicyChecks $trial, string $serializer): void
{
    $value = unserialize(Forms::values()['php_serialize'], ['allowed_classes' => ['Gadget', 'State', 'Old']]);
    if (ini_get('apc.serializer') !== $serializer || !apcu_store('k', $value)) {
        throw new RuntimeException("APCu does not store with $serializer");
    }
    $trial->read("APCu with $serializer", [$serializer => ''], "$serializer.allowed_classes", fn(): mixed => apcu_fetch('k'));
}

$serializer = $argv[1] ?? null;
if ($serializer !== null && !extension_loaded('apcu')) {
    echo "policy of APCu with $serializer: SKIPPED, APCu is not here\n";
    exit(0);
}
ob_start();
$trial = new PolicyChecks();
if ($serializer === null) {
    $store = new Stored();
    session_set_save_handler($store, false);
    try_sessions([$trial, $store], 'lyo', true);
    try_sessions([$trial, $store], 'igbinary', true);
    try_sessions([$trial, $store], 'igbinary', false);
    try_functions($trial);
    $planned = 8 * (2 * 7 + 2 * 7 + 2 * 4 + 2 + 4) + 3 * 5;
} else {
    try_apcu($trial, $serializer);
    $planned = 8;
}
ob_end_clean();

foreach ($trial->failures as $failure) {
    echo "$failure\n";
}
printf("policy%s: %d tried, %d failed\n", $serializer === null ? '' : " of APCu with $serializer", $trial->tried, count($trial->failures));
if ($trial->tried < $planned) {
    echo "policy: $planned were planned\n";
}
exit($trial->failures !== [] || $trial->tried < $planned ? 1 : 0);
