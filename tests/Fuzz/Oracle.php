<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fuzz;

use Closure;
use ErrorException;
use Lyo\Exception\CorruptException;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Exception\TruncatedException;
use Lyo\Exception\UnsupportedVersionException;
use Lyo\Tests\Differential\Observer;
use Lyo\Tests\Fixtures\Refused;
use Lyo\Tests\Fixtures\World;
use Throwable;

/** Decodes one input, uses the result, and reports what is wrong with it. */
final class Oracle
{
    /** The memory limit for an input: 400 bytes for each of its bytes, 256 kB, and the declared size of its objects. */
    private const PER_BYTE = 400;

    private const FIXED = 262_144;

    /** Hooks may allocate any amount of memory. After one has run, the limit says nothing about the decoder. */
    private const HOOKS = 16_000_000;

    /** Classes of exceptions that come out of a decode: PHP's own, and what fixtures throw. */
    private const LEGITIMATE = ['Error', 'TypeError', 'ValueError', 'Exception', 'ErrorException', 'UnexpectedValueException', 'InvalidArgumentException', 'OutOfBoundsException', 'Openssl\OpensslException', 'Lyo\Tests\Fixtures\\'];

    private int $events = 0;

    public function __construct(private readonly Target $target)
    {
        $guarded = static fn(Closure $action): Closure => static function (mixed $argument) use ($action): mixed {
            try {
                return $action($argument);
            } catch (LyoException) {
                throw new Refused('refused'); // by a nested call in a hook; it must not look like a refusal of the input
            }
        };
        $encode = $guarded($target->encode);
        $decode = $guarded(static fn(mixed $data): mixed => ($target->decode)(is_string($data) ? $data : '', []));
        World::useCodec(static function (mixed $value) use ($encode): string {
            $bytes = $encode($value);

            return is_string($bytes) ? $bytes : '';
        }, static fn(string $data): mixed => $decode($data));
    }

    /**
     * @param array<string, mixed> $options
     * @return array{string, ?string} the outcome, for the table; the fault
     */
    public function judge(string $input, array $options, bool $throwing): array
    {
        $thrown = $value = null;
        Observer::collect(); // garbage of earlier inputs has destructors too
        $this->watch($throwing);
        $before = memory_get_usage();
        memory_reset_peak_usage();
        try {
            $value = ($this->target->decode)($input, $options);
        } catch (Throwable $caught) {
            $thrown = $caught;
        }
        $used = memory_get_peak_usage() - $before;
        Observer::collect();
        $events = $this->unwatch();
        $outcome = $thrown === null ? 'decoded' : $thrown::class;
        if ($thrown !== null) {
            $fault = self::refusalFault($thrown, $events) ?? $this->recognitionFault($input, $thrown);
            unset($caught, $thrown);

            return [$outcome, $fault ?? self::memoryFault($input, $used, $events === [] ? 0 : self::HOOKS)];
        }
        $check = new ValueCheck();
        $fault = $check->fault($value)
            ?? (($this->target->recognizes)($input) ? null : 'decoded, and not recognised')
            ?? self::memoryFault($input, $used, $check->objectBytes + ($events === [] ? 0 : self::HOOKS))
            ?? $this->againFault($value);

        return [$outcome, $fault];
    }

    /** @param list<string> $events */
    private static function refusalFault(Throwable $thrown, array $events): ?string
    {
        if ($thrown instanceof TruncatedException || $thrown instanceof CorruptException || $thrown instanceof UnsupportedVersionException || $thrown instanceof LimitException) {
            return $events === [] ? null : 'refused with ' . $thrown::class . ' after user code had run: ' . $events[0];
        }
        if ($thrown instanceof LyoException) {
            $hooks = array_values(array_filter($events, static fn(string $event): bool => str_starts_with($event, 'hook ')));

            return $hooks === [] ? null : 'refused with ' . $thrown::class . ' after a hook had run: ' . $hooks[0];
        }
        foreach (self::LEGITIMATE as $class) {
            if ($thrown::class === $class || str_starts_with($thrown::class, $class . (str_ends_with($class, '\\') ? '' : '\\'))) {
                return null;
            }
        }

        return 'threw ' . $thrown::class . ': ' . $thrown->getMessage();
    }

    private function recognitionFault(string $input, Throwable $thrown): ?string
    {
        $refused = $thrown instanceof TruncatedException || $thrown instanceof CorruptException;

        return $refused && ($this->target->recognizes)($input) ? 'refused with ' . $thrown::class . ', and recognised' : null;
    }

    private static function memoryFault(string $input, int $used, int $allowance): ?string
    {
        $bound = self::PER_BYTE * strlen($input) + self::FIXED + $allowance;

        return $used <= $bound ? null : sprintf('%d bytes of memory for %d of input', $used, strlen($input));
    }

    /** What PHP itself can serialize, the encoder must encode, and the decoder accept. */
    private function againFault(mixed $value): ?string
    {
        $this->watch(false);
        $native = self::attempt(static fn(): string => serialize($value));
        $encoded = self::attempt(fn(): string => ($this->target->encode)($value));
        // a hook may have changed the value, so that it is refused from the second time on
        $later = $encoded instanceof Throwable ? self::attempt(static fn(): string => serialize($value)) : null;
        $this->unwatch();
        if ($encoded instanceof Throwable && $later instanceof Throwable && [$later::class, $later->getMessage()] === [$encoded::class, $encoded->getMessage()]) {
            return null;
        }
        if (is_string($native) && $encoded instanceof Throwable && !$encoded instanceof LimitException) {
            return 'serialize() takes the decoded value, encoding it threw ' . $encoded::class . ': ' . $encoded->getMessage();
        }
        if (!is_string($encoded)) {
            return null;
        }
        $this->watch(false);
        $again = self::attempt(fn(): mixed => ($this->target->decode)($encoded, []));
        $this->unwatch();

        return $again instanceof TruncatedException || $again instanceof CorruptException ? 'its own bytes are refused: ' . $again->getMessage() : null;
    }

    /**
     * @param Closure(): mixed $action
     */
    private static function attempt(Closure $action): mixed
    {
        try {
            return $action();
        } catch (Throwable $thrown) {
            return $thrown;
        }
    }

    private function watch(bool $throwing): void
    {
        $this->events = 0;
        set_error_handler(function (int $level, string $message) use ($throwing): bool {
            if ((error_reporting() & $level) !== 0 && ++$this->events <= 100) {
                World::event('warn ' . $message);
                if ($throwing) {
                    throw new ErrorException($message, 0, $level);
                }
            }

            return true;
        });
        World::record();
    }

    /** @return list<string> */
    private function unwatch(): array
    {
        restore_error_handler();

        return World::stop();
    }
}
