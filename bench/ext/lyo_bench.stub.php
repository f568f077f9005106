<?php

declare(strict_types=1);

/**
 * Calls a function so many times and frees what it gives; nanoseconds of CPU time for all calls.
 *
 * @param list<mixed> $arguments
 */
function lyo_bench_time(string $function, array $arguments, int $times): int {}

/**
 * Calls a function once with each of these arguments, keeps what it gives, frees it all then; and that so many times.
 *
 * @param list<list<mixed>> $calls
 */
function lyo_bench_time_all(string $function, array $calls, int $times): int {}

/**
 * Calls a function once while callgrind counts, which then dumps what it counted under this label; with $free, freeing
 * the result is counted too and dumped under the label with " free" behind it. False: not under callgrind.
 *
 * @param list<mixed> $arguments
 */
function lyo_bench_count(string $function, array $arguments, string $label, bool $free = false): bool {}

/**
 * What a call takes of PHP's memory.
 *
 * @param list<mixed> $arguments
 * @return array{result: int, peak: int, left: int} bytes while the result is there, the most in between (of results above
 *         the current peak only), and bytes that stay when the result has been freed
 */
function lyo_bench_memory(string $function, array $arguments): array {}

/** A deep copy, the limit of what a decoder could reach: new arrays, objects and strings; with $own_keys new keys, too. */
function lyo_bench_copy(mixed $value, bool $own_keys = false): mixed {}

/** The value as an application would build it: strings new, keys interned, lists packed, equal arrays shared. */
function lyo_bench_build(mixed $value): mixed {}

/**
 * What a value is made of; each object counts once, an array once for each place it stands in. Opaque
 * objects are those whose content only their class knows: no limit can be told for a value that has some.
 *
 * @return array{arrays: int, objects: int, array_cells: int, object_cells: int, strings: int, opaque: int}
 */
function lyo_bench_census(mixed $value): array {}

/** Calls of functions of PHP code while serialize() writes the value: hooks, and what these call. */
function lyo_bench_hooks(mixed $value): int {}

/** Takes all that is free of PHP's memory, so that what comes next lies in a new chunk, in the same places each time. */
function lyo_bench_settle(): void {}

/** Gives back what was taken. */
function lyo_bench_unsettle(): void {}
