<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fuzz;

use Lyo\Tests\Corpus\Corpus;
use Lyo\Tests\Differential\Generator\TrialMaker;
use Lyo\Tests\Fixtures\World;
use Lyo\Tests\Support\Arguments;
use Throwable;

/** Damages messages of igbinary's format, and checks how they are handled. */
final class Igbinary
{
    /** Messages longer than this are cut at this many places, not at each byte. */
    private const LONG = 50_000;

    private const SAMPLES = 5_000;

    private const FAMILIES = ['sleep', 'state', 'object', 'references', 'legacy', 'mischief', 'internal', 'incomplete', 'swapped', 'array', 'rows'];

    private int $faults = 0;

    private bool $warned = false;

    /** Messages that were cut. */
    private int $cut = 0;

    /** @var list<string> */
    private array $messages = [];

    /** @param list<string> $arguments */
    public function main(array $arguments): int
    {
        $given = Arguments::parse($arguments, ['prefixes', 'all', 'mutations', 'seed']);
        mt_srand($given->int('seed', 1));
        World::useNativeCodec();
        set_error_handler(function (): bool {
            $this->warned = true;

            return true;
        });
        spl_autoload_register(static fn(string $class) => World::event('load ' . $class));
        $planned = $given->int('prefixes', 200_000);
        $this->collect($planned);
        $prefixes = $this->prefixes($given->has('all') ? PHP_INT_MAX : $planned);
        [$refused, $accepted] = $this->mutations($given->int('mutations', 20_000));
        printf(
            "igbinary: %d beginnings of %d messages refused, %d mutated messages (%d refused, %d accepted), no code run, no memory lost: %d faults\n",
            $prefixes,
            $this->cut,
            $refused + $accepted,
            $refused,
            $accepted,
            $this->faults,
        );
        $complete = $prefixes >= $planned && $refused + $accepted >= $given->int('mutations', 20_000);

        return $complete && $this->faults === 0 ? 0 : 1;
    }

    private function fault(string $fault): void
    {
        $this->faults++;
        echo 'FAULT ' . $fault . "\n";
    }

    /** The values of a corpus, if there is one (its classes need not exist), and messages with hooks, until there are enough bytes to truncate. */
    private function collect(int $prefixes): void
    {
        $corpus = Corpus::find();
        foreach ($corpus === null ? [] : array_merge(...array_values($corpus->files())) as $file) {
            $bytes = igbinary_serialize(unserialize($corpus?->text($file) ?? ''));
            if (is_string($bytes)) {
                $this->messages[] = $bytes;
            }
        }
        for ($i = 0; $i < 40 || array_sum(array_map(self::places(...), $this->messages)) < $prefixes; $i++) {
            foreach (self::FAMILIES as $family) {
                try {
                    $bytes = igbinary_serialize((new TrialMaker(11, 40, $family))->make($i, 'N0000000')->value);
                } catch (Throwable) {
                    continue; // hooks that throw, classes that refuse
                }
                if (is_string($bytes) && strlen($bytes) > 8) {
                    $this->messages[] = $bytes;
                }
            }
        }
        gc_collect_cycles();
    }

    /** Where a message is cut: at each byte, or for a long one at a fixed number of bytes. */
    private static function places(string $message): int
    {
        return min(strlen($message), strlen($message) > self::LONG ? self::SAMPLES : self::LONG);
    }

    /** One message after the other, short ones first, until there are as many truncations as planned. */
    private function prefixes(int $planned): int
    {
        $done = 0;
        usort($this->messages, static fn(string $a, string $b): int => strlen($a) <=> strlen($b));
        foreach ($this->messages as $this->cut => $message) {
            $size = strlen($message);
            $places = self::places($message);
            for ($i = 0; $i < $places; $i++, $done++) {
                if ($done >= $planned) {
                    return $done;
                }
                $length = intdiv($i * $size, $places);
                if (!$this->isRefused(substr($message, 0, $length)) && $length > 0) {
                    $this->fault(sprintf('%d of %d bytes of a message are accepted: %s', $length, $size, bin2hex(substr($message, 0, min($length, 100)))));
                }
            }
        }

        $this->cut = count($this->messages);

        return $done;
    }

    /** @return array{int, int} refused, accepted */
    private function mutations(int $planned): array
    {
        $counts = [0, 0];
        $short = array_values(array_filter($this->messages, static fn(string $message): bool => strlen($message) < 3000));
        for ($i = 0; $i < $planned; $i++) {
            $bytes = $short[mt_rand(0, count($short) - 1)];
            for ($times = mt_rand(1, 4); $times > 0; $times--) {
                $at = mt_rand(4, max(4, strlen($bytes) - 1));
                $bytes = match (mt_rand(0, 6)) {
                    0, 1 => substr_replace($bytes, chr(mt_rand(0, 0x28)), $at, 1),
                    2 => substr_replace($bytes, chr(mt_rand(0, 255)), $at, 1),
                    3 => substr_replace($bytes, substr($short[mt_rand(0, count($short) - 1)], 4, mt_rand(1, 60)), $at, mt_rand(0, 20)),
                    4 => substr_replace($bytes, '', $at, mt_rand(1, 6)),
                    5 => substr_replace($bytes, chr(mt_rand(1, 3)) . chr(mt_rand(0, 20)), $at, 2),
                    default => substr_replace($bytes, "\x25", $at, 0),
                };
            }
            $counts[$this->isRefused($bytes) ? 0 : 1]++;
        }

        return [$counts[0], $counts[1]];
    }

    /** Whether the bytes are refused; then nothing may have run, and in either case no memory may be lost. */
    private function isRefused(string $bytes): bool
    {
        $before = memory_get_usage();
        $refused = $this->refuses($bytes);
        for ($times = 0; memory_get_usage() > $before; $times++) { // PHP's own tables may grow once
            if ($times === 8) {
                $this->fault('memory is lost: ' . bin2hex($bytes));
                break;
            }
            $before = memory_get_usage();
            $this->refuses($bytes);
            gc_collect_cycles();
        }

        return $refused;
    }

    private function forget(): void
    {
        $this->warned = false;
    }

    private function refuses(string $bytes): bool
    {
        $this->forget();
        $thrown = false;
        World::record();
        try {
            $value = igbinary_unserialize($bytes);
        } catch (Throwable) {
            $value = null;
            $thrown = true;
        }
        $refused = $value === null && ($this->warned || $thrown) || $bytes === '';
        unset($value);
        $events = World::stop();
        if (!$refused) {
            gc_collect_cycles(); // destructors of what was accepted must not run while the next one is refused
        }
        // an exception may be a hook's own; a warning and null is always the reader's
        if ($refused && !$thrown && $events !== [] && preg_grep('/^hook|destruct/', $events) !== []) {
            $this->fault('code has run on what was refused: ' . $events[0] . ' ' . bin2hex($bytes));
        }

        return $refused;
    }
}
