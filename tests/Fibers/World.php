<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fibers;

use Fiber;
use LogicException;
use Random\Engine\Mt19937;
use Random\Randomizer;
use RuntimeException;
use Throwable;
use WeakMap;

use function array_keys;
use function array_pop;
use function count;
use function gc_collect_cycles;
use function serialize;
use function unserialize;

/**
 * Fibers that encode and decode, and hooks that suspend, resume, start and destroy fibers, encode, decode and throw, at random. What comes out of a call must be what
 * comes out of it alone.
 */
final class World
{
    private const MOST_FIBERS = 16;
    private const MOST_DEPTH = 5;
    /** The serialize() text of one object in two slots. */
    private const SHARED = 'a:2:{i:0;O:8:"stdClass":0:{}i:1;r:2;}';

    private static ?self $current = null;

    /** @var array<string, int> operations by name */
    public array $operations = [];
    /** @var list<string> */
    public array $failures = [];
    /** @var array<int, Fiber<mixed, mixed, mixed, mixed>> suspended ones */
    private array $suspended = [];
    /** @var WeakMap<Fiber<mixed, mixed, mixed, mixed>, Track> */
    private WeakMap $tracks;
    private Track $main;
    private Context $shared;
    private int $next = 0;
    private int $alive = 0;
    private bool $quiet = true;
    private int $left = 0;
    /** @var list<Job> */
    private array $jobs = [];

    public function __construct(private readonly Randomizer $random, bool $native)
    {
        self::$current = $this;
        $this->tracks = new WeakMap();
        $this->main = new Track();
        $this->shared = new Context(0, 0, true);
        $this->jobs = Jobs::all($native);
    }

    public static function current(): self
    {
        return self::$current ?? throw new LogicException('There is no world');
    }

    public static function seeded(int $seed, bool $native): self
    {
        return new self(new Randomizer(new Mt19937($seed)), $native);
    }

    /** Takes so many steps outside of all fibers, then ends those that are left. */
    public function run(int $steps): void
    {
        $this->quiet = false;
        for ($this->left = $steps; $this->left > 0;) {
            $this->step();
        }
        $this->quiet = true;
        while ($this->suspended !== []) {
            $this->destroy();
        }
        gc_collect_cycles();
        $this->checkNative(true);
        foreach ($this->jobs as $job) {
            $this->call($job);
        }
    }

    /** A hook runs. locked: PHP's serializer makes calls inside it calls of their own. reads: it is unserialize() of a Serializable class. */
    public function inHook(bool $locked, bool $reads = false): void
    {
        if ($this->quiet) {
            return;
        }
        $track = $this->track();
        $caller = $track->callers[count($track->callers) - 1] ?? null;
        if ($caller === null) {
            return; // it waited until the end of a fiber with an inherited policy, and runs outside of all calls
        }
        $ours = $caller === Caller::Ours;
        $outer = $track->context() ?? $this->shared;
        if ($ours) {
            $track->contexts[] = new Context($locked ? 1 : 0, $locked ? 0 : 1, $reads && !$locked);
        } elseif ($locked) {
            $outer->locks++;
            $track->sharedLocks += $outer === $this->shared ? 1 : 0;
        }
        try {
            for ($i = $this->random->getInt(0, 3); $i > 0 && $this->left > 0; $i--) {
                $this->step();
            }
        } finally {
            if ($ours) {
                array_pop($track->contexts);
            } elseif ($locked) {
                $outer->locks--;
                $track->sharedLocks -= $outer === $this->shared ? 1 : 0;
            }
        }
    }

    /** Declares a class that a payload names, as an autoloader does. */
    public function load(string $class): void
    {
        if (preg_match('/^Late\d+$/', $class) === 1) {
            $this->inHook(true);
            if (!class_exists($class, false)) {
                eval("final class $class { public int \$a = 0; }");
            }
        }
    }

    private function track(): Track
    {
        $fiber = Fiber::getCurrent();
        return $fiber === null ? $this->main : $this->tracks[$fiber] ?? throw new LogicException('A fiber of somebody else');
    }

    private function count(string $operation): void
    {
        $this->operations[$operation] = ($this->operations[$operation] ?? 0) + 1;
        $this->left--;
    }

    private function step(): void
    {
        $track = $this->track();
        $switches = $track->sharedLocks === 0;
        $inHook = $track->callers !== [];
        switch ($this->random->getInt(0, 15)) {
            case 0:
            case 1:
            case 2:
                if ($switches && $inHook && Fiber::getCurrent() !== null) {
                    $this->suspend();
                    return;
                }
                // no break
            case 3:
            case 4:
            case 5:
                if ($switches) {
                    $this->resume();
                    return;
                }
                // no break
            case 6:
            case 7:
                if ($switches) {
                    $this->start();
                    return;
                }
                // no break
            case 8:
                if ($switches) {
                    $this->destroy();
                    return;
                }
                // no break
            case 9:
            case 10:
                $this->checkNative(false);
                return;
            case 11:
                if ($inHook && $this->random->getInt(0, 3) === 0) {
                    $this->count('throw');
                    throw new RuntimeException('planned');
                }
                // no break
            case 12:
                if ($this->random->getInt(0, 7) === 0) {
                    $this->count('collect garbage');
                    gc_collect_cycles();
                    return;
                }
                // no break
            default:
                $this->call($this->jobs[$this->random->getInt(0, count($this->jobs) - 1)]);
        }
    }

    private function suspend(): void
    {
        $this->count('suspend');
        Fiber::suspend();
    }

    private function start(): void
    {
        if ($this->alive >= self::MOST_FIBERS || $this->track()->depth >= self::MOST_DEPTH) {
            return;
        }
        $this->count('start');
        $job = $this->jobs[$this->random->getInt(0, count($this->jobs) - 1)];
        $this->go(new Fiber(function () use ($job): void {
            $this->call($job);
        }));
    }

    private function resume(): void
    {
        $fiber = $this->takeSuspended();
        if ($fiber !== null) {
            $this->count('resume');
            $this->go($fiber);
        }
    }

    private function destroy(): void
    {
        $fiber = $this->takeSuspended();
        if ($fiber !== null) {
            $this->count('destroy');
            $this->alive--;
            unset($fiber);
        }
    }

    /** @return Fiber<mixed, mixed, mixed, mixed>|null */
    private function takeSuspended(): ?Fiber
    {
        if ($this->suspended === []) {
            return null;
        }
        $keys = array_keys($this->suspended);
        $key = $keys[$this->random->getInt(0, count($keys) - 1)];
        $fiber = $this->suspended[$key];
        unset($this->suspended[$key]);
        return $fiber;
    }

    /** @param Fiber<mixed, mixed, mixed, mixed> $fiber */
    private function go(Fiber $fiber): void
    {
        $track = $this->track();
        $track->depth++;
        try {
            if ($fiber->isStarted()) {
                $fiber->resume();
            } else {
                $this->alive++;
                $this->tracks[$fiber] = new Track();
                $this->tracks[$fiber]->depth = $track->depth;
                $context = $track->context();
                if ($context !== null && $context->locks === 0 && $context->policy) {
                    // started in unserialize() of a Serializable class: it inherits the policy, in a context whose hooks wait until it ends
                    $this->tracks[$fiber]->contexts[] = new Context(0, 1, true);
                }
                $fiber->start();
            }
        } finally {
            $track->depth--;
            if ($fiber->isTerminated()) {
                $this->alive--;
            } else {
                $this->suspended[$this->next++] = $fiber;
            }
        }
    }

    /** Makes a call, and looks whether it gives what it gives alone. */
    private function call(Job $job): void
    {
        $track = $this->track();
        if ($track->depth >= self::MOST_DEPTH) {
            return;
        }
        $this->count($job->name);
        $track->depth++;
        $track->callers[] = $job->caller;
        if ($job->isolated) {
            $track->contexts[] = new Context(0, 0, true);
        }
        $context = $job->caller === Caller::Native ? $track->context() ?? $this->shared : null;
        $alone = $context === null || $context->isClear();
        // a call that is locked joins nothing, and is joined by nothing
        $open = $context !== null && $context->locks === 0 ? $context : null;
        if ($open !== null) {
            $open->open++;
        }
        try {
            $result = ($job->call)();
            // the hooks of a call of PHP's own wait for those that have joined it
            if ($result !== $job->expected && $alone && ($open === null || $open->open === 1)) {
                $this->failures[] = "$job->name gives $result, not $job->expected";
            }
        } catch (RuntimeException $thrown) {
            if ($thrown->getMessage() !== 'planned') {
                $this->failures[] = "$job->name throws $thrown";
            }
        } catch (Throwable $thrown) {
            $this->failures[] = "$job->name throws $thrown";
        } finally {
            if ($open !== null) {
                $open->open--;
            }
            if ($job->isolated) {
                array_pop($track->contexts);
            }
            array_pop($track->callers);
            $track->depth--;
        }
    }

    /** serialize() and unserialize() where no hook runs. */
    private function checkNative(bool $last): void
    {
        $this->count('serialize() and unserialize()');
        $clear = $last || ($this->track()->context() ?? $this->shared)->isClear();
        $object = new \stdClass();
        $text = serialize([$object, $object]);
        $back = @unserialize(self::SHARED); // joined to another call, its numbers mean something else
        $same = is_array($back) && ($back[0] ?? null) === ($back[1] ?? 0);
        if ($clear && ($text !== self::SHARED || !$same)) {
            $this->failures[] = "serialize() gives $text, unserialize() " . ($same ? 'keeps identity' : 'loses identity');
        }
    }
}
