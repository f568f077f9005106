<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App;

use App\Entity\Address;
use App\Entity\CardPayment;
use App\Entity\Category;
use App\Entity\Customer;
use App\Entity\Order;
use App\Entity\OrderLine;
use App\Entity\Product;
use App\Entity\Review;
use App\Entity\TransferPayment;
use DateTimeImmutable;
use Doctrine\DBAL\DriverManager;
use Doctrine\ORM\Cache\CacheConfiguration;
use Doctrine\ORM\Cache\DefaultCacheFactory;
use Doctrine\ORM\Cache\RegionsConfiguration;
use Doctrine\ORM\Configuration;
use Doctrine\ORM\EntityManager;
use Doctrine\ORM\Mapping\Driver\AttributeDriver;
use Doctrine\ORM\Mapping\UnderscoreNamingStrategy;
use Doctrine\ORM\Tools\SchemaTool;
use Faker\Factory;
use Faker\Generator;
use Psr\Cache\CacheItemPoolInterface;

/** An entity manager with a database in memory, and the rows of a shop, the same each time. */
final class Shop
{
    public readonly EntityManager $manager;

    private Generator $faker;

    /** @param callable(string): CacheItemPoolInterface $pool by name: metadata, queries, results, entities */
    public function __construct(callable $pool, string $folder)
    {
        $config = new Configuration();
        $config->setMetadataDriverImpl(new AttributeDriver([__DIR__ . '/Entity']));
        $config->setNamingStrategy(new UnderscoreNamingStrategy());
        $config->setProxyDir($folder);
        $config->setProxyNamespace('Proxies');
        $config->setAutoGenerateProxyClasses(true);
        $config->setMetadataCache($pool('metadata'));
        $config->setQueryCache($pool('queries'));
        $config->setResultCache($pool('results'));
        $config->setSecondLevelCacheEnabled();
        $regions = new RegionsConfiguration();
        $cache = $config->getSecondLevelCacheConfiguration() ?? new CacheConfiguration();
        $cache->setCacheFactory(new DefaultCacheFactory($regions, $pool('entities')));
        $this->manager = new EntityManager(DriverManager::getConnection(['driver' => 'pdo_sqlite', 'memory' => true]), $config);
        $this->faker = Factory::create();
        mt_srand(7); // Faker::seed() gives other numbers from PHP 8.3 on
        (new SchemaTool($this->manager))->createSchema($this->manager->getMetadataFactory()->getAllMetadata());
        $this->fill();
    }

    private function fill(): void
    {
        $faker = $this->faker;
        $categories = [];
        for ($i = 0; $i < 6; $i++) {
            $categories[] = $parent = new Category(ucfirst($faker->unique()->word()), $faker->slug(2), null, $i);
            for ($j = 0; $j < 5; $j++) {
                $categories[] = new Category(ucfirst($faker->unique()->word()), $faker->slug(2), $parent, $j);
            }
        }
        $customers = $products = [];
        for ($i = 0; $i < 60; $i++) {
            $customers[] = new Customer($faker->unique()->safeEmail(), $faker->name(), $this->address(), ['locale' => $faker->locale(), 'newsletter' => $faker->boolean()], $this->date(), $i % 3 === 0 ? null : $this->date());
        }
        for ($i = 0; $i < 200; $i++) {
            $products[] = $product = new Product($faker->unique()->ean13(), ucfirst($faker->words(3, true)), $faker->paragraph(4), number_format($faker->randomFloat(2, 1, 800), 2, '.', ''), $faker->randomFloat(3, 0, 20), ['color' => $faker->colorName(), 'depth' => $faker->numberBetween(1, 200), 'fragile' => $faker->boolean()], $faker->boolean(90), $faker->words(3), $this->date());
            $product->in(...$faker->randomElements($categories, 2));
            for ($j = $faker->numberBetween(0, 4); $j > 0; $j--) {
                new Review($product, $faker->randomElement($customers), $faker->numberBetween(1, 5), $faker->paragraph(), $this->date());
            }
        }
        array_map($this->manager->persist(...), [...$categories, ...$customers, ...$products]);
        for ($i = 1; $i <= 150; $i++) {
            $order = new Order(sprintf('%08d', $i), $faker->randomElement($customers), $this->address(), $this->date(), note: $i % 4 === 0 ? $faker->sentence() : null);
            for ($j = 1; $j <= $faker->numberBetween(1, 5); $j++) {
                new OrderLine($order, $j, $faker->randomElement($products), $faker->numberBetween(1, 4), number_format($faker->randomFloat(2, 1, 800), 2, '.', ''));
            }
            match ($i % 3) {
                0 => new CardPayment($order, $faker->numberBetween(100, 90000), $this->date(), $faker->numerify('####')),
                1 => new TransferPayment($order, $faker->numberBetween(100, 90000), $this->date(), $faker->iban('DE')),
                default => null,
            };
            $this->manager->persist($order);
        }
        $this->manager->flush();
        $this->manager->clear();
    }

    private function address(): Address
    {
        return new Address($this->faker->streetAddress(), $this->faker->postcode(), $this->faker->city(), $this->faker->countryCode());
    }

    private function date(): DateTimeImmutable
    {
        return new DateTimeImmutable($this->faker->dateTimeBetween('2024-01-01', '2026-03-01')->format('Y-m-d H:i:s'));
    }
}
