<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Runs the tests of the engine that are written in C: run.php [RUNS [RANDOM]]. `make unit` builds and calls it.
//
// Walk and reader check RUNS payloads (randomly changed vectors of the specification), and must agree on code and offset.

/** With fewer checks than this, a test is missing. */
const PLANNED = 290;

/** Errors that must occur for this number of payloads. A million payloads give every error that does not depend on classes. */
const ENOUGH_FOR_ALL = 100_000;

[$checks, $failures] = lyo_unit_run();
echo "unit: $checks checks, $failures failures\n";
if ($checks < PLANNED) {
    echo 'unit: ', PLANNED, " checks were planned\n";
}

/** @return non-empty-list<string> */
$vectors = static function (): array {
    $payloads = [];
    foreach (glob(dirname(__DIR__, 2) . '/spec/vectors/*/*.json') ?: [] as $file) {
        $vectors = json_decode((string) file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
        foreach (is_array($vectors) ? $vectors : [] as $vector) {
            $hex = is_array($vector) && is_string($vector['hex'] ?? null) ? $vector['hex'] : '';
            $payloads[] = (string) hex2bin((string) preg_replace('/\s/', '', $hex));
        }
    }

    return count($payloads) > 700 ? $payloads : throw new RuntimeException('vectors are missing');
};

$runs = (int) ($argv[1] ?? 200_000);
$payloads = $vectors();
$reporting = error_reporting(0); // messages of accepted values, such as an unknown time zone, are ignored
$counts = lyo_unit_agree($payloads, $runs, (int) ($argv[2] ?? 1));
error_reporting($reporting);
$differences = $counts[1] ?? 0;
$refused = array_filter($counts, is_string(...), ARRAY_FILTER_USE_KEY);
$never = array_keys(array_filter($refused, static fn(int $n): bool => $n === 0));
printf(
    "agree: %d changed payloads, %d accepted, %d refused with %d codes, %d differences between walk and reader\n",
    $counts[0] + array_sum($refused),
    $counts[0],
    array_sum($refused),
    count($refused) - count($never),
    $differences,
);
if ($runs >= ENOUGH_FOR_ALL && $never !== []) {
    echo 'agree: never refused with ', implode(', ', $never), "\n";
}
$complete = $counts[0] + array_sum($refused) === $runs && ($runs < ENOUGH_FOR_ALL || $never === []);
$checks >= PLANNED || printf("unit: %d checks were planned\n", PLANNED);
exit($failures > 0 || $checks < PLANNED || $differences > 0 || !$complete ? 1 : 0);
