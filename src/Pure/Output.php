<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Stream\Hashes;
use Lyo\Stream\LongStrings;
use Lyo\Stream\Table;
use Lyo\Wire\Definition as Kind;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;
use Lyo\Wire\Tag;

use function array_map;
use function chr;
use function count;
use function implode;
use function is_float;
use function is_int;
use function is_string;
use function pack;
use function serialize;
use function strlen;
use function strpos;
use function substr;
use function substr_count;

/**
 * Base of the writer: collects the bytes of body and preamble, writes leaves and definitions, and counts depth and credit.
 *
 * @internal
 */
abstract class Output
{
    // copies of Tag (tools/gen-tags.php)
    private const INT_SMALL = 1;
    private const INT_SMALL_LAST = 64;
    private const STRING_SHORT = 65;
    private const INT = 168;
    // copies of Limit
    private const PREFIX_STRING = 12;
    /** Stands in $shapes for a shape that was met once and is not defined yet. */
    private const MET = -1;
    /** Bytes of a key on average, up to which nothing is gained by hashes of keys. */
    private const KEY = 256;
    /** Bytes of magic and head. */
    protected const HEAD_SIZE = 2;

    /** @var string the body; has no native type, because loops hold references to it, and a type would be checked at each write */
    protected $out = '';
    /** The definitions, without the size of the preamble. */
    protected string $preamble = '';
    /** Number of definitions. */
    protected int $definitions = 0;
    protected int $depth = 0;
    /** Strings of the body. */
    protected Strings $strings;
    /** Strings of the preamble. */
    protected Strings $names;
    /** @var Table<int> by shapeId(): id of the definition, or MET */
    private Table $shapes;
    /** Number of cells that were drawn from the credit (spec section 7.3). */
    private int $creditUsed = 0;
    protected int $maxDepth = PHP_INT_MAX;
    /** Makes the hashes of long keys; null if there are none yet. */
    private ?Hashes $hashes = null;

    protected function __construct(int $maxDepth)
    {
        if ($maxDepth > 0) {
            $this->maxDepth = $maxDepth;
        }
        $this->shapes = new Table();
        $this->strings = new Strings();
        $this->names = new Strings();
        $this->names->lookUntil = PHP_INT_MAX;
    }

    /** Begins a level of nesting. The caller ends it by subtracting 1 from $depth. */
    protected function enter(): void
    {
        if (++$this->depth > $this->maxDepth) {
            throw $this->tooDeep();
        }
    }

    protected function tooDeep(): LyoException
    {
        return Failure::at(ErrorCode::Depth, strlen($this->out) + self::HEAD_SIZE);
    }

    /** Returns the number of cells that are left of the credit at a body offset. */
    protected function creditAt(int $offset): int
    {
        return Limit::CREDIT + Limit::CREDIT_PER_BYTE * $offset - $this->creditUsed;
    }

    /** Draws cells from the credit at a body offset. Returns false, and draws nothing, if the credit does not suffice. */
    protected function draw(int $cells, int $offset): bool
    {
        if ($cells > $this->creditAt($offset)) {
            return false;
        }
        $this->creditUsed += $cells;
        return true;
    }

    /** Writes a leaf to the body. */
    protected function leaf(mixed $value): void
    {
        $this->out .= match (true) {
            is_string($value) => $this->string($value),
            is_int($value) => self::intToken($value),
            is_float($value) => self::floatToken($value),
            $value === null => chr(Tag::NULL),
            $value === false => chr(Tag::FALSE),
            $value === true => chr(Tag::TRUE),
            default => throw new Ambiguous(), // a resource, which must be compared as the 0 that serialize() writes for it
        };
    }

    /** Returns the token of a string in the body. */
    protected function string(string $string): string
    {
        $strings = $this->strings;
        if ($strings->looks) {
            $id = $strings->id($string);
            if ($id !== null) {
                $strings->found();
                return $strings->again($id);
            }
            $name = $this->names->id($string) ?? Limit::NAMES;
            if ($name < Limit::NAMES) {
                $strings->found();
                return Bytes::ALL[Tag::NAME + ($name >> 8)] . Bytes::ALL[$name & 0xFF];
            }
        }
        return $strings->add($string);
    }

    private function stringOf(string $string, bool $preamble): string
    {
        return $preamble ? $this->names->token($string) : $this->string($string);
    }

    protected static function intToken(int $value): string
    {
        if ($value >= -1 && $value < self::INT_SMALL_LAST - self::INT_SMALL) {
            return Bytes::ALL[$value + self::INT_SMALL + 1];
        }
        $bits = $value < 0 ? ~$value : $value;
        if ($bits < 0x8000) {
            return $bits < 0x80 ? Bytes::ALL[self::INT] . Bytes::ALL[$value & 0xFF] : Bytes::ALL[self::INT + 1] . pack('v', $value);
        }
        if ($bits < 0x80000000) {
            return $bits < 0x800000 ? Bytes::ALL[self::INT + 2] . substr(pack('V', $value), 0, 3) : Bytes::ALL[self::INT + 3] . pack('V', $value);
        }
        $size = Bytes::intSize($value);
        return Bytes::ALL[self::INT + $size - 1] . substr(pack('P', $value), 0, $size);
    }

    protected static function floatToken(float $value): string
    {
        $decimal = Bytes::decimal($value);
        if ($decimal === null) {
            return chr(Tag::DOUBLE) . Bytes::double($value);
        }
        $size = Bytes::intSize($decimal[0]);
        return chr(Tag::DECIMAL + $size - 1) . chr($decimal[1]) . Bytes::store($decimal[0], $size);
    }

    /** Writes the tag of an instance of a definition. */
    protected function instance(int $definition): void
    {
        $this->out .= $definition <= Tag::INSTANCE_SHORT_LAST - Tag::INSTANCE_SHORT
            ? chr(Tag::INSTANCE_SHORT + $definition) : Bytes::tagged(Tag::INSTANCE, $definition);
    }

    // ---- shapes and definitions ----------------------------------------------------------------------------------

    /**
     * Returns a string that identifies a class and its list of keys. Different classes or lists never give the same string. Long keys stand
     * there by their hashes.
     *
     * @param list<int|string> $keys
     */
    private function shapeId(array $keys, string $class): string
    {
        if ($keys === []) {
            return $class;
        }
        $id = $class . "\n" . implode("\n", $keys);
        if (strlen($id) >= LongStrings::LEAST + self::KEY * count($keys)) {
            $keys = array_map($this->shortKey(...), $keys);
            $id = $class . "\n" . implode("\n", $keys);
        }
        if (substr_count($id, "\n") !== count($keys) || $class !== '' && self::hasInt($keys)) {
            // no other id begins with three line feeds, because a map has at most one empty key
            return "\n\n\n" . serialize([$class, $keys]);
        }
        return $id;
    }

    private function shortKey(int|string $key): int|string
    {
        return is_string($key) && strlen($key) >= LongStrings::LEAST ? ($this->hashes ??= new Hashes())->of($key) : $key;
    }

    /** @param list<int|string> $keys */
    protected static function hasInt(array $keys): bool
    {
        foreach ($keys as $key) {
            if (is_int($key)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the id of the map shape with which a map is written, or null if it is written as a plain map (spec section 6.2). The shape is
     * defined here if necessary.
     *
     * @param list<int|string> $keys
     * @param bool $now whether the shape is defined even if it was not met before
     */
    protected function mapDefinition(array $keys, bool $now): ?int
    {
        $id = $this->shapeId($keys, '');
        $definition = $this->shapes->get($id);
        if ($definition !== null && $definition !== self::MET) {
            return $definition;
        }
        if ($definition === null && !$now && strlen($this->out) >= Limit::EAGER) {
            $this->shapes->set($id, self::MET);
            return null;
        }
        $this->preamble .= Bytes::ALL[Kind::MAP_SHAPE] . Bytes::varlen(count($keys)) . $this->nameTokens($keys);
        $this->shapes->set($id, $this->definitions);
        return $this->definitions++;
    }

    /**
     * Returns the id of the class shape with which an object is written, or null if it is written with an open class (spec section 6.3). The shape
     * is defined here if necessary.
     *
     * @param list<int|string> $keys
     */
    protected function classDefinition(string $class, array $keys): ?int
    {
        if (count($keys) > Limit::SHAPE_KEYS) {
            return null;
        }
        $id = $this->shapeId($keys, $class);
        $definition = $this->shapes->get($id);
        if ($definition !== null && $definition !== self::MET) {
            return $definition;
        }
        if ($definition === null && strlen($this->out) >= Limit::EAGER && $class === 'stdClass') {
            $this->shapes->set($id, self::MET);
            return null;
        }
        $this->preamble .= Bytes::ALL[Kind::CLASS_SHAPE] . $this->names->token($class) . Bytes::varlen(count($keys)) . $this->nameTokens($keys, $class);
        $this->shapes->set($id, $this->definitions);
        return $this->definitions++;
    }

    /**
     * Returns the tokens of the keys of a shape, for the preamble.
     *
     * @param list<int|string> $keys
     * @param string|null $class class of a class shape; null for a map shape
     */
    private function nameTokens(array $keys, ?string $class = null): string
    {
        $names = $this->names;
        $tokens = '';
        foreach ($keys as $key) {
            if (is_int($key)) {
                $tokens .= self::intToken($key);
            } elseif ($class !== null && $key !== '' && $key[0] === "\0") {
                $tokens .= $this->stateKey($key, $class, true);
            } elseif (($id = $names->hashed ? $names->id($key) : $names->ids[$key] ?? null) !== null) {
                $tokens .= $names->again($id);
            } else {
                $size = strlen($key);
                if ($size > 1 && $size < self::PREFIX_STRING && $names->count < Table::PLAIN) {
                    $names->ids[$key] = $names->count++; // fast path of Strings::add() for most keys
                    $tokens .= Bytes::ALL[self::STRING_SHORT - 2 + $size] . $key;
                } else {
                    $tokens .= $names->add($key);
                }
            }
        }
        return $tokens;
    }

    /** Defines an open class, a custom class or an enum case, and returns the id of the definition. */
    protected function define(int $kind, string ...$names): int
    {
        $this->preamble .= chr($kind);
        foreach ($names as $name) {
            $this->preamble .= $this->names->token($name);
        }
        return $this->definitions++;
    }

    /** Returns the tokens of a key of an object, for the body or for the preamble. */
    protected function stateKey(int|string $key, string $class, bool $preamble = false): string
    {
        if (is_int($key)) {
            return self::intToken($key);
        }
        $second = strlen($key) > 2 && strlen($key) <= Limit::MANGLED && $key[0] === "\0" && $key[1] !== "\0" ? strpos($key, "\0", 2) : false;
        if ($second === false) {
            return $this->stringOf($key, $preamble);
        }
        $owner = substr($key, 1, $second - 1);
        $tag = match ($owner) {
            '*' => chr(Tag::KEY_PROTECTED),
            $class => chr(Tag::KEY_PRIVATE),
            default => chr(Tag::KEY_PRIVATE_OF) . $this->stringOf($owner, $preamble),
        };
        return $tag . $this->stringOf(substr($key, $second + 1), $preamble);
    }
}
