<?php

declare(strict_types=1);

// The functions of lyo_unit.so, for static analysis only. Never loaded.

/** @return array{int, int} checks made, and those that did not hold */
function lyo_unit_run(): array
{
    throw new LogicException();
}

/**
 * Changes payloads at random and gives each to walk and reader.
 *
 * @param non-empty-list<string> $seeds
 * @return array<array-key, int> payloads that were accepted, and those on which the two did not agree; then by the name of an error how often it was one
 */
function lyo_unit_agree(array $seeds, int $runs, int $random): array
{
    throw new LogicException();
}
