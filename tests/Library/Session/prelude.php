<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The beginning of each script of SessionHandlerTest.

declare(strict_types=1);

use Lyo\Tests\Library\Session\Store;

require __DIR__ . '/../../../vendor/autoload.php';

$coverage = getenv('BRIDGE_COVERAGE');
if (is_string($coverage) && function_exists('pcov\start')) { // make coverage-library
    \pcov\start();
    register_shutdown_function(static fn() => file_put_contents("$coverage/" . getmypid() . '.json', json_encode(\pcov\collect())));
}
ob_start(); // session settings cannot be changed after output was sent
foreach (['use_cookies' => '0', 'cache_limiter' => '', 'gc_probability' => '0', 'use_strict_mode' => '0'] as $setting => $value) {
    ini_set("session.$setting", $value);
}

final class Counted
{
    public static int $slept = 0;
    public static int $woken = 0;
    public int $n = 1;

    /** @return list<string> */
    public function __sleep(): array
    {
        self::$slept++;
        return ['n'];
    }

    public function __wakeup(): void
    {
        self::$woken++;
    }
}

/** One request: what it does to $_SESSION, and what that holds then. */
function request(string $id, ?Closure $work = null): mixed
{
    session_id($id);
    session_start();
    $seen = $_SESSION;
    if ($work !== null) {
        $work();
    }
    session_write_close();
    return $seen;
}

/**
 * The calls of the store since the last call of this function.
 *
 * @return list<string>
 */
function calls(Store $store): array
{
    $calls = array_values(array_diff($store->calls, ['open', 'close']));
    $store->calls = [];
    return $calls;
}

/** Prints what the test compares. */
function say(mixed ...$values): void
{
    foreach ($values as $value) {
        echo json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION), "\n";
    }
}

set_error_handler(static function (int $level, string $message): bool {
    // PHP 8.6 warns of each class of a store that cannot make and check identifiers; here are stores of both kinds
    if (!str_contains($message, 'which will be required in PHP 9.0')) {
        echo "warning: $message\n";
    }
    return true;
});
