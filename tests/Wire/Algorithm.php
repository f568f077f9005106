<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Wire;

use UnexpectedValueException;

/**
 * "The reading algorithm" of spec/format.md, line by line and with its names: a validator. It uses nothing of the library, so that a test can show that
 * the text is enough. Errors are exceptions with the code as message and the offset as code.
 */
final class Algorithm
{
    private const HUGE = 1 << 62;

    private int $here = 0;
    private int $end;
    private string $endError = 'TRUNCATED';
    private int $token = 0;
    /** @var list<string> strings with an id */
    private array $strings = [];
    /** @var list<string> */
    private array $names = [];
    private bool $inPreamble = false;
    /** @var list<array{kind: int, class: string, keys: int}> */
    private array $definitions = [];
    private bool $sharing = false;
    private bool $arraysSet = false;
    /** @var array<int, bool> whether each reference has begun, by index */
    private array $references = [];
    /** @var array<int, array{int, int}> elements and levels of the complete arrays, by index */
    private array $arrays = [];
    /** @var list<array{int, int, int}> places that have not begun: offset, 0 for a reference or 1 for an array, index */
    private array $places = [];
    private int $body = 0;
    private int $creditUsed = 0;
    private int $allowanceUsed = 0;
    private int $objects = 0;
    private int $marks = 0;
    private int $depth = 0;
    private int $deepest = 0;
    private int $elements = 0;
    private int $pending = 0;

    private function __construct(private readonly string $data, private readonly int $maxDepth, private readonly int $maxElements)
    {
        $this->end = strlen($data);
    }

    /** Returns the first error as "CODE at offset", or null for a valid payload. */
    public static function check(string $payload, int $maxDepth = 4096, int $maxElements = 0): ?string
    {
        try {
            (new self($payload, $maxDepth === 0 ? self::HUGE : $maxDepth, $maxElements === 0 ? self::HUGE : $maxElements))->read();
            return null;
        } catch (UnexpectedValueException $e) {
            return "{$e->getMessage()} at {$e->getCode()}";
        }
    }

    private static function fail(string $code, int $offset): never
    {
        throw new UnexpectedValueException($code, $offset);
    }

    /** @phpstan-assert true $holds */
    private static function must(bool $holds, string $code, int $offset): void
    {
        $holds || self::fail($code, $offset);
    }

    // ---- bytes and numbers ---------------------------------------------------------------------------------------

    private function bytes(int $n): string
    {
        self::must($n <= $this->end - $this->here, $this->endError, $this->token);
        $this->here += $n;
        return substr($this->data, $this->here - $n, $n);
    }

    private function byte(): int
    {
        return ord($this->bytes(1));
    }

    /** A number of $n bytes; one above 2^63 - 1 is negative. */
    private function uint(int $n): int
    {
        $value = 0;
        foreach (str_split($this->bytes($n)) as $i => $byte) {
            $value |= ord($byte) << 8 * $i;
        }
        return $value;
    }

    private function bits64(): int
    {
        $first = $this->byte();
        if ($first < 248) {
            return $first;
        }
        $value = $this->uint($first - 247);
        self::must($first === 248 ? $value >= 248 : $this->data[$this->here - 1] !== "\0", 'OVERLONG', $this->token);
        return $value;
    }

    private function varlen(): int
    {
        return self::limited($this->bits64());
    }

    private static function limited(int $value): int
    {
        return $value < 0 || $value > self::HUGE ? self::HUGE : $value;
    }

    private function zigzag(): int
    {
        $value = $this->bits64();
        return ($value >> 1 & PHP_INT_MAX) ^ -($value & 1);
    }

    /** A number of $n bytes behind a tag, above $most, which a shorter form holds. */
    private function count(int $n, int $most): int
    {
        $value = $this->uint($n);
        self::must(($value > $most || $value < 0) && ($n === 1 || $this->data[$this->here - 1] !== "\0"), 'OVERLONG', $this->token);
        return $value < 0 || $value > self::HUGE ? self::HUGE : $value;
    }

    // ---- the parts of a payload ----------------------------------------------------------------------------------

    private function read(): void
    {
        self::must($this->byte() === 0xC1, 'MAGIC', 0);
        $this->token = 1;
        $head = $this->byte();
        self::must($head >> 4 === 1, 'VERSION', 1);
        self::must(($head & 2) === 0, 'ENVELOPE', 1);
        if (($head & 8) !== 0) {
            $this->preamble();
        }
        $this->sharing = ($head & 4) !== 0;
        $this->arraysSet = ($head & 1) !== 0;
        $references = $this->sharing ? $this->table() : [];
        $arrays = $this->arraysSet ? $this->table() : [];
        $this->body = $this->here;
        foreach ([$references, $arrays] as $kind => $places) {
            $twice = array_keys(array_filter(array_count_values($places), static fn(int $times): bool => $times > 1));
            self::must($twice === [], self::position($kind), $twice === [] ? 0 : $this->placed(min(array_map(self::limited(...), $twice))));
            foreach ($places as $index => $place) {
                $this->places[] = [self::limited($place), $kind, $index];
            }
        }
        sort($this->places);
        $this->slot();
        $missed = $this->places[0] ?? null;
        self::must($missed === null, self::position($missed[1] ?? 0), $this->placed($missed[0] ?? 0));
        self::must($this->here === $this->end, 'TRAILING', $this->here);
    }

    private static function position(int $kind): string
    {
        return $kind === 0 ? 'REFERENCE_POSITION' : 'ARRAY_POSITION';
    }

    private function placed(int $place): int
    {
        return min($this->body + $place, $this->end);
    }

    private function preamble(): void
    {
        $this->token = $this->here;
        $size = $this->varlen();
        self::must($size > 0, 'SIZE', $this->token);
        self::must($size <= $this->end - $this->here, 'TRUNCATED', $this->token);
        [$end, $this->end, $this->endError, $this->inPreamble] = [$this->end, $this->here + $size, 'SIZE', true];
        while ($this->here < $this->end) {
            $this->definitions[] = $this->definition();
        }
        [$this->end, $this->endError, $this->inPreamble] = [$end, 'TRUNCATED', false];
        [$this->names, $this->strings] = [$this->strings, []];
    }

    /** @return array{kind: int, class: string, keys: int} */
    private function definition(): array
    {
        $this->token = $this->here;
        $kind = $this->byte();
        self::must($kind >= 1 && $kind <= 5, 'DEFINITION', $this->token);
        $class = $kind === 1 ? '' : $this->name();
        if ($kind === 5) {
            $this->name();
        }
        $keys = [];
        if ($kind <= 2) {
            $this->token = $this->here;
            $count = $this->varlen();
            self::must($count > 0 || $kind === 2, 'DEFINITION', $this->token);
            self::must($count <= $this->end - $this->here, 'SIZE', $this->token);
            self::must($count <= 1 << 30, 'ELEMENTS', $this->token);
            for ($i = 0; $i < $count; $i++) {
                $this->newKey($kind === 1 ? null : $class, $keys);
            }
        }
        return ['kind' => $kind, 'class' => $class, 'keys' => count($keys)];
    }

    private function name(): string
    {
        $at = $this->here;
        $name = $this->string();
        self::must($name !== '', 'DEFINITION', $at);
        return $name;
    }

    /** @return list<int> */
    private function table(): array
    {
        $this->token = $this->here;
        $count = $this->varlen();
        self::must($count <= $this->end - $this->here, 'TRUNCATED', $this->token);
        self::must($count <= 1 << 30, 'ELEMENTS', $this->token);
        $places = [];
        for ($i = 0; $i < $count; $i++) {
            $this->token = $this->here;
            $places[] = $this->bits64(); // as it is, so that two that are too large are not the same one
        }
        return $places;
    }

    // ---- values --------------------------------------------------------------------------------------------------

    /** Returns whether the slot holds an array that is not empty, and what the value adds to elements and levels. */
    private function slot(): Facts
    {
        $at = $this->token = $this->here;
        self::must($at < $this->end, $this->endError, $at);
        $index = null;
        while ($this->places !== [] && $this->body + $this->places[0][0] <= $at) {
            [$place, $kind, $i] = array_shift($this->places);
            self::must($this->body + $place === $at, self::position($kind), $this->body + $place);
            if ($kind === 0) {
                self::must(ord($this->data[$at]) !== 0xE1, 'REFERENCE_POSITION', $at);
                $this->marks++;
                $this->references[$i] = true;
            } else {
                $index = $i;
            }
        }
        $before = $this->marks;
        $facts = $this->facts($this->value(...));
        if ($index !== null) {
            self::must($facts->isArray && $this->marks === $before, 'ARRAY_POSITION', $at);
            $this->arrays[$index] = [$facts->elements, $facts->levels];
        }
        return $facts;
    }

    /** @param callable(): bool $what returns whether it is an array that is not empty */
    private function facts(callable $what): Facts
    {
        [$outer, $this->deepest, $before] = [$this->deepest, $this->depth, $this->elements];
        $isArray = $what();
        $facts = new Facts($isArray, $this->elements - $before, $this->deepest - $this->depth);
        $this->deepest = max($outer, $this->deepest);
        return $facts;
    }

    private function value(): bool
    {
        $token = $this->token = $this->here;
        $tag = ord($this->data[$token]);
        if (self::isLeaf($tag)) {
            $this->leaf();
            return false;
        }
        $this->here++;
        switch (true) {
            case $tag === 0xA4:
                return false;
            case $tag >= 0x80 && $tag <= 0x87:
                return $this->entries($token, $tag - 127, false);
            case $tag >= 0xC8 && $tag <= 0xCB:
                return $this->entries($token, $this->count($tag - 199, 8), false);
            case $tag >= 0x88 && $tag <= 0x8F:
                return $this->entries($token, $tag - 135, true);
            case $tag >= 0xCC && $tag <= 0xCF:
                return $this->entries($token, $this->count($tag - 203, 8), true);
            case $tag >= 0x61 && $tag <= 0x7F:
                return $this->instance($token, $tag - 97);
            case $tag >= 0xD4 && $tag <= 0xD6:
                return $this->instance($token, $this->count($tag - 211, 30));
            case $tag === 0xD8:
                $count = $this->varlen();
                self::must($count > 0, 'SIZE', $token);
                $this->enter($token, 0, $count, 1);
                $this->vector($count, false, $token);
                $this->depth--;
                return true;
            case $tag === 0xD9:
                return $this->rows($token);
            case $tag === 0xDA:
                return $this->runs($token);
            case $tag === 0xE0:
                self::must($this->sharing, 'TAG', $token);
                self::must($this->varlen() < $this->objects, 'OBJECT_ID', $token);
                $this->marks++;
                return false;
            case $tag === 0xE1:
                self::must($this->sharing, 'TAG', $token);
                self::must(isset($this->references[$this->varlen()]), 'REFERENCE_ID', $token);
                $this->marks++;
                return false;
            case $tag === 0xED:
                self::must($this->arraysSet, 'TAG', $token);
                [$elements, $levels] = $this->arrays[$this->varlen()] ?? self::fail('ARRAY_ID', $token);
                self::must($this->depth + $levels <= $this->maxDepth, 'DEPTH', $token);
                $this->deepest = max($this->deepest, $this->depth + $levels);
                $this->again($elements, $token);
                return true;
            default:
                self::fail('TAG', $token);
        }
    }

    private function enter(int $token, int $claim, int $count, int $levels, int $cells = 0): void
    {
        self::must($this->depth + $levels <= $this->maxDepth, 'DEPTH', $token);
        self::must($claim >= 0 && $claim <= $this->end - $this->here - $this->pending, $this->endError, $token);
        self::must($count <= 1 << 30 && $count + $cells <= $this->maxElements - $this->elements, 'ELEMENTS', $token);
        $this->depth += $levels;
        $this->elements += $count + $cells;
        $this->pending += $claim;
        $this->deepest = max($this->deepest, $this->depth);
    }

    private function draw(int $cells, int $token): void
    {
        self::must($this->creditUsed + $cells <= 4096 + 16 * ($this->here - $this->body), 'CREDIT', $token);
        $this->creditUsed += $cells;
    }

    private function again(int $count, int $token): void
    {
        self::must($count <= $this->maxElements - $this->elements || $this->maxElements === self::HUGE, 'ELEMENTS', $token);
        self::must($count <= 2 ** 20 + 256 * ($this->here - $this->body) - $this->allowanceUsed, 'CREDIT', $token);
        $this->elements += $count;
        $this->allowanceUsed += $count;
    }

    private function entries(int $token, int $count, bool $keyed, ?string $class = null): bool
    {
        $this->enter($token, ($keyed ? 2 : 1) * min($count, self::HUGE >> 1), $count, 1);
        return $this->slots($count, $keyed, $class);
    }

    private function slots(int $count, bool $keyed, ?string $class = null): bool
    {
        $keys = [];
        for ($i = 0; $i < $count; $i++) {
            if ($keyed) {
                $this->pending--;
                $this->newKey($class, $keys);
            }
            $this->pending--;
            $this->slot();
        }
        $this->depth--;
        return true;
    }

    private function instance(int $token, int $id): bool
    {
        $d = $this->definitions[$id] ?? self::fail('DEFINITION_ID', $token);
        if ($d['kind'] <= 2) {
            $this->enter($token, $d['keys'], $d['keys'], 1);
        } elseif ($d['kind'] === 3) {
            $count = $this->varlen();
            $this->enter($token, 2 * min($count, self::HUGE >> 1), $count, 1);
        }
        $this->objects += $d['kind'] >= 2 && $d['kind'] <= 4 ? 1 : 0;
        $this->marks += $d['kind'] >= 2 ? 1 : 0;
        if ($d['kind'] <= 2) {
            $this->slots($d['keys'], false);
        } elseif ($d['kind'] === 3) {
            $this->slots($count, true, $d['class']);
        } elseif ($d['kind'] === 4) {
            $this->string();
        }
        return $d['kind'] === 1;
    }

    private function rows(int $token): bool
    {
        $count = $this->varlen();
        self::must($count > 0, 'SIZE', $token);
        $d = $this->definitions[$this->varlen()] ?? ['kind' => 0, 'keys' => 0];
        self::must($d['kind'] === 1 && $d['keys'] <= 64, 'DEFINITION_ID', $token);
        $columns = $d['keys'];
        for ($rowSlots = 8; $rowSlots < $columns;) {
            $rowSlots *= 2;
        }
        $perBlock = min(128, max(1, intdiv(65536, 56 + 40 * $rowSlots)));
        $blocks = intdiv($count - 1, $perBlock) + 1;
        $this->enter($token, $blocks > self::HUGE >> 7 ? self::HUGE : $blocks * $columns, $count, 2, min($count, 1 << 31) * $columns);
        for ($left = $count; $left > 0; $left -= $rows) {
            $rows = min($perBlock, $left);
            for ($i = 0; $i < $columns; $i++) {
                $this->pending--;
                $this->vector($rows, true, $token);
            }
            $this->draw(2 * $rowSlots * $rows, $token);
        }
        $this->depth -= 2;
        return true;
    }

    private function runs(int $token): bool
    {
        $count = $this->varlen();
        self::must($count > 0, 'SIZE', $token);
        $this->enter($token, 2, $count, 1);
        while ($count > 0) {
            $at = $this->token = $this->here;
            $n = $this->varlen();
            $this->pending--;
            self::must($n >= 1 && $n <= $count, 'SIZE', $at);
            $this->draw($n - 1, $at);
            $count -= $n;
            $this->pending += $count > 0 ? 2 : 0;
            $before = $this->marks;
            $this->pending--;
            $facts = $this->slot();
            if ($n > 1) {
                self::must($facts->isArray && $this->marks === $before, 'RUN', $at);
                $this->again((int) min(($n - 1) * $facts->elements, self::HUGE), $at);
            }
        }
        $this->depth--;
        return true;
    }

    // ---- vectors -------------------------------------------------------------------------------------------------

    private function vector(int $count, bool $column, int $owner): void
    {
        $token = $this->token = $this->here;
        $byte = $this->byte();
        $kind = $byte & 127;
        $known = $kind >= 1 && $kind <= 11 || $kind >= 17 && $kind <= 22 || $kind >= 32 && $kind <= 34;
        self::must($known && ($column || $kind !== 33 && $kind !== 34 && $byte < 128) && ($kind !== 34 || $byte < 128), 'VECTOR', $token);
        if (!$column && ($kind === 9 || $kind === 10 || $kind === 32)) {
            $this->draw($count, $owner);
        }
        $present = $count;
        if ($byte >= 128) {
            $present = $count - array_sum($this->numbers($count, 1, $token));
            self::must($present > 0 && $present < $count, 'VECTOR', $token);
        }
        if ($kind <= 8) {
            $base = $this->zigzag();
            $most = (PHP_INT_MAX - ($base & PHP_INT_MAX)) | ($base & PHP_INT_MIN); // PHP_INT_MAX - $base, without a sign
            $this->need($present, $kind);
            for ($i = 0; $i < $present; $i++) {
                self::must(($this->uint($kind) ^ PHP_INT_MIN) <= ($most ^ PHP_INT_MIN), 'VECTOR', $token);
            }
        } elseif ($kind === 9) {
            $member = $this->zigzag();
            $step = $this->zigzag();
            for ($i = 1; $i < $present; $i++) {
                self::must($step >= 0 ? $member <= PHP_INT_MAX - $step : $member >= PHP_INT_MIN - $step, 'VECTOR', $token);
                $member += $step;
            }
        } elseif ($kind === 10) {
            $this->numbers($present, 1, $token);
        } elseif ($kind === 11) {
            $this->need($present, 8);
            $this->bytes(8 * $present);
        } elseif ($kind <= 22) {
            self::must($this->byte() <= 22, 'VECTOR', $token);
            $base = $this->zigzag();
            $this->need($present, $kind - 16);
            for ($i = 0; $i < $present; $i++) {
                self::must(abs($base + $this->uint($kind - 16)) <= 2 ** 53, 'VECTOR', $token);
            }
        } elseif ($kind === 33) {
            $this->dictionary($present, $token);
        } else {
            for ($i = 0; $i < ($kind === 32 ? 1 : $present); $i++) {
                $this->leaf();
            }
        }
    }

    private function need(int $count, int $size): void
    {
        self::must($count <= intdiv($this->end - $this->here, $size), $this->endError, $this->token);
    }

    private function dictionary(int $present, int $token): void
    {
        $words = $this->varlen();
        self::must($words >= 2 && $words <= intdiv($present, 2), 'VECTOR', $token);
        $bits = $words <= 2 ? 1 : ($words <= 4 ? 2 : ($words <= 16 ? 4 : 8));
        self::must($words <= $this->end - $this->here, $this->endError, $token);
        for ($i = 0; $i < $words; $i++) {
            $this->string();
        }
        foreach ($this->numbers($present, $bits, $token) as $index) {
            self::must($index < $words, 'VECTOR', $token);
        }
    }

    /** @return list<int> so many numbers of so many bits, whose unused bits are clear */
    private function numbers(int $count, int $bits, int $token): array
    {
        $this->token = $token;
        $perByte = intdiv(8, $bits);
        $numbers = [];
        foreach (str_split($this->bytes(intdiv($count + $perByte - 1, $perByte))) as $byte) {
            for ($i = 0; $i < $perByte; $i++) {
                $numbers[] = ord($byte) >> $i * $bits & (1 << $bits) - 1;
            }
        }
        self::must(array_sum(array_slice($numbers, $count)) === 0, 'VECTOR', $token);
        return array_slice($numbers, 0, $count);
    }

    // ---- leaves, strings, keys -----------------------------------------------------------------------------------

    private static function isInt(int $tag): bool
    {
        return $tag >= 1 && $tag <= 64 || $tag >= 0xA8 && $tag <= 0xAF;
    }

    private static function isString(int $tag): bool
    {
        return $tag >= 65 && $tag <= 96 || $tag >= 0x90 && $tag <= 0x9F || $tag === 0xA3 || $tag === 0xA5 || $tag >= 0xC0 && $tag <= 0xC7
            || $tag >= 0xD0 && $tag <= 0xD2 || $tag >= 0xDB && $tag <= 0xDE || $tag >= 0xE3 && $tag <= 0xEC || $tag >= 0xF0;
    }

    private static function isLeaf(int $tag): bool
    {
        return self::isInt($tag) || self::isString($tag) || $tag >= 0xA0 && $tag <= 0xA2 || $tag >= 0xB0 && $tag <= 0xB6;
    }

    private function leaf(): void
    {
        $token = $this->token = $this->here;
        self::must($token < $this->end, $this->endError, $token);
        $tag = ord($this->data[$token]);
        if (self::isInt($tag)) {
            $this->int($tag);
        } elseif ($tag >= 0xA0 && $tag <= 0xA2) {
            $this->here++;
        } elseif ($tag >= 0xB0 && $tag <= 0xB5) {
            $this->here++;
            $bytes = $this->bytes(1 + $tag - 175);
            self::must(ord($bytes[0]) <= 22 && self::isShort(substr($bytes, 1)), 'OVERLONG', $token);
        } elseif ($tag === 0xB6) {
            $this->here++;
            $this->bytes(8);
        } else {
            $this->string();
        }
    }

    /** Whether a number in two's complement does not fit fewer bytes. */
    private static function isShort(string $bytes): bool
    {
        $n = strlen($bytes);
        $top = ord($bytes[$n - 1]);
        $sign = $n > 1 ? ord($bytes[$n - 2]) >> 7 : -1;
        return !($top === 0 && $sign === 0 || $top === 255 && $sign === 1);
    }

    private function int(int $tag): int
    {
        $this->here++;
        if ($tag <= 64) {
            return $tag - 2;
        }
        $bytes = $this->bytes($tag - 167);
        $value = 0;
        foreach (str_split($bytes) as $i => $byte) {
            $value |= ord($byte) << 8 * $i;
        }
        $shift = 64 - 8 * strlen($bytes);
        $value = $value << $shift >> $shift;
        self::must(self::isShort($bytes) && ($value < -1 || $value > 62), 'OVERLONG', $this->token);
        return $value;
    }

    private function string(): string
    {
        $token = $this->token = $this->here;
        self::must($token < $this->end, $this->endError, $token);
        $tag = $this->byte();
        $ids = count($this->strings);
        return match (true) {
            $tag === 0xA3 => '',
            $tag === 0xA5 => $this->bytes(1),
            $tag >= 65 && $tag <= 96 => $this->strings[] = $this->bytes($tag - 63),
            $tag >= 0xC0 && $tag <= 0xC7 => $this->strings[] = $this->bytes($this->count($tag - 191, 33)),
            $tag >= 0xF0 => $this->strings[$ids - ($tag - 239)] ?? self::fail('STRING_ID', $token),
            $tag >= 0x90 && $tag <= 0x9F => $this->known($tag - 144 << 8 | $this->byte()),
            $tag >= 0xD0 && $tag <= 0xD2 => $this->known($this->count($tag - 206, 4095)),
            $tag >= 0xDB && $tag <= 0xDE && !$this->inPreamble => $this->names[$tag - 219 << 8 | $this->byte()] ?? self::fail('STRING_ID', $token),
            $tag >= 0xE3 && $tag <= 0xEC => $this->prefixed($tag),
            default => self::fail('TAG', $token),
        };
    }

    private function known(int $id): string
    {
        $string = $this->strings[$id] ?? self::fail('STRING_ID', $this->token);
        self::must(count($this->strings) - $id > 16, 'OVERLONG', $this->token);
        return $string;
    }

    private function prefixed(int $tag): string
    {
        $token = $this->token;
        $ownByte = $tag === 0xE3 || $tag === 0xEC;
        $distance = $ownByte ? $this->byte() : $tag - ($tag <= 0xE7 ? 227 : 231);
        $prefix = $this->byte();
        if ($tag <= 0xE7) {
            $length = $this->varlen();
        } else {
            $length = $prefix >> 4;
            $prefix = ($prefix & 15) + 4;
        }
        self::must($distance > 0, 'STRING_ID', $token);
        self::must($prefix >= 4 && !($ownByte && $distance <= 4) && !($tag <= 0xE7 && $prefix <= 19 && $length <= 15), 'OVERLONG', $token);
        $earlier = $this->strings[count($this->strings) - $distance] ?? self::fail('STRING_ID', $token);
        self::must($prefix <= strlen($earlier), 'SIZE', $token);
        return $this->strings[] = substr($earlier, 0, $prefix) . $this->bytes($length);
    }

    /** @param array<int|string, true> $keys */
    private function newKey(?string $class, array &$keys): void
    {
        $at = $this->here;
        $key = $this->key($class);
        self::must(!isset($keys[$key]), 'DUPLICATE_KEY', $at);
        $keys[$key] = true;
    }

    private function key(?string $class): int|string
    {
        $at = $this->token = $this->here;
        self::must($at < $this->end, $this->endError, $at);
        $tag = ord($this->data[$at]);
        if (self::isInt($tag)) {
            return $this->int($tag);
        }
        if (self::isString($tag) && !($this->inPreamble && $tag >= 0xDB && $tag <= 0xDE)) {
            $key = $this->string();
            if ($class === null) {
                self::must((string) (int) $key !== $key, 'NUMERIC_KEY', $at);
            } else {
                self::must(preg_match('/^\0[^\0][^\0]*\0/', $key) !== 1 || strlen($key) > 512, 'KEY', $at);
            }
            return $key;
        }
        self::must($class !== null && $tag >= 0xB8 && $tag <= 0xBA, 'KEY', $at);
        $this->here++;
        $owner = $tag === 0xB8 ? '*' : ($tag === 0xB9 ? $class : $this->string());
        $key = "\0$owner\0" . $this->string();
        $isClass = $owner !== '' && $owner !== '*' && !str_contains($owner, "\0") && ($tag === 0xB9 || $owner !== $class);
        self::must(strlen($key) <= 512 && ($tag === 0xB8 || $isClass), 'KEY', $at);
        return $key;
    }
}
