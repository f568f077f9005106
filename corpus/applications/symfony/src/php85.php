<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What symfony/framework-bundle needs of symfony/polyfill-php85, which not every registry has.

declare(strict_types=1);

if (!function_exists('get_error_handler')) {
    function get_error_handler(): ?callable
    {
        $handler = set_error_handler(null);
        restore_error_handler();
        return $handler;
    }
}

if (!function_exists('get_exception_handler')) {
    function get_exception_handler(): ?callable
    {
        $handler = set_exception_handler(null);
        restore_exception_handler();
        return $handler;
    }
}
