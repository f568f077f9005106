<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Classes of the vectors, with the short names that their bytes hold. Serializable is deprecated, but the vectors need it.

(static function (): void {
    $level = error_reporting(E_ALL & ~E_DEPRECATED);
    require_once __DIR__ . '/vector-classes.inc';
    error_reporting($level);
})();
