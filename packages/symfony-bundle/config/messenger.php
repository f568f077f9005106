<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Symfony\Component\DependencyInjection\Loader\Configurator;

use Lyo\Bridge\Packer;
use Lyo\Bridge\Settings;
use Lyo\Bundle\Messenger\LyoSerializer;
use Symfony\Component\Messenger\Transport\Serialization\PhpSerializer;

return static function (ContainerConfigurator $container): void {
    $container->services()
        ->set('lyo.messenger.packer', Packer::class)
            ->factory([Settings::class, 'packer'])
            ->args([
                '$settings' => abstract_arg('set by LyoBundle'),
                '$logger' => service('logger')->ignoreOnInvalid(),
            ])
            ->tag('monolog.logger', ['channel' => 'lyo'])

        ->set('lyo.messenger.serializer', LyoSerializer::class)
            ->args([
                service('lyo.messenger.packer'),
                inline_service(PhpSerializer::class),
            ])
    ;
};
