<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Tools;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** tools/steps.sh, which runs the steps of `make test`, and tools/progress.sh, which shows that a long one goes on. */
#[CoversNothing]
final class StepsTest extends TestCase
{
    private string $folder;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/lyo-steps-' . bin2hex(random_bytes(6));
        mkdir($this->folder);
    }

    protected function tearDown(): void
    {
        exec('rm -rf ' . escapeshellarg($this->folder));
    }

    #[Test]
    public function a_step_that_compares_nothing_is_skipped_and_one_of_parts_is_partly_done(): void
    {
        [$status, $out] = $this->steps('good part none');

        self::assertSame(0, $status, $out);
        self::assertMatchesRegularExpression('/^ok +good +\d+ s  good: 5 values$/m', $out);
        self::assertMatchesRegularExpression('/^partly +part +\d+ s  part: 3 values$/m', $out);
        self::assertMatchesRegularExpression('/^skipped +none +\d+ s  none: SKIPPED, no tool$/m', $out);
        self::assertStringEndsWith("skipped:\n  part: corpus SKIPPED\n  none: SKIPPED, no tool\nnone of 3 steps failed: 1 ok, 1 partly, 1 skipped\n", $out);
    }

    #[Test]
    public function a_step_that_fails_is_a_failure_whatever_it_skipped_and_the_others_run(): void
    {
        [$status, $out] = $this->steps('bad good');

        self::assertSame(1, $status);
        self::assertMatchesRegularExpression('/^FAILED +bad /m', $out);
        self::assertStringContainsString('1 of 2 steps FAILED, 1 ok, 0 partly, 0 skipped', $out);
    }

    #[Test]
    public function a_step_above_its_budget_is_named_and_does_not_fail(): void
    {
        [$status, $out] = $this->steps('good:0 slow:0 part:900');

        self::assertSame(0, $status, $out);
        self::assertMatchesRegularExpression('/^ok +slow +[1-9] s of +0  slow: 1 value$/m', $out);
        self::assertMatchesRegularExpression('/^partly +part +\d+ s of 900  part: 3 values$/m', $out);
        self::assertMatchesRegularExpression('/^slower than their budget:.* slow \([1-9] of 0 s\)$/m', $out);
        self::assertStringNotContainsString('part (', $out);
        self::assertMatchesRegularExpression('/^\d+ s, the budget is 900 s$/m', $out);
    }

    #[Test]
    public function a_long_command_shows_that_it_is_running_and_keeps_its_status_and_output(): void
    {
        $log = "$this->folder/log";
        [$status, $out] = $this->execute(['tools/progress.sh', 'building (a minute)', $log, 'sh', '-c', 'echo one; sleep 6; echo two >&2; exit 7']);

        self::assertSame([7, "building (a minute) ... 3 s\n", "one\ntwo\n"], [$status, $out, file_get_contents($log)]);
    }

    #[Test]
    public function a_short_command_shows_nothing_and_nothing_waits_for_the_clock(): void
    {
        // A clock that ticks every 60 seconds, and a command that takes none.
        file_put_contents("$this->folder/sleep", "#!/bin/sh\nexec " . trim((string) shell_exec('command -v sleep')) . " 60\n");
        chmod("$this->folder/sleep", 0700);
        $begin = hrtime(true);

        self::assertSame([3, "hello\n"], $this->execute(['env', "PATH=$this->folder:" . getenv('PATH'), 'tools/progress.sh', 'text', '-', 'sh', '-c', 'echo hello; exit 3']));
        self::assertLessThan(50e9, hrtime(true) - $begin);
    }

    /** @return array{int, string} */
    private function steps(string $targets): array
    {
        $make = "$this->folder/make";
        file_put_contents($make, <<<'SH'
            #!/bin/sh
            case $2 in
                good) echo 'good: 5 values' ;;
                part) echo 'part: corpus SKIPPED'; echo 'part: 3 values' ;;
                none) echo 'none: SKIPPED, no tool' ;;
                slow) sleep 1; echo 'slow: 1 value' ;;
                bad) echo 'bad: corpus SKIPPED'; exit 2 ;;
            esac
            SH);
        chmod($make, 0700);

        return $this->execute(['env', "MAKE=$make", "BUILD=$this->folder", 'tools/steps.sh', ...explode(' ', $targets)]);
    }

    /**
     * @param list<string> $command
     * @return array{int, string} status, what both outputs show
     */
    private function execute(array $command): array
    {
        $process = proc_open(['sh', '-c', 'exec "$@" 2>&1', 'sh', ...$command], [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipes, dirname(__DIR__, 2));
        self::assertIsResource($process);
        $out = (string) stream_get_contents($pipes[1]);

        return [proc_close($process), $out];
    }
}
