<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Format;
use Lyo\Session\Form;
use Lyo\Tools\Convert\Conversion;
use Lyo\Tools\Convert\Counts;
use Lyo\Tools\Convert\Progress;
use Lyo\Tools\Convert\Stays;
use Lyo\Tools\Convert\Translation;
use Lyo\Tools\Measure\Summary;
use Lyo\Tools\Store\Receives;
use Lyo\Tools\Store\Store;
use Lyo\Tools\Store\Stores;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;

use function array_combine;
use function array_map;
use function function_exists;
use function json_encode;
use function max;
use function memory_get_peak_usage;
use function microtime;
use function number_format;
use function pcntl_async_signals;
use function pcntl_signal;
use function preg_match;
use function round;
use function sprintf;

/** Moves a store to another format while applications use it. */
#[AsCommand('convert', 'Convert a store to another format while it is in use, and back')]
final class ConvertCommand extends Command
{
    private const FORMATS = ['lyo', 'igbinary', 'native', 'lyo-carrier'];
    private const SESSIONS = ['php', 'php_binary', 'php_serialize'];

    private bool $stopped = false;

    protected function configure(): void
    {
        StoreOptions::add($this->addArgument('source', InputArgument::REQUIRED, StoreOptions::SOURCE))
            ->addOption('to', null, InputOption::VALUE_REQUIRED, 'lyo, igbinary or native; lyo-carrier for clients that read with Lyo\'s igbinary.so', 'lyo', self::FORMATS)
            ->addOption('into', null, InputOption::VALUE_REQUIRED, 'Copy into this store (Redis, Memcached, folder) without replacing keys there; the source is not changed')
            ->addOption('sessions', null, InputOption::VALUE_OPTIONAL, 'The values are sessions; with --to=native they get this form: php, php_binary or php_serialize', false, self::SESSIONS)
            ->addOption('scalars', null, InputOption::VALUE_NONE, 'Also convert strings, numbers, booleans and null in serialize() text, which Lyo\'s bridges write')
            ->addOption('dry-run', null, InputOption::VALUE_NONE, 'Only say what would be done')
            ->addOption('verify', null, InputOption::VALUE_NONE, 'Read back what was written, and compare')
            ->addOption('rate', null, InputOption::VALUE_REQUIRED, 'At most this many values a second, such as 500/s')
            ->addOption('resume', null, InputOption::VALUE_REQUIRED, 'Keep in this file how far the command has come; the same command continues there')
            ->addOption('format', 'f', InputOption::VALUE_REQUIRED, 'text or json', 'text', ['text', 'json'])
            ->setHelp(<<<'HELP'
                Times to live, flags, tags, counters, other columns and modification times
                stay as they are. A value is replaced only if it has not changed since it was
                read. No class is loaded.

                  <info>%command.full_name% redis://127.0.0.1/0 --match='cache:*' --dry-run</info>
                  <info>%command.full_name% redis://127.0.0.1/0 --match='cache:*' --rate=2000/s --resume=convert.json</info>
                  <info>%command.full_name% mysql:host=localhost;dbname=drupal --table=cache_render --user=drupal --to=native</info>
                  <info>%command.full_name% /var/lib/php/sessions --sessions=php --to=native</info>

                Exit codes:
                  0 done
                  1 something could not be read or written
                  2 wrong use
                  3 some values are damaged or cannot be converted, and stay as they are
                  130 stopped by Ctrl-C
                HELP);
    }

    protected function perform(Options $options, Output $output): int
    {
        $format = $options->choice('format', ['text', 'json']);
        $to = $options->choice('to', self::FORMATS);
        $sessions = $options->text('sessions') ?? ($options->isGiven('sessions') ? 'php' : null);
        $form = $sessions === null ? null : Form::tryFrom($options->among('sessions', $sessions, self::SESSIONS));
        $translation = new Translation($to === 'igbinary' ? Format::Igbinary2 : Format::from($to), $form, $options->flag('scalars'));
        $source = $options->argument('source') ?? '';
        $into = $options->text('into');
        $target = $into === null ? null : $this->target($options, $into);
        $conversion = new Conversion(
            StoreOptions::open($options, $source),
            $translation,
            $target,
            !$options->flag('dry-run'),
            $options->flag('verify'),
            self::rate($options),
            $this->state($options, ['source' => Stores::withoutPassword($source), 'into' => $into === null ? null : Stores::withoutPassword($into), 'to' => $to, 'sessions' => $sessions]),
        );
        $this->listen();
        $start = microtime(true);
        $progress = $output->progress();
        $progress->setFormat(" %current% values, %message%, %elapsed%");
        $progress->setMessage('');
        $earlier = null; // values of the runs that this one goes on from
        $counts = $conversion->run(function (Counts $counts) use ($progress, $start, &$earlier): bool {
            $earlier ??= $counts->met - 1;
            if ($counts->met % 100 === 0) {
                $progress->setMessage(sprintf('%s converted, %s/s', number_format($counts->converted), self::rateOf($counts->met - $earlier, $start)));
                $progress->setProgress($counts->met);
            }

            return !$this->stopped;
        });
        $progress->clear();
        $seconds = microtime(true) - $start;
        $speed = self::rateOf($counts->met - ($earlier ?? $counts->met), $start);
        $output->write($format === 'json' ? $this->json($counts, $seconds) : $this->text($counts, $options->flag('dry-run'), $to, $seconds, $speed));
        if ($this->stopped) {
            $output->note('stopped' . ($options->text('resume') === null ? '' : '; the same command goes on from here'));

            return ExitCode::INTERRUPTED;
        }

        return $counts->failed() > 0 ? ExitCode::NO_VALUE : ExitCode::DONE;
    }

    private function target(Options $options, string $into): Store&Receives
    {
        $store = StoreOptions::target($into, $options->text('user'));

        return $store instanceof Receives ? $store : throw Failure::use("--into=$into: takes a Redis, a Memcached or a folder");
    }

    private static function rate(Options $options): ?float
    {
        $rate = $options->text('rate');
        if ($rate === null) {
            return null;
        }

        return preg_match('~\A(\d{1,9}(?:\.\d+)?)(?:/s)?\z~', $rate, $match) === 1 && (float) $match[1] > 0.0 ? (float) $match[1] : throw Failure::use("--rate=$rate: takes values a second, such as 500/s");
    }

    /** @param array<string, string|null> $job */
    private function state(Options $options, array $job): ?Progress
    {
        $file = $options->text('resume');
        foreach (['table', 'column', 'match'] as $option) {
            $job[$option] = $options->text($option);
        }
        $job['hashes'] = $options->flag('hashes') ? 'yes' : null;
        $job['scalars'] = $options->flag('scalars') ? 'yes' : null;

        return $file === null || $options->flag('dry-run') ? null : new Progress($file, $job);
    }

    /** Ctrl-C ends it between two values. */
    private function listen(): void
    {
        if (function_exists('pcntl_async_signals')) {
            pcntl_async_signals(true);
            foreach ([SIGINT, SIGTERM] as $signal) {
                pcntl_signal($signal, function (): void {
                    $this->stopped = true;
                });
            }
        }
    }

    private function json(Counts $counts, float $seconds): string
    {
        $numbers = $counts->toArray();
        $numbers['stays'] = [];
        foreach ($counts->left() as $why => $values) {
            $numbers['stays'][] = ['why' => $why, 'values' => $values, 'example' => $counts->examples[$why] ?? null];
        }

        return json_encode($numbers + ['seconds' => round($seconds, 3), 'peak_memory' => memory_get_peak_usage(true)], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE) . "\n";
    }

    /** Values a second. */
    private static function rateOf(int $values, float $start): string
    {
        return number_format($values / max(microtime(true) - $start, 1e-6));
    }

    private function text(Counts $counts, bool $dry, string $to, float $seconds, string $speed): string
    {
        $text = sprintf("%s values in %.1f s (%s a second), %s.\n", number_format($counts->met), $seconds, $speed, Summary::bytes(memory_get_peak_usage(true)) . ' of memory');
        $text .= sprintf("%s to %s: %s", $dry ? 'Would be converted' : 'Converted', $to, number_format($counts->converted));
        $text .= $counts->converted === 0 ? "\n" : sprintf(", %s before, %s after (%s)\n", Summary::bytes($counts->bytesBefore), Summary::bytes($counts->bytesAfter), Summary::percent($counts->bytesAfter / max(1, $counts->bytesBefore)));
        foreach ($counts->left() as $why => $values) {
            $reason = array_combine(array_map(static fn(Stays $stays): string => $stays->name, Stays::cases()), Stays::cases())[$why] ?? null;
            $text .= sprintf("  stay: %s %s%s\n", number_format($values), $reason->value ?? $why, $reason?->isFine() === false && isset($counts->examples[$why]) ? ', such as ' . Output::printable($counts->examples[$why]) : '');
        }
        $text .= $counts->raced > 0 ? sprintf("  changed by others meanwhile: %s times (theirs stays)\n", number_format($counts->raced)) : '';
        $text .= $counts->gone > 0 ? sprintf("  gone before they were read: %s\n", number_format($counts->gone)) : '';
        $text .= $counts->verified > 0 ? sprintf("Read back and compared: %s\n", number_format($counts->verified)) : '';

        return $text;
    }
}
