<?php

declare(strict_types=1);

// The functions of consumer.so, for static analysis only. Never loaded.

function consumer_roundtrip(mixed $value): mixed
{
    throw new LogicException();
}

function consumer_is_encoded(string $data): ?bool
{
    throw new LogicException();
}

function consumer_encode_with(mixed $value, int $max_depth): ?string
{
    throw new LogicException();
}

/** @param array<lowercase-string, null>|null $classes */
function consumer_decode_with(string $data, int $max_depth, int $max_elements, ?array $classes, bool $throws): mixed
{
    throw new LogicException();
}

/**
 * @param array<string>|null $keys
 * @param array<mixed>|null $dictionaries
 */
function consumer_seal(mixed $value, ?array $keys, ?string $context, int $checksum, int $compress, ?array $dictionaries = null): ?string
{
    throw new LogicException();
}

/**
 * @param array<string>|null $keys
 * @param array<mixed>|null $dictionaries
 */
function consumer_open(string $data, ?array $keys, ?string $context, int $unsigned_until, int $max_unpacked, ?array $dictionaries = null): mixed
{
    throw new LogicException();
}

function consumer_encode_sized(mixed $value, int $size, int $last, int $max_depth): ?string
{
    throw new LogicException();
}

/** @param array<lowercase-string, null>|null $classes */
function consumer_decode_sized(string $data, int $size, int $last, int $max_depth, int $max_elements, ?array $classes, bool $throws): mixed
{
    throw new LogicException();
}

/**
 * @return array{
 *     encode: array{max_depth: array{int, int}},
 *     decode: array{max_depth: array{int, int}, max_elements: array{int, int}, allowed_classes: array{int, int}, missing_class_throws: array{int, int}},
 *     size: array{encode: int, decode: int},
 * }
 */
function consumer_layout(): array
{
    throw new LogicException();
}

function consumer_decode_in_place(string $data, int $shift): mixed
{
    throw new LogicException();
}

/** @return array<string, bool|int>|null */
function consumer_table(): ?array
{
    throw new LogicException();
}
