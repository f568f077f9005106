<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

use Lyo\Bundle\Tests\App\PageController;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

return static function (RoutingConfigurator $routes): void {
    $routes->add('page', '/page')->controller([PageController::class, 'page']);
    if (is_dir($profiler = __DIR__.'/../../vendor/symfony/web-profiler-bundle/Resources/config/routing')) {
        $suffix = is_file($profiler.'/profiler.php') ? 'php' : 'xml';
        $routes->import($profiler.'/profiler.'.$suffix)->prefix('/_profiler');
        $routes->import($profiler.'/wdt.'.$suffix)->prefix('/_wdt');
    }
};
