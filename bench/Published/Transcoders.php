<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use BlogPost;
use LogicException;
use PackPost;
use Random\Engine\Mt19937;
use Random\Randomizer;

/** 2013, "Benchmarking Cache Transcoders in PHP": a blog post of 10 kB and 30 short ones, and a body that is packed in `__sleep()`. */
final class Transcoders implements Comparison
{
    /** Characters of the random body of the single post, and of each of the short ones. */
    private const LONG = 10_000;
    private const SHORT = 50;
    private const POSTS = 30;

    private const ONE = 'One post of 10 kB';
    private const LIST = '30 short posts';
    private const PACKED = 'One post of 10 kB, packed';

    /** What is packed as in the article: the first line. */
    private const SLEEP = 'serialize(), gzdeflate() in __sleep()';

    private const HEADERS = ['', 'bytes', 'encode, µs', 'of serialize()', 'decode, µs', 'of unserialize()'];

    public function __construct()
    {
        require_once __DIR__ . '/BlogPost.php';
        require_once __DIR__ . '/PackPost.php';
    }

    public function name(): string
    {
        return 'transcoders';
    }

    public function run(Effort $effort): Page
    {
        $one = self::post(BlogPost::class);
        $list = self::posts();

        return new Page(
            [
                self::plain(self::ONE, $one, $one->toArray(), $effort),
                self::plain(self::LIST, $list, array_map(static fn(BlogPost $post): array => $post->toArray(), $list), $effort),
                self::packed($effort),
            ],
            [
                'The values are those of the article: four private properties, bodies of 10,000 and of 50 random characters, and titles of the same length. So `serialize()` writes as many bytes as then. JSON gets arrays instead of objects, as in the article.',
                '“zlib 1”, “zlib 6” and “zlib 9” pack all bytes of the value behind the codec, as `compress` of the bridges does. `gzdeflate()` has level 9, as in the article.',
            ],
        );
    }

    public function charts(Page $page): array
    {
        $charts = [];
        foreach (['one' => self::ONE, 'list' => self::LIST, 'packed' => self::PACKED] as $name => $title) {
            $table = $page->table($title);
            $charts[] = new Bars($name, "$title, µs", ['encode' => $table->column('encode, µs'), 'decode' => $table->column('decode, µs')]);
        }

        return $charts;
    }

    /** @param array<mixed> $data the same for JSON, without objects */
    private static function plain(string $title, mixed $value, array $data, Effort $effort): Table
    {
        $calls = $bytes = $loose = [];
        foreach (Way::codecs('msgpack', 'json') as $way) {
            foreach ($way->isIgbinary() ? [$way, $way->withoutCompactStrings()] : [$way] as $way) {
                // each with its own posts: igbinary leaves a table of properties in each object that it has written
                $own = $way->name === 'JSON' ? $data : unserialize(serialize($value));
                $bytes[$way->name] = $way->proven($own);
                $calls["$way->name encode"] = $way->encoding($own);
                $calls["$way->name decode"] = $way->decoding($bytes[$way->name]);
                array_push($loose, ...($way->loose ? ["$way->name encode", "$way->name decode"] : []));
            }
        }

        return self::table($title, $bytes, new Race($calls, $effort, $loose));
    }

    private static function packed(Effort $effort): Table
    {
        $calls = $bytes = [];
        foreach (Way::codecs() as $way) {
            $post = self::post(PackPost::class);
            $name = "$way->name, gzdeflate() in __sleep()";
            $bytes[$name] = PackPost::encode($post, $way->encoding(null)[0]);
            $back = $way->decode($bytes[$name]);
            if (!$back instanceof PackPost || $back->toArray() !== $post->toArray()) {
                throw new LogicException("$name gives another post");
            }
            $calls["$name encode"] = [PackPost::class . '::encode', [$post, $way->encoding(null)[0]]];
            $calls["$name decode"] = $way->decoding($bytes[$name]);
            foreach ([1, 6, 9] as $level) {
                $whole = $way->compressed($level);
                $post = self::post(BlogPost::class);
                $bytes[$whole->name] = $whole->proven($post);
                $calls["$whole->name encode"] = $whole->encoding($post);
                $calls["$whole->name decode"] = $whole->decoding($bytes[$whole->name]);
            }
        }

        return self::table(self::PACKED, $bytes, new Race($calls, $effort), self::SLEEP);
    }

    /** @param array<string, string> $bytes by way */
    private static function table(string $title, array $bytes, Race $race, string $base = 'serialize()'): Table
    {
        $rows = [];
        foreach ($bytes as $name => $data) {
            $rows[] = [
                $name, number_format(strlen($data)),
                Numbers::short($race->time("$name encode")), Numbers::part($race->ratio("$name encode", "$base encode")),
                Numbers::short($race->time("$name decode")), Numbers::part($race->ratio("$name decode", "$base decode")),
            ];
        }
        $headers = $base === 'serialize()' ? self::HEADERS : array_map(static fn(string $header): string => str_starts_with($header, 'of ') ? 'of the first line' : $header, self::HEADERS);

        return new Table($title, $headers, $rows);
    }

    public function answers(Page $page): Table
    {
        [$one, $list, $packed] = array_map($page->table(...), [self::ONE, self::LIST, self::PACKED]);
        $both = ['igbinary', 'Lyo'];
        $off = 'igbinary, compact_strings off';
        $saved = 1.0 - $packed->column('bytes')[self::SLEEP] / $one->column('bytes')['serialize()'];

        return Answer::table('What the article says, in parts of serialize()', [
            Answer::within('One long post: igbinary takes many times as long to write as `serialize()`', '20.5', $one->some('of serialize()', $both), 'igbinary', from: 2.0),
            Answer::within('One long post: bytes are the same', '.99', $one->parts('bytes', $both, 'serialize()'), 'igbinary', from: 0.95),
            Answer::within('30 posts: igbinary takes longer to write', '2.3', $list->some('of serialize()', $both), 'igbinary', from: 1.05),
            Answer::within('30 posts: igbinary needs less than a quarter of the bytes', '.23', $list->parts('bytes', $both, 'serialize()'), 'igbinary', to: 0.25),
            Answer::within('30 posts: igbinary reads faster', '.79', $list->some('of unserialize()', $both), 'igbinary', to: 0.95),
            Answer::within('30 posts: `igbinary.compact_strings` off changes no time (in parts of on)', '1', $list->parts('encode, µs', [$off], 'igbinary'), $off, 0.9, 1.1),
            Answer::within('`gzdeflate()` in `__sleep()` saves a fifth of a long post', '.20', ['serialize()' => $saved], 'serialize()', 0.15, 0.25),
            Answer::within('One long post: JSON takes many times as long to write as `serialize()`', '51.5', $one->some('of serialize()', ['JSON']), 'JSON', from: 2.0),
        ]);
    }

    /**
     * @template T of BlogPost|PackPost
     * @param class-string<T> $class
     * @return T
     */
    private static function post(string $class): BlogPost|PackPost
    {
        return new $class(...self::texts(new Randomizer(new Mt19937(2013)), self::LONG));
    }

    /** @return list<BlogPost> with one title, teaser and author */
    public static function posts(): array
    {
        $random = new Randomizer(new Mt19937(2013));

        return array_map(static fn(): BlogPost => new BlogPost(...self::texts($random, self::SHORT)), range(1, self::POSTS));
    }

    /** @return array{string, string, string, string} title, teaser and author as long as those of the article, and a random body */
    private static function texts(Randomizer $random, int $length): array
    {
        $characters = implode('', [...range('a', 'z'), ...range('A', 'Z'), ...range('0', '9'), ' .']);
        $body = '';
        for ($i = 0; $i < $length; $i++) {
            $body .= $characters[$random->getInt(0, strlen($characters) - 1)];
        }

        // the article prints title and teaser; only their length matters
        return [str_pad('On storing values in a cache', 34, '.'), (new Maker(2013))->text(110), 'author', $body];
    }
}
