<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Closure;
use Lyo\Exception\LyoException;
use Lyo\Wire;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;

use function count;
use function min;
use function ord;
use function sort;
use function strlen;
use function substr;

/**
 * Everything before the value: head, extended header, preamble, reference table (spec section 3).
 *
 * @internal
 */
final class Head extends Tokens
{
    /** Most bytes of all preambles that are remembered, and of one. */
    private const CACHED = 256 << 10;
    private const CACHED_SIZE = 32 << 10;

    /** @var array<string, array{list<Definition>, list<string>, bool, int}> definitions, strings, $classes and $longest, by their bytes */
    private static array $cache = [];
    private static int $cached = 0;

    public readonly bool $sharing;
    /** @var list<Definition> */
    public array $definitions = [];
    /** @var array<int, true> indexes of the definitions that a value names, as far as it was read */
    public array $used = [];
    /** @var list<int> body offsets by index */
    public array $places = [];
    /** Offset of the value. */
    public readonly int $body;
    /** Some definition is a class or case. */
    public bool $classes = false;

    /**
     * @param (Closure(string, int, int, mixed, int): void)|null $tell is told of head, extended, entry (id, bytes), preamble, definition (kind,
     *     number), class, case, keys, key, table, position
     *
     * @throws LyoException
     */
    public function __construct(string $data, ?Closure $tell = null)
    {
        parent::__construct($data);
        $this->tell = $tell;
        $flags = $this->flags();
        $this->tell('head', 0, ord($data[1]));
        if (($flags & Wire\Head::EXTENDED) !== 0) {
            $this->extended();
        }
        if (($flags & Wire\Head::PREAMBLE) !== 0) {
            $this->preamble();
        }
        $this->sharing = ($flags & Wire\Head::SHARING) !== 0;
        if ($this->sharing) {
            $this->table();
        }
        $this->body = $this->at;
    }

    /** The value is made of nothing but scalars and arrays without PHP references. */
    public function isPlain(): bool
    {
        return !$this->sharing && !$this->classes;
    }

    private function flags(): int
    {
        if ($this->end === 0) {
            throw $this->ended(0);
        }
        if (ord($this->data[0]) !== Wire\Head::MAGIC) {
            throw $this->fail(ErrorCode::Magic, 0);
        }
        if ($this->end === 1) {
            throw $this->ended(1);
        }
        $head = ord($this->data[1]);
        if ($head >> 4 !== Wire\Head::VERSION) {
            throw $this->fail(ErrorCode::Version, 1);
        }
        if (($head & Wire\Head::RESERVED) !== 0) {
            throw $this->fail(ErrorCode::Reserved, 1);
        }
        $this->at = 2;
        return $head;
    }

    /** A size that stands alone, and so many bytes are there; the place behind them. */
    private function sized(bool $mayBeEmpty): int
    {
        $token = $this->at;
        $size = $this->varlen($token);
        if ($size === 0 && !$mayBeEmpty) {
            throw $this->fail(ErrorCode::Size, $token);
        }
        if ($size < 0 || $size > $this->end - $this->at) {
            throw $this->ended($token);
        }
        return $this->at + $size;
    }

    private function extended(): void
    {
        $all = $this->end;
        $from = $this->at;
        $this->end = $this->sized(true);
        $this->tell('extended', $from, $this->end - $this->at);
        $this->short = ErrorCode::Size;
        while ($this->at < $this->end) {
            $entry = $this->at++;
            if ((ord($this->data[$entry]) & Wire\Entry::CRITICAL) !== 0) {
                throw $this->fail(ErrorCode::Entry, $entry);
            }
            $size = $this->varlen($entry);
            $this->skip($size < 0 ? PHP_INT_MAX : $size, $entry);
            $this->tell('entry', $entry, ord($this->data[$entry]), $size);
        }
        $this->end = $all;
        $this->short = ErrorCode::Truncated;
    }

    private function preamble(): void
    {
        $all = $this->end;
        $from = $this->at;
        $this->end = $this->sized(false);
        $size = $this->end - $this->at;
        $this->tell('preamble', $from, $size);
        $bytes = $size <= self::CACHED_SIZE && $this->tell === null ? substr($this->data, $this->at, $size) : '';
        $known = self::$cache[$bytes] ?? null;
        if ($known !== null) {
            [$this->definitions, $this->strings, $this->classes, $this->longest] = $known;
            $this->at = $this->end;
        } else {
            $this->short = ErrorCode::Size;
            while ($this->at < $this->end) {
                $this->definitions[] = $definition = $this->definition();
                $this->classes = $this->classes || $definition->kind !== Wire\Definition::MAP_SHAPE;
            }
            $this->short = ErrorCode::Truncated;
            $this->remember($bytes);
        }
        $this->end = $all;
    }

    /** Records of one kind have the same preamble again and again. */
    private function remember(string $bytes): void
    {
        if ($bytes === '') {
            return;
        }
        self::$cached += strlen($bytes);
        if (self::$cached > self::CACHED) {
            self::$cache = [];
            self::$cached = strlen($bytes);
        }
        self::$cache[$bytes] = [$this->definitions, $this->strings, $this->classes, $this->longest];
    }

    private function definition(): Definition
    {
        $token = $this->at++;
        $kind = ord($this->data[$token]);
        if ($kind >= Wire\Definition::MAP_SHAPE && $kind <= Wire\Definition::ENUM_CASE) {
            $this->tell('definition', $token, $kind, count($this->definitions));
        }
        switch ($kind) {
            case Wire\Definition::MAP_SHAPE:
                return new Definition($kind, keys: $this->keys(null));
            case Wire\Definition::CLASS_SHAPE:
                $class = $this->name();
                return new Definition($kind, $class, keys: $this->keys($class));
            case Wire\Definition::OPEN_CLASS:
            case Wire\Definition::CUSTOM_CLASS:
                return new Definition($kind, $this->name());
            case Wire\Definition::ENUM_CASE:
                $class = $this->name();
                return new Definition($kind, $class, $this->name('case'));
            default:
                throw $this->fail(ErrorCode::Definition, $token);
        }
    }

    private function name(string $part = 'class'): string
    {
        $token = $this->at;
        $name = $this->string();
        if ($name === '') {
            throw $this->fail(ErrorCode::Definition, $token);
        }
        $this->tell($part, $token, $name);
        return $name;
    }

    /** @return list<int|string> */
    private function keys(?string $class): array
    {
        $token = $this->at;
        $count = $this->varlen($token);
        if ($count === 0 && $class === null) {
            throw $this->fail(ErrorCode::Definition, $token);
        }
        if ($count < 0 || $count > $this->end - $this->at) {
            throw $this->fail(ErrorCode::Size, $token);
        }
        if ($count > Limit::COUNT) {
            throw $this->fail(ErrorCode::Elements, $token);
        }
        $this->tell('keys', $token, $count);
        $keys = [];
        $seen = [];
        for ($i = 0; $i < $count; $i++) {
            $token = $this->at;
            $key = $this->key($class);
            if (isset($seen[$key])) {
                throw $this->fail(ErrorCode::DuplicateKey, $token);
            }
            $seen[$key] = true;
            $keys[] = $key;
            $this->tell('key', $token, $key);
        }
        return $keys;
    }

    private function table(): void
    {
        $token = $this->at;
        $count = $this->varlen($token);
        if ($count < 0 || $count > $this->end - $this->at) {
            throw $this->ended($token);
        }
        if ($count > Limit::COUNT) {
            throw $this->fail(ErrorCode::Elements, $token);
        }
        $this->tell('table', $token, $count);
        $different = [];
        for ($i = 0; $i < $count; $i++) {
            $token = $this->at;
            $place = $this->varlen($token);
            $this->tell('position', $token, $place);
            $different[$place] = true;
            $this->places[] = $place < 0 ? PHP_INT_MAX : $place;
        }
        if (count($different) < $count) {
            throw $this->fail(ErrorCode::ReferencePosition, $this->twice());
        }
    }

    /** Where the smallest place stands that the table names twice. */
    private function twice(): int
    {
        $places = $this->places;
        sort($places);
        $previous = -1;
        foreach ($places as $place) {
            if ($place === $previous) {
                return min($this->end, $place > $this->end ? $this->end : $this->at + $place);
            }
            $previous = $place;
        }
        return $this->end;
    }
}
