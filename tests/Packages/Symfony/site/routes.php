<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

use Lyo\Tests\Packages\Symfony\Site\PageController;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

return static function (RoutingConfigurator $routes): void {
    $routes->add('page', '/')->controller([PageController::class, 'page']);
};
