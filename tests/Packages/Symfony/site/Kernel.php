<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages\Symfony\Site;

use Lyo\Bundle\LyoBundle;
use Redis;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Reference;
use Symfony\Component\HttpKernel\Kernel as SymfonyKernel;

/** The shop as each kind of head has it: "plain", "igbinary", "phpredis" (its own serializer igbinary), "lyo", "zlib". */
final class Kernel extends SymfonyKernel
{
    public function __construct(private readonly string $head, private readonly string $folder, private readonly string $redis)
    {
        parent::__construct($head, false);
    }

    public function registerBundles(): iterable
    {
        yield new FrameworkBundle();
        if ($this->hasLyo()) {
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
            $container->loadFromExtension('framework', [
                'secret' => 'secret',
                'http_method_override' => false,
                'handle_all_throwables' => true,
                'php_errors' => ['log' => true],
                'router' => ['resource' => __DIR__ . '/routes.php', 'utf8' => true],
                'cache' => [
                    'prefix_seed' => 'shop',
                    'app' => 'cache.adapter.redis',
                    'default_redis_provider' => $this->head === 'phpredis' ? 'app.redis' : $this->redis,
                    'pools' => [
                        'catalog' => ['adapter' => 'cache.adapter.redis'],
                        'tagged' => ['adapter' => 'cache.adapter.redis_tag_aware'],
                        'tags' => ['adapter' => 'cache.adapter.redis', 'tags' => true],
                    ],
                ],
            ]);
            if ($this->hasLyo()) {
                $container->loadFromExtension('lyo', $this->head === 'zlib' ? ['compress' => 'zlib'] : []);
            }
            if ($this->head === 'phpredis') {
                $container->register('app.redis', Redis::class)->setFactory([self::class, 'redis'])->addArgument($this->redis);
            }
            $container->register(PageController::class)->setArguments([new Reference('cache.app'), new Reference('catalog'), new Reference('tagged'), new Reference('tags')])->setPublic(true);
        });
    }

    protected function build(ContainerBuilder $container): void
    {
        if ($this->head === 'igbinary') {
            $container->addCompilerPass(new IgbinaryPass());
        }
    }

    /** The client that serializes with igbinary itself what Symfony hands to it. */
    public static function redis(string $source): Redis
    {
        $redis = new Redis();
        $redis->connect((string) parse_url($source, PHP_URL_HOST), (int) parse_url($source, PHP_URL_PORT));
        $redis->select((int) substr((string) parse_url($source, PHP_URL_PATH), 1));
        $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_IGBINARY);
        return $redis;
    }

    private function hasLyo(): bool
    {
        return $this->head === 'lyo' || $this->head === 'zlib';
    }
}
