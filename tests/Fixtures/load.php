<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Loads all fixtures at once: the tests that use them compare autoloading, so no fixture may be loaded on demand.
// PHP reports each class with the old Serializable interface as deprecated while it compiles it.
(static function (): void {
    $level = error_reporting(E_ALL & ~E_DEPRECATED);
    foreach (['World', 'Summary', 'Trouble', 'Refused', 'Enums', 'Plain', 'StateHooks', 'SleepHooks', 'LegacyHooks', 'Mischief', 'Was', 'Now', 'OnDemand', 'LazyObjects', 'ModernClasses'] as $file) {
        require_once __DIR__ . '/' . $file . '.php';
    }
    if (PHP_VERSION_ID >= 80400) {
        require_once __DIR__ . '/Since84.php';
        require_once __DIR__ . '/Was84.php';
        require_once __DIR__ . '/Now84.php';
    }
    error_reporting($level);
})();
