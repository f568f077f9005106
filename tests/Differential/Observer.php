<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use Closure;
use ErrorException;
use Fiber;
use Lyo\Tests\Fixtures\OnDemand;
use Lyo\Tests\Fixtures\World;
use Throwable;

/** Runs a codec on a trial and writes down everything that user code, the error handler and the caller get to see. */
final class Observer
{
    private const LEVELS = [E_WARNING => 'warning', E_NOTICE => 'notice', E_DEPRECATED => 'deprecated', E_USER_WARNING => 'user warning', E_USER_NOTICE => 'user notice', E_USER_DEPRECATED => 'user deprecated'];

    public static function observe(TestValue $trial, Codec $codec): Observation
    {
        $seen = new Observation($codec, $trial);
        World::useCodec($codec->encode, $codec->nested);
        World::calm($trial->calm);
        self::collect();
        ini_set('unserialize_callback_func', $trial->callback);
        // The ledger's rule (d): PHP's own side is made to write floats in full, the other one does whatever the setting is.
        ini_set('serialize_precision', (string) ($codec->isNative ? -1 : $trial->precision));
        self::encode($seen, $trial, $codec);
        self::collect(); // garbage that hooks have left while encoding does not belong to a decode
        if ($seen->bytes !== null) {
            self::swap($seen, $trial);
            self::decode($seen, $trial, $codec);
        }
        ini_set('serialize_precision', '-1');
        ini_set('unserialize_callback_func', '');

        return $seen;
    }

    /**
     * @template T
     * @param Closure(): T $action
     * @return array{?string, T|null, list<string>} what was thrown, what was returned, the events
     */
    public static function watch(Closure $action, bool $throwing = false, bool $fiber = false): array
    {
        self::handleErrors($throwing);
        $autoloader = OnDemand::autoloader();
        spl_autoload_register($autoloader);
        World::record();
        $thrown = $result = null;
        try {
            $result = $fiber ? self::inFiber($action) : $action();
        } catch (Throwable $caught) {
            $thrown = Text::ofThrown($caught);
            unset($caught);
        }
        $events = World::stop();
        spl_autoload_unregister($autoloader);
        restore_error_handler();

        return [$thrown, $result, array_map(Text::normal(...), $events)];
    }

    private static function encode(Observation $seen, TestValue $trial, Codec $codec): void
    {
        $held = $trial->held ? Holder::objectsIn($trial->value) : [];
        [$seen->encodeThrown, $seen->bytes, $seen->encodeEvents] = self::watch(
            static fn(): string => ($codec->encode)($trial->value),
            $trial->throwing,
            $trial->fiber,
        );
        unset($held);
    }

    private static function decode(Observation $seen, TestValue $trial, Codec $codec): void
    {
        $bytes = (string) $seen->bytes;
        [$seen->decodeThrown, $seen->result, $seen->decodeEvents] = self::watch(
            static fn(): mixed => ($codec->decode)($bytes, $trial->options),
            $trial->throwing,
            $trial->fiber,
        );
        $seen->decoded = $seen->decodeThrown === null;
        if (!$seen->decoded || $seen->refusedWithFalse()) {
            // Collects what a failed decode has left: its destructors belong to this log.
            [, , $left] = self::watch(self::collect(...));
            sort($left);
            array_push($seen->decodeEvents, ...$left);
        }
    }

    /** @return list<string> what destructors of the result and of the value do, in an order that does not depend on the garbage collector */
    public static function release(Observation $seen): array
    {
        World::useCodec($seen->codec->encode, $seen->codec->nested);
        $released = [];
        foreach ([fn() => $seen->result = null, fn() => $seen->trial->value = null, self::collect(...), self::collect(...)] as $step) {
            World::letDestructorsDecode(true);
            [$thrown, , $events] = self::watch($step); // step by step: an exception out of a destructor ends one
            array_push($released, ...$events, ...($thrown === null ? [] : ['threw ' . $thrown]));
        }
        World::letDestructorsDecode(false);
        $released = array_map(static fn(string $event): string => (string) preg_replace('/#\d+/', '#', $event), $released);
        sort($released);

        return $released;
    }

    /** One pass is not enough: PHP frees what hangs on an object with a destructor only in the pass after that has run. */
    public static function collect(): void
    {
        for ($idle = 0; $idle < 2; $idle = gc_collect_cycles() === 0 ? $idle + 1 : 0);
    }

    /** The class has changed between write and read: Was\ClassNN is now Now\ClassNN, a name of the same length. */
    private static function swap(Observation $seen, TestValue $trial): void
    {
        if ($trial->swapped) {
            $seen->bytes = preg_replace('/Was\\\\(?=(Class|Parent)\d\d)/', 'Now\\\\', (string) $seen->bytes);
        }
    }

    private static function handleErrors(bool $throwing): void
    {
        set_error_handler(static function (int $level, string $message) use ($throwing): bool {
            if ((error_reporting() & $level) !== 0 && !(World::isQuiet() && preg_match('/^(unserialize\(\): Error at offset|Erroneous data format)/', $message) === 1)) {
                World::event('warn ' . (self::LEVELS[$level] ?? $level) . ': ' . Text::shown($message));
                if ($throwing) {
                    throw new ErrorException(Text::normal($message), 0, $level);
                }
            }

            return true;
        });
    }

    /** @param Closure(): mixed $action */
    private static function inFiber(Closure $action): mixed
    {
        $fiber = new Fiber($action);
        $fiber->start();
        while (!$fiber->isTerminated()) {
            $other = World::decode(World::encode(['meanwhile' => [1, 2.5, 'x'], 'again' => 'meanwhile']));
            World::event('note ' . (is_array($other) ? count($other) : 'damaged'));
            $fiber->resume();
        }

        return $fiber->getReturn();
    }
}
