<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Symfony\Component\DependencyInjection\Loader\Configurator;

use Lyo\Bridge\Symfony\Marshaller;
use Lyo\Bundle\Command\ConvertCommand;
use Lyo\Bundle\Command\StatCommand;
use Lyo\Bundle\Command\StatusCommand;
use Lyo\Bundle\Pools;

return static function (ContainerConfigurator $container): void {
    $container->services()
        // DecorateMarshallerPass puts it in front of cache.default_marshaller.
        ->set('lyo.marshaller', Marshaller::class)
            ->args([
                '$logger' => service('logger')->ignoreOnInvalid(),
            ])
            ->tag('monolog.logger', ['channel' => 'lyo'])

        ->set('lyo.pools', Pools::class)
            ->args([
                abstract_arg('set by CollectPoolsPass'),
                abstract_arg('set by DecorateMarshallerPass'),
            ])

        ->set('lyo.command.status', StatusCommand::class)
            ->args([
                '$pools' => service('lyo.pools'),
                '$marshaller' => service('cache.default_marshaller'),
                '$settings' => abstract_arg('set by LyoBundle'),
            ])
            ->tag('console.command')

        ->set('lyo.command.stat', StatCommand::class)
            ->args([service('lyo.pools')])
            ->tag('console.command')

        ->set('lyo.command.convert', ConvertCommand::class)
            ->args([service('lyo.pools')])
            ->tag('console.command')
    ;
};
