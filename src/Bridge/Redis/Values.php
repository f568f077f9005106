<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Redis;

use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Exception\UnknownFormatException;

use function array_filter;
use function array_key_exists;
use function array_keys;
use function array_map;
use function array_values;
use function is_array;
use function is_int;
use function is_string;
use function preg_match;
use function strlen;

/**
 * PHP values in Redis, for clients whose serializer cannot be replaced. This class has the commands that read and write values. For all other
 * commands use the client itself.
 *
 * Ints are stored as digits, so that INCR and similar commands work. Everything else, also strings and floats, is written by the Packer. It
 * also reads what phpredis' own serializers have written. Bytes of no known format are a miss, or with $plain are returned as they are.
 */
abstract class Values
{
    /**
     * @param bool $plain return bytes of no known format as strings, rather than treat them as a miss
     */
    public function __construct(private readonly Packer $packer, private readonly bool $plain = false) {}

    /** Returns a value, or the default if the key does not exist or cannot be read. */
    public function get(string $key, mixed $default = null): mixed
    {
        return $this->unpack($this->command('GET', [$key]), $default);
    }

    /** @return array<string, mixed> the values that exist and can be read, by key */
    public function getMultiple(string ...$keys): array
    {
        return $keys === [] ? [] : $this->found(array_values($keys), $this->command('MGET', array_values($keys)));
    }

    /** @param int|null $seconds time to live; null if the value never expires */
    public function set(string $key, mixed $value, ?int $seconds = null): void
    {
        $this->command('SET', [$key, $this->pack($value), ...$seconds === null ? [] : ['EX', $seconds]]);
    }

    /**
     * Stores a value only if the key does not exist.
     *
     * @param int|null $seconds time to live; null if the value never expires
     *
     * @return bool true if the value was stored
     */
    public function add(string $key, mixed $value, ?int $seconds = null): bool
    {
        $answer = $this->command('SET', [$key, $this->pack($value), 'NX', ...$seconds === null ? [] : ['EX', $seconds]]);
        return $answer !== null && $answer !== false;
    }

    /** @param array<string, mixed> $values values by key */
    public function setMultiple(array $values): void
    {
        $pairs = $this->pairs($values);
        $pairs === [] || $this->command('MSET', $pairs);
    }

    /** Returns a field of a hash, or the default if it does not exist or cannot be read. */
    public function hashGet(string $key, string $field, mixed $default = null): mixed
    {
        return $this->unpack($this->command('HGET', [$key, $field]), $default);
    }

    /** @return array<string, mixed> the fields of a hash that can be read */
    public function hashGetAll(string $key): array
    {
        $fields = $this->command('HKEYS', [$key]);
        $names = array_values(array_filter(is_array($fields) ? $fields : [], is_string(...)));
        return $names === [] ? [] : $this->found($names, $this->command('HMGET', [$key, ...$names]));
    }

    /** @param array<string, mixed> $values values by field */
    public function hashSet(string $key, array $values): void
    {
        $values === [] || $this->command('HSET', [$key, ...$this->pairs($values)]);
    }

    /** Appends values to a list and returns its new length. */
    public function listPush(string $key, mixed ...$values): int
    {
        $length = $this->command('RPUSH', [$key, ...array_map($this->pack(...), array_values($values))]);
        return is_int($length) ? $length : 0;
    }

    /** Removes the first value of a list and returns it, or the default if the list is empty or the value cannot be read. */
    public function listShift(string $key, mixed $default = null): mixed
    {
        return $this->unpack($this->command('LPOP', [$key]), $default);
    }

    /** @return list<mixed> the values of a list that can be read */
    public function listAll(string $key): array
    {
        $items = $this->command('LRANGE', [$key, 0, -1]);
        $items = is_array($items) ? array_values($items) : [];
        return array_values($this->found(array_map(strval(...), array_keys($items)), $items));
    }

    /** Returns the bytes that are stored for a value. */
    public function pack(mixed $value): string
    {
        return is_int($value) ? (string) $value : $this->packer->pack($value);
    }

    /**
     * Returns the value of stored bytes, or the default if they cannot be read.
     *
     * @param mixed $stored bytes, or what the client returns if there is nothing
     */
    public function unpack(mixed $stored, mixed $default = null): mixed
    {
        if (!is_string($stored)) {
            return $default;
        }
        if (strlen($stored) <= 20 && preg_match('/^(?:0|-?[1-9]\d*)$/D', $stored) === 1 && (string) (int) $stored === $stored) {
            return (int) $stored;
        }
        try {
            return $this->packer->unpack($stored);
        } catch (Miss $miss) {
            return $this->plain && $miss->getPrevious() instanceof UnknownFormatException ? $stored : $default;
        }
    }

    /**
     * Sends a command and returns the answer: bytes, ints, or lists of these. Keys get the prefix of the client, but its serializer is not used.
     *
     * @param non-empty-list<string|int> $arguments arguments of the command; the key comes first
     */
    abstract protected function command(string $name, array $arguments): mixed;

    /**
     * Returns each key or field with the bytes that are stored for its value.
     *
     * @param array<string, mixed> $values
     *
     * @return list<string>
     */
    private function pairs(array $values): array
    {
        $pairs = [];
        foreach ($values as $name => $value) {
            array_push($pairs, (string) $name, $this->pack($value));
        }
        return $pairs;
    }

    /**
     * Returns the values that can be read.
     *
     * @param list<string> $names
     * @param mixed $items the stored bytes, in the order of $names
     * @return array<string, mixed>
     */
    private function found(array $names, mixed $items): array
    {
        $found = [];
        $nothing = new Miss();
        foreach (is_array($items) ? array_values($items) : [] as $i => $item) {
            $value = $this->unpack($item, $nothing);
            if ($value !== $nothing && array_key_exists($i, $names)) {
                $found[$names[$i]] = $value;
            }
        }
        return $found;
    }
}
