<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Igbinary;

use Closure;
use InvalidArgumentException;
use Lyo\Tests\Corpus\Corpus;
use Lyo\Tests\Differential\Generator\TrialMaker;
use Lyo\Tests\Differential\TestValue;
use Lyo\Tests\Differential\Text;
use Lyo\Tests\Fixtures\World;
use Throwable;

/** The work of a process with one of the two modules: make a value, encode it, decode bytes, report the result. */
final class Work
{
    private const MARKER = 'N0000000';

    /** @var list<string> */
    private array $told = [];

    private ?Sessions $sessions = null;

    /** @var array<string, true> applications whose classes are there */
    private array $loaded = [];

    public function __construct()
    {
        World::useCodec(
            static fn(mixed $value): string => igbinary_serialize($value) ?? throw new InvalidArgumentException('not encoded'),
            static fn(string $data): mixed => igbinary_unserialize($data),
        );
        set_error_handler(function (int $level, string $message): bool {
            $this->told[] = $level . ' ' . Text::shown($message);

            return true;
        });
    }

    /**
     * @param array<string, mixed> $request
     * @return array<string, mixed>
     */
    public function answer(array $request): array
    {
        ini_set('igbinary.compact_strings', ($request['compact'] ?? true) === true ? '1' : '0');

        return match ($request['do'] ?? null) {
            'trial' => $this->trial($request, igbinary_serialize(...), igbinary_unserialize(...)),
            'native' => $this->trial($request, serialize(...), unserialize(...)),
            'corpus' => $this->file(self::text($request, 'application'), self::text($request, 'file')),
            'decode' => $this->decode(self::text($request, 'bytes'), igbinary_unserialize(...)),
            'session' => ($this->sessions ??= new Sessions($this->told))->request(self::number($request, 'seed'), self::number($request, 'index')),
            'encode' => $this->encode(self::value(self::text($request, 'php')), igbinary_serialize(...)),
            default => ['version' => phpversion('igbinary')],
        };
    }

    /**
     * @param array<string, mixed> $request
     * @param Closure(mixed): ?string $encode
     * @param Closure(string): mixed $decode
     * @return array<string, mixed>
     */
    private function trial(array $request, Closure $encode, Closure $decode): array
    {
        $seed = $request['seed'] ?? 1;
        $index = $request['index'] ?? 0;
        $trial = (new TrialMaker(is_int($seed) ? $seed : 1, 120))->make(is_int($index) ? $index : 0, self::MARKER);
        World::record();
        $answer = $this->encode($trial->value, $encode) + ['family' => $trial->family];
        self::end($trial);
        if (is_string($answer['bytes'])) {
            $nextKeys = [];
            $answer['decoded'] = $this->decode($answer['bytes'], $decode, $nextKeys);
            $answer['next keys'] = $nextKeys;
        }
        $answer['events'] = World::stop();

        return $answer;
    }

    /**
     * Lets go of a value; its destructors may throw.
     *
     * @param-out null $trial
     */
    private static function end(?TestValue &$trial): void
    {
        try {
            $trial = null;
            gc_collect_cycles();
        } catch (Throwable) { // @phpstan-ignore catch.neverThrown (destructors do)
            // their own affair
        }
    }

    /** @return array<string, mixed> */
    private function file(string $application, string $file): array
    {
        $corpus = Corpus::find();
        if ($corpus === null) {
            return ['missing' => true];
        }
        if (!isset($this->loaded[$application])) {
            $corpus->load();
            $corpus->loadClasses($application);
            $this->loaded[$application] = true;
        }
        $value = unserialize($corpus->text($file));
        $answer = $this->encode($value, igbinary_serialize(...));
        $answer['portrait'] = Portrait::of($value);
        unset($value);
        if (is_string($answer['bytes'])) {
            $answer['decoded'] = $this->decode($answer['bytes'], igbinary_unserialize(...));
        }

        return $answer;
    }

    /**
     * @param Closure(mixed): ?string $encode
     * @return array<string, mixed> bytes or null, what was thrown, what was told
     */
    private function encode(mixed $value, Closure $encode): array
    {
        $this->told = [];
        $bytes = $thrown = null;
        try {
            $bytes = $encode($value);
        } catch (Throwable $throwable) {
            $thrown = self::thrown($throwable);
        }

        return ['bytes' => $bytes, 'thrown' => $thrown, 'told' => $this->told];
    }

    /**
     * @param Closure(string): mixed $decode
     * @param list<string> $nextKeys
     * @param-out list<string> $nextKeys
     * @return array<string, mixed> portrait or null, what was thrown, what was told
     */
    private function decode(string $bytes, Closure $decode, array &$nextKeys = []): array
    {
        $this->told = [];
        $portrait = $thrown = null;
        try {
            $value = $decode($bytes);
            $told = $this->told;
            [$portrait, $nextKeys] = Portrait::withNextKeys($value);
            unset($value);
        } catch (Throwable $throwable) {
            $told = $this->told;
            $thrown = self::thrown($throwable);
        }

        return ['portrait' => $portrait, 'thrown' => $thrown, 'told' => $told];
    }

    private static function thrown(Throwable $throwable): string
    {
        return $throwable::class . ': ' . $throwable->getMessage();
    }

    /** A value from PHP code of our own tables. */
    private static function value(string $php): mixed
    {
        return (static fn(): mixed => eval($php))();
    }

    /** @param array<string, mixed> $request */
    private static function number(array $request, string $key): int
    {
        $number = $request[$key] ?? null;

        return is_int($number) ? $number : throw new InvalidArgumentException($key . ' is missing');
    }

    /** @param array<string, mixed> $request */
    private static function text(array $request, string $key): string
    {
        $text = $request[$key] ?? null;

        return is_string($text) ? $text : throw new InvalidArgumentException($key . ' is missing');
    }
}
