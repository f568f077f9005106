<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\DrupalModule;

use Random\Engine\Mt19937;
use Random\Randomizer;
use RuntimeException;

use function array_diff_assoc;
use function array_fill;
use function base64_decode;
use function base64_encode;
use function fgets;
use function fwrite;
use function is_array;
use function is_object;
use function serialize;
use function unserialize;

/**
 * Servers of three kinds share a database during a deploy: first most of them are plain, then most have the module and the extension. They do random
 * operations in turn. A model knows what each may find: the last value that was stored, or nothing.
 */
final class Heads
{
    private const PLAIN = 'plain';
    private const MODULE = 'module';
    private const EXTENSION = 'module and extension';
    /** Of 100 operations. */
    private const OPERATIONS = [
        'get' => 24, 'get invalid' => 6, 'getMultiple' => 8, 'set' => 20, 'setMultiple' => 4, 'delete' => 4, 'invalidate' => 4, 'invalidateTags' => 3, 'collect' => 1,
        'store get' => 8, 'store set' => 6, 'store delete' => 2, 'store all' => 1, 'state get' => 5, 'state set' => 4,
    ];
    private const IDS = 60;
    private const TAGS = 12;

    /** @var array<string, array{resource, resource, resource}> process, its input, its output */
    private array $heads = [];
    /** @var array<string, array{value: mixed, tags: array<string, int>, valid: bool, packed: bool}> rows of the bin */
    private array $rows = [];
    /** @var array<string, int> how many times a tag was invalidated */
    private array $tags = [];
    /** @var array<string, mixed> */
    private array $store = [];
    /** @var array<string, mixed> */
    private array $states = [];
    private int $version = 0;
    /** @var list<string> */
    public array $faults = [];
    /** @var array<string, array<string, int>> by kind of head */
    public array $counts = [];
    private readonly Randomizer $random;

    /** @param array<string, array{Site, bool}> $sites by kind: the site, and whether its PHP has the extension */
    public function __construct(array $sites, private readonly string $folder)
    {
        $this->random = new Randomizer(new Mt19937(45));
        $abouts = [];
        foreach ($sites as $kind => [$site, $extension]) {
            $process = proc_open(['/bin/sh', '-c', 'exec ' . $site->command('php ' . __DIR__ . "/head.php $site->folder/web $this->folder/shared.sqlite", $extension)], [['pipe', 'r'], ['pipe', 'w'], ['file', "$this->folder/head.log", 'a']], $pipes);
            $this->heads[$kind] = [$process === false ? throw new RuntimeException("no $kind") : $process, $pipes[0], $pipes[1]];
            $this->counts[$kind] = ['operations' => 0, 'hits' => 0, 'misses' => 0, 'misses of what it cannot read' => 0];
            $abouts[$kind] = json_encode($this->ask($kind, 'about', []), JSON_UNESCAPED_SLASHES);
        }
        count(array_unique($abouts)) === count($sites) || throw new RuntimeException('two servers are of one kind: ' . implode(', ', $abouts));
    }

    public function stop(): void
    {
        foreach ($this->heads as [$process, $input]) {
            fclose($input);
            proc_close($process);
        }
    }

    public function run(int $operations): void
    {
        $names = [];
        foreach (self::OPERATIONS as $name => $share) {
            $names = [...$names, ...array_fill(0, $share, $name)];
        }
        for ($i = 0; $i < $operations; $i++) {
            $kind = $this->random->getInt(0, $operations) > $i ? self::PLAIN : self::EXTENSION;
            $kind = $this->random->getInt(0, 3) === 0 ? self::MODULE : $kind;
            $this->counts[$kind]['operations']++;
            $this->operation($kind, $names[$this->random->getInt(0, 99)]);
        }
    }

    private function operation(string $kind, string $name): void
    {
        $id = 'id:' . $this->random->getInt(1, self::IDS);
        $value = $this->value();
        $tags = array_map(fn(): string => 'tag:' . $this->random->getInt(1, self::TAGS), range(0, $this->random->getInt(0, 1)));
        switch ($name) {
            case 'get':
            case 'get invalid':
                $this->found($kind, $id, $this->ask($kind, 'get', [$id, $name === 'get invalid']), $name === 'get invalid');
                break;
            case 'getMultiple':
                $ids = array_values(array_unique([$id, 'id:' . $this->random->getInt(1, self::IDS), 'id:' . $this->random->getInt(1, self::IDS)]));
                $items = $this->ask($kind, 'getMultiple', [$ids]);
                foreach ($ids as $one) {
                    $this->found($kind, $one, is_array($items) ? $items[$one] ?? false : null, false);
                }
                break;
            case 'set':
                $tags = $this->random->getInt(0, 1) === 0 ? $tags : [];
                $expire = [-1, time() + 3600, time() - 10][max(0, $this->random->getInt(-7, 2))];
                $this->ask($kind, 'set', [$id, $value, $expire, $tags]);
                $this->row($kind, $id, $value, $tags, $expire === -1 || $expire > time());
                break;
            case 'setMultiple':
                $this->ask($kind, 'setMultiple', [[$id => ['data' => $value, 'tags' => $tags], 'id:0' => ['data' => [$value]]]]);
                $this->row($kind, $id, $value, $tags, true);
                $this->row($kind, 'id:0', [$value], [], true);
                break;
            case 'delete':
                $this->ask($kind, 'delete', [$id]);
                unset($this->rows[$id]);
                break;
            case 'invalidate':
                $this->ask($kind, 'invalidate', [$id]);
                isset($this->rows[$id]) && $this->rows[$id]['valid'] = false;
                break;
            case 'invalidateTags':
                $this->ask($kind, 'invalidateTags', [$tags]);
                foreach (array_unique($tags) as $tag) {
                    $this->tags[$tag] = ($this->tags[$tag] ?? 0) + 1;
                }
                break;
            case 'collect': // core's deletes what a plain server cannot read, too
                $this->ask($kind, 'collect', []);
                $this->rows = array_filter($this->rows, static fn(array $row): bool => $row['valid'] && !($row['packed'] && $kind === self::PLAIN));
                break;
            case 'store get':
                $this->same($kind, "$name $id", $this->store[$id] ?? null, $this->ask($kind, $name, [$id]));
                break;
            case 'store all':
                $all = $this->ask($kind, $name, []);
                is_array($all) && ksort($all);
                ksort($this->store);
                $this->same($kind, $name, $this->store, $all);
                break;
            case 'store set':
                $this->ask($kind, $name, [$id, $value]);
                $this->store[$id] = $value;
                break;
            case 'store delete':
                $this->ask($kind, $name, [$id]);
                unset($this->store[$id]);
                break;
            case 'state get':
                $this->same($kind, "$name $id", $this->states[$id] ?? null, $this->ask($kind, $name, [$id]));
                break;
            case 'state set':
                $this->ask($kind, $name, [$id, $value]);
                $this->states[$id] = $value;
                break;
        }
    }

    /** @param list<string> $tags */
    private function row(string $kind, string $id, mixed $value, array $tags, bool $valid): void
    {
        $of = [];
        foreach ($tags as $tag) {
            $of[$tag] = $this->tags[$tag] ??= 0;
        }
        // A time that is past is past for all, and has no mark.
        $this->rows[$id] = ['value' => $value, 'tags' => $of, 'valid' => $valid, 'packed' => $kind === self::EXTENSION && (is_array($value) || is_object($value))];
    }

    private function found(string $kind, string $id, mixed $item, bool $invalid): void
    {
        $row = $this->rows[$id] ?? null;
        $isValid = $row !== null && $row['valid'] && array_diff_assoc($row['tags'], $this->tags) === [];
        $isReadable = $row !== null && !($row['packed'] && $kind === self::PLAIN);
        if (!is_object($item)) {
            $row !== null && ($invalid || $isValid && $isReadable) && $this->faults[] = "$kind, $id: a miss";
            $this->counts[$kind]['misses']++;
            $this->counts[$kind]['misses of what it cannot read'] += $isValid && !$isReadable ? 1 : 0;
            return;
        }
        $of = get_object_vars($item);
        match (true) {
            $row === null || !$invalid && !($isValid && $isReadable) => $this->faults[] = "$kind, $id: a stale read of " . self::text($of['data'] ?? null),
            ($of['valid'] ?? null) !== ($isValid && $isReadable) => $this->faults[] = "$kind, $id: valid is wrong",
            $isReadable && serialize($of['data'] ?? null) !== serialize($row['value']) => $this->faults[] = "$kind, $id: " . self::text($of['data'] ?? null) . ' instead of ' . self::text($row['value']),
            default => $this->counts[$kind]['hits']++,
        };
    }

    private function same(string $kind, string $what, mixed $wanted, mixed $found): void
    {
        serialize($wanted) === serialize($found) ? $this->counts[$kind]['hits']++ : $this->faults[] = "$kind, $what: " . self::text($found) . ' instead of ' . self::text($wanted);
    }

    private function value(): mixed
    {
        $version = ++$this->version;
        return match ($this->random->getInt(0, 9)) {
            0 => "version $version",
            1 => $version,
            2 => $version % 2 === 0,
            3 => (object) ['version' => $version],
            4 => ['version' => $version, 'rows' => array_fill(0, 20, ['id' => $version, 'title' => "Title $version"])],
            default => ['version' => $version],
        };
    }

    /** @param list<mixed> $arguments */
    private function ask(string $kind, string $call, array $arguments): mixed
    {
        [, $input, $output] = $this->heads[$kind];
        fwrite($input, base64_encode(serialize([$call, $arguments])) . "\n");
        $answer = unserialize((string) base64_decode((string) fgets($output), true));
        if (!is_array($answer) || !is_array($answer[1] ?? null)) {
            throw new RuntimeException("$kind does not answer to $call: " . file_get_contents("$this->folder/head.log"));
        }
        foreach ($answer[1] as $error) {
            $this->faults[] = "$kind, $call: " . self::text($error);
        }
        return $answer[0] ?? null;
    }

    private static function text(mixed $value): string
    {
        return substr(is_string($value) ? $value : serialize($value), 0, 100);
    }
}
