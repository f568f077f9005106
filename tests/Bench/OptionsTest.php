<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use InvalidArgumentException;
use Lyo\Bench\Compare;
use Lyo\Bench\GateCommand;
use Lyo\Bench\Growth;
use Lyo\Bench\Job;
use Lyo\Bench\Mechanisms;
use Lyo\Bench\Options;
use Lyo\Bench\Source;
use Lyo\Bench\TargetsCommand;
use Lyo\Bench\Timing;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Console\SingleCommandApplication;
use Symfony\Component\Console\Tester\CommandTester;

#[CoversClass(Options::class)]
#[CoversClass(Job::class)]
#[CoversClass(Compare::class)]
#[CoversClass(GateCommand::class)]
#[CoversClass(Growth::class)]
#[CoversClass(Mechanisms::class)]
#[CoversClass(TargetsCommand::class)]
final class OptionsTest extends TestCase
{
    #[Test]
    public function options_have_types(): void
    {
        $options = Options::from(['rounds' => '21', 'json' => null, 'filter' => '', 'values' => true, 'cache' => null, 'against' => 'native, json,native']);
        self::assertSame(21, $options->int('rounds', 1));
        self::assertNull($options->text('json'));
        self::assertNull($options->text('filter'));
        self::assertTrue($options->has('values'));
        self::assertFalse($options->has('nothing'));
        self::assertSame('both', $options->choice('cache', ['both', 'warm', 'cold']));
        self::assertSame(['native', 'json'], $options->codecs());
    }

    /** @return iterable<string, array{array<string, string>, callable(Options): mixed}> */
    public static function wrong(): iterable
    {
        yield 'no number' => [['rounds' => 'many'], static fn(Options $options): int => $options->int('rounds', 1)];
        yield 'a number that is too small' => [['rounds' => '0'], static fn(Options $options): int => $options->int('rounds', 1)];
        yield 'a negative number' => [['rounds' => '-3'], static fn(Options $options): int => $options->int('rounds', 0)];
        yield 'no such choice' => [['cache' => 'hot'], static fn(Options $options): string => $options->choice('cache', ['warm', 'cold'])];
        yield 'no such codec' => [['against' => 'native,bson'], static fn(Options $options): array => $options->codecs()];
        yield 'itself as a codec' => [['against' => 'lyo'], static fn(Options $options): array => $options->codecs()];
        yield 'no such set' => [['sets' => 'corpora'], static fn(Options $options): array => $options->list('sets', Source::SETS)];
    }

    /**
     * @param array<string, string> $given
     * @param callable(Options): mixed $ask
     */
    #[Test]
    #[DataProvider('wrong')]
    public function an_unknown_option_is_an_error(array $given, callable $ask): void
    {
        $this->expectException(InvalidArgumentException::class);
        $ask(Options::from($given));
    }

    #[Test]
    public function a_job_arrives_as_it_was_sent(): void
    {
        $job = new Job(Job::COUNT, '/corpus', 'shop', '^shop/o', true, ['lyo', 'igbinary again'], [Timing::DECODE], 7, 400_000, 1, 2, 6400, true, true);
        self::assertEquals($job, Job::of($job->json()));
        $least = new Job(Job::TIME, null, 'samples', '', false, ['lyo'], []);
        self::assertEquals($least, Job::of($least->json()));
    }

    #[Test]
    public function a_job_takes_the_values_that_its_filter_matches(): void
    {
        $job = new Job(Job::TIME, null, 'shop', '^shop/o', false, [], []);
        self::assertTrue($job->wants('shop/order'));
        self::assertFalse($job->wants('old-shop/order'));
        self::assertTrue((new Job(Job::TIME, null, 'shop', '', false, [], []))->wants('anything'));
    }

    #[Test]
    public function an_invalid_job_is_an_error(): void
    {
        $this->expectException(InvalidArgumentException::class);
        Job::of('{"mode": "time"}');
    }

    /** @return iterable<string, array{SingleCommandApplication, array<string, string|true>, string}> */
    public static function wrongCommandLines(): iterable
    {
        yield 'compare with an unknown codec' => [Compare::command(), ['--against' => 'bson'], '--against does not know bson'];
        yield 'compare with an unknown option' => [Compare::command(), ['--round' => '3'], 'The "--round" option does not exist'];
        yield 'compare with no rounds' => [Compare::command(), ['--rounds' => '0'], '--rounds takes a number from 1'];
        yield 'compare in an unknown state' => [Compare::command(), ['--cache' => 'hot'], '--cache is one of both, warm, cold'];
        yield 'compare of unknown values' => [Compare::command(), ['--sets' => 'corpora'], '--sets does not know corpora'];
        yield 'compare in a directory without values' => [Compare::command(), ['corpus' => __DIR__], 'there is no manifest.tsv in'];
        yield 'compare in no directory' => [Compare::command(), ['corpus' => __DIR__ . '/nowhere'], 'there is no ' . __DIR__ . '/nowhere'];
        yield 'growth with an unknown codec' => [Growth::command(), ['--against' => 'bson'], '--against does not know bson'];
        yield 'growth with no number' => [Growth::command(), ['--slice' => 'x'], '--slice takes a number from 1'];
        yield 'mechanisms of an unknown name' => [Mechanisms::command(), ['--only' => 'guesses'], '--only does not know guesses'];
        yield 'targets with an unknown step' => [TargetsCommand::command(), ['--steps' => 'everything'], '--steps does not know everything'];
        yield 'gate without processes' => [GateCommand::command(), ['--update' => true, '--jobs' => '0'], '--jobs takes a number from 1'];
    }

    /** @param array<string, string|true> $arguments */
    #[Test]
    #[DataProvider('wrongCommandLines')]
    public function commands_report_mistakes_before_they_measure(SingleCommandApplication $command, array $arguments, string $message): void
    {
        $command->setAutoExit(false);
        $tester = new CommandTester($command);
        $start = hrtime(true);
        self::assertSame(1, $tester->execute($arguments));
        self::assertLessThan(60e9, hrtime(true) - $start);
        self::assertStringContainsString($message, (string) preg_replace('/\s+/', ' ', $tester->getDisplay()));
    }
}
