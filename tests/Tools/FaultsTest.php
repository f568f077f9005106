<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Tools;

use Lyo\Tests\Faults\Fault;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** The mistakes of tests/Faults, which the steps of `make test` should find. */
#[CoversNothing]
final class FaultsTest extends TestCase
{
    #[Test]
    public function each_patch_applies_to_the_tree(): void
    {
        if (trim((string) shell_exec('command -v git')) === '') {
            self::markTestSkipped('patches SKIPPED, git is not here');
        }
        $root = dirname(__DIR__, 2);
        $faults = Fault::all("$root/tests/Faults");
        $refused = [];
        foreach ($faults as $fault) {
            // A repository around this folder would let git pass over files that are not below its own.
            exec('cd ' . escapeshellarg($root) . ' && GIT_CEILING_DIRECTORIES=' . escapeshellarg(dirname($root)) . ' git apply --check ' . escapeshellarg($fault->file) . ' 2>&1', $lines, $status);
            if ($status !== 0) {
                $refused[] = $fault->name;
            }
        }

        self::assertSame([], $refused);
        self::assertGreaterThanOrEqual(20, count($faults));
    }
}
