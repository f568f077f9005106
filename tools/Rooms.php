<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// For tools/check-layers.php and tools/gen-reference.php; its tests are in tests/Tools/RoomsTest.php.

declare(strict_types=1);

require_once __DIR__ . '/Names.php';

/**
 * The rooms of the library and of the command line: which may use which, and what of the library may be used from outside. A room is a folder;
 * files of the namespace Lyo itself are in one of two.
 */
final class Rooms
{
    /** The rooms of src/, from the bottom up. A file may use its own room, and those of the lines above. */
    private const LIBRARY = [
        ['Wire', 'Exception'],
        ['kernel'],
        ['Stream'],
        ['Native'],
        ['Igbinary', 'Msgpack', 'VarExport', 'Wddx', 'PhpSession', 'Pure'],
        ['Envelope'],
        ['Functions'],
        ['Bson'],
        ['facade'],
        ['Session', 'Bridge'],
    ];

    /** The rooms of cli/src/, likewise. All of them are above those of src/. */
    private const TOOLS = [
        ['Packed'],
        ['Store', 'Doctor', 'Train'],
        ['Dump'],
        ['Measure', 'Place', 'Convert', 'Stat', 'Find'],
        ['Advise'],
        ['commands'],
    ];

    /** Files directly in src/ that all others may use. The rest of them are what applications call: the room "facade". */
    private const KERNEL = ['src/Escape.php', 'src/Failure.php', 'src/Implementation.php', 'src/Keeps.php'];

    /** Folders that belong to the facade. */
    private const FACADE = ['src/Codec/', 'src/Detect/'];

    /** What is outside of the library, and which types marked @internal it uses all the same. The command line is released together with the library. */
    private const OUTSIDE = [
        'src/Bridge/' => ['Escape', 'Functions\Configuration'],
        'packages/wordpress/src/' => ['Bridge\Settings'],
        'cli/src/' => [
            'Envelope\Algorithm', 'Envelope\ByExtension', 'Envelope\Dictionary', 'Envelope\Envelope', 'Envelope\Opening', 'Envelope\Terms', 'Envelope\ZstdFrame', 'Escape', 'Failure', 'Functions\Configuration', 'Functions\Lyo', 'Igbinary\Reader',
            'Igbinary\Writer', 'Native\ClassNames', 'Native\Decoding', 'Native\ExactFloats', 'Native\Losses', 'Native\Reader', 'Native\References', 'Native\Text',
            'PhpSession\Reader', 'Pure\Definition', 'Pure\Head', 'Pure\Reader', 'Pure\RowsHead', 'Pure\StreamSink', 'Stream\Leaves', 'Stream\Located',
            'Stream\Sink', 'Stream\Slots', 'Wire\Definition', 'Wire\ErrorCode', 'Wire\Head', 'Wire\Limit', 'Wire\Tag', 'Wire\Vector',
        ],
        'samples/' => [],
        'demo/' => [],
        'documents' => [],
    ];

    /** @var list<string> */
    private array $problems = [];
    /** @var array<string, array<string, int>> uses, by the room that uses and the room that is used */
    private array $graph = [];
    /** @var array<string, string> path by name of the type */
    private array $types = [];
    private int $uses = 0;

    /** @param array<string, string> $sources contents by path: PHP files, and documents (.md) */
    public function __construct(private readonly array $sources)
    {
        foreach ($sources as $path => $code) {
            if (preg_match('~^(cli/src|src)/(.+)\.php$~', $path, $match) === 1 && preg_match('/^(?:(?:final|abstract|readonly) )*(?:class|interface|trait|enum) /m', $code) === 1) {
                $this->types[($match[1] === 'src' ? 'Lyo\\' : 'Lyo\\Tools\\') . strtr($match[2], '/', '\\')] = $path;
            }
        }
    }

    public static function of(string $root): self
    {
        return new self(self::sources($root));
    }

    /** @return array<string, string> what there is to check, by path */
    public static function sources(string $root): array
    {
        $sources = [];
        foreach (['src' => 'php', 'cli' => 'php|md', 'packages/wordpress/src' => 'php', 'samples' => 'php', 'demo' => 'php', 'docs' => 'md', 'ext' => 'md', 'ext-igbinary' => 'md', 'spec' => 'md'] as $folder => $extensions) {
            /** @var SplFileInfo $file */
            foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$root/$folder", FilesystemIterator::SKIP_DOTS)) as $file) {
                if (preg_match("~\.(?:$extensions)$~", $file->getPathname()) === 1) {
                    $path = substr($file->getPathname(), strlen($root) + 1);
                    $sources[$path] = (string) file_get_contents($file->getPathname());
                }
            }
        }
        $sources['README.md'] = (string) file_get_contents("$root/README.md");
        ksort($sources);

        return $sources;
    }

    /** @return list<string> what is wrong */
    public function check(): array
    {
        $this->problems = $this->graph = [];
        $found = [];
        $outside = [];
        foreach ($this->sources as $path => $code) {
            $uses = str_ends_with($path, '.md') ? self::ofDocument($code) : Names::in($code);
            $room = self::room($path);
            if ($room !== null) {
                $found[$room] = true;
                $this->uses($path, $room, $uses);
            }
            $this->outside($path, $uses, $outside);
        }
        foreach (array_keys(array_diff_key(self::order(), $found)) as $room) {
            $this->problems[] = "there is no room $room";
        }
        foreach (self::OUTSIDE as $who => $names) {
            foreach ($names as $name) {
                isset($outside["$who Lyo\\$name"]) || $this->problems[] = "the exception of $who for Lyo\\$name is not needed";
            }
        }

        return $this->problems;
    }

    /** @return list<string> names of the types that applications may use */
    public function publicTypes(): array
    {
        return array_values(array_filter(array_keys($this->types), fn(string $type): bool => str_starts_with($this->types[$type], 'src/') && !$this->isInternal($type)));
    }

    /** @return array<string, int> rooms from the bottom up => how high they are */
    public static function order(): array
    {
        return [...self::ranks('src/', 0, self::LIBRARY), ...self::ranks('cli/src/', count(self::LIBRARY), self::TOOLS)];
    }

    /** A line for each room, from the bottom up: what it uses of others, with the number of uses. */
    public function graph(): string
    {
        $text = '';
        foreach (array_keys(self::order()) as $room) {
            $uses = $this->graph[$room] ?? [];
            arsort($uses);
            $text .= "$room -> " . ($uses === [] ? 'nothing' : implode(', ', array_map(static fn(string $used, int $count): string => "$used $count", array_keys($uses), $uses))) . "\n";
        }

        return $text;
    }

    public function summary(): string
    {
        return sprintf('rooms: %d, %d types, %d of the library are public, %d uses of one room by another', count($this->graph), count($this->types), count($this->publicTypes()), $this->uses);
    }

    /** @param list<array{int, string}> $uses */
    private function uses(string $path, string $room, array $uses): void
    {
        $order = self::order();
        if (!isset($order[$room])) {
            $this->problems[] = "$path: $room has no place in the order of rooms";
            return;
        }
        $this->graph[$room] ??= [];
        foreach ($uses as [$line, $name]) {
            $used = isset($this->types[$name]) ? self::room($this->types[$name]) : null;
            if ($used === null || $used === $room) {
                continue;
            }
            $this->uses++;
            $this->graph[$room][$used] = ($this->graph[$room][$used] ?? 0) + 1;
            if (($order[$used] ?? PHP_INT_MAX) >= $order[$room]) {
                $this->problems[] = "$path:$line: $room uses $name";
            }
        }
    }

    /**
     * @param list<array{int, string}> $uses
     * @param array<string, true> $seen exceptions that are needed
     */
    private function outside(string $path, array $uses, array &$seen): void
    {
        foreach (self::OUTSIDE as $who => $allowed) {
            if (!str_starts_with(str_ends_with($path, '.md') ? 'documents' : $path, $who)) {
                continue;
            }
            foreach ($uses as [$line, $name]) {
                if (!str_starts_with($this->types[$name] ?? '', 'src/') || str_starts_with($this->types[$name], $who) || !$this->isInternal($name)) {
                    continue;
                }
                $seen["$who $name"] = true;
                in_array(substr($name, strlen('Lyo\\')), $allowed, true) || $this->problems[] = "$path:$line: $name is internal";
            }
        }
    }

    private function isInternal(string $type): bool
    {
        $head = (string) preg_replace('/^(?:(?:final|abstract|readonly) )*(?:class|interface|trait|enum) .*/ms', '', $this->sources[$this->types[$type]]);

        return str_contains($head, ' * @internal') || str_contains($head, '/** @internal');
    }

    /** @return list<array{int, string}> line and name of each type that the code of a document names */
    private static function ofDocument(string $text): array
    {
        $uses = [];
        preg_match_all('/^```(\w*)\n(.*?)^```$/ms', $text, $blocks, PREG_SET_ORDER | PREG_OFFSET_CAPTURE);
        foreach ($blocks as [, [$language], [$code, $at]]) {
            $first = substr_count($text, "\n", 0, $at);
            if ($language === 'php') {
                foreach (Names::in(str_starts_with($code, '<?php') ? $code : "<?php $code") as [$line, $name]) {
                    $uses[] = [$first + $line, $name];
                }
            } else {
                preg_match_all('/Lyo(?:\\\\\w+)+/', $code, $names);
                foreach ($names[0] as $name) {
                    $uses[] = [$first, $name];
                }
            }
        }

        return $uses;
    }

    /** @return ?string "src/Wire"; null for a file outside of src/ and cli/src/ */
    private static function room(string $path): ?string
    {
        if (preg_match('~^(src|cli/src)/(?:([^/]+)/)?.*\.php$~', $path, $match) !== 1) {
            return null;
        }
        $folder = $match[2] ?? '';
        if ($match[1] === 'cli/src') {
            return 'cli/src/' . ($folder === '' ? 'commands' : $folder);
        }
        return 'src/' . match (true) {
            in_array($path, self::KERNEL, true) => 'kernel',
            $folder === '', in_array("src/$folder/", self::FACADE, true) => 'facade',
            default => $folder,
        };
    }

    /**
     * @param list<list<string>> $lines
     *
     * @return array<string, int>
     */
    private static function ranks(string $folder, int $lowest, array $lines): array
    {
        $ranks = [];
        foreach ($lines as $line => $rooms) {
            foreach ($rooms as $room) {
                $ranks[$folder . $room] = $lowest + $line;
            }
        }

        return $ranks;
    }
}
