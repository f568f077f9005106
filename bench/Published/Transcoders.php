<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use LogicException;

/** 2013, "Benchmarking Cache Transcoders in PHP": 11 blog posts by JSON, igbinary, msgpack and `serialize()`, and with bodies that are packed in `__sleep()`. */
final class Transcoders implements Comparison
{
    public const POSTS = 11;

    public function name(): string
    {
        return 'transcoders';
    }

    public function run(Effort $effort): Page
    {
        $calls = $bytes = [];
        foreach (Way::codecs('msgpack') as $way) {
            self::add($calls, $bytes, $way->name, $way->encoding(self::posts(Post::class)), $way->decoding(...));
            self::add($calls, $bytes, "$way->name, gzdeflate() in __sleep()", [PackingPost::class . '::encode', [self::posts(PackingPost::class), $way->encoding(null)[0]]], $way->decoding(...));
            foreach ([1, 6] as $level) {
                $whole = $way->compressed($level);
                self::add($calls, $bytes, $whole->name, $whole->encoding(self::posts(Post::class)), $whole->decoding(...));
            }
        }
        self::add($calls, $bytes, 'JSON', [Post::class . '::toJson', [self::posts(Post::class)]], static fn(string $json): array => [Post::class . '::fromJson', [$json]]);
        $race = new Race($calls, $effort); // each with its own posts: igbinary leaves a table of properties in each object that it has written
        $rows = [];
        foreach ($bytes as $name => $data) {
            $rows[] = [
                $name, number_format(strlen($data)),
                Numbers::short($race->time("$name encode")), Numbers::part($race->ratio("$name encode", 'serialize() encode')),
                Numbers::short($race->time("$name decode")), Numbers::part($race->ratio("$name decode", 'serialize() decode')),
            ];
        }

        return new Page(
            [new Table(self::POSTS . ' posts', ['', 'bytes', 'encode, µs', 'of serialize()', 'decode, µs', 'of unserialize()'], $rows)],
            ['Bodies have 1,000 to 10,000 characters of words. “zlib 1” and “zlib 6” pack all bytes of the value behind the codec, as `compress` of the bridges does.'],
        );
    }

    public function charts(Page $page): array
    {
        $groups = [];
        foreach (['encode', 'decode'] as $direction) {
            foreach ($page->tables[0]->column("$direction, µs") as $name => $time) {
                $groups["$direction, " . (preg_match('/zlib|gzdeflate/', $name) === 1 ? 'compressed' : 'not compressed')][$name] = $time;
            }
        }

        return [new Bars('time', 'Storing and reading ' . self::POSTS . ' blog posts, µs', $groups)];
    }

    /**
     * Tries two calls, and adds them to a race.
     *
     * @param array<string, array{string, list<mixed>}> $calls
     * @param array<string, string> $bytes
     * @param array{string, list<mixed>} $encoding
     * @param callable(string): array{string, list<mixed>} $decoding
     */
    private static function add(array &$calls, array &$bytes, string $name, array $encoding, callable $decoding): void
    {
        $data = self::call($encoding);
        $bytes[$name] = is_string($data) ? $data : '';
        $calls["$name encode"] = $encoding;
        $calls["$name decode"] = $decoding($bytes[$name]);
        $content = static fn(mixed $post): array => $post instanceof Post ? $post->toArray() : [];
        if (array_map($content, (array) self::call($calls["$name decode"])) !== array_map($content, self::posts(Post::class))) {
            throw new LogicException("$name gives other posts");
        }
    }

    /** @param array{string, list<mixed>} $call */
    private static function call(array $call): mixed
    {
        [$function, $arguments] = $call;

        return is_callable($function) ? $function(...$arguments) : throw new LogicException("$function cannot be called");
    }

    /**
     * @template T of Post
     * @param class-string<T> $class
     * @return list<T>
     */
    public static function posts(string $class): array
    {
        $maker = new Maker(2013);
        $posts = [];
        for ($i = 0; $i < self::POSTS; $i++) {
            $posts[] = new $class(ucfirst($maker->text(40)), ucfirst($maker->word()), 1_356_998_400 + 86_400 * $i, $maker->text($maker->number(1_000, 10_000)));
        }

        return $posts;
    }
}
