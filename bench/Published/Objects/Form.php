<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

use Lyo\Bench\Published\Effort;
use Lyo\Bench\Published\Fpm;
use Lyo\Bench\Published\FpmRequest;
use Lyo\Tools\Measure\Statistics;
use RuntimeException;

/** A tree in a file, which pages read. */
final readonly class Form
{
    public const NONE = 'none';

    /**
     * @param string $name as tables show it
     * @param string $reader what Visit reads it with: the name of a codec, NONE, or anything else for `require`
     * @param string $hash of the tree
     * @param int $bytes of the file
     */
    public function __construct(public string $name, private string $reader, private string $file, private string $hash, public int $bytes) {}

    public static function hash(mixed $value): string
    {
        return md5(serialize($value));
    }

    /** @param array<string, string> $more */
    public function send(Fpm $fpm, array $more = []): FpmRequest
    {
        return $fpm->send(Visit::PAGE, ['reader' => $this->reader, 'file' => $this->file] + $more);
    }

    /** Whether a page returns the tree, and what opcache then holds of the file. */
    public function check(Fpm $fpm): Reading
    {
        $reading = Reading::of($this->send($fpm, ['check' => '1'])->wait());

        return $reading->hash === $this->hash ? $reading : throw new RuntimeException("$this->name: a page reads another tree");
    }

    /** Microseconds of CPU time of one reading, in a page that repeats it for this many nanoseconds. */
    public function time(Fpm $fpm, int $slice): float
    {
        return Reading::of($this->send($fpm, ['slice' => (string) max(1, intdiv($slice, 1_000))])->wait())->again;
    }

    /** The median of such times. */
    public function median(Fpm $fpm, Effort $effort): float
    {
        $times = [];
        for ($round = 0; $round < $effort->rounds; $round++) {
            $times[] = $this->time($fpm, $effort->slice);
        }

        return Statistics::median($times);
    }
}
