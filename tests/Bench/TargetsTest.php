<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use Lyo\Bench\Collisions;
use Lyo\Bench\DropinTargets;
use Lyo\Bench\Goals;
use Lyo\Bench\Group;
use Lyo\Bench\GrowthRows;
use Lyo\Bench\Results;
use Lyo\Bench\Source;
use Lyo\Bench\Target;
use Lyo\Bench\Targets;
use Lyo\Bench\TargetsCommand;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Console\Tester\CommandTester;

#[CoversClass(Targets::class)]
#[CoversClass(Target::class)]
#[CoversClass(Goals::class)]
#[CoversClass(DropinTargets::class)]
#[CoversClass(Group::class)]
#[CoversClass(Results::class)]
#[CoversClass(TargetsCommand::class)]
final class TargetsTest extends TestCase
{
    #[Test]
    public function a_target_is_missed_above_its_must(): void
    {
        self::assertSame('ok', (new Target('size', 0.80, 0.80, 0.74))->verdict());
        self::assertSame('MISSED', (new Target('size', 0.8001, 0.80))->verdict());
        self::assertSame('MISSED', (new Target('size', null, 0.80))->verdict());
        self::assertSame('', (new Target('cold', 9.0))->verdict());
        self::assertFalse((new Target('cold', 9.0))->isMissed());
        self::assertSame(['slow', '5.0', '4.5', '6.2', 'MISSED'], (new Target('slow', 6.25, 5.0, 4.5, '%.1f'))->line());
        self::assertSame(['slow', '5.0', '-', '6.2', ''], (new Target('slow', 6.25, 5.0, null, '%.1f'))->line(false));
    }

    #[Test]
    public function no_target_is_missed_when_all_figures_are_good(): void
    {
        self::assertSame([], self::missed(self::value('a/a'), self::value('a/b', 1200, ['hooks' => 3, 'encode' => 90.0, 'built' => 90.0, 'native encode' => 95.0]), self::counted('a/a', 1000, 1000, 960)));
    }

    #[Test]
    public function nothing_measured_is_all_missed(): void
    {
        $all = (new Targets(new Results(), new Results(), new Results(), new Results()))->all();
        self::assertCount(count(array_filter($all, static fn(Target $target): bool => $target->must !== null)), array_filter($all, static fn(Target $target): bool => $target->isMissed()));
        self::assertGreaterThanOrEqual(14, count($all));
    }

    /** @return iterable<string, array{string, array<string, mixed>}> what is missed then; what is other about the value */
    public static function bad(): iterable
    {
        yield 'size' => ['size, all values', ['bytes' => 74]];
        yield 'size after zlib 1' => ['size after zlib 1, all values', ['zlib' => 89]];
        yield 'encode' => ['encode, without hooks of PHP code', ['encode' => 65.0]];
        yield 'encode with hooks' => ['encode, with hooks of PHP code', ['encode' => 96.0, 'hooks' => 2]];
        yield 'encode built' => ['encode, as built, without hooks of PHP code', ['built' => 65.0]];
        yield 'encode built with hooks' => ['encode, as built, with hooks of PHP code', ['built' => 96.0, 'hooks' => 1]];
        yield 'encode without caches' => ['encode, caches off, all values', ['cold encode' => 79.0]];
        yield 'decode' => ['decode, all values', ['decode' => 50.0]];
        yield 'decode cold' => ['decode, caches off, all values', ['cold decode' => 64.0]];
        yield 'memory' => ['decoded memory, all values', ['memory' => 85]];
        yield 'left' => [Goals::LEFT, ['left' => 8]];
    }

    /** @param array<string, mixed> $figures */
    #[Test]
    #[DataProvider('bad')]
    public function each_target_is_judged(string $figure, array $figures): void
    {
        $other = array_diff_key($figures, ['encode' => true, 'built' => true]); // of the other group, which holds its targets
        $other['hooks'] = isset($figures['hooks']) ? 0 : 1;
        $missed = self::missed(self::value('a/a', 1200, $figures), self::value('a/b', 1200, $other), self::counted('a/a', 1, 1, 1));
        self::assertContains($figure, $missed);
        self::assertSame([], array_values(array_filter($missed, static fn(string $of): bool => str_contains($of, 'hooks') && $of !== $figure)));
    }

    #[Test]
    public function figures_of_one_call_a_turn_are_their_own(): void
    {
        $once = new Results();
        $once->add(self::value('a/a', 1200, ['encode' => 90.0]));
        $targets = (new Targets(new Results(), $once, new Results(), new Results()))->all();
        $measured = array_column(array_filter($targets, static fn(Target $target): bool => $target->measured !== null), 'measured', 'figure');
        self::assertEqualsWithDelta(0.9, $measured['one call a turn: encode, without hooks of PHP code'], 1e-9);
        self::assertArrayNotHasKey('one call a turn: encode, with hooks of PHP code', $measured);
        self::assertArrayNotHasKey('encode, without hooks of PHP code', $measured);
    }

    #[Test]
    public function figures_are_judged_with_the_php_and_the_corpus_that_the_targets_are_for(): void
    {
        $file = (string) tempnam(sys_get_temp_dir(), 'bench');
        $none = [0, ['none judged: targets and baselines are of PHP 8.4']];
        foreach ([['8.4.24 NTS', Goals::CORPUS, [1, ['MISSED', ' above the target']]], ['8.2.36 NTS', Goals::CORPUS, $none], ['8.4.24 NTS', '0123456789abcdef', $none]] as [$php, $manifest, [$status, $texts]]) {
            $environment = ['php' => $php, 'manifest' => $manifest, 'compiler' => 'cc', 'machine' => 'x86_64'];
            file_put_contents($file, json_encode(['environment' => $environment, 'results' => [self::value('a/a', 1200, ['bytes' => 90])]]));
            $tester = new CommandTester(TargetsCommand::command()->setAutoExit(false));
            self::assertSame($status, $tester->execute(['--from' => $file, '--steps' => 'times']), $tester->getDisplay());
            self::assertSame($status === 1, str_contains($tester->getDisplay(), 'MISSED'));
            foreach (["PHP $php", '1 values', ...$texts] as $text) {
                self::assertStringContainsString($text, $tester->getDisplay());
            }
        }
        unlink($file);
    }

    #[Test]
    public function targets_of_igbinary_so_are_compared_with_its_figures(): void
    {
        [$ours, $theirs] = [new Results(), new Results()];
        foreach ([[$ours, 60.0, 70], [$theirs, 80.0, 100]] as [$results, $encode, $memory]) {
            $results->add([
                'codecs' => ['igbinary' => ['memory' => $memory, 'left' => 0], 'native' => ['memory' => 200]],
                'times' => ['igbinary encode' => [$encode], 'native encode' => [100.0]],
            ] + self::value('a/a'));
        }
        $targets = (new DropinTargets([[$ours, $theirs]], [new Results(), new Results()], new Results()))->all();
        self::assertSame(array_column(Goals::IGBINARY, 0), array_column($targets, 'figure'));
        self::assertSame(array_column(Goals::IGBINARY, 1), array_column($targets, 'must'));
        $measured = array_column($targets, 'measured', 'figure');
        self::assertEqualsWithDelta(0.75, $measured['encode time, values as unserialize() makes them'], 1e-9);
        self::assertEqualsWithDelta(0.70, $measured['decoded memory'], 1e-9);
        foreach (Collisions::names() as $at => $name) {
            self::assertStringContainsString($name, Goals::IGBINARY[count($targets) - count(Collisions::names()) + $at][0]);
        }
        self::assertSame(['17 figures, none judged: targets and baselines are of PHP 8.4 and the corpus of docs/performance.md', 0], Target::verdictOf($targets, false));
        self::assertSame(1, Target::verdictOf($targets, true)[1]);
    }

    #[Test]
    public function a_value_that_is_mostly_objects_has_a_target_of_its_own(): void
    {
        $objects = self::value('a/o', 1200, ['decode' => 50.0]);
        $objects['census'] = ['object_cells' => 2, 'array_cells' => 1];
        self::assertContains('decode, mostly objects', self::missed($objects, self::counted('a/o', 1, 1, 1)));
    }

    #[Test]
    public function seeds_and_samples_do_not_count(): void
    {
        $seed = self::value('seeds/x', 1200, ['bytes' => 500]);
        $seed['application'] = Source::SEEDS;
        self::assertSame([], self::missed(self::value('a/a'), self::value('a/b', 1200, ['hooks' => 1]), $seed, self::counted('a/a', 1, 1, 1)));
    }

    #[Test]
    public function one_large_value_may_encode_slower_than_serialize_if_it_is_one_of_twenty(): void
    {
        $slow = ['encode' => 60.0, 'native encode' => 50.0];
        $many = array_map(static fn(int $i): array => self::value("a/$i", 1200, ['hooks' => $i % 2]), range(1, 19));
        self::assertSame([], self::missed(self::counted('a/a', 1, 1, 1), self::value('a/slow', 1000, $slow), ...$many));
        $title = Goals::SLOW_TO_ENCODE;
        self::assertContains($title, self::missed(self::counted('a/a', 1, 1, 1), self::value('a/slow', 1000, $slow), ...array_slice($many, 1)));
        self::assertSame([], self::missed(self::counted('a/a', 1, 1, 1), self::value('a/slow', 999, $slow), ...array_slice($many, 1)));
        $slow['encode'] = 63.0;
        $slow['igbinary encode'] = 126.0;
        self::assertContains(Goals::SLOWEST, self::missed(self::counted('a/a', 1, 1, 1), self::value('a/slow', 1000, $slow), ...$many));
    }

    #[Test]
    public function no_large_value_may_decode_slower_than_the_better_of_two(): void
    {
        $title = Goals::SLOW_TO_DECODE;
        self::assertContains($title, self::missed(self::value('a/a'), self::counted('a/a', 1051, 1000, 5000)));
        self::assertContains($title, self::missed(self::value('a/a'), self::counted('a/a', 1051, 5000, 1000)));
        self::assertNotContains($title, self::missed(self::value('a/a'), self::counted('a/a', 1050, 1000, 5000)));
        self::assertNotContains($title, self::missed(self::value('a/a'), self::counted('a/a', 1051, 1000, 5000, 999), self::counted('a/b', 1, 1, 1)));
    }

    /**
     * @param array<string, mixed> ...$results
     * @return list<string> figures
     */
    private static function missed(array ...$results): array
    {
        $times = new Results();
        $counts = new Results();
        foreach ($results as $result) {
            isset($result['counts']) ? $counts->add($result) : $times->add($result);
            if (isset($result['cold'])) {
                $times->add(['name' => $result['name'], 'cold' => true, 'codecs' => $result['codecs'] ?? [], 'times' => $result['cold']]);
            }
        }
        $growth = new Results();
        foreach (GrowthRows::KINDS as $kind) {
            foreach ([GrowthRows::COUNTS[0], max(GrowthRows::COUNTS)] as $count) {
                $growth->add(['name' => Source::GROWTH . "/$kind-$count", 'times' => ['lyo encode' => [$count * 1.1], 'lyo decode' => [$count * 0.9]]]);
            }
        }
        $missed = array_filter((new Targets($times, new Results(), $counts, $growth))->all(), static fn(Target $target): bool => $target->isMissed());

        return array_values(array_map(static fn(Target $target): string => $target->figure, $missed));
    }

    /**
     * A value that holds all targets (those for objects by not being any; see the census of the caller) but in what is given.
     *
     * @param array<string, mixed> $other
     * @return array<string, mixed>
     */
    private static function value(string $name, int $text = 1200, array $other = []): array
    {
        $of = static fn(string $figure, int|float $default): mixed => $other[$figure] ?? $default;

        return [
            'name' => $name,
            'application' => 'a',
            'text' => $text,
            'census' => ['object_cells' => 3, 'array_cells' => 2, 'hooks' => $of('hooks', 0)],
            'codecs' => [
                'lyo' => ['bytes' => $of('bytes', 70), 'zlib' => $of('zlib', 70), 'memory' => $of('memory', 70), 'left' => $of('left', 0)],
                'igbinary' => ['bytes' => 100, 'zlib' => 100, 'memory' => 100, 'left' => 376],
            ],
            'times' => [
                'lyo encode' => [$of('encode', 50.0)], 'igbinary encode' => [$of('igbinary encode', 100.0)], 'native encode' => [$of('native encode', 80.0)],
                'lyo built' => [$of('built', 50.0)], 'igbinary built' => [100.0],
                'lyo decode' => [$of('decode', 40.0)], 'igbinary decode' => [100.0],
            ],
            'cold' => ['lyo encode' => [$of('cold encode', 70.0)], 'igbinary encode' => [100.0], 'lyo decode' => [$of('cold decode', 50.0)], 'igbinary decode' => [100.0]],
        ];
    }

    /** @return array<string, mixed> */
    private static function counted(string $name, int $lyo, int $native, int $igbinary, int $text = 1200): array
    {
        return ['name' => $name, 'application' => 'a', 'text' => $text, 'counts' => ['lyo decode' => $lyo, 'native decode' => $native, 'igbinary decode' => $igbinary]];
    }
}
