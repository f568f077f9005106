<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Measures which steps of bin/test find which faults. Each fault is a patch in this folder that takes a mend of the past back. It is
// applied to a copy of the last commit, in build/faults, and make runs the steps there: a step that fails has found the fault. First all
// steps run without a fault, which tells their seconds; a step that fails then is not used.
//
// Steps of up to --limit seconds run against all faults, longer ones only against those that the others have missed. blind.tsv says which
// steps cannot see a change of which files; these are not run. Results are added to results.tsv, and what is there is not run again.
//
//   php -n tests/Faults/run.php [--faults=REGEX] [--steps=REGEX] [--limit=60] [--tree=NAME]
//
// Runs with another --tree can work on other faults at the same time.

declare(strict_types=1);

namespace Lyo\Tests\Faults;

require __DIR__ . '/Fault.php';
require __DIR__ . '/Results.php';
require __DIR__ . '/Step.php';
require __DIR__ . '/Tree.php';

$options = getopt('', ['faults:', 'steps:', 'limit:', 'tree:']);
$text = static fn(string $name, string $else): string => is_string($options[$name] ?? null) ? $options[$name] : $else;
$root = dirname(__DIR__, 2);
$steps = array_filter(Step::all($root), static fn(Step $step): bool => preg_match('/' . $text('steps', '.') . '/', $step->name) === 1);
$limit = (int) $text('limit', '60');
usort($steps, static fn(Step $a, Step $b): int => $a->seconds <=> $b->seconds);
$results = new Results(__DIR__ . '/results.tsv');
$tree = new Tree($root, "$root/build/faults/" . $text('tree', 'tree'));
$short = array_filter($steps, static fn(Step $step): bool => $step->seconds <= $limit);
$long = array_filter($steps, static fn(Step $step): bool => $step->seconds > $limit);
$ran = 0;

/** @param array<Step> $steps */
$run = static function (?Fault $fault, array $steps) use ($tree, $results, &$ran): void {
    $name = $fault->name ?? Results::NONE;
    foreach ($steps as $step) {
        if ($results->has($name, $step->name) || $fault !== null && ($results->fails($step->name) || $step->isBlind($fault->files))) {
            continue;
        }
        [$result, $seconds] = $tree->run($step);
        $results->add($name, $step->name, $fault === null ? ($result === 'passed' ? 'passed' : 'fails') : ($result === 'passed' ? 'missed' : 'found'), $seconds);
        printf("%-35s %-20s %-7s %4d s\n", $name, $step->name, $result, $seconds);
        $ran++;
    }
};

$faults = array_filter(Fault::all(__DIR__), static fn(Fault $fault): bool => preg_match('/' . $text('faults', '.') . '/', $fault->name) === 1);
if (preg_match('/' . $text('faults', '.') . '/', Results::NONE) === 1) {
    $tree->prepare(null);
    $run(null, $steps);
}
foreach ($faults as $fault) {
    if ($fault->files === []) {
        echo "$fault->name: SKIPPED, it has no patch\n";
        continue;
    }
    if (!$tree->prepare($fault)) {
        echo "$fault->name: its patch does not apply, or does not build\n";
        exit(1);
    }
    $run($fault, $short);
    if (!$results->found($fault->name)) {
        $run($fault, $long);
    }
}
$tree->remove();
printf("faults: %d runs of steps, %d of %d faults found\n", $ran, count(array_filter($faults, static fn(Fault $fault): bool => $results->found($fault->name))), count($faults));
