<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Steps;

use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\HttpKernel\Kernel;
use UnexpectedValueException;

require_once __DIR__ . '/../../../corpus/applications/symfony/src/php85.php';

/** An application with a pool in a database, and with config/packages/lyo.php of docs/bridges/symfony.md or without. */
final class SymfonyKernel extends Kernel
{
    /** @param string $source of the database */
    public function __construct(private readonly string $folder, private readonly string $source, string $environment)
    {
        parent::__construct($environment, false);
        $this->boot();
    }

    public function pool(): AdapterInterface
    {
        $pool = $this->getContainer()->get('page.pool');
        return $pool instanceof AdapterInterface ? $pool : throw new UnexpectedValueException('there is no pool');
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
        if ($this->environment === 'lyo') {
            $loader->load("$this->folder/config/packages/lyo.php");
        }
        $loader->load(function (ContainerBuilder $container): void {
            $container->loadFromExtension('framework', ['secret' => 'secret', 'http_method_override' => false, 'cache' => ['prefix_seed' => 'steps', 'pools' => ['page.pool' => ['adapter' => 'cache.adapter.pdo', 'provider' => $this->source, 'public' => true]]]]);
        });
    }
}
