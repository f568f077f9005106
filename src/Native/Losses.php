<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Keeps;
use Lyo\Stream\Slots;

use function array_map;
use function array_pop;
use function array_slice;
use function end;
use function implode;
use function in_array;
use function is_int;
use function is_string;
use function preg_match;
use function strtolower;

/**
 * Refuses a value that another format cannot keep unchanged. The message has the reason and the place: "WDDX would lose a PHP reference at a.b".
 *
 * @internal
 */
final class Losses extends Slots
{
    /** @var list<int|string> keys of the containers that have not ended yet */
    private array $path = [];
    /** Key of the current value. */
    private int|string $key = 0;
    /** @var list<string> classes of the containers that have not ended yet; an empty string for an array */
    private array $open = [];
    /** @var array<int, true> slots of enum cases; there is only one object of each anyway, so its identity is not lost */
    private array $cases = [];

    /**
     * @param list<Keeps> $keeps what the format keeps
     * @param bool $plain whether it also keeps objects of stdClass and enum cases
     */
    private function __construct(private readonly string $format, private readonly array $keeps, private readonly bool $plain) {}

    /**
     * Throws an exception if a format would lose a part of a value.
     *
     * @param string $text text of serialize() for the value
     * @param string $format name of the format, for the message
     * @param list<Keeps> $keeps what the format keeps
     * @param bool $plain whether it also keeps objects of stdClass and enum cases
     *
     * @throws LyoException
     */
    public static function refuse(string $text, string $format, array $keeps, bool $plain = false): void
    {
        Reader::read($text, new self($format, $keeps, $plain));
    }

    public function string(string $value): void
    {
        parent::string($value);
        $this->bytes($value, 'bytes that are not UTF-8');
    }

    public function beginArray(int $count): void
    {
        parent::beginArray($count);
        $this->begin('');
    }

    public function beginObject(string $class, int $count): void
    {
        if (!$this->plain || strtolower($class) !== 'stdclass') {
            $this->keep(Keeps::Classes, "the class $class");
        }
        parent::beginObject($class, $count);
        $this->begin($class);
    }

    public function key(int|string $key): void
    {
        $this->key = $key;
        if (is_int($key) && end($this->open) !== '') {
            throw $this->failure('an integer key of an object');
        }
        if (is_string($key)) {
            $this->bytes($key, 'bytes of a key that are not UTF-8');
            if ($key !== '' && $key[0] === "\0" && end($this->open) !== '') {
                $this->keep(Keeps::PrivateState, 'the visibility of a property');
            }
        }
    }

    public function end(int $count): void
    {
        array_pop($this->open);
        $this->key = array_pop($this->path) ?? 0;
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        throw $this->failure("the payload of an object of $class");
    }

    public function enumCase(string $class, string $case): void
    {
        if (!$this->plain) {
            throw $this->failure("the enum case $class::$case");
        }
        parent::enumCase($class, $case);
        $this->cases[$this->slot] = true;
    }

    public function sameObject(int $slot): void
    {
        parent::sameObject($slot);
        isset($this->cases[$slot]) || $this->keep(Keeps::Identity, 'the identity of an object that occurs twice');
    }

    public function sameSlot(int $slot): void
    {
        $this->keep(Keeps::References, 'a PHP reference');
    }

    private function begin(string $class): void
    {
        $this->path[] = $this->key;
        $this->open[] = $class;
    }

    /** Throws if a string is not UTF-8 and the format needs UTF-8. */
    private function bytes(string $text, string $what): void
    {
        if (!in_array(Keeps::Bytes, $this->keeps, true) && preg_match('//u', $text) !== 1) {
            throw $this->failure($what);
        }
    }

    /** Throws if the format does not keep $what. */
    private function keep(Keeps $what, string $words): void
    {
        if (!in_array($what, $this->keeps, true)) {
            throw $this->failure($words);
        }
    }

    private function failure(string $what): LyoException
    {
        // The first key of the path is left out: it stands for the root, which has no key. A key that is not a simple name is not shown.
        $path = array_slice([...$this->path, $this->key], 1);
        $path = array_map(static fn(int|string $key): string => preg_match('/\A(?:\0[^\0]*\0)?([\w-]{1,40})\z/', (string) $key, $match) === 1 ? $match[1] : '…', array_slice($path, 0, 10));

        return Failure::inexact("$this->format would lose $what at " . ($path === [] ? 'the value itself' : implode('.', $path)));
    }
}
