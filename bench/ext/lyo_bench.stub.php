<?php

declare(strict_types=1);

/**
 * Calls a function so many times, and frees the results. Returns nanoseconds of CPU time for all calls.
 *
 * @param list<mixed> $arguments
 */
function lyo_bench_time(string $function, array $arguments, int $times): int {}

/**
 * Calls a function once with each of these arguments, keeps the results, and then frees them all. Repeats this so many times.
 *
 * @param list<list<mixed>> $calls
 */
function lyo_bench_time_all(string $function, array $calls, int $times): int {}

/**
 * Calls a function once while callgrind counts, and dumps the counts with this label. With $free, freeing the result is also
 * counted, and dumped with the label and " free". Returns false if callgrind does not run.
 *
 * @param list<mixed> $arguments
 */
function lyo_bench_count(string $function, array $arguments, string $label, bool $free = false): bool {}

/**
 * How much of PHP's memory a call takes.
 *
 * @param list<mixed> $arguments
 * @return array{result: int, peak: int, left: int} bytes while the result is there, the most in between (of results above
 *         the current peak only), and bytes that stay when the result has been freed
 */
function lyo_bench_memory(string $function, array $arguments): array {}

/** A deep copy, the least that a decoder has to do: new arrays, objects and strings; with $own_keys also new keys. */
function lyo_bench_copy(mixed $value, bool $own_keys = false): mixed {}

/** The value as an application would build it: strings new, keys interned, lists packed, equal arrays shared. */
function lyo_bench_build(mixed $value): mixed {}

/**
 * Counts the parts of a value: each object once, an array once for each place where it occurs. Opaque objects are those
 * whose content only their class knows. For a value with opaque objects no lower limit can be given.
 *
 * @return array{arrays: int, objects: int, array_cells: int, object_cells: int, strings: int, opaque: int}
 */
function lyo_bench_census(mixed $value): array {}

/** Calls of functions of PHP code while serialize() writes the value: hooks, and what these call. */
function lyo_bench_hooks(mixed $value): int {}

/** Allocates all free memory of PHP, so that later blocks are in a new chunk, at the same places each time. */
function lyo_bench_settle(): void {}

/** Frees this memory again. */
function lyo_bench_unsettle(): void {}
