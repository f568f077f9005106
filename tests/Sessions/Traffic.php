<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sessions;

use Closure;

/**
 * A site that stores sessions in one of PHP's forms goes to Lyo and back, and loses the extension at the worst moments, while its visitors go on.
 * Their sessions count requests: where one is not counted, or a session is not whole, something was lost.
 */
final class Traffic
{
    public const AT_A_TIME = 8;

    public const SESSIONS = 10;

    /** Requests of a phase. Each session visits all servers; sessions that are not changed stay in the form of an earlier phase. */
    public const LEAST = 32;

    public int $sent = 0;

    public int $lost = 0;

    /** @var array<string, int> id => requests so far */
    private array $visits = [];

    private readonly int $requests;

    /** @var list<string> */
    private array $faults = [];

    /**
     * @param array<string, Head> $heads
     * @param array<string, list<string>>|null $phases others than those of a site that goes to Lyo and back: the first server of the first one begins
     * @param (Closure(Head, string): void)|null $meanwhile is called while requests are on their way, with one of the servers and a session of the site
     */
    public function __construct(private readonly array $heads, private readonly string $store, private readonly string $form, int $requests, private readonly ?array $phases = null, private readonly ?Closure $meanwhile = null)
    {
        $this->requests = max(self::LEAST, $requests);
    }

    /** @return array<string, list<string>> what happens => the servers that answer then */
    public function phases(): array
    {
        if ($this->phases !== null) {
            return $this->phases;
        }
        [$plain, $careful, $all, $library, $careless] = ["plain $this->form", "lyo.so $this->form", 'lyo.so lyo', "library $this->form", 'library lyo'];

        return [
            'as it was' => [$plain],
            'roll-out, mixed servers' => $this->form === 'igbinary' ? [$plain, $careful, 'igbinary.so igbinary'] : [$plain, $careful],
            'all servers have lyo.so' => [$careful],
            'roll-out of the form' => [$careful, $all],
            'all write lyo' => [$all],
            'igbinary.so on one server' => [$all, 'igbinary.so igbinary'],
            'roll-back of the form' => [$all, $careful],
            'all write the old form' => [$careful],
            'lyo.so lost on one server' => [$careful, $plain],
            'lyo.so lost' => [$plain],
            'lyo again' => [$all],
            'lyo.so lost, the library is there' => [$careless, $all],
            'the library alone' => [$careless],
            'roll-back of the form, by the library' => [$careless, $library],
            'the library writes the old form' => [$library],
            'the library goes' => [$library, $plain],
            'as it was again' => [$plain],
        ];
    }

    /** @return list<string> faults */
    public function run(): array
    {
        for ($i = 0; $i < self::SESSIONS; $i++) {
            $this->visits[sprintf('t%s%d', $this->form === 'php' ? 'php' : md5($this->form), $i)] = 0;
        }
        $first = current($this->phases())[0] ?? '';
        $this->heads[$first]->visit($this->store, array_keys($this->visits), true)->answer();
        foreach ($this->phases() as $phase => $names) {
            $this->phase($phase, array_map(fn(string $name): Head => $this->heads[$name], $names));
        }

        return $this->faults;
    }

    /** @param list<Head> $heads */
    private function phase(string $phase, array $heads): void
    {
        $ids = array_keys($this->visits);
        for ($round = 0; $round * self::AT_A_TIME < $this->requests; $round++) {
            $requests = $answers = [];
            for ($i = $round * self::AT_A_TIME; $i < ($round + 1) * self::AT_A_TIME; $i++) {
                // two at the same session at the same time, by turns of all servers
                $id = $ids[intdiv($i, 2) % count($ids)];
                $requests[] = [$heads[($i + $round) % count($heads)]->visit($this->store, [$id]), $id];
            }
            if ($this->meanwhile !== null) {
                ($this->meanwhile)($heads[$round % count($heads)], $ids[$round % count($ids)]);
            }
            foreach ($requests as [$request, $id]) {
                $answers[$id][] = $request->answer()[$id] ?? 'not told';
            }
            $this->check($phase, $answers);
        }
    }

    /** @param array<string, list<string>> $answers id => what requests at one time have told, in whatever order the locks let them in */
    private function check(string $phase, array $answers): void
    {
        foreach ($answers as $id => $told) {
            $expected = [];
            foreach ($told as $_) {
                $expected[] = 'whole ' . $this->visits[$id]++;
                $this->sent++;
            }
            sort($told);
            sort($expected);
            if ($told !== $expected) {
                $this->lost++;
                $this->faults[] = "$phase, session $id: " . implode(', ', $told) . ' instead of ' . implode(', ', $expected);
            }
        }
    }
}
