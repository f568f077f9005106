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
use Lyo\Bundle\Messenger\MessageTypeAwareLyoSerializer;
use Symfony\Component\Messenger\Transport\Serialization\MessageTypeAwareSerializerInterface;

return static function (ContainerConfigurator $container): void {
    $hasSignatures = interface_exists(MessageTypeAwareSerializerInterface::class);

    $container->services()
        ->set('lyo.messenger.packer', Packer::class)
            ->factory([Settings::class, 'packer'])
            ->args([
                '$settings' => abstract_arg('set by LyoBundle'),
                '$logger' => service('logger')->ignoreOnInvalid(),
            ])
            ->tag('monolog.logger', ['channel' => 'lyo'])

        ->set('lyo.messenger.serializer', $hasSignatures ? MessageTypeAwareLyoSerializer::class : LyoSerializer::class)
            ->args([
                service('lyo.messenger.packer'),
                // Without the decorators of Symfony 7.4: they decorate lyo.messenger.serializer, too.
                service($hasSignatures ? '.messenger.transport.native_php_serializer' : 'messenger.transport.native_php_serializer')->nullOnInvalid(),
            ])
    ;
};
