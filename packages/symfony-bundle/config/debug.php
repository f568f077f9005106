<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Symfony\Component\DependencyInjection\Loader\Configurator;

use Lyo\Bundle\DataCollector\LyoDataCollector;
use Lyo\Bundle\DataCollector\TraceableMarshaller;

return static function (ContainerConfigurator $container): void {
    $container->services()
        // DecorateMarshallerPass puts it in front of lyo.marshaller.
        ->set('lyo.traceable_marshaller', TraceableMarshaller::class)
            ->args([service('.inner')])
            ->tag('kernel.reset', ['method' => 'reset'])

        ->set('lyo.data_collector', LyoDataCollector::class)
            ->args([service('lyo.traceable_marshaller')])
            ->tag('data_collector', ['id' => 'lyo', 'template' => '@Lyo/collector/lyo.html.twig', 'priority' => 270])
    ;
};
