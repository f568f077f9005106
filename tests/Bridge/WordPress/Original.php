<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\WordPress;

use ReflectionMethod;
use RuntimeException;

/** The functions of WordPress itself, or of Redis Object Cache, read from an archive if there is one. This project has no copy of them. */
final class Original
{
    private const FUNCTIONS = ['maybe_serialize', 'maybe_unserialize', 'is_serialized'];

    private function __construct(private readonly object $functions, public readonly bool $dropIn) {}

    /** @return array<string, self> by the name of the archive */
    public static function archives(): array
    {
        $folder = getenv('LYO_APPS') ?: dirname(__DIR__, 4) . '/shared/apps';
        $found = [];
        foreach (['wordpress-*-php.tar.gz' => 'wp-includes/functions.php', 'redis-cache-*.tar.gz' => 'includes/object-cache.php'] as $archive => $file) {
            foreach (glob("$folder/$archive") ?: [] as $path) {
                $source = (string) shell_exec('tar -xzOf ' . escapeshellarg($path) . ' --wildcards ' . escapeshellarg("*$file") . ' 2>/dev/null');
                $found[basename($path, '.tar.gz')] = new self(self::load($source), str_starts_with(basename($path), 'redis-cache'));
            }
        }
        return $found;
    }

    public function maybeSerialize(mixed $value): mixed
    {
        return $this->call('maybe_serialize', $value);
    }

    public function maybeUnserialize(mixed $stored): mixed
    {
        return $this->call('maybe_unserialize', $stored);
    }

    public function isSerialized(string $text, bool $strict = true): bool
    {
        return $this->call('is_serialized', $text, $strict) === true;
    }

    private function call(string $name, mixed ...$arguments): mixed
    {
        return (new ReflectionMethod($this->functions, $name))->invoke($this->functions, ...$arguments);
    }

    /** Functions or methods of a file, as methods of an object: they call nothing but each other. */
    private static function load(string $source): object
    {
        $methods = '';
        foreach (self::FUNCTIONS as $name) {
            // From its name to the closing brace with the same indentation as "function".
            if (preg_match("/^([ \\t]*)(?:\\w+ )*(function $name\\s?\\(.*?^\\1\\}\$)/ms", $source, $match) !== 1) {
                throw new RuntimeException("No $name() in the archive");
            }
            $methods .= preg_replace('/(?<!function |->)\b(?=is_serialized\s?\()/', '$this->', $match[2]) . "\n";
        }
        $object = eval("return new class {\n$methods};");
        return is_object($object) ? $object : throw new RuntimeException('The functions of the archive do not make a class');
    }
}
