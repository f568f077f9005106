<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\DependencyInjection;

use Psr\Cache\CacheItemPoolInterface;
use Symfony\Component\Cache\Adapter\AbstractAdapter;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\Cache\Adapter\FilesystemTagAwareAdapter;
use Symfony\Component\Cache\Adapter\MemcachedAdapter;
use Symfony\Component\Cache\Adapter\PdoAdapter;
use Symfony\Component\Cache\Adapter\RedisAdapter;
use Symfony\Component\Cache\Adapter\RedisTagAwareAdapter;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Definition;
use Symfony\Component\DependencyInjection\Reference;

/**
 * Notes for the commands which pools there are, which of them use cache.default_marshaller, and where their items lie.
 *
 * @internal
 */
final class CollectPoolsPass implements CompilerPassInterface
{
    public function process(ContainerBuilder $container): void
    {
        $pools = [];
        foreach (array_keys($container->findTaggedServiceIds('cache.pool')) as $id) {
            $definition = $container->getDefinition($id);
            if ($definition->isAbstract()) {
                continue;
            }
            /** @var list<array<string, mixed>> $tags */
            $tags = $definition->getTag('cache.pool');
            $name = $tags[0]['name'] ?? null;
            $pools[\is_string($name) ? $name : $id] = $this->describe($container, $definition);
        }
        ksort($pools);
        $container->getDefinition('lyo.pools')->replaceArgument(0, $pools);
    }

    /**
     * @return array{adapter: string, marshaller: bool, source: string|null, namespace: string}
     */
    private function describe(ContainerBuilder $container, Definition $pool): array
    {
        $factory = $pool->getFactory();
        if ([AbstractAdapter::class, 'createSystemCache'] === $factory) {
            return ['adapter' => 'PHP files or APCu', 'marshaller' => false, 'source' => null, 'namespace' => ''];
        }
        $arguments = array_values($pool->getArguments());
        $class = $container->getParameterBag()->resolveValue($pool->getClass());
        $described = [
            'adapter' => \is_string($class) ? substr((string) strrchr('\\'.$class, '\\'), 1) : 'unknown',
            'marshaller' => false,
            'source' => null,
            'namespace' => '',
        ];
        $provider = null;
        switch ($class) {
            case FilesystemAdapter::class:
            case FilesystemTagAwareAdapter::class:
                $described['namespace'] = \is_string($arguments[0] ?? null) ? $arguments[0] : '';
                $described['source'] = \is_string($arguments[2] ?? null) ? $arguments[2].'/'.('' === $described['namespace'] ? '@' : $described['namespace']) : null;
                break;
            case RedisAdapter::class:
            case RedisTagAwareAdapter::class:
            case MemcachedAdapter::class:
            case PdoAdapter::class:
                $described['namespace'] = \is_string($arguments[1] ?? null) ? $arguments[1] : '';
                $provider = $arguments[0] ?? null;
                break;
        }
        if ($provider instanceof Reference && $container->has((string) $provider)) {
            $provider = $container->findDefinition((string) $provider);
        }
        if ($provider instanceof Definition) {
            $provider = array_values($provider->getArguments())[0] ?? null;
        }
        if (\is_string($provider)) {
            $described['source'] = $provider;
        }

        foreach ($arguments as $argument) {
            if ($argument instanceof Reference && \in_array((string) $argument, ['cache.default_marshaller', 'lyo.marshaller'], true)) {
                $described['marshaller'] = true;
            }
        }

        // Adapters around another one: for tags, for the profiler, chains.
        foreach ($this->inner($container, $arguments) as $inner) {
            $found = $this->describe($container, $inner);
            if ($found['marshaller'] || null === $described['source'] && null !== $found['source']) {
                return $found;
            }
        }

        return $described;
    }

    /**
     * @param array<mixed> $arguments
     *
     * @return list<Definition>
     */
    private function inner(ContainerBuilder $container, array $arguments): array
    {
        $found = [];
        foreach ($arguments as $argument) {
            if (\is_array($argument)) {
                $found = [...$found, ...$this->inner($container, $argument)];
                continue;
            }
            if ($argument instanceof Reference) {
                $argument = $container->has((string) $argument) ? $container->findDefinition((string) $argument) : null;
            }
            if ($argument instanceof Definition && is_a((string) $container->getReflectionClass($argument->getClass(), false)?->getName(), CacheItemPoolInterface::class, true)) {
                $found[] = $argument;
            }
        }

        return $found;
    }
}
