<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Codec;

use JsonException;
use JsonSerializable;
use Lyo\ClassPolicy;
use Lyo\Codec;
use Lyo\Failure;
use Lyo\Format;
use Lyo\Native\ExactFloats;

use function array_values;
use function array_walk_recursive;
use function function_exists;
use function implode;
use function is_array;
use function is_finite;
use function is_float;
use function is_object;
use function is_resource;
use function is_string;
use function json_decode;
use function json_encode;
use function preg_match;
use function serialize;
use function str_contains;

/**
 * Reads and writes JSON. encode() throws an exception if the value would not come back unchanged, and the message says why. An object that implements
 * JsonSerializable is written as the value that jsonSerialize() returns.
 */
final class JsonCodec implements Codec
{
    private const FLAGS = JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
    private const DEPTH = 4096;

    public function name(): string
    {
        return 'json';
    }

    public function encode(mixed $value): string
    {
        $losses = $this->losses($value);
        if ($losses !== []) {
            throw Failure::inexact('JSON would lose ' . implode(', ', $losses));
        }
        $encode = static fn(): string => json_encode($value, self::FLAGS, self::DEPTH);
        try {
            return ExactFloats::areKept() || self::hasObject($value) ? $encode() : ExactFloats::during($encode);
        } catch (JsonException $e) {
            throw Failure::inexact("JSON cannot hold the value: {$e->getMessage()}");
        }
    }

    /** Tells whether there is an object in a value, whose jsonSerialize() must see the setting of the application. */
    private static function hasObject(mixed $value, int $depth = 0): bool
    {
        if (is_array($value) && $depth <= self::DEPTH) {
            foreach ($value as $entry) {
                if ((is_array($entry) || is_object($entry)) && self::hasObject($entry, $depth + 1)) {
                    return true;
                }
            }
        }
        return is_object($value);
    }

    public function decode(string $data, ClassPolicy $classes): mixed
    {
        try {
            return json_decode($data, true, self::DEPTH, JSON_THROW_ON_ERROR);
        } catch (JsonException $e) {
            throw Failure::corrupt("not JSON ({$e->getMessage()})", 0);
        }
    }

    /**
     * Returns what JSON would lose. Each kind of loss is listed once, with the first place where it occurs: "a float that is NAN or INF at a.b".
     *
     * @return list<string> an empty list if the value comes back unchanged
     */
    public function losses(mixed $value): array
    {
        $losses = [];
        if (is_array($value) && str_contains(serialize($this->withoutObjects($value)), 'R:')) {
            $losses['reference'] = 'a PHP reference';
        }
        $this->collect($value, '', $losses, 0);
        return array_values($losses);
    }

    /**
     * Adds what JSON would lose of a value.
     *
     * @param string $path keys of the value, separated by dots
     * @param array<string, string> $losses by kind
     */
    private function collect(mixed $value, string $path, array &$losses, int $depth): void
    {
        $at = $path === '' ? 'the value itself' : $path;
        if ($depth > self::DEPTH) {
            $losses['depth'] ??= "what is nested more than 4096 levels at $at";
        } elseif (is_array($value)) {
            foreach ($value as $key => $entry) {
                $this->text((string) $key, "a key at $at", $losses);
                $this->collect($entry, $path === '' ? (string) $key : "$path.$key", $losses, $depth + 1);
            }
        } elseif (is_string($value)) {
            $this->text($value, "a string at $at", $losses);
        } elseif (is_float($value) && !is_finite($value)) {
            $losses['float'] ??= "a float that is NAN or INF at $at";
        } elseif (is_float($value) && !ExactFloats::areKept() && !function_exists('ini_set')) {
            $losses['digits'] ??= "digits that serialize_precision cuts off at $at";
        } elseif (is_object($value) && !$value instanceof JsonSerializable) {
            $class = $value::class;
            $losses["class $class"] ??= "the class $class at $at";
        } elseif (is_resource($value)) {
            $losses['resource'] ??= "a resource at $at";
        }
    }

    /**
     * Adds a loss if a string is not UTF-8.
     *
     * @param array<string, string> $losses by kind
     */
    private function text(string $text, string $what, array &$losses): void
    {
        if (preg_match('//u', $text) !== 1) {
            $losses['bytes'] ??= "bytes that are not UTF-8 in $what";
        }
    }

    /**
     * Returns an array with null instead of objects and strings, so that serialize() only shows its PHP references. Objects might throw an exception in
     * serialize(), and strings might contain "R:".
     *
     * @param array<mixed> $value
     *
     * @return array<mixed>
     */
    private function withoutObjects(array $value): array
    {
        array_walk_recursive($value, static function (mixed &$leaf): void {
            if (is_object($leaf) || is_string($leaf)) {
                $leaf = null;
            }
        });
        return $value;
    }

    public function recognises(?Format $format, string $data): bool
    {
        return $format === Format::Json;
    }
}
