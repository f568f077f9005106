<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Redis;

use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Exception\UnknownFormatException;

use function array_key_exists;
use function array_keys;
use function array_map;
use function array_values;
use function count;
use function is_array;
use function is_int;
use function is_string;
use function preg_match;
use function strlen;

/**
 * PHP values in Redis, for clients without a replaceable serializer. It has the commands that read and write values; for all others use
 * the client.
 *
 * Ints are stored as digits, so that INCR and similar commands work; everything else, also strings and floats, is written by the Packer.
 * Every format that the Packer reads is read, also what phpredis' own serializers have written. Other bytes are a miss, or with $plain are
 * returned as they are.
 */
abstract class Values
{
    /**
     * @param bool $plain bytes of no known format are returned as strings, and are not a miss
     */
    public function __construct(private readonly Packer $packer, private readonly bool $plain = false) {}

    /** The value, or the default for a miss. */
    public function get(string $key, mixed $default = null): mixed
    {
        return $this->unpack($this->command('GET', [$key]), $default);
    }

    /** @return array<string, mixed> of the keys that are found */
    public function getMultiple(string ...$keys): array
    {
        return $keys === [] ? [] : $this->found(array_values($keys), $this->command('MGET', array_values($keys)));
    }

    /** @param int|null $seconds after which it expires; null for never */
    public function set(string $key, mixed $value, ?int $seconds = null): void
    {
        $this->command('SET', [$key, $this->pack($value), ...$seconds === null ? [] : ['EX', $seconds]]);
    }

    /** Stores it only if the key does not exist. Returns whether it was stored. */
    public function add(string $key, mixed $value, ?int $seconds = null): bool
    {
        $answer = $this->command('SET', [$key, $this->pack($value), 'NX', ...$seconds === null ? [] : ['EX', $seconds]]);
        return $answer !== null && $answer !== false;
    }

    /** @param array<string, mixed> $values */
    public function setMultiple(array $values): void
    {
        $arguments = [];
        foreach ($values as $key => $value) {
            $arguments[] = (string) $key;
            $arguments[] = $this->pack($value);
        }
        if ($arguments !== []) {
            $this->command('MSET', $arguments);
        }
    }

    /** A field of a hash. */
    public function hashGet(string $key, string $field, mixed $default = null): mixed
    {
        return $this->unpack($this->command('HGET', [$key, $field]), $default);
    }

    /** @return array<string, mixed> all fields that can be read */
    public function hashGetAll(string $key): array
    {
        $fields = $this->command('HKEYS', [$key]);
        $names = [];
        foreach (is_array($fields) ? $fields : [] as $field) {
            if (is_string($field)) {
                $names[] = $field;
            }
        }
        return $names === [] ? [] : $this->found($names, $this->command('HMGET', [$key, ...$names]));
    }

    /** @param array<string, mixed> $values by field */
    public function hashSet(string $key, array $values): void
    {
        $arguments = [$key];
        foreach ($values as $field => $value) {
            $arguments[] = (string) $field;
            $arguments[] = $this->pack($value);
        }
        if (count($arguments) > 1) {
            $this->command('HSET', $arguments);
        }
    }

    /** Appends them to a list, and returns its new length. */
    public function listPush(string $key, mixed ...$values): int
    {
        $length = $this->command('RPUSH', [$key, ...array_map($this->pack(...), array_values($values))]);
        return is_int($length) ? $length : 0;
    }

    /** Removes and returns the first value of a list. */
    public function listShift(string $key, mixed $default = null): mixed
    {
        return $this->unpack($this->command('LPOP', [$key]), $default);
    }

    /** @return list<mixed> what can be read of a list */
    public function listAll(string $key): array
    {
        $items = $this->command('LRANGE', [$key, 0, -1]);
        $items = is_array($items) ? array_values($items) : [];
        return array_values($this->found(array_map(strval(...), array_keys($items)), $items));
    }

    public function pack(mixed $value): string
    {
        return is_int($value) ? (string) $value : $this->packer->pack($value);
    }

    /** @param mixed $stored bytes, or what the client gives if there is nothing */
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
     * The answer of Redis to a command, with the client's prefix for keys but without its serializer: bytes, ints, lists of them.
     *
     * @param non-empty-list<string|int> $arguments the key first
     */
    abstract protected function command(string $name, array $arguments): mixed;

    /**
     * @param list<string> $names
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
