<?php

declare(strict_types=1);

use PhpCsFixer\Config;
use PhpCsFixer\Finder;

$finder = Finder::create()
    ->in(__DIR__)
    ->exclude(['build', 'ext', 'packages', 'vendor'])
    ->notPath(['tests/Fixtures/Since84.php', 'tests/Fixtures/Was84.php', 'tests/Fixtures/Now84.php']) // PHP 8.2 cannot compile it
    ->append(Finder::create()->in(__DIR__ . '/packages/drupal/bridge')) // in the style of the library, as the next ones
    ->append([__FILE__, ...glob(__DIR__ . '/packages/wordpress/src/*.php') ?: []]);

return (new Config())
    ->setCacheFile(__DIR__ . '/build/php-cs-fixer.cache')
    ->setUnsupportedPhpVersionAllowed(true)
    ->setRiskyAllowed(true)
    ->setRules([
        '@PER-CS2.0' => true,
        'declare_strict_types' => true,
        'no_unused_imports' => true,
        'ordered_imports' => ['imports_order' => ['class', 'function', 'const']],
        'single_line_empty_body' => true,
        'strict_comparison' => true,
        'strict_param' => true,
    ])
    ->setFinder($finder);
