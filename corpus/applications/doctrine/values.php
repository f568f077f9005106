<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

use App\Entity\Category;
use App\Entity\Customer;
use App\Entity\Order;
use App\Entity\OrderLine;
use App\Entity\Product;
use App\Entity\Review;
use App\Shop;
use Doctrine\Common\Collections\ArrayCollection;
use Doctrine\Common\Collections\Criteria;
use Doctrine\DBAL\Types\Type;
use Doctrine\ORM\AbstractQuery;
use Doctrine\ORM\Cache\QueryCacheEntry;
use Doctrine\ORM\Cache\TimestampCacheEntry;
use Doctrine\ORM\Query\Parameter;
use Lyo\Corpus\Recorder;
use Lyo\Corpus\RecordingMarshaller;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;

return static function (Recorder $recorder): void {
    $folder = __DIR__ . '/var';
    $marshallers = [];
    $shop = new Shop(static function (string $name) use ($folder, &$marshallers): FilesystemAdapter {
        $pool = new FilesystemAdapter($name, 0, $folder, $marshallers[$name] = new RecordingMarshaller());
        $pool->clear();

        return $pool;
    }, $folder);
    $manager = $shop->manager;
    // What a cache has written since the last call.
    $cached = static function (string $pool, string $kind, string $description, int $most = 100) use ($recorder, &$marshallers): void {
        $number = 0;
        foreach (array_slice($marshallers[$pool]->written(), 0, $most) as $text) {
            $recorder->text(sprintf('%s-%02d', $pool, ++$number), $kind, $description, $text);
        }
    };
    $cached('metadata', 'ORM ClassMetadata', 'metadata of an entity from the metadata cache');

    $queries = [
        'SELECT p FROM App\Entity\Product p WHERE p.sku = :sku',
        'SELECT c FROM App\Entity\Customer c WHERE c.email = ?1',
        'SELECT p, c FROM App\Entity\Product p JOIN p.categories c WHERE c.slug = :slug ORDER BY p.name ASC',
        'SELECT o, l, p, c FROM App\Entity\Order o JOIN o.lines l JOIN l.product p JOIN o.customer c WHERE o.placedAt >= :from',
        'SELECT COUNT(p.id) FROM App\Entity\Product p WHERE p.active = true',
        'SELECT c.name, COUNT(p.id) AS products, AVG(p.weight) AS weight FROM App\Entity\Product p JOIN p.categories c GROUP BY c.id HAVING COUNT(p.id) > 3 ORDER BY products DESC',
        'SELECT PARTIAL p.{id, name, price} FROM App\Entity\Product p',
        'SELECT r, p, a FROM App\Entity\Review r JOIN r.product p LEFT JOIN r.author a WHERE r.stars BETWEEN 4 AND 5',
        'SELECT y FROM App\Entity\Payment y WHERE y INSTANCE OF App\Entity\CardPayment',
        'SELECT c, k FROM App\Entity\Category c LEFT JOIN c.children k WHERE c.parent IS NULL ORDER BY c.position',
        'SELECT DISTINCT c.address.city AS city, c.address.country AS country FROM App\Entity\Customer c ORDER BY city',
        'SELECT c FROM App\Entity\Customer c WHERE EXISTS (SELECT o.id FROM App\Entity\Order o WHERE o.customer = c AND o.status = \'paid\')',
        'UPDATE App\Entity\Product p SET p.active = false WHERE p.weight > :weight',
        'DELETE FROM App\Entity\Review r WHERE r.stars < :stars',
        'SELECT CASE WHEN p.weight > 10 THEN \'heavy\' ELSE \'light\' END AS class, COUNT(p.id) AS n FROM App\Entity\Product p GROUP BY class',
    ];
    foreach ($queries as $dql) {
        $manager->createQuery($dql)->getSQL();
    }
    $cached('queries', 'ORM query cache (ParserResult)', 'a parsed query from the query cache');

    $result = static fn(string $dql, int $limit = 1000, int $mode = AbstractQuery::HYDRATE_ARRAY): array => $manager->createQuery($dql)->setMaxResults($limit)->enableResultCache(3600)->getResult($mode);
    $result('SELECT p.id, p.name FROM App\Entity\Product p ORDER BY p.id', 1);
    $result('SELECT p.id, p.name FROM App\Entity\Product p ORDER BY p.id', 20);
    $result('SELECT p FROM App\Entity\Product p ORDER BY p.id', 10);
    $result('SELECT p FROM App\Entity\Product p ORDER BY p.id', 100);
    $result('SELECT c FROM App\Entity\Customer c ORDER BY c.id');
    $result('SELECT o FROM App\Entity\Order o ORDER BY o.id', 50);
    $result('SELECT r.stars, COUNT(r.id) AS n FROM App\Entity\Review r GROUP BY r.stars ORDER BY r.stars');
    $result('SELECT l FROM App\Entity\OrderLine l ORDER BY l.id', 400);
    $cached('results', 'ORM result cache', 'rows of a query from the result cache');

    $manager->getCache()?->evictEntityRegions();
    $manager->getCache()?->evictCollectionRegions();
    $manager->clear();
    $marshallers['entities']->written(); // from making the shop
    foreach (array_slice($manager->getRepository(Product::class)->findBy([], ['sku' => 'ASC'], 3), 0, 3) as $product) {
        count($product->getCategories());
    }
    $manager->clear();
    foreach ([1, 2, 3] as $id) {
        $manager->find(Customer::class, $id)?->getOrders()->toArray();
        $manager->find(Category::class, $id);
        $manager->find(Product::class, $id)?->getCategories()->toArray();
    }
    $manager->createQuery('SELECT c FROM App\Entity\Category c WHERE c.position < 3 ORDER BY c.id')->setCacheable(true)->getResult();
    // A few of each kind. Entries of queries hold the time of the machine.
    $kinds = [];
    foreach (array_map(unserialize(...), $marshallers['entities']->written()) as $entry) {
        $kind = $entry::class . (property_exists($entry, 'class') ? $entry->class : '');
        $kinds[$kind] = 1 + ($kinds[$kind] ?? 0);
        if (!$entry instanceof TimestampCacheEntry && $kinds[$kind] <= 4) {
            $recorder->add(sprintf('entities-%02d', array_sum($kinds)), 'ORM second level cache entry', 'an entry of the second level cache', $entry instanceof QueryCacheEntry ? new QueryCacheEntry($entry->result, Recorder::NOW) : $entry);
        }
    }

    // ---- entities and arrays that an application puts into its cache or its session
    $find = static function (string $dql, int $limit, int $mode = AbstractQuery::HYDRATE_OBJECT) use ($manager): array {
        $manager->clear();

        return $manager->createQuery($dql)->setMaxResults($limit)->getResult($mode);
    };
    foreach ([1, 10, 200] as $limit) {
        $recorder->add("products-array-$limit", 'hydrated arrays', "$limit products as arrays", $find('SELECT p FROM App\Entity\Product p ORDER BY p.id', $limit, AbstractQuery::HYDRATE_ARRAY));
        $recorder->add("reviews-scalar-$limit", 'hydrated arrays', "$limit rows of scalars", $find('SELECT r.id, r.stars, p.name, r.writtenAt FROM App\Entity\Review r JOIN r.product p ORDER BY r.id', $limit, AbstractQuery::HYDRATE_SCALAR));
    }
    foreach ([1, 20, 100] as $limit) {
        $recorder->add("customers-$limit", 'entities', "$limit customers with their orders not loaded", $find('SELECT c FROM App\Entity\Customer c ORDER BY c.id', $limit));
    }
    $recorder->add('orders-graph-array', 'hydrated arrays', 'orders with lines, products, customer as arrays', $find('SELECT o, l, p, c FROM App\Entity\Order o JOIN o.lines l JOIN l.product p JOIN o.customer c ORDER BY o.id', 300, AbstractQuery::HYDRATE_ARRAY));
    $recorder->add('order-graph', 'entity graph', 'an order with all that belongs to it', $find('SELECT o, l, p, c, y FROM App\Entity\Order o JOIN o.lines l JOIN l.product p JOIN o.customer c LEFT JOIN o.payment y WHERE o.id = 3', 10));
    $recorder->add('orders-graph', 'entity graph', 'orders with all that belongs to them', $find('SELECT o, l, p, c, y FROM App\Entity\Order o JOIN o.lines l JOIN l.product p JOIN o.customer c LEFT JOIN o.payment y ORDER BY o.id', 200));
    $recorder->add('category-tree', 'entity graph', 'categories with their children', $find('SELECT c, k FROM App\Entity\Category c LEFT JOIN c.children k WHERE c.parent IS NULL ORDER BY c.id, k.id', 100));
    $recorder->add('reviews-graph', 'entity graph', 'reviews with product and author', $find('SELECT r, p, a FROM App\Entity\Review r JOIN r.product p LEFT JOIN r.author a ORDER BY r.id', 120));
    $recorder->add('reviews-by-product', 'entity graph', 'products with their reviews', $find('SELECT p, r FROM App\Entity\Product p JOIN p.reviews r ORDER BY p.id, r.id', 100));
    $recorder->add('new-category', 'entities', 'entities that are not stored yet, in an ArrayCollection', new ArrayCollection([new Category('A', 'a'), new Category('B', 'b', new Category('C', 'c'))]));
    $recorder->add('criteria', 'query parts', 'criteria of a collection', Criteria::create()->where(Criteria::expr()->andX(Criteria::expr()->gte('stars', 4), Criteria::expr()->contains('text', 'good')))->orderBy(['writtenAt' => Doctrine\Common\Collections\Order::Descending])->setMaxResults(20));
    $recorder->add('parameters', 'query parts', 'parameters of a query', new ArrayCollection([new Parameter('from', new DateTimeImmutable(Recorder::DATE)), new Parameter('status', ['paid', 'shipped']), new Parameter('limit', 20)]));
    $manager->clear();
    foreach ([Order::class, Product::class, Review::class, OrderLine::class] as $class) {
        $recorder->add('fields-' . strtolower(basename(strtr($class, '\\', '/'))), 'arrays', 'names of columns and their types by field', array_map(static fn(object $field): array => array_filter((array) $field, is_scalar(...)), $manager->getClassMetadata($class)->fieldMappings));
    }
    $schema = $manager->getConnection()->createSchemaManager();
    $columns = [];
    foreach ($schema->listTableNames() as $table) {
        foreach ($schema->listTableColumns($table) as $column) {
            $columns[$table][$column->getName()] = ['type' => Type::getTypeRegistry()->lookupName($column->getType()), 'length' => $column->getLength(), 'notnull' => $column->getNotnull(), 'default' => $column->getDefault()];
        }
    }
    ksort($columns);
    $recorder->add('schema', 'arrays', 'columns of all tables', $columns);
};
