<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Symfony\Component\DependencyInjection\Loader\Configurator;

use Lyo\Bundle\Session\HandlerFactory;
use Lyo\Session\Handler;
use Symfony\Component\DependencyInjection\ContainerInterface;

return static function (ContainerConfigurator $container): void {
    $container->services()
        ->set('lyo.session_handler', Handler::class)
            ->decorate('session.handler', null, 0, ContainerInterface::IGNORE_ON_INVALID_REFERENCE)
            ->factory([HandlerFactory::class, 'create'])
            ->args([
                '$inner' => service('.inner'),
                '$settings' => abstract_arg('set by LyoBundle'),
            ])
    ;
};
