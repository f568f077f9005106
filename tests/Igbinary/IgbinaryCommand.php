<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Igbinary;

use Lyo\Tests\Corpus\Corpus;
use Lyo\Tests\Support\Arguments;

/** Our igbinary.so against the one that is installed: bytes, values, words. Each in a process of its own, since they have one name. */
final class IgbinaryCommand
{
    private const AT_A_TIME = 40;

    private int $faults = 0;

    private Peer $ours;

    private Peer $theirs;

    /** @param list<string> $arguments */
    public function main(array $arguments): int
    {
        $given = Arguments::parse($arguments, ['runs', 'seed', 'mutations', 'sessions']);
        ini_set('memory_limit', '2G');
        $modules = Modules::find();
        $this->ours = new Peer(Modules::command($modules->ours));
        if ($modules->theirs === null) {
            $this->vectors([$this->ours]);
            $this->sessions(null, $given->int('seed', 1), $given->int('sessions', 2000));
            $this->stop($this->ours);
            echo "igbinary: comparison SKIPPED, no igbinary is installed to compare with\n";
            printf("igbinary: %d faults\n", $this->faults);

            return $this->faults === 0 ? 0 : 1;
        }
        $this->theirs = new Peer(Modules::command($modules->theirs));
        $versions = array_map(static fn(array $answer): mixed => $answer['version'] ?? '?', [...$this->ours->ask([['do' => 'version']]), ...$this->theirs->ask([['do' => 'version']])]);
        printf("igbinary: ours calls itself %s, the other one %s\n", ...array_map(static fn(mixed $version): string => is_string($version) ? $version : '?', $versions));
        $this->vectors([$this->ours, $this->theirs]);
        $this->corpus();
        $this->trials($given->int('seed', 1), $given->int('runs', 5000));
        $this->sessions($this->theirs, $given->int('seed', 1), $given->int('sessions', 2000));
        $this->mutations($given->int('mutations', 5000));
        $this->stop($this->ours, $this->theirs);
        printf("igbinary: %d faults\n", $this->faults);

        return $this->faults === 0 ? 0 : 1;
    }

    /** The requests of a process that died are sent again one by one. A fault that needs several of them may not occur then. */
    private function stop(Peer $ours, ?Peer $theirs = null): void
    {
        $ours->stop();
        $theirs?->stop();
        printf("igbinary: %d processes died with ours%s\n", $ours->deaths, $theirs === null ? '' : ", $theirs->deaths with the other one");
        if ($ours->deaths > 0) {
            $this->fault('a process with ours died');
        }
    }

    private function fault(string $fault): void
    {
        $this->faults++;
        if ($this->faults <= 20) {
            echo 'FAULT ' . $fault . "\n";
        }
    }

    /** @param list<Peer> $peers ours, and the other one if there is one */
    private function vectors(array $peers): void
    {
        $checked = 0;
        foreach ([true, false] as $compact) {
            foreach (Vectors::all($compact) as [$php, $hex, $read]) {
                $request = ['do' => 'encode', 'php' => 'return ' . $php . ';', 'compact' => $compact];
                foreach ($peers as $which => $peer) {
                    $bytes = $peer->ask([$request])[0]['bytes'] ?? null;
                    $expected = $which === 0 ? $hex : ($read ?? $hex);
                    if (!is_string($bytes) || bin2hex($bytes) !== $expected) {
                        $this->fault(sprintf('vector %s, %s: %s instead of %s', $php, $which === 0 ? 'ours' : 'theirs', is_string($bytes) ? bin2hex($bytes) : 'nothing', $expected));
                    }
                }
                $checked++;
            }
        }
        printf("igbinary: %d vectors, compact strings on and off\n", $checked);
        if ($checked < Vectors::LEAST) {
            $this->fault('fewer vectors than planned');
        }
    }

    private function corpus(): void
    {
        $corpus = Corpus::find();
        if ($corpus === null) {
            echo "igbinary: corpus SKIPPED, there is no corpus (bin/corpus makes one; LYO_CORPUS names another place)\n";

            return;
        }
        $same = $differences = 0;
        foreach ($corpus->files() as $application => $files) {
            $this->ours->stop();
            $this->theirs->stop();
            foreach ($files as $file) {
                foreach ([true, false] as $compact) {
                    $request = [['do' => 'corpus', 'application' => $application, 'file' => $file, 'compact' => $compact]];
                    [$ours, $theirs] = [$this->ours->ask($request)[0], $this->theirs->ask($request)[0]];
                    $verdict = Verdict::of($ours, $theirs, static fn(): array => []);
                    $decoded = $ours['decoded'] ?? null;
                    $faithful = is_array($decoded) && ($decoded['portrait'] ?? null) === ($ours['portrait'] ?? null);
                    if ($verdict === Verdict::SAME || $verdict === '__sleep' || ($faithful && ($ours['bytes'] ?? null) === ($theirs['bytes'] ?? null))) {
                        $verdict === '__sleep' ? $differences++ : $same++;
                    } else {
                        $this->fault('corpus ' . $file . ($compact ? '' : ', compact strings off'));
                    }
                }
            }
        }
        printf("igbinary: corpus, %d of %d values written alike and read alike, compact strings on and off; %d differ as listed\n", intdiv($same, 2), $corpus->count(), $differences);
        if ($same + $differences < 2 * $corpus->count()) {
            $this->fault('fewer values of the corpus than planned');
        }
        $this->ours->stop();
        $this->theirs->stop();
    }

    private function trials(int $seed, int $runs): void
    {
        /** @var array<string, int> $verdicts */
        $verdicts = [];
        $appended = 0;
        for ($from = 0; $from < $runs; $from += self::AT_A_TIME) {
            $requests = [];
            for ($index = $from; $index < min($runs, $from + self::AT_A_TIME); $index++) {
                $requests[] = ['do' => 'trial', 'seed' => $seed, 'index' => $index, 'compact' => $index % 5 !== 4];
            }
            $this->theirs->send($requests); // both work meanwhile
            $ours = $this->ours->ask($requests);
            $natives = $this->ours->ask(array_map(static fn(array $request): array => ['do' => 'native'] + $request, $requests));
            $theirs = $this->theirs->receive() ?? $this->theirs->ask($requests);
            foreach ($requests as $i => $request) {
                $native = static fn(): array => $natives[$i];
                $appended += $this->nextKeys($ours[$i], $natives[$i], $request['index']);
                $verdict = Verdict::of($ours[$i], $theirs[$i], $native);
                if ($verdict === null) { // it may have damaged its own process before, so ask a new one
                    $this->theirs->stop();
                    $verdict = Verdict::of($ours[$i], $this->theirs->ask([$request])[0], $native) === null ? null : Verdict::DAMAGED;
                }
                $verdicts[$verdict ?? 'FAULT'] = ($verdicts[$verdict ?? 'FAULT'] ?? 0) + 1;
                if ($verdict === null) {
                    $family = $ours[$i]['family'] ?? '?';
                    $this->fault(sprintf('trial %d of seed %d, family %s', $request['index'], $seed, is_string($family) ? $family : '?'));
                }
            }
        }
        arsort($verdicts);
        printf("igbinary: %d random values written and read by both:\n", array_sum($verdicts));
        foreach ($verdicts as $verdict => $count) {
            printf("  %7d %s\n", $count, $verdict);
        }
        printf("igbinary: %d of them that unserialize() reads alike: the key that comes next compared in each array\n", $appended);
        if ($appended < $runs * 0.7) {
            $this->fault('fewer next keys compared than planned');
        }
        if (array_sum($verdicts) < $runs || ($verdicts[Verdict::SAME] ?? 0) < $runs * 0.85) {
            $this->fault('fewer random values alike than planned');
        }
    }

    /**
     * If the values are the same, an appended element must get the same key as after unserialize(). With igbinary the key may differ.
     *
     * @param array<string, mixed> $ours
     * @param array<string, mixed> $native
     * @return int 1 if they could be compared
     */
    private function nextKeys(array $ours, array $native, int $index): int
    {
        $portrait = static fn(array $answer): mixed => is_array($answer['decoded'] ?? null) ? $answer['decoded']['portrait'] ?? null : null;
        if ($portrait($ours) === null || $portrait($ours) !== $portrait($native)) {
            return 0;
        }
        $expected = $native['next keys'] ?? null;
        $found = $ours['next keys'] ?? null;
        if (!is_array($expected) || !is_array($found) || $expected !== $found) {
            $this->fault(sprintf('trial %d: an appended element gets another key than after unserialize()', $index));
        }

        return 1;
    }

    /**
     * Whether docs/differences-from-igbinary.md allows the difference of two sessions. If only int keys differ, all other keys must be the same.
     *
     * @param array<string, mixed> $ours
     * @param array<string, mixed> $theirs
     */
    private static function listed(array $ours, array $theirs): bool
    {
        $listed = $ours['listed'] ?? [];

        return $listed !== [] && ($listed !== [Sessions::INT_KEYS] || ($ours['strings'] ?? null) === ($theirs['strings'] ?? null));
    }

    /** The results of session_decode(), session_start() and session_reset(). Without another igbinary only checks for crashes. */
    private function sessions(?Peer $peer, int $seed, int $runs): void
    {
        $counts = ['alike' => 0, 'differences listed' => 0, Verdict::CRASH => 0, 'not compared' => 0];
        for ($index = 0; $index < $runs; $index += self::AT_A_TIME) {
            $requests = [];
            for ($i = $index; $i < min($runs, $index + self::AT_A_TIME); $i++) {
                $requests[] = ['do' => 'session', 'seed' => $seed, 'index' => $i];
            }
            $ours = $this->ours->ask($requests);
            $theirs = $peer?->ask($requests);
            foreach ($requests as $i => $request) {
                $verdict = match (true) {
                    isset($ours[$i]['crashed']) => null,
                    $theirs === null => 'not compared',
                    isset($theirs[$i]['crashed']) => Verdict::CRASH,
                    ($ours[$i]['seen'] ?? null) === $theirs[$i]['seen'] => 'alike',
                    self::listed($ours[$i], $theirs[$i]) => 'differences listed',
                    default => null,
                };
                if ($verdict === null) {
                    $this->fault(sprintf('session %d of seed %d', $request['index'], $seed));
                } else {
                    $counts[$verdict]++;
                }
            }
        }
        printf("igbinary: %d requests with sessions: %s\n", array_sum($counts), implode(', ', array_map(static fn(string $what, int $count): string => $count . ' ' . $what, array_keys($counts), $counts)));
        if (array_sum($counts) < $runs || ($peer !== null && $counts['alike'] < $runs * 0.6)) {
            $this->fault('fewer sessions alike than planned');
        }
    }

    /** Broken bytes: refused or not by both, and in the same words, where theirs survives. */
    private function mutations(int $runs): void
    {
        mt_srand(1);
        $seeds = array_map(static fn(array $vector): string => (string) hex2bin($vector[1]), iterator_to_array(Vectors::all(true), false));
        $counts = ['refused alike' => 0, 'accepted alike' => 0, 'differences listed' => 0, Verdict::CRASH => 0];
        for ($done = 0; $done < $runs; $done += self::AT_A_TIME) {
            $requests = [];
            for ($i = 0; $i < self::AT_A_TIME; $i++) {
                $requests[] = ['do' => 'decode', 'bytes' => Broken::from($seeds[mt_rand(0, count($seeds) - 1)], $seeds[mt_rand(0, count($seeds) - 1)])];
            }
            $ours = $this->ours->ask($requests);
            $theirs = $this->theirs->ask($requests);
            foreach ($requests as $i => $request) {
                $verdict = Broken::compare($ours[$i], $theirs[$i]);
                if ($verdict === null) {
                    $this->fault('bytes ' . bin2hex($request['bytes']));
                } else {
                    $counts[$verdict] = ($counts[$verdict] ?? 0) + 1;
                }
            }
        }
        printf("igbinary: %d mutated messages: %s\n", array_sum($counts), implode(', ', array_map(static fn(string $what, int $count): string => $count . ' ' . $what, array_keys($counts), $counts)));
        if (array_sum($counts) < $runs) {
            $this->fault('fewer mutated messages than planned');
        }
    }
}
