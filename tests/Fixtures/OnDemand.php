<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use Closure;

/**
 * Classes that do not exist until they are looked up. Their name says what happens then:
 * Lyo\Tests\OnDemand\<marker>_<number>_<what>. The marker is unique for each run of each side, as a class stays for ever.
 */
final class OnDemand
{
    public const SPACE = 'Lyo\Tests\OnDemand\\';

    public const AUTOLOADED = ['Plain', 'Typed', 'Wakeup', 'State', 'Alias', 'Abstract', 'Interface', 'Enum', 'Legacy', 'Destruct', 'Bad', 'Constant', 'Nothing', 'Throws', 'Nested', 'Warns'];

    public const CALLED = ['CalledPlain', 'CalledState', 'CalledNothing', 'CalledThrows'];

    public static function name(string $marker, int $number, string $what): string
    {
        return self::SPACE . $marker . '_' . $number . '_' . $what;
    }

    /** @return Closure(string): void */
    public static function autoloader(): Closure
    {
        return static function (string $class): void {
            World::event('load ' . $class);
            try {
                if (stripos($class, self::SPACE) === 0) {
                    self::act($class, substr($class, (int) strrpos($class, '_') + 1));
                }
            } finally {
                World::event('loaded ' . $class);
            }
        };
    }

    /** For unserialize_callback_func; a class that only it defines is one whose name says so. */
    public static function callback(string $class): void
    {
        World::event('call ' . $class);
        try {
            if (stripos($class, self::SPACE) === 0) {
                $what = substr($class, (int) strrpos($class, '_') + 1);
                self::act($class, str_starts_with($what, 'Called') ? substr($what, 6) : $what);
            }
        } finally {
            World::event('called ' . $class);
        }
    }

    public static function throwingCallback(string $class): never
    {
        World::event('call ' . $class);
        World::event('called ' . $class);
        throw new Trouble('callback');
    }

    private static function act(string $class, string $what): void
    {
        match ($what) {
            'Plain' => self::define($class, 'class %s extends \Lyo\Tests\Fixtures\PublicBag {}'),
            'Typed' => self::define($class, 'class %s { public ?int $a = 1; protected $b; private array|string|null $c = []; }'),
            'Wakeup' => self::define($class, 'class %s extends \Lyo\Tests\Fixtures\WakeupOnly {}'),
            'State' => self::define($class, 'class %s extends \Lyo\Tests\Fixtures\KeyedState {}'),
            'Alias' => class_alias(PublicBag::class, $class),
            'Abstract' => self::define($class, 'abstract class %s {}'),
            'Interface' => self::define($class, 'interface %s {}'),
            'Enum' => self::define($class, 'enum %s { case One; }'),
            'Legacy' => self::define($class, 'class %s extends \Lyo\Tests\Fixtures\LegacyAny {}'),
            'Destruct' => self::define($class, 'class %s extends \Lyo\Tests\Fixtures\DestructWakeup {}'),
            'Bad' => self::define($class, 'class %s { public $a = \Lyo\Tests\NO_SUCH_CONSTANT; }'),
            'Constant' => self::define($class, 'class %s { const A = 5; public $a = self::A * 2; public $e = \Lyo\Tests\Fixtures\Unit::Only; }'),
            'Throws' => throw new Trouble('autoloader'),
            'Nested' => self::nested($class),
            'Warns' => self::warn($class),
            default => null,
        };
    }

    private static function define(string $class, string $declaration): void
    {
        $at = (int) strrpos($class, '\\');
        $level = error_reporting(0); // the old Serializable interface is deprecated at compile time
        eval('namespace ' . substr($class, 0, $at) . '; ' . sprintf($declaration, substr($class, $at + 1)));
        error_reporting($level);
    }

    private static function nested(string $class): void
    {
        World::event('note ' . Summary::of(World::decode(World::encode([new WakeupOnly(), 'in' => 'autoloader'])), 2));
        self::define($class, 'class %s extends \Lyo\Tests\Fixtures\Visibility {}');
    }

    private static function warn(string $class): void
    {
        trigger_error('warned by the autoloader', E_USER_WARNING);
        self::define($class, 'class %s { public $a; }');
    }
}
