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
 * Everything before the value: head, preamble, reference table (spec section 3).
 *
 * @internal
 */
final class Head extends Tokens
{
    /** Most bytes of all heads that are remembered, and of one. */
    private const CACHED = 256 << 10;
    private const CACHED_SIZE = 32 << 10;

    /** @var array<string, self> by their bytes: heads up to the end of the preamble */
    private static array $cache = [];
    private static int $cached = 0;

    public bool $sharing;
    /** @var list<Definition> */
    public array $definitions = [];
    /** @var list<int> body offsets by index */
    public array $places = [];
    /** Offset of the value. */
    public int $body;
    /** Some definition is a class or case. */
    public bool $classes = false;
    /** All classes are stdClass, with properties that a cast makes. */
    private bool $standard = true;
    /** Each of its classes and cases was found, and is what the definition says (Classes). */
    public bool $resolved = false;
    /** What this is a copy of, with a table of its own. */
    private ?self $original = null;

    /**
     * @param (Closure(string, int, int, mixed, int): void)|null $tell is told of head, preamble, definition (kind,
     *     number), class, case, keys, key, table, position
     *
     * @throws LyoException
     */
    public function __construct(string $data, ?Closure $tell = null)
    {
        $this->data = $data;
        $this->end = strlen($data);
        $this->tell = $tell;
        $flags = $this->flags();
        $this->tell('head', 0, ord($data[1]));
        if (($flags & Wire\Head::PREAMBLE) !== 0) {
            $this->preamble();
        }
        $this->sharing = ($flags & Wire\Head::SHARING) !== 0;
        if ($this->sharing) {
            $this->table();
        }
        $this->body = $this->at;
    }

    /**
     * Values of one kind have the same head again and again.
     *
     * @throws LyoException
     */
    public static function of(string $data): self
    {
        return self::met($data) ?? (new self($data))->remembered();
    }

    /**
     * A head that was met before; null for another one, and for data of another kind.
     *
     * @throws LyoException
     */
    public static function met(string $data): ?self
    {
        $known = self::$cache[self::bytes($data)] ?? null;
        if ($known === null || !$known->sharing) {
            return $known;
        }
        $head = clone $known;
        $head->original = $known;
        $head->data = $data;
        $head->end = strlen($data);
        $head->table();
        $head->body = $head->at;
        return $head;
    }

    /** What a head is known by: its bytes up to the end of the preamble. None if it has entries, or is too long to be remembered. */
    private static function bytes(string $data): string
    {
        $flags = ord($data[1] ?? "\xFF");
        if (($flags & Wire\Head::EXTENDED) !== 0) {
            return '';
        }
        if (($flags & Wire\Head::PREAMBLE) === 0) {
            return substr($data, 0, 2);
        }
        $size = ord($data[2] ?? "\0");
        if ($size < 248) {
            return substr($data, 0, 3 + $size);
        }
        $size = $size === 249 && isset($data[4]) ? ord($data[3]) | ord($data[4]) << 8 : self::CACHED_SIZE;
        return $size < self::CACHED_SIZE ? substr($data, 0, 5 + $size) : '';
    }

    private function remembered(): self
    {
        $bytes = self::bytes($this->data);
        if ($bytes === '') {
            return $this;
        }
        self::$cached += strlen($bytes);
        if (self::$cached > self::CACHED) {
            self::$cache = [];
            self::$cached = strlen($bytes);
        }
        if ($this->sharing) {
            $this->original = clone $this;
            $this->original->places = [];
            $this->original->at = strlen($bytes);
        }
        $known = $this->original ?? $this;
        $known->data = '';
        self::$cache[$bytes] = $known;
        return $this;
    }

    /** The value is made of nothing but scalars and arrays without PHP references. */
    public function isPlain(): bool
    {
        return !$this->sharing && !$this->classes;
    }

    /** The value is made of scalars, arrays and objects of stdClass, each in one place. */
    public function isStandard(): bool
    {
        return !$this->sharing && $this->standard;
    }

    public function setResolved(): void
    {
        $this->resolved = true;
        $this->original?->setResolved();
    }

    /** In serialize() text, payloads have slots of their own, and a case that is met again is a back reference: a stream tells of neither. */
    public function countsOtherwise(): bool
    {
        foreach ($this->definitions as $definition) {
            if ($definition->kind >= Wire\Definition::CUSTOM_CLASS) {
                return true;
            }
        }
        return false;
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
        if (($head & Wire\Head::EXTENDED) !== 0) {
            throw $this->fail(ErrorCode::Envelope, 1); // an envelope was taken off before
        }
        $this->at = 2;
        return $head;
    }

    /** The size of the preamble, and so many bytes are there; the place behind them. */
    private function sized(): int
    {
        $token = $this->at;
        $size = $this->varlen($token);
        if ($size === 0) {
            throw $this->fail(ErrorCode::Size, $token);
        }
        if ($size < 0 || $size > $this->end - $this->at) {
            throw $this->ended($token);
        }
        return $this->at + $size;
    }

    private function preamble(): void
    {
        $all = $this->end;
        $from = $this->at;
        $this->end = $this->sized();
        $this->tell('preamble', $from, $this->end - $this->at);
        $this->short = ErrorCode::Size;
        while ($this->at < $this->end) {
            $this->definitions[] = $definition = $this->definition();
            if ($definition->kind !== Wire\Definition::MAP_SHAPE) {
                $this->classes = true;
                $this->standard = $this->standard && $definition->standard;
            }
        }
        $this->short = ErrorCode::Truncated;
        $this->end = $all;
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
