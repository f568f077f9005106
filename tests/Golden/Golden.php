<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Golden;

use UnexpectedValueException;

/**
 * The golden file of a version: the bytes that it wrote for many values. Later versions must read them. Gzip of lines of JSON. The first says
 * {"version", "php", "values": how many follow}, each other one {"name", "format": lyo or igbinary, "bytes": hex, "text", "again"}. text is
 * the serialize() text of the value, or its size and SHA-256 if it is long or not UTF-8. again is the serialize() text of the decoded value,
 * if it differs: for a PHP reference to the value itself, which no function can return. There is no text if nothing can translate the
 * bytes: an array that contains itself, in igbinary's format.
 */
final class Golden
{
    public const FOLDER = __DIR__;
    /** Files of released versions, which nobody changes: "version sha256" in a line. */
    public const RELEASED = __DIR__ . '/released.txt';
    private const SHORT = 200;

    public static function file(string $version): string
    {
        return self::FOLDER . "/$version/values.jsonl.gz";
    }

    /** @return array<string, string> version => SHA-256 of its file */
    public static function released(): array
    {
        $released = [];
        foreach (file(self::RELEASED, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) ?: [] as $line) {
            if (!str_starts_with($line, '#')) {
                [$version, $hash] = explode(' ', $line);
                $released[$version] = $hash;
            }
        }
        return $released;
    }

    /** @return list<string> */
    public static function versions(): array
    {
        $versions = array_map(static fn(string $folder): string => basename($folder), glob(self::FOLDER . '/*', GLOB_ONLYDIR) ?: []);
        usort($versions, static fn(string $a, string $b): int => version_compare($a, $b));
        return $versions;
    }

    /** @return array<string, string> */
    public static function entry(string $name, string $format, string $bytes, ?string $text, string $again): array
    {
        $entry = ['name' => $name, 'format' => $format, 'bytes' => bin2hex($bytes)];
        if ($text === null) {
            return $entry + ['again' => self::short($again)];
        }
        $entry['text'] = self::short($text);
        return $again === $text ? $entry : $entry + ['again' => self::short($again)];
    }

    /** @param array<array-key, mixed> $entry */
    public static function hasText(array $entry, string $text): bool
    {
        return ($entry['text'] ?? '') === self::short($text);
    }

    /** @param array<array-key, mixed> $entry */
    public static function hasAgain(array $entry, string $text): bool
    {
        return ($entry['again'] ?? $entry['text'] ?? '') === self::short($text);
    }

    /** A text, or its size and SHA-256. */
    private static function short(string $text): string
    {
        return strlen($text) <= self::SHORT && preg_match('//u', $text) === 1 ? $text : strlen($text) . ' bytes, ' . hash('sha256', $text);
    }

    /** @param list<array<string, mixed>> $entries */
    public static function write(string $version, array $entries): void
    {
        $lines = json_encode(['version' => $version, 'php' => PHP_VERSION, 'values' => count($entries)], JSON_THROW_ON_ERROR) . "\n";
        foreach ($entries as $entry) {
            $lines .= json_encode($entry, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE) . "\n";
        }
        @mkdir(dirname(self::file($version)));
        file_put_contents(self::file($version), gzencode($lines, 9));
    }

    /**
     * The entries; fewer than the first line says are an error.
     *
     * @return list<array{name: string, format: string, bytes: string, ...}>
     */
    public static function read(string $version): array
    {
        $text = @gzdecode((string) file_get_contents(self::file($version)));
        if ($text === false) {
            throw new UnexpectedValueException(self::file($version) . ' is not whole');
        }
        $lines = explode("\n", rtrim($text, "\n"));
        $head = json_decode(array_shift($lines), true, flags: JSON_THROW_ON_ERROR);
        if (!is_array($head) || ($head['version'] ?? '') !== $version || ($head['values'] ?? 0) !== count($lines)) {
            throw new UnexpectedValueException(self::file($version) . ' has not what its first line says');
        }
        $entries = [];
        foreach ($lines as $line) {
            $entry = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
            if (!is_array($entry) || !is_string($entry['name'] ?? null) || !is_string($entry['format'] ?? null) || !is_string($entry['bytes'] ?? null)) {
                throw new UnexpectedValueException(self::file($version) . ": a line is no value: $line");
            }
            $entry['bytes'] = (string) hex2bin($entry['bytes']);
            $entries[] = $entry;
        }
        return $entries;
    }
}
