<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Adds the lines that the tests of the bridges ran, in their own processes, to the coverage of PHPUnit. Fails below PERCENT.
//
//   php tools/coverage-library.php COVERAGE.php FOLDER PERCENT        FOLDER: what tests/Bridge/load.php has left there

declare(strict_types=1);

use SebastianBergmann\CodeCoverage\CodeCoverage;
use SebastianBergmann\CodeCoverage\Data\RawCodeCoverageData;
use SebastianBergmann\CodeCoverage\Report\Text;
use SebastianBergmann\CodeCoverage\Report\Thresholds;

require __DIR__ . '/../vendor/autoload.php';

[, $file, $folder, $percent] = $argv + ['', '', '', '95'];
$coverage = is_file($file) ? require $file : null;
if (!$coverage instanceof CodeCoverage) {
    fwrite(STDERR, "coverage-library: $file is no coverage of PHPUnit\n");
    exit(2);
}
foreach (glob("$folder/*.json") ?: [] as $process) {
    /** @var array<string, array<int, int>> $lines */
    $lines = json_decode((string) file_get_contents($process), true);
    $coverage->append(RawCodeCoverageData::fromXdebugWithoutPathCoverage($lines), basename($process));
}
echo (new Text(Thresholds::default()))->process($coverage);
$report = $coverage->getReport();
exit($report->numberOfExecutedLines() * 100 >= (float) $percent * $report->numberOfExecutableLines() ? 0 : 1);
