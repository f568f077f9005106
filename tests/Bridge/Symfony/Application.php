<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Symfony;

use RuntimeException;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Contracts\Cache\CacheInterface;

require_once __DIR__ . '/php85.php';

/** A Symfony application that has a cache and a services.yaml, and nothing else. */
final class Application extends Kernel
{
    public function __construct(private readonly string $folder)
    {
        parent::__construct('prod', false);
        $this->boot();
    }

    public function pool(): CacheInterface
    {
        $pool = $this->getContainer()->get('test.pool');
        return $pool instanceof CacheInterface ? $pool : throw new RuntimeException('there is no pool');
    }

    /** What lies in the pool's file. */
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
        $loader->load("$this->folder/services.yaml");
        $loader->load(function (ContainerBuilder $container): void {
            $container->loadFromExtension('framework', ['secret' => 'secret', 'http_method_override' => false, 'cache' => ['directory' => "$this->folder/pools", 'pools' => ['test.pool' => ['adapter' => 'cache.adapter.filesystem', 'public' => true]]]]);
        });
    }
}
