<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Symfony;

use RuntimeException;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpKernel\Kernel;

require_once __DIR__ . '/../../../corpus/applications/symfony/src/php85.php';

/** A Symfony application that has a cache and, in one of its environments, a services.yaml, and nothing else. */
final class CacheKernel extends Kernel
{
    /** @param string $environment "prod" with services.yaml, "plain" without; they share the pool */
    public function __construct(private readonly string $folder, string $environment = 'prod')
    {
        parent::__construct($environment, false);
        $this->boot();
    }

    public function pool(): AdapterInterface
    {
        $pool = $this->getContainer()->get('test.pool');
        return $pool instanceof AdapterInterface ? $pool : throw new RuntimeException('there is no pool');
    }

    /** The content of the pool's file. */
    public function stored(string $key): string
    {
        $files = glob("$this->folder/pools/*/*/*/*") ?: [];
        foreach ($files as $file) {
            [, $id, $bytes] = [...explode("\n", (string) file_get_contents($file), 3), '', ''];
            if (str_ends_with(rawurldecode($id), $key)) {
                return $bytes;
            }
        }
        return '';
    }

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle()];
    }

    public function getProjectDir(): string
    {
        return $this->folder;
    }

    public function registerContainerConfiguration(LoaderInterface $loader): void
    {
        if ($this->environment === 'prod') {
            $loader->load("$this->folder/services.yaml");
        }
        $loader->load(function (ContainerBuilder $container): void {
            $container->loadFromExtension('framework', ['secret' => 'secret', 'http_method_override' => false, 'cache' => ['directory' => "$this->folder/pools", 'prefix_seed' => 'test', 'pools' => ['test.pool' => ['adapter' => 'cache.adapter.filesystem', 'public' => true]]]]);
        });
    }
}
