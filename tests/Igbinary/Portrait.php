<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Igbinary;

use Lyo\Tests\Differential\NextKey;
use ReflectionReference;
use SplObjectStorage;

/**
 * A text of a value that is the same in every process: types, keys in order, properties with their mangled names, which objects and PHP
 * references are the same. An application cannot distinguish two values with the same portrait and the same next keys.
 */
final class Portrait
{
    /** Arrays that are in each other more than once make texts without end: what is longer is cut, in each process at the same place. */
    private const LONGEST = 16_000_000;

    /** @var array<int|string, int> */
    private array $known = [];

    private string $text = '';

    /** @var list<string> which key is next in each array and each table of properties, in the order in which they are drawn */
    private array $nextKeys = [];

    /** @var SplObjectStorage<object, null> kept, so that no number is given twice */
    private SplObjectStorage $objects;

    private function __construct()
    {
        $this->objects = new SplObjectStorage();
    }

    public static function of(mixed $value): string
    {
        return self::withNextKeys($value)[0];
    }

    /** @return array{string, list<string>} the portrait, and the keys that appended elements would get */
    public static function withNextKeys(mixed $value): array
    {
        $portrait = new self();
        $portrait->draw($value, 0);

        return [$portrait->text, $portrait->nextKeys];
    }

    private function draw(mixed $value, int $depth): void
    {
        if (is_array($value)) {
            $this->entries('[', $value, $depth, ']');
        } elseif (is_object($value)) {
            $this->object($value, $depth);
        } elseif (is_string($value)) {
            $this->text .= strlen($value) > 40 ? 's' . strlen($value) . ':' . md5($value) . ';' : 's:' . addcslashes($value, "\0..\37\177..\377;\\") . ';';
        } elseif (is_float($value)) {
            $this->text .= 'd' . bin2hex(pack('E', $value)) . ';';
        } else {
            $this->text .= get_debug_type($value)[0] . var_export($value, true) . ';';
        }
    }

    private function object(object $value, int $depth): void
    {
        $id = 'o' . spl_object_id($value);
        if (isset($this->known[$id])) {
            $this->text .= '@' . $this->known[$id] . ';';

            return;
        }
        $this->known[$id] = count($this->known) + 1;
        $this->objects->attach($value);
        $this->entries($value::class . '#' . $this->known[$id] . '{', get_mangled_object_vars($value), $depth, '}');
        if ($value instanceof \DateTimeInterface) {
            try {
                $this->text .= $value->format('c u e');
            } catch (\Error) {
                $this->text .= 'not initialized';
            }
        } elseif ($value instanceof \ArrayObject || $value instanceof \ArrayIterator) {
            $this->entries('<', $value->getArrayCopy(), $depth, '>');
        } elseif ($value instanceof \UnitEnum) {
            $this->text .= $value->name;
        }
    }

    /** @param array<array-key, mixed> $values */
    private function entries(string $open, array $values, int $depth, string $close): void
    {
        $this->text .= $open;
        if ($depth > 200 || strlen($this->text) > self::LONGEST) {
            $this->text .= count($values) . ' more' . $close;

            return;
        }
        $this->nextKeys[] = NextKey::of($values);
        foreach ($values as $key => $value) {
            $this->text .= is_int($key) ? $key . '=' : '"' . addcslashes($key, "\0..\37\177..\377\"\\") . '"=';
            $reference = ReflectionReference::fromArrayElement($values, $key);
            if ($reference !== null) {
                $id = 'r' . $reference->getId();
                if (isset($this->known[$id])) {
                    $this->text .= '&' . $this->known[$id] . ';';
                    continue;
                }
                $this->known[$id] = count($this->known) + 1;
                $this->text .= '&' . $this->known[$id] . ':';
            }
            $this->draw($value, $depth + 1);
        }
        $this->text .= $close;
    }
}
