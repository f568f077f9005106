<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Closure;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Wire;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;
use Lyo\Wire\Tag;

use function array_map;
use function count;
use function min;
use function ord;
use function sort;
use function strlen;
use function substr;

/**
 * Reads what stands before the body: head, preamble and the tables of places (spec section 3). Values of one kind have the same head and preamble,
 * so these are cached.
 *
 * @internal
 */
final class Head extends Tokens
{
    /** Maximum size of the keys of the cache together, in bytes. */
    private const CACHED = 256 << 10;
    /** Maximum number of heads in the cache. */
    private const HEADS = 256;
    /** Size of a preamble, in bytes, from which on a head is not cached. */
    private const CACHED_SIZE = 32 << 10;

    /** @var array<string, self> heads without tables, by their bytes up to the end of the preamble */
    private static array $cache = [];
    /** Size of the keys of the cache, in bytes. */
    private static int $cached = 0;

    /** Whether there is a reference table, and objects or PHP references may occur again. */
    public bool $sharing;
    /** @var list<Definition> */
    public array $definitions = [];
    /** @var list<int> the reference table: body offsets by index */
    public array $references = [];
    /** Whether there is an array table, and arrays may occur again. */
    public bool $repeating;
    /** @var list<int> the array table: body offsets by index */
    public array $arrays = [];
    /** Offset of the body. */
    public int $body;
    /** Whether a definition is a class or an enum case. */
    public bool $classes = false;
    /** Whether all classes are stdClass, with properties that a cast can make. */
    private bool $standard = true;
    /** Whether all classes and cases were found and checked (see Lyo\Functions\Classes::resolve()). */
    public bool $resolved = false;
    /** Id of the name that was read last. */
    private int $lastName = 0;
    /** The cached head that this one was copied from; only if it has tables, which belong to one payload. */
    private ?self $original = null;

    /**
     * @param (Closure(string, int, int, mixed, int): void)|null $tell explains bytes (see Tokens::$tell); the parts are head, preamble, definition
     *     (kind; its id), class, case, keys, key, reference table, array table and position
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
        $this->repeating = ($flags & Wire\Head::ARRAYS) !== 0;
        $this->tables();
    }

    /**
     * Returns the head of a payload, from the cache if it is there.
     *
     * @throws LyoException
     */
    public static function of(string $data): self
    {
        return self::met($data) ?? (new self($data))->remembered();
    }

    /**
     * Returns the head of a payload if it is in the cache, with the tables of this payload. Returns null if it is not, also if the data are an
     * envelope or no payload.
     *
     * @throws LyoException
     */
    public static function met(string $data): ?self
    {
        $known = self::$cache[self::bytes($data)] ?? null;
        if ($known === null || !$known->hasTables()) {
            return $known;
        }
        $head = clone $known;
        $head->original = $known;
        $head->data = $data;
        $head->end = strlen($data);
        $head->tables();
        return $head;
    }

    /** Returns the key in the cache: the bytes up to the end of the preamble. It is empty for an envelope and for a preamble that is too long. */
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

    /** Adds this head to the cache, and returns it. If the cache gets too large, it is emptied first. */
    private function remembered(): self
    {
        $bytes = self::bytes($this->data);
        if ($bytes === '') {
            return $this;
        }
        self::$cached += strlen($bytes);
        if (self::$cached > self::CACHED || count(self::$cache) >= self::HEADS) {
            self::$cache = [];
            self::$cached = strlen($bytes);
        }
        if ($this->hasTables()) {
            $this->original = clone $this;
            $this->original->references = $this->original->arrays = [];
            $this->original->at = strlen($bytes);
        }
        $known = $this->original ?? $this;
        $known->data = '';
        self::$cache[$bytes] = $known;
        return $this;
    }

    private function hasTables(): bool
    {
        return $this->sharing || $this->repeating;
    }

    /** Tells whether the value consists of scalars and arrays only, without PHP references. */
    public function isPlain(): bool
    {
        return !$this->sharing && !$this->classes;
    }

    /** Tells whether the value consists of scalars, arrays and objects of stdClass only, without PHP references and without objects that occur again. */
    public function isStandard(): bool
    {
        return !$this->sharing && $this->standard;
    }

    /** Remembers, also for later payloads with the same head, that Lyo\Functions\Classes::resolve() has nothing left to do. */
    public function setResolved(): void
    {
        $this->resolved = true;
        $this->original?->setResolved();
    }

    /**
     * Tells whether the slots of serialize() text must be counted in another way than a StreamSink counts them. In the text, a custom payload has slots
     * of its own, and an enum case that occurs again is a back reference.
     */
    public function countsOtherwise(): bool
    {
        foreach ($this->definitions as $definition) {
            if ($definition->kind >= Wire\Definition::CUSTOM_CLASS) {
                return true;
            }
        }
        return false;
    }

    /** Reads magic and head, and returns the head byte. */
    private function flags(): int
    {
        if ($this->end === 0) {
            throw $this->ended(0);
        }
        if (ord($this->data[0]) !== Wire\Head::MAGIC) {
            throw Failure::magic($this->data);
        }
        if ($this->end === 1) {
            throw $this->ended(1);
        }
        $head = ord($this->data[1]);
        if ($head >> 4 !== Wire\Head::VERSION) {
            throw $this->fail(ErrorCode::Version, 1);
        }
        if (($head & Wire\Head::EXTENDED) !== 0) {
            throw $this->fail(ErrorCode::Envelope, 1); // the caller has opened an envelope before
        }
        $this->at = 2;
        return $head;
    }

    /** Reads the size of the preamble, checks that its bytes are there, and returns the offset behind them. */
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
        if ($kind < Wire\Definition::MAP_SHAPE || $kind > Wire\Definition::ENUM_CASE) {
            throw $this->fail(ErrorCode::Definition, $token);
        }
        $this->tell('definition', $token, $kind, count($this->definitions));
        if ($kind === Wire\Definition::MAP_SHAPE) {
            return new Definition($kind, keys: $this->keys(null));
        }
        $class = $this->name();
        $name = $this->lastName;

        return match ($kind) {
            Wire\Definition::CLASS_SHAPE => new Definition($kind, $class, keys: $this->keys($class), name: $name),
            Wire\Definition::ENUM_CASE => new Definition($kind, $class, $this->name('case'), name: $name),
            default => new Definition($kind, $class, name: $name),
        };
    }

    private function name(string $part = 'class'): string
    {
        $token = $this->at;
        $before = count($this->strings);
        $name = $this->string();
        $this->lastName = count($this->strings) > $before ? $before : $this->idAt($token, $before, $name);
        if ($name === '') {
            throw $this->fail(ErrorCode::Definition, $token);
        }
        $this->tell($part, $token, $name);
        return $name;
    }

    /** Returns the id that a back reference at $token names. A name of one byte has no id, and gets a negative one. */
    private function idAt(int $token, int $count, string $name): int
    {
        $tag = ord($this->data[$token]);
        return match (true) {
            $tag >= Tag::BACKREF_NEAR => $count - ($tag - Tag::BACKREF_NEAR + 1),
            $tag >= Tag::BACKREF && $tag <= Tag::BACKREF_LAST => $this->load($token + 1, $tag - Tag::BACKREF + 2),
            $tag >= Tag::BACKREF_12 && $tag <= Tag::BACKREF_12_LAST => ($tag - Tag::BACKREF_12) << 8 | $this->load($token + 1, 1),
            default => -1 - ord($name[0] ?? "\0"),
        };
    }

    /**
     * Reads the keys of a shape.
     *
     * @param string|null $class class of a class shape; null for a map shape
     *
     * @return list<int|string>
     */
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

    /** Reads the tables that the head announces. What follows them is the body. */
    private function tables(): void
    {
        $references = $this->sharing ? $this->table('reference table') : [];
        $arrays = $this->repeating ? $this->table('array table') : [];
        $this->body = $this->at;
        $this->references = $this->different($references, ErrorCode::ReferencePosition);
        $this->arrays = $this->different($arrays, ErrorCode::ArrayPosition);
    }

    /** @return list<int> body offsets; one above PHP_INT_MAX is negative */
    private function table(string $part): array
    {
        $token = $this->at;
        $count = $this->varlen($token);
        if ($count < 0 || $count > $this->end - $this->at) {
            throw $this->ended($token);
        }
        if ($count > Limit::COUNT) {
            throw $this->fail(ErrorCode::Elements, $token);
        }
        $this->tell($part, $token, $count);
        $places = [];
        for ($i = 0; $i < $count; $i++) {
            $token = $this->at;
            $place = $this->varlen($token);
            $this->tell('position', $token, $place);
            $places[] = $place;
        }
        return $places;
    }

    /**
     * Returns the places of a table, of which none may occur twice. The offset of the error is that of the smallest place that does, or the end of the
     * data if the place is behind it.
     *
     * @param list<int> $places
     *
     * @return list<int> one above PHP_INT_MAX becomes PHP_INT_MAX
     */
    private function different(array $places, ErrorCode $code): array
    {
        $sorted = $places;
        sort($sorted);
        $previous = null;
        $twice = false;
        foreach ($sorted as $place) {
            if ($place === $previous && $place >= 0) {
                throw $this->fail($code, $place > $this->end ? $this->end : min($this->end, $this->body + $place));
            }
            $twice = $twice || $place === $previous;
            $previous = $place;
        }
        if ($twice) {
            throw $this->fail($code, $this->end);
        }
        return $sorted !== [] && $sorted[0] < 0 ? array_map(static fn(int $place): int => $place < 0 ? PHP_INT_MAX : $place, $places) : $places;
    }
}
