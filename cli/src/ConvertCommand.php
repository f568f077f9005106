<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use InvalidArgumentException;
use Lyo\Format;
use Lyo\Functions\Configuration;
use Lyo\Session\Form;
use Lyo\Tools\Convert\Conversion;
use Lyo\Tools\Convert\Counts;
use Lyo\Tools\Convert\Progress;
use Lyo\Tools\Convert\Sealing;
use Lyo\Tools\Convert\Stays;
use Lyo\Tools\Convert\Translation;
use Lyo\Tools\Dump\Text;
use Lyo\Tools\Measure\Summary;
use Lyo\Tools\Store\Redis;
use Lyo\Tools\Store\Skips;
use Lyo\Tools\Store\Stores;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;

use function array_combine;
use function array_diff;
use function array_filter;
use function array_flip;
use function array_intersect_key;
use function array_keys;
use function array_map;
use function array_sum;
use function base64_decode;
use function file_get_contents;
use function function_exists;
use function implode;
use function is_array;
use function is_dir;
use function is_readable;
use function is_string;
use function json_decode;
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
            ->addOption('to', null, InputOption::VALUE_REQUIRED, 'lyo, igbinary or native; lyo-carrier for clients that read with Lyo\'s igbinary.so; at a terminal the command asks', null, self::FORMATS)
            ->addOption('into', null, InputOption::VALUE_REQUIRED, 'Copy into this store (Redis, Memcached, folder) without replacing keys there; the source is not changed')
            ->addOption('sessions', null, InputOption::VALUE_OPTIONAL, 'The values are sessions; with --to=native they get this form: php, php_binary or php_serialize', false, self::SESSIONS)
            ->addOption('scalars', null, InputOption::VALUE_NONE, 'Also convert strings, numbers, booleans and null in serialize() text, which Lyo\'s bridges write')
            ->addOption('compress', null, InputOption::VALUE_REQUIRED, 'Compress what is written as lyo: zlib or zstd', null, ['zlib', 'zstd'])
            ->addOption('level', null, InputOption::VALUE_REQUIRED, 'The level of the compression: -1 to 9 for zlib, -100 to 22 for zstd (default: 1, or 5 with a dictionary)')
            ->addOption('min-size', null, InputOption::VALUE_REQUIRED, 'Compress only values of at least this many bytes (default: 128)')
            ->addOption('dictionaries', null, InputOption::VALUE_REQUIRED, 'Files with zstd dictionaries, separated by colons; the first one compresses')
            ->addOption('checksum', null, InputOption::VALUE_NONE, 'Write lyo with a checksum')
            ->addOption('sign', null, InputOption::VALUE_REQUIRED, 'A JSON file of keys, {"NAME": "KEY"} or {"NAME": {"base64": "KEY"}}: the first signs lyo, all verify')
            ->addOption('context', null, InputOption::VALUE_REQUIRED, 'What a signature is bound to; {key} stands for the key of the value; sessions are also bound to their id')
            ->addOption('dry-run', null, InputOption::VALUE_NONE, 'Only say what would be done')
            ->addOption('verify', null, InputOption::VALUE_NONE, 'Read back what was written, and compare')
            ->addOption('rate', null, InputOption::VALUE_REQUIRED, 'At most this many values a second, such as 500/s')
            ->addOption('resume', null, InputOption::VALUE_REQUIRED, 'Keep in this file how far the command has come; the same command continues there')
            ->addOption('format', 'f', InputOption::VALUE_REQUIRED, 'text or json', 'text', ['text', 'json'])
            ->setHelp(<<<'HELP'
                Times to live, flags, tags, counters, other columns and modification times
                stay as they are. A value is replaced only if it has not changed since it was
                read. No class is loaded.

                Compression, checksums and signatures of lyo stay as they are, unless one of
                --compress, --level, --min-size, --dictionaries, --checksum, --sign is given.
                Other formats have none of these, and the summary says how many had them.

                  <info>%command.full_name% redis://127.0.0.1/0 --match='cache:*' --dry-run</info>
                  <info>%command.full_name% redis://127.0.0.1/0 --match='cache:*' --to=lyo --rate=2000/s --resume=convert.json</info>
                  <info>%command.full_name% mysql:host=localhost;dbname=drupal --table=cache_render --user=drupal --to=native</info>
                  <info>%command.full_name% /var/lib/php/sessions --sessions=php --to=native</info>


                HELP . self::exitCodes('some values are damaged or cannot be converted, and stay as they are') . "\n  130 stopped by Ctrl-C");
    }

    protected function perform(Options $options, Output $output): int
    {
        $format = $options->choice('format', ['text', 'json']);
        $source = $options->argument('source') ?? '';
        $to = $this->to($options, $output, $source);
        $sessions = $options->text('sessions') ?? ($options->isGiven('sessions') ? 'php' : null);
        $form = $sessions === null ? null : Form::tryFrom($options->among('sessions', $sessions, self::SESSIONS));
        $translation = new Translation($to === 'igbinary' ? Format::Igbinary2 : Format::from($to), $form, $options->flag('scalars'), self::sealing($options, $to, $sessions !== null));
        $into = $options->text('into');
        $target = $into === null ? null : StoreOptions::target($into, $options->text('user'));
        // The way back must find every value in lyo. On the way there, other types than strings may be looked up by their bytes.
        $back = $to === 'native' || $to === 'igbinary';
        $store = StoreOptions::open($options, $source, $back ? Redis::TYPES : ['string']);
        $conversion = new Conversion(
            $store,
            $translation,
            $target,
            !$options->flag('dry-run'),
            $options->flag('verify'),
            self::rate($options),
            $this->state($options, ['source' => Stores::withoutPassword($source), 'into' => $into === null ? null : Stores::withoutPassword($into), 'to' => $to, 'sessions' => $sessions]),
        );
        $this->listen();
        $start = microtime(true);
        $ahead = new Ahead($store, $output);
        $earlier = null; // values of the runs that this one goes on from
        $counts = $conversion->run(function (Counts $counts) use ($start, $ahead, &$earlier): bool {
            $earlier ??= $counts->met - 1;
            $ahead->show($counts->met, static fn(): string => sprintf('%s converted, %s/s', number_format($counts->converted), self::rateOf($counts->met - $earlier, $start)));

            return !$this->stopped;
        });
        $ahead->clear();
        $seconds = microtime(true) - $start;
        $speed = self::rateOf($counts->met - ($earlier ?? $counts->met), $start);
        $skipped = $store instanceof Skips ? $store->skipped() : [];
        $unseen = array_sum(array_intersect_key($skipped, array_flip(['busy', 'hidden', 'NULL', ...($back ? Redis::TYPES : [])])));
        $left = $this->stopped ? null : $counts->left(!$options->flag('dry-run')) + $unseen;
        $output->write($format === 'json' ? $this->json($counts, $left, $seconds, $skipped) : $this->text($counts, $left, $options->flag('dry-run'), $to, $seconds, $speed));
        foreach (StoreOptions::skipped($store) as $line) {
            $output->note($line);
        }
        if ($this->stopped) {
            $output->note('stopped' . ($options->text('resume') === null ? '' : '; the same command goes on from here'));

            return ExitCode::INTERRUPTED;
        }

        return $counts->failed() > 0 || $unseen > 0 ? ExitCode::NO_VALUE : ExitCode::DONE;
    }

    /** Returns the format to convert to. Without the option, somebody at a terminal is asked. */
    private function to(Options $options, Output $output, string $source): string
    {
        if ($options->text('to') !== null) {
            return $options->choice('to', self::FORMATS);
        }
        if (!$options->flag('dry-run') && !$output->asks('Convert ' . Stores::withoutPassword($source) . ' to lyo?')) {
            throw Failure::use('--to: is missing (use one of ' . implode(', ', self::FORMATS) . '; --dry-run shows what would be done)');
        }

        return 'lyo';
    }

    /** Returns the envelope of lyo that values get; null if they keep what they have. */
    private static function sealing(Options $options, string $to, bool $sessions): ?Sealing
    {
        $settings = array_filter([
            'compress' => $options->text('compress'),
            'level' => $options->text('level'),
            'min_size' => $options->text('min-size'),
            'dictionaries' => Reading::dictionaries($options),
            'sign' => self::keys($options->text('sign')),
            'checksum' => $options->flag('checksum') ? true : null,
        ], static fn(mixed $setting): bool => $setting !== null && $setting !== []);
        foreach (['level' => 'compress', 'min-size' => 'compress', 'context' => 'sign'] as $option => $needs) {
            $options->text($option) === null || $options->text($needs) !== null || $needs === 'compress' && isset($settings['dictionaries']) || throw Failure::use("--$option: needs --$needs");
        }
        if ($settings === []) {
            return null;
        }
        if ($to !== 'lyo' && $to !== 'lyo-carrier') {
            // Keys and dictionaries are also needed to read what is there.
            array_diff(array_keys($settings), ['sign', 'dictionaries']) === [] || throw Failure::use("--to=$to: has no compression, checksum and signature of lyo (leave these options out)");
        }
        try {
            return new Sealing(Configuration::options($settings), $options->text('context') ?? '', $sessions);
        } catch (InvalidArgumentException $e) {
            throw Failure::use($e->getMessage());
        }
    }

    /** @return array<mixed>|null the keys in a file */
    private static function keys(?string $file): ?array
    {
        if ($file === null) {
            return null;
        }
        is_readable($file) && !is_dir($file) || throw Failure::failed("$file: cannot be read");
        $keys = json_decode((string) file_get_contents($file), true);
        is_array($keys) && $keys !== [] || throw Failure::use("--sign=$file: is no JSON file with keys by name, such as {\"2026\": \"KEY\"} or {\"2026\": {\"base64\": \"KEY\"}}");

        // A JSON string cannot hold the bytes that random_bytes() returns. What is not a key is refused later, with all other wrong keys.
        return array_map(static fn(mixed $key): mixed => is_array($key) && is_string($key['base64'] ?? null) ? base64_decode($key['base64'], true) : $key, $keys);
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
        foreach (['table', 'column', 'charset', 'match', 'compress', 'level', 'min-size', 'dictionaries', 'sign', 'context'] as $option) {
            $job[$option] = $options->text($option);
        }
        $job['checksum'] = $options->flag('checksum') ? 'yes' : null;
        $job['types'] = $options->text('types');
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

    /**
     * @param int|null $left number of values that are still to be converted; null if that is not known, because it was stopped
     * @param array<string, int> $skipped
     */
    private function json(Counts $counts, ?int $left, float $seconds, array $skipped): string
    {
        $numbers = $counts->toArray() + ['left' => $left, 'not_read' => $skipped];
        $numbers['stays'] = [];
        foreach ($counts->reasons() as $why => $values) {
            $numbers['stays'][] = ['why' => $why, 'values' => $values, 'example' => $counts->examples[$why] ?? null];
        }

        return Text::json($numbers + ['seconds' => round($seconds, 3), 'peak_memory' => memory_get_peak_usage(true)], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE) . "\n";
    }

    /** Values a second. */
    private static function rateOf(int $values, float $start): string
    {
        return number_format($values / max(microtime(true) - $start, 1e-6));
    }

    private function text(Counts $counts, ?int $left, bool $dry, string $to, float $seconds, string $speed): string
    {
        $text = sprintf("%s in %.1f s (%s a second), %s.\n", Text::count($counts->met, 'value'), $seconds, $speed, Summary::bytes(memory_get_peak_usage(true)) . ' of memory');
        $text .= sprintf("%s to %s: %s", $dry ? 'Would be converted' : 'Converted', $to, number_format($counts->converted));
        $text .= $counts->converted === 0 ? "\n" : sprintf(", %s before, %s after (%s)\n", Summary::bytes($counts->bytesBefore), Summary::bytes($counts->bytesAfter), Summary::percent($counts->bytesAfter / max(1, $counts->bytesBefore)));
        foreach ($counts->reasons() as $why => $values) {
            $reason = array_combine(array_map(static fn(Stays $stays): string => $stays->name, Stays::cases()), Stays::cases())[$why] ?? null;
            $text .= sprintf("  stay: %s %s%s\n", number_format($values), $reason->value ?? $why, $reason?->isFine() === false && isset($counts->examples[$why]) ? ', such as "' . Output::printable($counts->examples[$why], 200) . '"' : '');
        }
        $text .= $counts->unsealed > 0 ? sprintf("  %s a checksum, signature or compression of lyo, which %s does not have\n", Text::count($counts->unsealed, 'value') . ' had', $to) : '';
        $text .= $counts->unsigned > 0 ? sprintf("  %s no signature\n", Text::count($counts->unsigned, 'value') . ' had') : '';
        $text .= sprintf("Left to convert: %s\n", $left === null ? 'not known' : number_format($left));
        $text .= $counts->raced > 0 ? sprintf("Changed by other programs meanwhile, and read again: %s times\n", number_format($counts->raced)) : '';
        $text .= $counts->gone > 0 ? sprintf("Deleted before they were read or written: %s\n", number_format($counts->gone)) : '';
        $text .= $counts->verified > 0 ? sprintf("Read back and compared: %s\n", number_format($counts->verified)) : '';

        return $text;
    }
}
