<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Puts into CONTRIBUTING.md which steps of bin/test --all have found which faults (tests/Faults), between "<!-- generated: … -->" and
// "<!-- /generated -->".
//
//   php tools/gen-steps.php [--check]
//
// --check changes nothing, and exits 1 if the file is not up to date.

declare(strict_types=1);

use Lyo\Tests\Faults\Fault;
use Lyo\Tests\Faults\Results;
use Lyo\Tests\Faults\Step;

require __DIR__ . '/../tests/Faults/Fault.php';
require __DIR__ . '/../tests/Faults/Results.php';
require __DIR__ . '/../tests/Faults/Step.php';

const ROOT = __DIR__ . '/..';
const DOCUMENT = ROOT . '/CONTRIBUTING.md';

/** So many of the steps that find a fault are named. */
const NAMED = 4;

/**
 * @param list<list<string|int>> $rows
 */
function rows(string $head, array $rows): string
{
    $rule = preg_replace('/[^|]+/', ' --- ', $head);
    return "$head\n$rule\n" . implode('', array_map(static fn(array $row): string => '| ' . implode(' | ', $row) . " |\n", $rows));
}

/** @param list<Step> $steps */
function stepTable(array $steps, Results $results): string
{
    $found = $results->byStep();
    $rows = [];
    foreach ($steps as $step) {
        $whole = Step::PARTS[$step->name] ?? $step->name;
        $alone = array_filter($found[$step->name] ?? [], static fn(string $fault): bool => array_diff($results->stepsThatFind($fault), [$whole, ...array_keys(Step::PARTS, $whole, true)]) === []);
        $rows[] = ["`$step->name`", $step->isQuick ? 'yes' : '', $results->seconds($step->name) ?? '', count($found[$step->name] ?? []), count($alone), $step->reason];
    }
    usort($rows, static fn(array $a, array $b): int => [$b[1], $b[3], $a[2]] <=> [$a[1], $a[3], $b[2]]);
    return rows('| step | in `bin/test` | s | found | alone | else |', $rows);
}

/** @param list<Step> $steps */
function faultTable(array $steps, Results $results): string
{
    $quick = array_map(static fn(Step $step): string => $step->name, array_filter($steps, static fn(Step $step): bool => $step->isQuick));
    $rows = [];
    $all = $few = 0;
    foreach (Fault::all(ROOT . '/tests/Faults') as $fault) {
        $by = $results->stepsThatFind($fault->name);
        $all += $by === [] ? 0 : 1;
        $few += array_intersect($by, $quick) === [] ? 0 : 1;
        $more = count($by) - NAMED;
        $ran = count($results->all()[$fault->name] ?? []);
        $names = $by !== [] ? implode(', ', array_slice($by, 0, NAMED)) . ($more > 0 ? " and $more more" : '') : ($ran === 0 ? 'not run yet' : 'nothing');
        $rows[] = [$fault->name, $names, $ran, array_intersect($by, $quick) === [] ? 'no' : 'yes'];
    }
    return rows('| fault | found by | of | by `bin/test` |', $rows) . sprintf("\n%d of %d are found by `bin/test --all`, %d by `bin/test`.\n", $all, count($rows), $few);
}

$results = new Results(ROOT . '/tests/Faults/results.tsv');
$steps = Step::all(ROOT);
$old = (string) file_get_contents(DOCUMENT);
$new = $old;
foreach (['steps' => stepTable($steps, $results), 'faults' => faultTable($steps, $results)] as $name => $text) {
    $new = (string) preg_replace("~(<!-- generated: $name -->\n).*?(<!-- /generated -->)~s", '${1}' . strtr($text, ['\\' => '\\\\', '$' => '\\$']) . '${2}', $new, 1, $count);
    if ($count !== 1) {
        fwrite(STDERR, "gen-steps: CONTRIBUTING.md has no place for $name\n");
        exit(1);
    }
}
if (in_array('--check', $argv, true)) {
    if ($new !== $old) {
        fwrite(STDERR, "gen-steps: CONTRIBUTING.md is not up to date (php tools/gen-steps.php)\n");
        exit(1);
    }
} elseif ($new !== $old) {
    file_put_contents(DOCUMENT, $new);
    echo "gen-steps: CONTRIBUTING.md written\n";
}
