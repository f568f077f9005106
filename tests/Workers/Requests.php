<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Workers;

use Lyo\Samples\Samples;
use Throwable;

/** Requests of a site: each kind of them in turn, over and over. */
final class Requests
{
    /** Samples whose payloads are longer are read by one request of 500. */
    private const LONG = 3000;

    /** So many damages there are; each comes again and again. */
    private const DAMAGES = 500;

    private const ENVELOPES = [
        ['checksum' => true],
        ['compress' => 'zlib'],
        ['compress' => 'zstd', 'checksum' => true],
        ['sign' => ['2026' => 'sixteen bytes or more'], 'context' => 'worker', 'compress' => 'zlib'],
    ];

    /** @var array<string, string> payloads of samples, by their names */
    private array $short = [];

    /** @var array<string, string> */
    private array $long = [];

    /** @var array<string, string> payloads of igbinary.so, if it is loaded */
    private array $igbinary = [];

    /** @var list<array{string, array<string, mixed>}> payloads in envelopes, and the options that read them */
    private array $envelopes = [];

    private string $objects;

    private string $throwing;

    /** @var array<string, string> what was said when something was first refused or thrown */
    private array $said = [];

    /** @var array<string, int> */
    private array $counts = [];

    /** @var list<class-string> */
    private array $classes = [];

    public function __construct()
    {
        foreach (Samples::all() as $name => $value) {
            $payload = lyo_serialize($value);
            strlen($payload) <= self::LONG ? $this->short[$name] = $payload : $this->long[$name] = $payload;
            if (function_exists('igbinary_serialize') && strlen($payload) <= self::LONG) {
                $this->igbinary[$name] = (string) igbinary_serialize($value);
            }
        }
        foreach (self::ENVELOPES as $options) {
            foreach (['session', 'translations', 'order'] as $name) {
                $this->envelopes[] = [lyo_serialize(Samples::get($name), $options), $options];
            }
        }
        $this->objects = lyo_serialize($this->ring(5));
        $this->throwing = lyo_serialize([new Throwing([1, 'two', new Sleeping()]), $this->ring(2), new Sleeping()]);
        for ($class = 0; $class < 300; $class++) {
            $fields = implode(' ', array_map(static fn(int $field): string => "public \$field_{$class}_$field = $field;", range(0, $class % 7)));
            eval("namespace Lyo\\Tests\\Workers\\Made; final class Class$class { $fields }");
            $this->classes[] = self::known("Lyo\\Tests\\Workers\\Made\\Class$class");
        }
    }

    /** NULL, or what was wrong. */
    public function answer(int $request): ?string
    {
        $kind = match (true) {
            $request % 500 === 0 => 'long',
            $request % 7 === 1 => 'objects',
            $request % 7 === 2 => 'throws',
            $request % 7 === 3 => 'damaged',
            $request % 7 === 4 => 'envelope',
            $request % 7 === 5 => 'new names',
            $request % 7 === 6 && $this->igbinary !== [] => 'drop-in',
            default => 'short',
        };
        $this->counts[$kind] = ($this->counts[$kind] ?? 0) + 1;
        $wrong = match ($kind) {
            'short' => $this->same(self::pick($this->short, $request)),
            'long' => $this->same(self::pick($this->long, intdiv($request, 500))),
            'objects' => $this->same($this->objects) ?? $this->classes($request),
            'throws' => $this->throws($request),
            'damaged' => $this->damaged($request),
            'envelope' => $this->envelope($this->envelopes[intdiv($request, 7) % count($this->envelopes)]),
            'new names' => $this->newNames($request),
            'drop-in' => $this->dropIn(self::pick($this->igbinary, intdiv($request, 7))),
        };

        return $wrong === null ? null : "$kind: $wrong";
    }

    public function summary(): string
    {
        return implode(', ', array_map(static fn(string $kind, int $times): string => "$times $kind", array_keys($this->counts), $this->counts));
    }

    /** What was read is written as the same bytes. No variable holds the value: a collection of cycles during the call must not lose it. */
    private function same(string $payload): ?string
    {
        return lyo_serialize(lyo_unserialize($payload)) === $payload ? null : 'another value';
    }

    /** The value has a variable, as in applications: igbinary's functions may lose a value with cycles without one (docs/workers.md). */
    private function dropIn(string $payload): ?string
    {
        $value = igbinary_unserialize($payload);

        return igbinary_serialize($value) === $payload ? null : 'another value';
    }

    /** @param array{string, array<string, mixed>} $envelope */
    private function envelope(array $envelope): ?string
    {
        [$payload, $options] = $envelope;
        $value = lyo_unserialize($payload, array_intersect_key($options, ['sign' => 1, 'context' => 1]));

        return lyo_serialize($value, $options) === $payload ? null : 'another value';
    }

    /** More classes, keys and strings than Lyo keeps from call to call. */
    private function newNames(int $request): ?string
    {
        $value = [];
        for ($name = 0; $name < 6; $name++) {
            $value["name_{$request}_$name"] = "string $request $name";
        }
        $value['rows'] = [['id' => $request, "key$request" => 1.5], ['id' => 2, "key$request" => null]];

        return lyo_unserialize(lyo_serialize($value)) === $value ? null : 'another value';
    }

    private function classes(int $request): ?string
    {
        $class = self::pick($this->classes, intdiv($request, 7));
        $value = [new $class(), new $class()];
        $read = lyo_unserialize(lyo_serialize($value));

        return serialize($read) === serialize($value) ? null : "another object of $class";
    }

    /** Hooks throw while objects are written and read. What is half done must be freed. */
    private function throws(int $request): ?string
    {
        Throwing::$where = intdiv($request, 7) % 2 === 0 ? 'read' : 'write';
        $held = new Throwing([$request, "held $request"]);
        $value = $request % 3 === 0 ? [$this->ring(2), new Sleeping()] : [[$request], $held, $this->ring(2)];
        try {
            Throwing::$where === 'read' ? lyo_unserialize($this->throwing) : lyo_serialize($value);

            return 'no exception';
        } catch (Throwable $thrown) {
            return $this->said($thrown, Throwing::$where . ($request % 3 === 0 && Throwing::$where === 'write' ? ' sleeping' : ''));
        } finally {
            Throwing::$where = '';
        }
    }

    /** One byte of a payload is another one, or the end is missing. The same damage always has the same result. */
    private function damaged(int $request): ?string
    {
        $turn = intdiv($request, 7) % self::DAMAGES;
        $payload = $turn % 3 === 0 ? $this->objects : ($turn % 3 === 1 ? $this->envelopes[$turn % count($this->envelopes)][0] : self::pick($this->short, $turn));
        $at = $turn * 31 % strlen($payload);
        $damaged = $turn % 2 === 0 ? substr($payload, 0, $at) : substr_replace($payload, chr(ord($payload[$at]) ^ (1 << $turn % 8)), $at, 1);
        try {
            $value = lyo_unserialize($damaged);
            $result = 'read: ' . crc32(lyo_serialize($value));
        } catch (Throwable $thrown) {
            $result = $thrown::class . ': ' . $thrown->getMessage();
        }
        $before = $this->said["damage $turn"] ??= $result;

        return $before === $result ? null : "damage $turn has the result \"$result\", and had \"$before\"";
    }

    private function said(Throwable $thrown, string $where): ?string
    {
        $said = $thrown::class . ': ' . $thrown->getMessage();
        $before = $this->said[$where] ??= $said;

        return str_contains($said, 'thrown while it') && $before === $said ? null : "\"$said\", and \"$before\" before";
    }

    /** Objects in a ring, which only the collector of cycles frees. */
    private function ring(int $length): Node
    {
        $first = $last = new Node(0, 'first', Colour::Red);
        for ($id = 1; $id < $length; $id++) {
            $last = $last->next = new Node($id, "node $id", Colour::Blue);
            $first->all[] = $last;
        }

        return $last->next = $first;
    }

    /**
     * @template T
     *
     * @param array<T> $values
     *
     * @return T
     */
    private static function pick(array $values, int $turn): mixed
    {
        return array_values($values)[$turn % count($values)];
    }

    /** @return class-string */
    private static function known(string $class): string
    {
        return class_exists($class) ? $class : throw new \RuntimeException("no class $class");
    }
}
