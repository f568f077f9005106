<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

return (new PhpCsFixer\Config())
    ->setRiskyAllowed(true)
    ->setRules([
        '@Symfony' => true,
        '@Symfony:risky' => true,
        'declare_strict_types' => true,
        'header_comment' => ['header' => "This file is part of the package lyo/symfony-bundle.\n\nSPDX-License-Identifier: BSD-3-Clause"],
    ])
    ->setFinder((new PhpCsFixer\Finder())->in(__DIR__)->exclude('vendor')->append([__FILE__]));
