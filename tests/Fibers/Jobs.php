<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fibers;

use Closure;
use PlainPair;
use WithNames;
use WithPayload;
use WithState;

use function bin2hex;
use function function_exists;
use function get_debug_type;
use function ini_get;
use function is_array;
use function print_r;
use function serialize;
use function session_decode;
use function session_start;
use function session_status;
use function sprintf;
use function str_replace;
use function strlen;
use function unserialize;

use const PHP_SESSION_ACTIVE;

/** The calls that a world makes: each value through each serializer, both ways, late classes, and sessions in several forms. */
final class Jobs
{
    private const LATE = 'Late00000';
    /** Classes that are loaded while they are decoded: they stay, so their number is bounded. */
    private const MOST_LATE = 2000;

    private static int $late = 0;

    /**
     * @param bool $native whether serialize() and unserialize() are among them
     *
     * @return list<Job>
     */
    public static function all(bool $native): array
    {
        $jobs = [];
        $serializers = self::serializers();
        if (!$native) {
            unset($serializers['native']);
        }
        foreach ($serializers as $name => [$caller, $encode, $decode]) {
            foreach (self::values() as $value => $make) {
                $bytes = $encode($make());
                $jobs[] = new Job("$name: encode $value", $caller, fn(): string => bin2hex($encode($make())), bin2hex($bytes));
                $jobs[] = new Job("$name: decode $value", $caller, fn(): string => print_r($decode($bytes), true), print_r($make(), true));
            }
            $late = $encode(unserialize(sprintf('a:1:{i:0;O:%d:"%s":1:{s:1:"a";i:1;}}', strlen(self::LATE), self::LATE), ['allowed_classes' => false]));
            $jobs[] = new Job("$name: load a class", $caller, fn(): string => self::decodeLate($decode, $late), 'loaded');
        }
        return [...$jobs, ...self::sessions()];
    }

    /** @return array<string, array{Caller, Closure(mixed): string, Closure(string): mixed}> */
    private static function serializers(): array
    {
        $serializers = ['native' => [Caller::Native, serialize(...), unserialize(...)]];
        if (function_exists('lyo_serialize')) {
            $serializers['lyo'] = [Caller::Ours, lyo_serialize(...), lyo_unserialize(...)];
        }
        if (function_exists('igbinary_serialize')) {
            $serializers['igbinary'] = [Caller::Ours, fn(mixed $value): string => (string) igbinary_serialize($value), igbinary_unserialize(...)];
        }
        return $serializers;
    }

    /** @return array<string, Closure(): mixed> */
    private static function values(): array
    {
        return [
            'states' => fn(): array => [new WithState(), new WithNames([1, 2]), 'x'],
            'a payload in a state' => fn(): array => ['k' => new WithState(new WithPayload('payload'))],
            'a state in named properties' => fn(): array => ['k' => new WithNames(new WithState('deep')), 'l' => new PlainPair()],
            'payloads' => fn(): array => [new WithPayload('payload'), new PlainPair(), new WithPayload('payload')],
        ];
    }

    /** @param Closure(string): mixed $decode */
    private static function decodeLate(Closure $decode, string $bytes): string
    {
        // a class that is being loaded cannot be loaded by another fiber
        $class = sprintf('Late%05d', self::$late < self::MOST_LATE ? ++self::$late : 1);
        if (self::$late === self::MOST_LATE && !class_exists($class, false)) {
            return 'loaded';
        }
        $value = $decode(str_replace(self::LATE, $class, $bytes));
        $object = is_array($value) ? $value[0] ?? null : null;
        return get_debug_type($object) === $class ? 'loaded' : get_debug_type($object);
    }

    /** @return list<Job> a session with hooks in each form that the running handler reads; the policy of the settings names all classes, so PHP's forms are read in isolation */
    private static function sessions(): array
    {
        $value = ['k' => [new WithState(), new WithPayload('payload'), new WithNames()]];
        $forms = ['php_serialize' => [Caller::Native, serialize($value)], 'php' => [Caller::Native, 'k|' . serialize($value['k'])]];
        if (function_exists('lyo_serialize')) {
            $forms['lyo'] = [Caller::Ours, lyo_serialize($value)];
        }
        if (function_exists('igbinary_serialize')) {
            $forms['igbinary'] = [Caller::Ours, (string) igbinary_serialize($value)];
        }
        if (ini_get('session.serialize_handler') === 'igbinary') {
            unset($forms['lyo']);
        }
        $jobs = [];
        foreach ($forms as $form => [$caller, $bytes]) {
            $jobs[] = new Job("session in the form $form", $caller, fn(): string => self::decodeSession($bytes), 'read', $caller === Caller::Native);
        }
        return $jobs;
    }

    /** A session whose hooks have thrown is destroyed, so a new one is started. */
    private static function decodeSession(string $bytes): string
    {
        if (session_status() !== PHP_SESSION_ACTIVE) {
            session_start();
        }
        return session_decode($bytes) ? 'read' : 'not read';
    }
}
