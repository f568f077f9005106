<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Guest;

use Closure;
use ErrorException;
use Throwable;

/** An application with a strict error handler, which ignores error_reporting(). It notes what a call gives, and all that its handler and hooks see. */
final class Host
{
    /** @param bool $throws whether the handler throws */
    public function __construct(private readonly bool $throws) {}

    /**
     * @param Closure(): mixed $call
     *
     * @return array{result: string, seen: list<string>}
     */
    public function sees(Closure $call): array
    {
        Seen::$lines = [];
        $own = null;
        $own = function (int $level, string $message): bool {
            Seen::$lines[] = sprintf('handler: %d "%s" with %d', $level, $message, error_reporting());
            return $this->throws ? throw new ErrorException($message, 0, $level) : true;
        };
        set_error_handler($own);
        try {
            $result = 'value ' . self::text($call());
        } catch (Throwable $e) {
            $result = 'exception';
        }
        $top = set_error_handler(null);
        for ($i = 0; $i < 5; $i++) { // that of the application, and those of hooks
            restore_error_handler();
        }
        Seen::$lines[] = 'then: ' . ($top === $own ? 'its handler' : get_debug_type($top));
        Seen::$lines[] = 'then: ' . json_encode([ini_get('serialize_precision'), ini_get('unserialize_callback_func'), error_reporting(), count(spl_autoload_functions())]);
        return ['result' => $result, 'seen' => Seen::$lines];
    }

    /** Returns a text for a value. Objects of the test have public hooks, which must not run here, so that print_r() is used, and not serialize(). */
    private static function text(mixed $value): string
    {
        return get_debug_type($value) . ' ' . print_r($value, true) . (is_array($value) ? json_encode(array_filter($value, is_scalar(...)), JSON_PARTIAL_OUTPUT_ON_ERROR) : '');
    }
}
