<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

require_once __DIR__ . '/../Differential/load.php';

foreach (['Corpus/Corpus', 'Igbinary/Portrait', 'Policy/Stored', 'Igbinary/SessionStore', 'Igbinary/SessionHook', 'Igbinary/Sessions', 'Igbinary/Work', 'Igbinary/Peer', 'Igbinary/Modules', 'Igbinary/Verdict', 'Igbinary/Vectors', 'Igbinary/Broken', 'Igbinary/IgbinaryCommand'] as $file) {
    require_once __DIR__ . '/../' . $file . '.php';
}
