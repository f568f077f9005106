<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\DependencyInjection;

use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;

/**
 * Puts lyo.marshaller in front of cache.default_marshaller, if that is Symfony's own. An application that has put another one there, for example
 * one that encrypts, must not lose it: it is left alone, and lyo:status says so.
 *
 * @internal
 */
final class DecorateMarshallerPass implements CompilerPassInterface
{
    /** So high that what an application or another bundle decorates with is in front of it, such as DeflateMarshaller. */
    private const PRIORITY = 1024;

    public function process(ContainerBuilder $container): void
    {
        $reason = $this->whyNot($container);
        $container->getDefinition('lyo.pools')->replaceArgument(1, $reason);
        if (null !== $reason) {
            $container->removeDefinition('lyo.traceable_marshaller');
            $container->removeDefinition('lyo.data_collector');
            if (!$container->has('cache.default_marshaller')) {
                $container->getDefinition('lyo.command.status')->setArgument('$marshaller', null);
            }

            return;
        }

        $default = $container->findDefinition('cache.default_marshaller');
        $throws = $default->getArguments()['$throwOnSerializationFailure'] ?? $default->getArguments()[1] ?? false;
        $container->getDefinition('lyo.marshaller')
            ->setArgument('$throwOnSerializationFailure', $throws)
            ->setDecoratedService('cache.default_marshaller', null, self::PRIORITY);

        if (!$container->hasDefinition('lyo.traceable_marshaller')) {
            return;
        }
        if ($container->has('profiler')) {
            $container->getDefinition('lyo.traceable_marshaller')->setDecoratedService('cache.default_marshaller', null, self::PRIORITY - 1);
        } else {
            $container->removeDefinition('lyo.traceable_marshaller');
            $container->removeDefinition('lyo.data_collector');
        }
    }

    private function whyNot(ContainerBuilder $container): ?string
    {
        if (!$container->getParameter('.lyo.cache_enabled')) {
            return 'it is switched off by "lyo.cache.enabled"';
        }
        if (!$container->has('cache.default_marshaller')) {
            return 'there is no service "cache.default_marshaller"';
        }
        $class = $container->getParameterBag()->resolveValue($container->findDefinition('cache.default_marshaller')->getClass());

        return DefaultMarshaller::class === $class ? null : \sprintf('the application has a "cache.default_marshaller" of its own, of the class %s (it may wrap "@lyo.marshaller")', \is_string($class) ? $class : 'unknown');
    }
}
