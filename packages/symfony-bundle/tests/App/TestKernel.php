<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests\App;

use Lyo\Bundle\LyoBundle;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\TwigBundle\TwigBundle;
use Symfony\Bundle\WebProfilerBundle\WebProfilerBundle;
use Symfony\Component\Cache\Adapter\FilesystemTagAwareAdapter;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\DependencyInjection\ChildDefinition;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\Compiler\PassConfig;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpKernel\Kernel;

/**
 * An application with the bundle, or without it; what the container would hide is public.
 */
final class TestKernel extends Kernel
{
    /** Services that tests ask for; they may be missing. */
    private const PUBLIC = ['cache.default_marshaller', 'cache.app', 'cache.app.taggable', 'cache.system', 'tagged.pool', 'tags.pool', 'chain.pool', 'plain.pool', 'heads.pool', 'session.handler', 'lyo.messenger.serializer', 'messenger.transport.async', 'lyo.pools', 'profiler', 'logger'];

    private static int $applications = 0;

    /**
     * @param array<string, mixed>                 $lyo       configuration of the bundle
     * @param array<string, mixed>                 $framework configuration of FrameworkBundle
     * @param \Closure(ContainerBuilder):void|null $services
     */
    public function __construct(
        private readonly string $folder,
        private readonly array $lyo = [],
        private readonly array $framework = [],
        private readonly ?\Closure $services = null,
        private readonly bool $bundle = true,
        private readonly bool $profiler = false,
        bool $debug = false,
    ) {
        // Each configuration has a container of its own, and all of them share the store. A container's class is loaded only once.
        parent::__construct('test'.substr(md5(serialize([$folder, $lyo, $framework, $bundle, $profiler, null === $services ? 0 : ++self::$applications])), 0, 8), $debug);
        $this->boot();
    }

    public function service(string $id): object
    {
        return $this->getContainer()->get($id);
    }

    public function registerBundles(): iterable
    {
        yield new FrameworkBundle();
        if ($this->profiler) {
            yield new TwigBundle();
            yield new WebProfilerBundle();
        }
        if ($this->bundle) {
            yield new LyoBundle();
        }
    }

    public function getProjectDir(): string
    {
        return $this->folder;
    }

    public function registerContainerConfiguration(LoaderInterface $loader): void
    {
        $loader->load(function (ContainerBuilder $container): void {
            /** @var array<string, mixed> $framework */
            $framework = array_replace_recursive([
                'secret' => 'secret',
                'http_method_override' => false,
                'handle_all_throwables' => true,
                'php_errors' => ['log' => true],
                'test' => false,
                'router' => ['resource' => __DIR__.'/routes.php', 'utf8' => true],
                'cache' => [
                    'directory' => $this->folder.'/pools',
                    'prefix_seed' => 'test',
                    'pools' => [
                        'tagged.pool' => ['adapter' => 'app.adapter.tag_aware'],
                        'tags.pool' => ['adapter' => 'cache.adapter.filesystem', 'tags' => true],
                        'chain.pool' => ['adapters' => ['cache.adapter.array', 'cache.adapter.filesystem']],
                        'plain.pool' => ['adapter' => 'cache.adapter.filesystem'],
                    ],
                ],
            ], $this->profiler ? ['profiler' => ['enabled' => true, 'collect' => true]] : [], $this->framework);
            $container->loadFromExtension('framework', $framework);
            if ($this->bundle) {
                $container->loadFromExtension('lyo', $this->lyo);
            }
            if ($this->profiler) {
                $container->loadFromExtension('web_profiler', ['toolbar' => true]);
                $container->loadFromExtension('twig', ['strict_variables' => true]);
            }
            $container->setDefinition('app.adapter.tag_aware', (new ChildDefinition('cache.adapter.filesystem'))->setClass(FilesystemTagAwareAdapter::class)->setAbstract(true));
            $container->register('logger', Logger::class)->setPublic(true);
            $container->register(PageController::class)->setAutowired(true)->addTag('controller.service_arguments');
        });
        if (null !== $this->services) {
            $loader->load($this->services);
        }
    }

    protected function build(ContainerBuilder $container): void
    {
        $container->addCompilerPass(new class(self::PUBLIC) implements CompilerPassInterface {
            /** @param list<string> $ids */
            public function __construct(private readonly array $ids)
            {
            }

            public function process(ContainerBuilder $container): void
            {
                foreach ($this->ids as $id) {
                    if ($container->hasDefinition($id)) {
                        $container->getDefinition($id)->setPublic(true);
                    } elseif ($container->hasAlias($id)) {
                        $container->getAlias($id)->setPublic(true);
                    }
                }
            }
        }, PassConfig::TYPE_BEFORE_OPTIMIZATION, -1000);
    }
}
