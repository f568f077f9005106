<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Formats;

use Closure;
use InvalidArgumentException;
use Lyo\Exception\ClassMismatchException;
use Lyo\Exception\ClassNotAllowedException;
use Lyo\Exception\CorruptException;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Exception\TruncatedException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Igbinary\Reader;
use Lyo\Native\Names;
use Lyo\Tests\Differential\Generator\TrialMaker;
use Lyo\Tests\Fixtures\World;
use Lyo\Tests\Fuzz\Mutator;
use Lyo\Tests\Support\Arguments;
use Lyo\Tests\Support\Forks;
use Lyo\Tests\Support\Rng;
use Lyo\Tests\Support\Trials;
use Serializable;

/** The command line of the test of "formats". */
final class FormatsCommand
{
    /** A crash of PHP's own reader is not a fault, but many of them would mean that little was compared. */
    private const CASES_PER_CRASH = 2_000;

    private int $seed = 1;
    private int $shown = 10;
    private int $crashes = 0;
    /** @var array<string, int> */
    private array $outcomes = [];
    /** @var Closure(string, array<string, mixed>): mixed the call under test */
    private Closure $one;
    private bool $withLibrary = true;

    /** @param list<string> $arguments */
    public function main(array $arguments): int
    {
        try {
            $given = Arguments::parse($arguments, ['values', 'mutations', 'seed', 'show', 'value', 'mutation', 'selftest', 'jobs']);
        } catch (InvalidArgumentException $problem) {
            fwrite(STDERR, $problem->getMessage() . "\n");
            return 2;
        }
        if (!function_exists('igbinary_serialize') || !extension_loaded('lyo')) {
            fwrite(STDERR, "run php with the extensions lyo and igbinary\n");
            return 2;
        }
        self::settle();
        $this->one = Readers::one(...);
        $this->shown = $given->int('show', 10);
        $seed = $this->seed = $given->int('seed', 1);
        $values = new TrialMaker($seed);
        $mutator = new Mutator(Payloads::seeds(), $seed);
        if ($given->has('selftest')) {
            return $this->selfTest($values, $mutator, $seed);
        }
        foreach (['value', 'mutation'] as $what) {
            if ($given->has($what)) {
                var_dump($what === 'value' ? $this->value($values, $given->int($what, 0)) : $this->mutation($mutator, $seed, $given->int($what, 0), true));
                return 0;
            }
        }
        $jobs = max(1, $given->int('jobs', 1));
        $good = (new Applications($this->one, $jobs))->compare();
        $good = $this->all('value', $given->int('values', 20_000), fn(int $number): array => $this->value($values, $number), $jobs) && $good;
        $good = $this->all('mutation', $given->int('mutations', 100_000), fn(int $number): array => $this->mutation($mutator, $seed, $number), $jobs) && $good;
        return $good ? 0 : 1;
    }

    /** @param Closure(int): array<string, mixed> $work */
    private function all(string $what, int $planned, Closure $work, int $jobs): bool
    {
        [$this->outcomes, $this->crashes] = [[], 0];
        $trials = new Trials('formats', $planned, $this->seed, jobs: $jobs, shown: $this->shown, only: $what);
        $trials->run($work, $this->report(...), fn(int $number, string $how) => $this->crashed($trials, $number, $how, $work), seconds: 120);
        arsort($this->outcomes);
        foreach ($this->outcomes as $outcome => $count) {
            printf("  %9d  %s\n", $count, $outcome);
        }
        return $trials->end("$trials->ran {$what}s, $this->crashes crashes of PHP's own reader", $this->crashes <= max(1, intdiv($planned, self::CASES_PER_CRASH))) === 0;
    }

    /** @return array{outcome: string, difference: ?string} */
    private function value(TrialMaker $maker, int $number): array
    {
        $value = $maker->make($number, 'N0000000')->value;
        $written = 0;
        foreach (array_keys(Payloads::WRITERS) as $format) {
            $payload = Payloads::of($value, $format);
            if ($payload === null) {
                continue;
            }
            $written++;
            $data = match ($number % 5) {
                3 => Payloads::wrapped($payload, false),
                4 => Payloads::wrapped($payload, true),
                default => $payload,
            };
            $twice = $number % 20 === 3 && $data !== $payload ? Verdict::of(fn(): mixed => ($this->one)(Payloads::wrapped($data, false), [])) : null;
            if ($twice !== null && $twice->refusal !== UnknownFormatException::class) {
                return ['outcome' => $format, 'difference' => "$format, compressed twice: {$twice->show()}"];
            }
            $difference = Verdict::of(static fn(): mixed => Readers::own($payload, []))->difference(Verdict::of(fn(): mixed => ($this->one)($data, [])), true);
            if ($difference !== null) {
                $itself = Verdict::of(static fn(): mixed => Readers::own($payload, []))->difference(Verdict::of(static fn(): mixed => Readers::own($payload, [])), true);
                return $itself === null ? ['outcome' => $format, 'difference' => "$format: $difference"] : ['outcome' => 'the own reader differs from itself', 'difference' => null];
            }
        }
        return ['outcome' => "written in $written formats", 'difference' => null];
    }

    /** @return array{outcome: string, difference: ?string} */
    private function mutation(Mutator $mutator, int $seed, int $number, bool $show = false): array
    {
        [, $data] = $mutator->input($number);
        $options = self::options($seed, $number);
        if (self::kind($data) === 'wrapped' && !extension_loaded('zlib')) {
            return ['outcome' => 'not compared, because PHP has no zlib', 'difference' => null];
        }
        if ($show) {
            printf("%s\n%s\n%s\n", bin2hex($data), addcslashes($data, "\0..\37\177..\377"), json_encode($options));
        }
        $one = Verdict::of(fn(): mixed => ($this->one)($data, $options));
        $own = Verdict::of(static fn(): mixed => Readers::own($data, $options));
        $inner = self::inner($data);
        $difference = self::judge($inner, $options, $own, $one);
        $difference ??= self::judgeSetting($data, $options, $one);
        if ($difference === null && $this->withLibrary) {
            $library = Verdict::of(static fn(): mixed => Readers::library($data, $options));
            $difference = $one->difference($library, false);
            if ($difference !== null && self::isKnown($inner, $options, $difference, $one, $library)) {
                return ['outcome' => 'known difference of the library', 'difference' => null];
            }
            $difference = $difference === null ? null : "the extension: $difference by the library";
        }
        return ['outcome' => self::kind($data) . ', ' . ($one->refusal ?? ($one->thrown === null ? 'accepted' : 'another exception')), 'difference' => $difference];
    }

    /**
     * Compares with the reader of the format itself, as far as it has the options.
     *
     * @param array<string, mixed> $options
     */
    private static function judge(string $data, array $options, Verdict $own, Verdict $one): ?string
    {
        $limited = $one->refusal === ClassNotAllowedException::class && (isset($options['missing_class']) || isset($options['allowed_classes']))
            || $one->refusal === LimitException::class && isset($options['max_elements']);
        if (self::kind($data) === 'lyo') {
            return $own->difference($one, true);
        }
        if ($limited || $own->thrown !== null && $one->refusal !== null && self::areGiven($options) || self::kind($data) === 'igbinary' && self::areGiven($options)) {
            return null; // no other reader has these options
        }
        if ($one->refusal === CorruptException::class && self::areGiven($options) && preg_match('/[:+]\d{19}/', $data) === 1) {
            return null; // PHP reads sizes beyond 64 bits without their upper bits
        }
        return $own->difference($one, self::kind($data) === 'native');
    }

    /**
     * Compares with unserialize(), if it reads these data and has these options.
     *
     * @param array<string, mixed> $options
     */
    private static function judgeSetting(string $data, array $options, Verdict $one): ?string
    {
        $common = array_intersect_key($options, ['allowed_classes' => 1, 'max_depth' => 1]);
        if (ini_get('lyo.unserialize_reads') === '' || !in_array(self::kind($data), ['lyo', 'igbinary'], true) || array_diff_key($options, $common, ['max_unpacked' => 1]) !== []) {
            return null;
        }
        $setting = Verdict::of(static fn(): mixed => Readers::setting($data, $common));
        $difference = $one->difference($setting, true);
        if ($difference === null && in_array($one->refusal, [CorruptException::class, TruncatedException::class, LimitException::class], true)) {
            $offset = $one->offset + (str_starts_with($data, "\0\0\0\4") ? 4 : 0);
            $difference = $setting->offset === $offset ? null : "{$one->show()}, but at offset $setting->offset";
        }
        return $difference === null ? null : "$difference by unserialize()";
    }

    /**
     * What the library does otherwise, because it translates igbinary to the text of serialize(): docs/library.md lists it (D, F, J, O, and what it says of
     * payloads of Serializable classes). It also refuses ints beyond 64 bits, and arrays that contain themselves without a PHP reference.
     *
     * @param array<string, mixed> $options
     */
    private static function isKnown(string $data, array $options, string $difference, Verdict $one, Verdict $library): bool
    {
        $classes = [ClassMismatchException::class, ClassNotAllowedException::class];
        if (preg_match('/C:[+-]?\d|Legacy/', $data) === 1
            || self::kind($data) === 'native' && preg_match('/i:[+-]?\d{19}/', $data) === 1
            || preg_match('/next key|7ff8000000000000 instead of/', $difference) === 1 // text has one NAN only
            || in_array($library->refusal, $classes, true) && (in_array($one->refusal, $classes, true) && self::areGiven($options) || $one->thrown !== null)) {
            return true;
        }
        if (self::kind($data) !== 'igbinary') {
            return false;
        }
        if ($library->refusal === ClassNotAllowedException::class && $one->refusal === ClassMismatchException::class) {
            return true; // F: an enum case and a payload that are both refused
        }
        try {
            $names = array_column(Names::of(Reader::toNative($data), 0, 0, false), 0);
        } catch (LyoException $e) {
            return preg_match('/beyond 63 bits|contains itself|name of an enum case|class without a name/', $e->getMessage()) === 1;
        }
        return preg_match('/%[\x01-\x03\x22-\x24]/', $data) === 1 // a PHP reference to an earlier value
            || str_contains($data, '"') && (preg_match('/ instead of | is another object/', $difference) === 1 || in_array($library->refusal, [ClassMismatchException::class, LimitException::class], true)) // a key that occurs twice
            || array_filter($names, static fn(string $name): bool => is_subclass_of($name, Serializable::class)) !== []
            || $library->refusal === ClassMismatchException::class && preg_grep('/\A(?!\\\\)[\w\\\\\x80-\xFF]+\z/', $names, PREG_GREP_INVERT) !== [];
    }

    /** @return array<string, mixed> */
    private static function options(int $seed, int $number): array
    {
        $rng = new Rng($seed + 1, $number);
        $options = $rng->chance(50) ? [] : $rng->pick([
            ['allowed_classes' => false], ['allowed_classes' => ['stdClass', 'Lyo\Tests\Fixtures\PublicBag', 'Lyo\Tests\Fixtures\Suit']], ['max_depth' => 3],
            ['max_elements' => 10], ['missing_class' => 'throw'], ['max_depth' => 0, 'allowed_classes' => true],
        ]);
        return ['max_unpacked' => 1 << 20, ...$options];
    }

    /** What is in a wrap; the same data if there is none. */
    private static function inner(string $data): string
    {
        try {
            return self::kind($data) === 'wrapped' ? Readers::unwrapped($data) : $data;
        } catch (Refusal) {
            return $data;
        }
    }

    /** @param array<string, mixed> $options */
    private static function areGiven(array $options): bool
    {
        return isset($options['allowed_classes']) || isset($options['missing_class']) || isset($options['max_elements']) || isset($options['max_depth']);
    }

    private static function kind(string $data): string
    {
        return match (true) {
            str_starts_with($data, "\xC1"), str_starts_with($data, "\0\0\0\4\xC1") => 'lyo',
            str_starts_with($data, "\0\0\0") => 'igbinary',
            preg_match('/\A(?:[a-zA-Z]:|N;)/', $data) === 1 => 'native',
            str_starts_with($data, 'x'), str_starts_with($data, "\x1F\x8B") => 'wrapped',
            default => 'unknown',
        };
    }

    /** Each faulty reader must be detected. */
    private function selfTest(TrialMaker $values, Mutator $mutator, int $seed): int
    {
        $missed = 0;
        $this->withLibrary = false;
        foreach (Readers::FAULTS as $fault) {
            $this->one = Readers::faulty($fault);
            $found = self::tryOut(fn(int $number): array => $this->value($values, $number), 500);
            $found += self::tryOut(fn(int $number): array => $this->mutation($mutator, $seed, $number), 4000);
            printf("%-28s %s\n", $fault, $found > 0 ? "found in $found of 4500 cases" : 'NOT FOUND');
            $missed += $found > 0 ? 0 : 1;
        }
        printf("formats self-test: %d faults, %d missed\n", count(Readers::FAULTS), $missed);
        return $missed === 0 ? 0 : 1;
    }

    /** @param Closure(int): array<string, mixed> $work */
    private static function tryOut(Closure $work, int $cases): int
    {
        $trials = new Trials('formats', $cases, 0);
        $trials->run($work, static fn(int $number, array $result) => null, static fn(int $number, string $how) => null);
        return $trials->found;
    }

    /** @param array<string, mixed> $result */
    private function report(int $number, array $result): void
    {
        $outcome = is_string($result['outcome'] ?? null) ? $result['outcome'] : '?';
        $this->outcomes[$outcome] = ($this->outcomes[$outcome] ?? 0) + 1;
    }

    /**
     * A crash is PHP's own if it crashes without the call under test, too.
     *
     * @param Closure(int): array<string, mixed> $work
     */
    private function crashed(Trials $trials, int $number, string $how, Closure $work): void
    {
        [$one, $library, $own] = [$this->one, $this->withLibrary, false];
        $this->one = static fn(): mixed => null;
        $this->withLibrary = false;
        (new Forks($work, static fn(int $number, array $result) => null, static function () use (&$own): void {
            $own = true;
        }))->run($number, 1);
        [$this->one, $this->withLibrary] = [$one, $library];
        if ($own) {
            $this->crashes++;
        } else {
            $trials->found($number, "the process $how");
        }
    }

    private static function settle(): void
    {
        gc_disable();
        foreach (['memory_limit' => '512M', 'display_errors' => 'stderr', 'zend.exception_ignore_args' => '1', 'serialize_precision' => '-1'] as $name => $value) {
            ini_set($name, $value);
        }
        set_error_handler(static fn(): bool => true);
        World::useNativeCodec();
    }
}
