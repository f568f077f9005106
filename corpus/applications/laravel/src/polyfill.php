<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What Laravel and Carbon want of packages that are not everywhere to be had: two functions of PHP 8.5, and the name of an interface.

declare(strict_types=1);

namespace Symfony\Component\Clock {
    use Psr\Clock\ClockInterface as PsrClock;

    if (!interface_exists(ClockInterface::class)) {
        interface ClockInterface extends PsrClock
        {
            public function sleep(float|int $seconds): void;

            public function withTimeZone(\DateTimeZone|string $timezone): static;
        }
    }
}

namespace {
    if (!function_exists('array_first')) {
        /** @param array<mixed> $array */
        function array_first(array $array): mixed
        {
            return $array === [] ? null : $array[array_key_first($array)];
        }
    }
    if (!function_exists('array_last')) {
        /** @param array<mixed> $array */
        function array_last(array $array): mixed
        {
            return $array === [] ? null : $array[array_key_last($array)];
        }
    }
}
