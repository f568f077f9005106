<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Wire;

use UnexpectedValueException;

/**
 * Diagnostic notation (spec section 8) made from serialize() text: what lyo-dump must say about the same value.
 * It shares no code with the C printer or the encoder, so it is an independent opinion about both.
 */
final class NativeDiagnostic
{
    private int $at = 0;
    /** @var array<int, array{kind: string, text: string, ordinal: int}> by slot number of the text */
    private array $slots = [];
    private int $slot = 0;
    private int $objects = 0;
    /** @var array<int, int> slot number => index of the reference, in the order of second sights */
    private array $references = [];
    private bool $sharing = false;

    private function __construct(private readonly string $text) {}

    /** The notation of the value that the text of serialize() holds. */
    public static function fromText(string $text): string
    {
        $scan = new self($text);
        $scan->value();
        $print = new self($text);
        $print->references = $scan->references;
        $print->sharing = $scan->sharing;
        $notation = $print->value();
        if ($print->at !== strlen($text)) {
            throw new UnexpectedValueException("text goes on at {$print->at}");
        }
        return $notation;
    }

    private function value(): string
    {
        $type = $this->text[$this->at];
        if ($type === 'R') {
            $target = $this->number();
            $this->sharing = true;
            $this->references[$target] ??= count($this->references);
            return '*' . $this->references[$target];
        }
        $slot = ++$this->slot;
        if ($type === 'r') {
            $known = $this->slots[$this->number()];
            if ($known['kind'] === 'E') {
                return $known['text'];
            }
            $this->sharing = true;
            return '#' . $known['ordinal'];
        }
        $reference = isset($this->references[$slot]) ? "&{$this->references[$slot]} " : '';
        return $reference . match ($type) {
            'N' => $this->skip(2, 'null'),
            'b' => $this->skip(4, $this->text[$this->at + 2] === '1' ? 'true' : 'false'),
            'i' => (string) $this->number(),
            'd' => $this->float(),
            's' => self::quote($this->string()),
            'a' => $this->array(),
            'O' => $this->object($slot),
            'C' => $this->custom($slot),
            'E' => $this->case($slot),
            default => throw new UnexpectedValueException("no value at {$this->at}"),
        };
    }

    private function skip(int $bytes, string $notation): string
    {
        $this->at += $bytes;
        return $notation;
    }

    /** Reads from after "x:" to the next of these bytes. */
    private function field(string $end): string
    {
        $begin = $this->at + 2;
        $size = strcspn($this->text, $end, $begin);
        $this->at = $begin + $size + 1;
        return substr($this->text, $begin, $size);
    }

    private function number(): int
    {
        return (int) $this->field(';');
    }

    private function float(): string
    {
        $text = $this->field(';');
        $value = match ($text) {
            'NAN' => NAN,
            'INF' => INF,
            '-INF' => -INF,
            default => (float) $text,
        };
        return strtolower(var_export($value, true));
    }

    /** Reads length and quoted bytes, and so many bytes that end it. */
    private function string(int $ending = 1): string
    {
        $size = (int) $this->field(':');
        $string = substr($this->text, $this->at + 1, $size);
        $this->at += $size + 2 + $ending;
        return $string;
    }

    private function array(): string
    {
        $count = (int) $this->field(':');
        $this->at++;
        $items = [];
        $list = true;
        for ($i = 0; $i < $count; $i++) {
            $key = $this->key();
            $list = $list && $key === (string) $i;
            $items[] = [$key, $this->value()];
        }
        $this->at++;
        if ($list) {
            return '[' . implode(', ', array_column($items, 1)) . ']';
        }
        return self::entries($items);
    }

    private function key(?string $class = null): string
    {
        if ($this->text[$this->at] === 'i') {
            return (string) $this->number();
        }
        $key = $this->string();
        if ($class === null || $key === '' || strlen($key) > 512 || $key[0] !== "\0" || ($end = strpos($key, "\0", 1)) === false || $end < 2) {
            return self::quote($key);
        }
        $owner = substr($key, 1, $end - 1);
        $name = self::quote(substr($key, $end + 1));
        return match ($owner) {
            '*' => "protected $name",
            $class => "private $name",
            default => 'private ' . self::name($owner) . " $name",
        };
    }

    private function object(int $slot): string
    {
        $class = $this->string(0);
        $this->at--;
        $count = (int) $this->field(':');
        $this->at++;
        $prefix = $this->begin($slot);
        $items = [];
        for ($i = 0; $i < $count; $i++) {
            $key = $this->key($class);
            $items[] = [$key, $this->value()];
        }
        $this->at++;
        return $prefix . self::name($class) . self::entries($items);
    }

    private function custom(int $slot): string
    {
        $class = $this->string(0);
        $this->at--;
        $size = (int) $this->field(':');
        $payload = substr($this->text, $this->at + 1, $size);
        $this->at += $size + 2;
        return $this->begin($slot) . self::name($class) . '(' . self::quote($payload) . ')';
    }

    private function case(int $slot): string
    {
        [$class, $case] = explode(':', $this->string());
        $text = self::name($class) . '::' . self::name($case);
        $this->slots[$slot] = ['kind' => 'E', 'text' => $text, 'ordinal' => -1];
        return $text;
    }

    /** An object begins. */
    private function begin(int $slot): string
    {
        $ordinal = $this->objects++;
        $this->slots[$slot] = ['kind' => 'O', 'text' => '', 'ordinal' => $ordinal];
        return $this->sharing ? "#$ordinal=" : '';
    }

    /** @param list<array{string, string}> $items */
    private static function entries(array $items): string
    {
        return '{' . implode(', ', array_map(static fn(array $item): string => "$item[0]: $item[1]", $items)) . '}';
    }

    private static function name(string $name): string
    {
        return preg_match('/[^A-Za-z0-9_\\\\\x80-\xFF]/', $name) === 1 ? self::quote($name) : $name;
    }

    private static function quote(string $bytes): string
    {
        $quoted = '';
        foreach ($bytes === '' ? [] : str_split($bytes) as $byte) {
            $quoted .= match (true) {
                $byte === '"', $byte === '\\' => '\\' . $byte,
                $byte < ' ' || $byte > '~' => sprintf('\x%02X', ord($byte)),
                default => $byte,
            };
        }
        return '"' . $quoted . '"';
    }
}
