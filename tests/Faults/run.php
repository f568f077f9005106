<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Measures which steps of bin/test find which faults. Each fault is a patch in this folder that takes a mend of the past back. It is
// applied to a copy of the last commit, in build/faults, and make runs the steps there: a step that fails has found the fault. First all
// steps run without a fault, which tells their seconds; a step that fails then is not used.
//
// Steps of up to --limit seconds, as that run has measured them, run against all faults. Longer ones run one by one, the shortest first: those
// of bin/test until a step of bin/test has found the fault, and the others only if none has. blind.tsv says which steps cannot see a change of
// which files; these are not run. Results are added to results.tsv, and what is there is not run again. Logs are in build/faults.
//
//   php -n tests/Faults/run.php [--faults=REGEX] [--steps=REGEX] [--limit=30] [--tree=NAME]
//
// Runs with another --tree can work on other faults at the same time. The run without a fault is that of the fault "none".
// tools/gen-steps.php puts the results into CONTRIBUTING.md.

declare(strict_types=1);

namespace Lyo\Tests\Faults;

require __DIR__ . '/Fault.php';
require __DIR__ . '/Results.php';
require __DIR__ . '/Step.php';
require __DIR__ . '/Tree.php';

/**
 * Runs those steps that have no result yet, and returns how many these were.
 *
 * @param array<Step> $steps
 */
function run(?Fault $fault, array $steps, Tree $tree, Results $results): int
{
    $logs = dirname(__DIR__, 2) . '/build/faults';
    $name = $fault->name ?? Results::NONE;
    $ran = 0;
    foreach ($steps as $step) {
        if ($results->has($name, $step->name) || $fault !== null && ($results->fails($step->name) || $step->isBlind($fault->files))) {
            continue;
        }
        [$passed, $seconds] = $tree->run($step, "$logs/$name-$step->name.log");
        $result = $fault === null ? ($passed ? 'passed' : 'fails') : ($passed ? 'missed' : 'found');
        $results->add($name, $step->name, $result, $seconds);
        printf("%-35s %-20s %-7s %4d s\n", $name, $step->name, $result, $seconds);
        $ran++;
    }
    return $ran;
}

/**
 * Runs steps until one of them has found the fault, and returns how many ran.
 *
 * @param array<Step> $steps
 */
function runUntilFound(Fault $fault, array $steps, Tree $tree, Results $results): int
{
    $names = array_map(static fn(Step $step): string => $step->name, $steps);
    $ran = 0;
    foreach ($steps as $step) {
        if (array_intersect($results->stepsThatFind($fault->name), $names) !== []) {
            break;
        }
        $ran += run($fault, [$step], $tree, $results);
    }
    return $ran;
}

$options = getopt('', ['faults:', 'steps:', 'limit:', 'tree:']);
$text = static fn(string $name, string $else): string => is_string($options[$name] ?? null) ? $options[$name] : $else;
$matches = static fn(string $option, string $name): bool => preg_match('/' . $text($option, '.') . '/', $name) === 1;
$root = dirname(__DIR__, 2);
$limit = (int) $text('limit', '30');
$steps = array_filter(Step::all($root), static fn(Step $step): bool => $matches('steps', $step->name));
$faults = array_filter(Fault::all(__DIR__), static fn(Fault $fault): bool => $matches('faults', $fault->name));
$results = new Results(__DIR__ . '/results.tsv');
$seconds = static fn(Step $step): int => $results->seconds($step->name) ?? $step->seconds;
usort($steps, static fn(Step $a, Step $b): int => $seconds($a) <=> $seconds($b));
$tree = new Tree($root, "$root/build/faults/" . $text('tree', 'tree'));

$ran = 0;
if ($matches('faults', Results::NONE)) {
    $tree->prepare(null);
    $ran = run(null, $steps, $tree, $results);
}
$short = array_filter($steps, static fn(Step $step): bool => $seconds($step) <= $limit);
foreach ($faults as $fault) {
    if ($fault->files === []) {
        echo "$fault->name: SKIPPED, it has no patch\n";
        continue;
    }
    if (!$tree->prepare($fault)) {
        echo "$fault->name: its patch does not apply, or does not build\n";
        exit(1);
    }
    $ran += run($fault, $short, $tree, $results);
    $ran += runUntilFound($fault, array_filter($steps, static fn(Step $step): bool => $step->isQuick), $tree, $results);
    $ran += $results->found($fault->name) ? 0 : runUntilFound($fault, $steps, $tree, $results);
}
$tree->remove();
printf("faults: %d runs of steps, %d of %d faults found\n", $ran, count(array_filter($faults, static fn(Fault $fault): bool => $results->found($fault->name))), count($faults));
