<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Tools;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** tools/steps.php, which runs the steps of `make test`, and tools/progress.sh, which shows that a long one goes on. */
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
        self::assertMatchesRegularExpression('/^skipped:\n  part: corpus SKIPPED\n  none: SKIPPED, no tool\nnone of 3 steps failed: 1 ok, 1 partly, 1 skipped, in \d+ s\n\z/m', $out);
    }

    #[Test]
    public function a_step_that_fails_shows_its_output_and_the_others_run(): void
    {
        [$status, $out] = $this->steps('bad good');

        self::assertSame(1, $status);
        self::assertMatchesRegularExpression('/^bad: FAILED after \d+ s: bad: 1 value differs\nbad: corpus SKIPPED\nbad: 1 value differs\n== end of make bad$/m', $out);
        self::assertMatchesRegularExpression('/^ok +good /m', $out);
        self::assertStringContainsString('1 of 2 steps FAILED, 1 ok, 0 partly, 0 skipped', $out);
    }

    #[Test]
    public function the_last_lines_name_what_failed(): void
    {
        [, $out] = $this->steps('unit good bad');

        $end = "FAILED unit: Tests: 3, Failures: 1.\n    1) Test::a_thing_is_right\n    false is not true\n\nFAILED bad: bad: 1 value differs\n    bad: 1 value differs\n2 of 3 steps FAILED";
        self::assertStringContainsString($end, $out);
    }

    #[Test]
    public function of_a_long_output_the_end_is_shown(): void
    {
        [$status, $out] = $this->steps('long');

        self::assertSame(1, $status);
        self::assertStringContainsString("\n(200 lines before these are in $this->folder/log/long.log)\nline 201\n", $out);
        self::assertStringContainsString("\nline 300\n", $out);
    }

    #[Test]
    public function a_step_above_its_seconds_is_named_and_does_not_fail(): void
    {
        [$status, $out] = $this->steps('slow:0 part:900');

        self::assertSame(0, $status, $out);
        self::assertMatchesRegularExpression('/^ok +slow +[1-9] s of +0  slow: 1 value$/m', $out);
        self::assertMatchesRegularExpression('/^partly +part +\d+ s of 900  part: 3 values$/m', $out);
        self::assertMatchesRegularExpression('/^slower than on an idle machine of 2 cores: slow \([1-9] of 0 s\)$/m', $out);
    }

    #[Test]
    public function a_step_that_failed_on_a_busy_machine_runs_again_by_itself_and_both_runs_are_told(): void
    {
        [$status, $out] = $this->steps('late:0 good');

        self::assertSame(0, $status, $out);
        self::assertMatchesRegularExpression('/^late: FAILED after \d+ s: late: 1 value FAILED$/m', $out);
        self::assertMatchesRegularExpression('/^again +late +\d+ s of +0  late: 1 value$/m', $out);
        self::assertStringContainsString("failed at first, and passed again: late ($this->folder/log/late.log.1):\n    late: 1 value FAILED\n", $out);
        self::assertStringContainsString('none of 2 steps failed: 1 ok, 0 partly, 0 skipped, 1 again', $out);
        self::assertSame("late: 1 value FAILED\n", file_get_contents("$this->folder/log/late.log.1"));
    }

    #[Test]
    public function a_step_that_fails_twice_and_one_that_was_not_slow_have_failed(): void
    {
        [$status, $out] = $this->steps('slowly:0 late:900 good');

        self::assertSame(1, $status, $out);
        self::assertSame(2, substr_count($out, 'slowly: FAILED after'));
        self::assertSame(1, substr_count($out, 'late: FAILED after'));
        self::assertStringContainsString('2 of 3 steps FAILED, 1 ok, 0 partly, 0 skipped, in', $out);
    }

    #[Test]
    public function steps_run_side_by_side_as_far_as_they_may(): void
    {
        self::assertStringContainsString('none of 2 steps failed', $this->steps('this that')[1]);
        self::assertStringContainsString('none of 3 steps failed', $this->steps('alone alone alone', jobs: 1)[1]);
    }

    #[Test]
    public function a_long_command_shows_that_it_is_running_and_keeps_its_status_and_output(): void
    {
        $log = "$this->folder/log";
        $shown = "$this->folder/shown";
        // The command ends when that was shown: on a busy machine these three seconds may take longer.
        $command = "echo one; until [ -s '$shown' ]; do sleep 0.1; done; echo two >&2; exit 7";
        [$status] = $this->execute(['sh', '-c', 'exec "$@" 2>"$0"', $shown, 'tools/progress.sh', 'building (a minute)', $log, 'sh', '-c', $command]);

        self::assertSame([7, "building (a minute) ... 3 s\n", "one\ntwo\n"], [$status, file_get_contents($shown), file_get_contents($log)]);
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
    private function steps(string $targets, int $jobs = 2): array
    {
        $make = "$this->folder/make";
        file_put_contents($make, <<<SH
            #!/bin/sh
            case \$2 in
                good) echo 'good: 5 values' ;;
                part) echo 'part: corpus SKIPPED'; echo 'part: 3 values' ;;
                none) echo 'none: SKIPPED, no tool' ;;
                slow) sleep 1; echo 'slow: 1 value' ;;
                late) if [ -e "$this->folder/late" ]; then echo 'late: 1 value'; else touch "$this->folder/late"; sleep 0.2; echo 'late: 1 value FAILED'; exit 2; fi ;;
                slowly) sleep 0.2; echo 'slowly: 1 value FAILED'; exit 2 ;;
                bad) echo 'bad: corpus SKIPPED'; echo 'bad: 1 value differs'; exit 2 ;;
                unit) echo '1) Test::a_thing_is_right'; echo 'false is not true'; echo 'There was 1 skipped test:'; echo '1) Test::no_tool'; echo 'FAILURES!'; echo 'Tests: 3, Failures: 1.'; exit 2 ;;
                long) for i in \$(seq 300); do echo "line \$i"; done; exit 2 ;;
                this) touch "$this->folder/this"; until [ -e "$this->folder/that" ]; do sleep 0.1; done ;;
                that) touch "$this->folder/that"; until [ -e "$this->folder/this" ]; do sleep 0.1; done ;;
                alone) mkdir "$this->folder/alone" || exit 2; sleep 0.2; rmdir "$this->folder/alone" ;;
            esac
            SH);
        chmod($make, 0700);

        return $this->execute(['env', "MAKE=$make", "BUILD=$this->folder", "STEPS_JOBS=$jobs", PHP_BINARY, '-n', 'tools/steps.php', ...explode(' ', $targets)]);
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
