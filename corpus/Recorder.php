<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Corpus;

use RuntimeException;

/**
 * Takes the values of one application: writes each to a file, as serialize() gives it, and a line for the manifest. Refuses
 * a value that does not come back, and one that tells where it was made.
 */
final class Recorder
{
    /** "2026-03-02 09:30:00" in UTC: what every application takes for the present. */
    public const NOW = 1_772_443_800;

    public const DATE = '2026-03-02 09:30:00';

    public const COLUMNS = ['file', 'app', 'kind', 'bytes', 'needs_classes', 'description', 'origin'];

    private const GENERATED = 'generated';

    private const OF_THIS_PHP = 'generated, depends on this PHP';

    /** @var array<string, list<string|int>> lines of the manifest, by file */
    private array $lines = [];

    /** @var array<string, string> what stands in values in the place of a path of this machine */
    private array $paths;

    private string $origin = self::GENERATED;

    public function __construct(private readonly string $directory, private readonly string $application)
    {
        $this->paths = [$this->directory => '/srv', dirname(__DIR__) => '/srv/lyo'];
    }

    /** What follows depends on the version of PHP, or on what PHP brings. */
    public function ofThisPhp(): void
    {
        $this->origin = self::OF_THIS_PHP;
    }

    public function add(string $name, string $kind, string $description, mixed $value): void
    {
        $this->text($name, $kind, $description, serialize($value));
    }

    /** A value that the application has written itself. */
    public function text(string $name, string $kind, string $description, string $text): void
    {
        $file = $this->application . '/' . $name . '.ser';
        if (preg_match('/^[a-z0-9._-]{1,100}$/', $name) !== 1 || isset($this->lines[$file])) {
            throw new RuntimeException("$file is no name, or was given twice");
        }
        $text = SerializedText::replace($text, $this->paths);
        $this->check($file, $text);
        if (file_put_contents($this->directory . '/' . $file, $text) !== strlen($text)) {
            throw new RuntimeException('cannot write ' . $file);
        }
        $this->lines[$file] = [$file, $this->application, $kind, strlen($text), self::needsClasses($text) ? 'yes' : 'no', $description, $this->origin];
    }

    /** @return list<string> */
    public function manifest(): array
    {
        return array_map(static fn(array $line): string => implode("\t", $line), array_values($this->lines));
    }

    private function check(string $file, string $text): void
    {
        foreach ([...array_keys($this->paths), getcwd(), php_uname('n')] as $place) {
            if (is_string($place) && strlen($place) > 4 && str_contains($text, $place)) {
                throw new RuntimeException("$file tells where it was made: $place");
            }
        }
        $again = serialize(unserialize($text));
        if (serialize(unserialize($again)) !== $again || str_contains($again, ':"__PHP_Incomplete_Class"')) {
            throw new RuntimeException("$file does not come back");
        }
    }

    private static function needsClasses(string $text): bool
    {
        return SerializedText::classes($text) !== [];
    }
}
