<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Formats;

use Closure;
use Lyo\Tests\Differential\Generator\TrialMaker;
use Lyo\Tests\Differential\Observer;
use Lyo\Tests\Differential\Text;
use Lyo\Tests\Fixtures\World;
use Lyo\Tests\Support\Arguments;
use Lyo\Tests\Support\Forks;
use Lyo\Tests\Support\Rng;
use RuntimeException;
use Throwable;

/**
 * The command line of the test of lyo.unserialize_reads: two processes, which differ only in this setting, read the same texts. What one of
 * them sees, the other must see: results, exceptions, messages with their offsets, calls of hooks.
 */
final class Setting
{
    private const READS = 'lyo igbinary envelopes';
    private const OPTIONS = ['values', 'seed', 'php', 'value', 'reads', 'show', 'fault'];

    /** @var list<resource> the processes, which would end if nothing held them */
    private array $processes = [];

    /** @param list<string> $arguments */
    public function main(array $arguments): int
    {
        $given = Arguments::parse($arguments, [...self::OPTIONS, 'reader']);
        if ($given->has('reader')) {
            return $this->read($given);
        }
        $php = array_values(array_filter(explode(' ', $given->string('php', '')), static fn(string $word): bool => $word !== ''));
        $common = array_filter($arguments, static fn(string $argument): bool => preg_match('/\A--(?:php|fault)/', $argument) !== 1);
        if ($given->has('value')) {
            foreach (['', $given->string('reads', self::READS)] as $reads) {
                echo "== lyo.unserialize_reads=\"$reads\"\n", stream_get_contents($this->start($reads, $php, $common));
            }
            return 0;
        }
        $off = $this->start('', $php, $common);
        $on = $this->start($given->string('reads', self::READS), $php, $given->has('fault') ? [...$common, '--fault=1'] : $common);
        return $this->compare($off, $on, $given);
    }

    /**
     * @param resource $off
     * @param resource $on
     */
    private function compare($off, $on, Arguments $given): int
    {
        $planned = $given->int('values', 20_000);
        $counts = ['read' => 0, 'refused' => 0, 'threw' => 0, 'not written' => 0, 'crashed' => 0];
        $differences = $ran = 0;
        $conditions = [fgets($off), fgets($on)];
        while (($line = fgets($off)) !== false) {
            $ran++;
            if ($line !== ($other = fgets($on))) {
                if (++$differences <= $given->int('show', 10)) {
                    echo 'DIFFERENCE without the setting: ', $line, '           with it: ', $other === false ? "nothing more\n" : $other;
                }
            }
            foreach (explode(' ', rtrim(explode("\t", $line)[1] ?? '')) as $outcome) {
                $counts[strtr($outcome, '_', ' ')]++;
            }
        }
        $left = fgets($on);
        array_map(fclose(...), [$off, $on]);
        array_map(proc_close(...), $this->processes);
        $reads = $counts['read'];
        printf("setting (%s): %d of %d planned texts, changed and not (%s), %d differences\n", trim((string) $conditions[1]), $ran, $planned, implode(', ', array_map(static fn(string $what, int $count): string => "$count $what", array_keys($counts), $counts)), $differences);
        return $ran === $planned && $differences === 0 && $left === false && $conditions[0] === $conditions[1] && $reads > $planned / 2 && $counts['crashed'] <= max(1, intdiv($planned, 2_000)) ? 0 : 1;
    }

    /**
     * @param list<string> $php options of PHP
     * @param array<string> $arguments
     * @return resource
     */
    private function start(string $reads, array $php, array $arguments)
    {
        $modules = ['-d', 'extension=' . (getenv('LYO_MODULE') ?: dirname(__DIR__, 2) . '/build/lyo.so')];
        foreach (['ctype', 'tokenizer', 'pcntl', 'posix'] as $name) {
            if (!extension_loaded($name) && is_file(ini_get('extension_dir') . "/$name.so")) { // some are built in
                array_push($modules, '-d', "extension=$name");
            }
        }
        $command = [PHP_BINARY, '-n', ...$modules, ...$php, '-d', "lyo.unserialize_reads=$reads", '-d', 'memory_limit=2G', __DIR__ . '/setting.php', ...$arguments, '--reader'];
        $command = array_values($command);
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
        $this->processes[] = $process ?: throw new RuntimeException('cannot start PHP');
        return $pipes[1];
    }

    // ---- in the processes that read --------------------------------------------------------------------------------

    private function read(Arguments $given): int
    {
        gc_disable();
        World::useNativeCodec();
        foreach (['display_errors' => 'stderr', 'zend.exception_ignore_args' => '1', 'serialize_precision' => '-1'] as $name => $value) {
            ini_set($name, $value);
        }
        set_error_handler(static fn(): bool => true);
        $maker = new TrialMaker($given->int('seed', 1));
        $work = fn(int $number): array => $this->value($maker, $number, $given);
        if ($given->has('value')) {
            print_r($this->value($maker, $given->int('value', 0), $given, true));
            return 0;
        }
        echo self::conditions(), "\n";
        $print = static function (int $number, string ...$words): void {
            echo $number, "\t", implode("\t", $words), "\n";
        };
        $report = static function (int $number, array $result) use ($print): void {
            $print($number, ...array_values(array_filter($result, is_string(...))));
        };
        (new Forks($work, $report, static fn(int $number, string $how) => $print($number, 'crashed', $how)))->run(0, $given->int('values', 20_000));
        return 0;
    }

    private static function conditions(): string
    {
        $status = function_exists('opcache_get_status') ? opcache_get_status(false) : false;
        $jit = is_array($status) && is_array($status['jit'] ?? null) && ($status['jit']['on'] ?? false) === true;
        return 'PHP ' . PHP_VERSION . (PHP_ZTS === 1 ? ' ZTS' : '') . ($status === false ? '' : ', opcache' . ($jit ? ', JIT ' . ini_get('opcache.jit') : ''));
    }

    /** @return array<string, string> */
    private function value(TrialMaker $maker, int $number, Arguments $given, bool $inDetail = false): array
    {
        $trial = $maker->make($number, 'N0000000');
        try {
            $text = serialize($trial->value);
        } catch (Throwable) {
            return ['outcome' => 'not_written', 'digest' => ''];
        }
        $rng = new Rng($given->int('seed', 1) + 7, $number);
        ini_set('unserialize_callback_func', $trial->callback);
        $outcomes = $seen = [];
        foreach ([$text, self::changed($rng, $text)] as $data) {
            $one = self::observe($rng, $given->has('fault') && $number === 17 ? "x$data" : $data, $trial->options, $trial->throwing, $trial->fiber);
            $outcomes[] = $one[0];
            $seen[] = $inDetail ? [$data, ...$one] : $one;
        }
        return ['outcome' => implode(' ', $outcomes), 'digest' => $inDetail ? print_r($seen, true) : hash('xxh128', serialize($seen))];
    }

    /**
     * @param array<string, mixed> $options
     * @return array{string, list<string>, string, string, list<string>} outcome, messages, what was thrown, the value, events
     */
    private static function observe(Rng $rng, string $data, array $options, bool $throwing, bool $fiber): array
    {
        Observer::collect();
        $messages = [];
        $call = self::call($rng->int(0, 5));
        $reading = static function () use ($call, $data, $options, &$messages): mixed {
            $outer = set_error_handler(static function (int $level, string $message, string $file, int $line) use (&$messages, &$outer): bool {
                // damaged data of a hook, which begin like lyo
                $messages[] = "$level " . str_replace('Error at offset 1 of 8 bytes', 'Error at offset 0 of 8 bytes', $message);
                return is_callable($outer) && $outer($level, $message, $file, $line) === true;
            });
            try {
                return $call($data, $options);
            } finally {
                restore_error_handler();
            }
        };
        [$thrown, $value, $events] = Observer::watch($reading, $throwing, $fiber);
        $outcome = $thrown !== null ? 'threw' : ($value === false && $data !== 'b:0;' ? 'refused' : 'read');
        [$again, $text] = Observer::watch(static fn(): string => serialize($value));
        return [$outcome, $messages, (string) $thrown, "$text$again", $events];
    }

    /** @return Closure(string, array<string, mixed>): mixed a way to call unserialize(), which the compiler and the JIT treat differently */
    private static function call(int $way): Closure
    {
        return match ($way) { // @phpstan-ignore return.type
            0 => static fn(string $data, array $options): mixed => $options === [] ? \unserialize($data) : \unserialize($data, $options), // @phpstan-ignore argument.type
            1 => static fn(string $data, array $options): mixed => unserialize($data, $options), // @phpstan-ignore argument.type
            2 => static fn(string $data, array $options): mixed => call_user_func_array('unserialize', ['options' => $options, 'data' => $data]), // @phpstan-ignore argument.type
            3 => static fn(string $data, array $options): mixed => array_map(unserialize(...), [$data], [$options])[0], // @phpstan-ignore argument.type
            4 => unserialize(...),
            default => static function (string $data, array $options): mixed {
                $function = 'unserialize';
                return $function(...[$data, $options]); // @phpstan-ignore argument.type
            },
        };
    }

    /** A text that is damaged, or other data that no format of the setting begins like. */
    private static function changed(Rng $rng, string $text): string
    {
        $at = $rng->int(0, max(0, strlen($text) - 1));
        $data = match ($rng->int(0, 7)) {
            0 => substr($text, 0, $at),
            1 => substr_replace($text, chr($rng->int(0, 255)), $at, 1),
            2 => substr_replace($text, '', $at, 1),
            3 => (string) preg_replace_callback('/\d+/', static fn(array $match): string => (string) ((int) $match[0] + $rng->int(-1, 1)), $text, 1),
            4 => $text . $rng->pick(["\xC1\x10", ' ', "\0\0\0\2", 'N;', "\n"]),
            5 => $rng->pick(["\xC0", "\xC2\x10", "\0", "\0\0", "\0\0\1", ' ', "\n", "\xEF\xBB\xBF", 'x', "\x1F\x8B\x08"]) . $text,
            6 => str_replace(';', $rng->pick([';;', ':', '']), $text),
            default => substr_replace($text, substr($text, $rng->int(0, $at), 9), $at, $rng->int(0, 9)),
        };
        return str_starts_with($data, "\xC1") || str_starts_with($data, "\0\0\0") ? ltrim($data, "\xC1\0") : $data;
    }
}
