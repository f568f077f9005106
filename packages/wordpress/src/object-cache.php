<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// For an object-cache.php of WordPress, which is loaded before plugins and Composer:
//
//   require ABSPATH . '../vendor/lyo/wordpress/src/object-cache.php';
//
// Call lyo_maybe_serialize() and lyo_maybe_unserialize() where the drop-in calls maybe_serialize() and maybe_unserialize(), or
// igbinary's functions. The settings are in wp-config.php: define('WP_LYO', ['writes' => 'lyo', 'compress' => 'zlib']);
// With 'unmarked_igbinary' => true it also reads what drop-ins have written with igbinary_serialize().
// docs/bridges/wordpress.md says when that is safe.

declare(strict_types=1);

use Lyo\Bridge\WordPress\MaybeSerializer;

if (!class_exists(MaybeSerializer::class)) {
    (static function (): void {
        $library = dirname(__DIR__, 2) . '/lyo/src'; // where Composer puts it
        is_dir($library) || $library = dirname(__DIR__, 3) . '/src'; // the repository of Lyo
        spl_autoload_register(static function (string $class) use ($library): void {
            $name = strtr($class, '\\', '/');
            $file = str_starts_with($name, 'Lyo/Bridge/WordPress/') ? __DIR__ . substr($name, 20) . '.php' : $library . substr($name, 3) . '.php';
            if (str_starts_with($name, 'Lyo/') && is_file($file)) {
                require $file;
            }
        });
        require_once "$library/functions.php";
    })();
}

// Otherwise an update of Redis Object Cache overwrites a drop-in that was derived from its own.
defined('WP_REDIS_DISABLE_DROPIN_AUTOUPDATE') || define('WP_REDIS_DISABLE_DROPIN_AUTOUPDATE', true);

/** @internal returns the serializer with the settings of WP_LYO, one for each request */
function lyo_maybe_serializer(): MaybeSerializer
{
    /** @var MaybeSerializer|null $serializer */
    static $serializer = null;
    return $serializer ??= MaybeSerializer::configured();
}

/** Returns bytes for an array or object, serialize() text for a string that looks like data, and other values unchanged. */
function lyo_maybe_serialize(mixed $value): mixed
{
    return lyo_maybe_serializer()->maybeSerialize($value);
}

/**
 * Returns the value of what lyo_maybe_serialize() or maybe_serialize() returned. For data that cannot be read it returns false and sets $found to
 * false.
 */
function lyo_maybe_unserialize(mixed $stored, ?bool &$found = null): mixed
{
    return lyo_maybe_serializer()->maybeUnserialize($stored, $found);
}
