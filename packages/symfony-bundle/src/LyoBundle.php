<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle;

use Lyo\Bundle\DependencyInjection\CollectPoolsPass;
use Lyo\Bundle\DependencyInjection\DecorateMarshallerPass;
use Lyo\ClassPolicy;
use Symfony\Component\Config\Definition\Configurator\DefinitionConfigurator;
use Symfony\Component\DependencyInjection\Compiler\PassConfig;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Definition;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpKernel\Bundle\AbstractBundle;
use Symfony\Component\Messenger\Transport\Serialization\SerializerInterface;

final class LyoBundle extends AbstractBundle
{
    public function configure(DefinitionConfigurator $definition): void
    {
        $definition->import('../config/definition.php');
    }

    /**
     * @param array{writes: string, every_host_reads: bool, classes: list<string>, cache: array{enabled: bool}, session: array{enabled: bool}, ...} $config
     */
    public function loadExtension(array $config, ContainerConfigurator $container, ContainerBuilder $builder): void
    {
        $container->import('../config/services.php');

        // Options of an envelope that are not set have the defaults of the library.
        $envelope = array_diff_key($config, array_flip(['writes', 'every_host_reads', 'classes', 'cache', 'session']));
        $envelope = array_filter($envelope, static fn (mixed $option): bool => null !== $option && [] !== $option);

        $marshaller = $builder->getDefinition('lyo.marshaller')
            ->setArgument('$writer', $config['writes'])
            ->setArgument('$envelope', $envelope);
        if ([] !== $config['classes']) {
            $classes = (new Definition(ClassPolicy::class, $config['classes']))->setFactory([ClassPolicy::class, 'only']);
            $marshaller->setArgument('$classes', (new Definition(ClassPolicy::class))->setFactory([$classes, 'orThrow']));
        }
        $container->parameters()->set('.lyo.cache_enabled', $config['cache']['enabled']);

        // Where a host without Lyo would fail instead of missing.
        $shared = ['writes' => 'default' === $config['writes'] ? 'native' : $config['writes'], 'every_host_reads' => $config['every_host_reads']] + $envelope;
        if ($config['session']['enabled']) {
            $container->import('../config/session.php');
            $builder->getDefinition('lyo.session_handler')->setArgument('$settings', $shared);
        }
        if (interface_exists(SerializerInterface::class)) {
            $container->import('../config/messenger.php');
            $builder->getDefinition('lyo.messenger.packer')->setArgument('$settings', $shared);
        }
        if ($builder->getParameter('kernel.debug')) {
            $container->import('../config/debug.php');
        }
        $builder->getDefinition('lyo.command.status')->setArgument('$settings', [
            'writes' => $config['writes'],
            'compress' => $envelope['compress'] ?? null,
            'signed' => isset($envelope['sign']),
            'session' => $config['session']['enabled'],
            'every_host_reads' => $config['every_host_reads'],
        ]);
    }

    public function build(ContainerBuilder $container): void
    {
        $container->addCompilerPass(new DecorateMarshallerPass());
        $container->addCompilerPass(new CollectPoolsPass(), PassConfig::TYPE_BEFORE_REMOVING);
    }
}
