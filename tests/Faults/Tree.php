<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Faults;

use RuntimeException;

/** A copy of the last commit, with what Composer and npm have installed, in which one fault at a time is built and tested. */
final class Tree
{
    /** Longer than this many times its seconds no step runs, and at least a quarter of an hour: a fault may make it hang. */
    private const PATIENCE = 20;

    private bool $isMade = false;

    public function __construct(private readonly string $root, private readonly string $folder) {}

    /** Removes the last fault, applies this one, unless it is null, and builds. False: it does not apply, or the compiler finds it. */
    public function prepare(?Fault $fault): bool
    {
        if (!$this->isMade) {
            self::command("make --no-print-directory -C $this->root test-all-composer build/corpus/manifest.tsv");
            // one at a time: git reads what another one is making
            self::command("flock $this->root/tests/Faults sh -c 'git -C $this->root worktree prune && git -C $this->root worktree add --quiet --detach $this->folder'");
            self::command("mkdir $this->folder/build && cp -a $this->root/vendor $this->folder/");
            self::command("cd $this->root && for f in composer.lock build/bridges build/corpus build/phar clients/js/node_modules; do [ ! -e \$f ] || cp -a \$f $this->folder/\$f; done");
            $this->isMade = true;
        }
        // git would take the tree around it if this one had gone
        self::command("[ -f $this->folder/.git ] && git -C $this->folder checkout --quiet --detach $(git -C $this->root rev-parse HEAD) --force");
        self::command("cd $this->folder && touch vendor/autoload.php build/*/vendor/autoload.php build/corpus/manifest.tsv build/*/*/vendor/autoload.php 2>/dev/null; true");
        return ($fault === null || self::status("git -C $this->folder apply $fault->file") === 0)
            && self::status("make --no-print-directory -C $this->folder build >$this->folder/build/fault.log 2>&1") === 0;
    }

    /** @return array{bool, int} whether it passed (it did not if it hangs), and seconds */
    public function run(Step $step, string $log): array
    {
        $begin = time();
        // The time limit of a phpt must not find anything because the machine is busy.
        $status = self::status(sprintf('cd %s && TEST_TIMEOUT=600 timeout --kill-after=10 %d make --no-print-directory %s >%s 2>&1', $this->folder, max(900, self::PATIENCE * $step->seconds), $step->name, $log));
        return [$status === 0, time() - $begin];
    }

    public function remove(): void
    {
        if ($this->isMade) {
            self::command("git -C $this->root worktree remove --force $this->folder");
        }
    }

    private static function command(string $command): void
    {
        if (self::status($command) !== 0) {
            throw new RuntimeException("failed: $command");
        }
    }

    private static function status(string $command): int
    {
        passthru($command, $status);
        return $status;
    }
}
