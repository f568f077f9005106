<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

use Brick\Math\BigDecimal;
use Brick\Math\BigInteger;
use Brick\Math\BigRational;
use Faker\Factory;
use GuzzleHttp\Cookie\CookieJar;
use GuzzleHttp\Cookie\SetCookie;
use GuzzleHttp\Psr7\Uri;
use Lyo\Corpus\Recorder;
use Monolog\Handler\TestHandler;
use Monolog\Level;
use Monolog\Logger;
use Monolog\Processor\PsrLogMessageProcessor;
use Ramsey\Uuid\Uuid;
use Sabre\VObject\Component\VCalendar;
use Sabre\VObject\Component\VCard;
use Shop\Article;
use Shop\Cart;
use Shop\Node;
use Shop\Visitor;

return static function (Recorder $recorder): void {
    $faker = Factory::create();
    mt_srand(99); // Faker::seed() gives other numbers from PHP 8.3 on
    // Faker::userAgent() asks the clock.
    $agent = static fn(): string => sprintf('Mozilla/5.0 (%s) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/%d.0.%d.%d Safari/537.36', $faker->randomElement(['Windows NT 10.0; Win64; x64', 'X11; Linux x86_64', 'Macintosh; Intel Mac OS X 10_15_7', 'Linux; Android 14; K']), $faker->numberBetween(100, 145), $faker->numberBetween(4000, 7000), $faker->numberBetween(0, 200));
    $now = new DateTimeImmutable(Recorder::DATE);
    $date = static fn(): string => $faker->dateTimeBetween('2024-01-01', '2026-03-01')->format('Y-m-d H:i:s');

    // ---- a database, and rows as PDO gives them
    $pdo = new PDO('sqlite::memory:');
    $pdo->exec('CREATE TABLE article (id INTEGER PRIMARY KEY, number TEXT, name TEXT, price REAL, stock INTEGER, discontinued TEXT, description TEXT)');
    $pdo->exec('CREATE TABLE customer (id INTEGER PRIMARY KEY, mail TEXT, name TEXT, street TEXT, zip TEXT, city TEXT, country TEXT, born TEXT, points INTEGER, newsletter INTEGER, image BLOB)');
    $pdo->exec('CREATE TABLE visit (id INTEGER PRIMARY KEY, customer INTEGER, path TEXT, referrer TEXT, agent TEXT, ip TEXT, milliseconds INTEGER, at TEXT)');
    $insert = static function (string $table, int $rows, Closure $row) use ($pdo): void {
        $pdo->beginTransaction();
        for ($i = 1; $i <= $rows; $i++) {
            $values = $row($i);
            $pdo->prepare("INSERT INTO $table VALUES (NULL" . str_repeat(', ?', count($values)) . ')')->execute($values);
        }
        $pdo->commit();
    };
    $insert('article', 1500, static fn(int $i): array => [$faker->unique()->ean13(), ucfirst($faker->words(3, true)), $faker->randomFloat(2, 1, 900), $faker->numberBetween(0, 300), $i % 11 === 0 ? $date() : null, $i % 3 === 0 ? $faker->paragraph() : null]);
    $insert('customer', 800, static fn(int $i): array => [$faker->unique()->safeEmail(), $faker->name(), $faker->streetAddress(), $faker->postcode(), $faker->city(), $faker->countryCode(), $faker->dateTimeBetween('1940-01-01', '2006-01-01')->format('Y-m-d'), $faker->numberBetween(0, 9000), (int) $faker->boolean(), $i % 20 === 0 ? hash('sha512', (string) $i, true) : null]);
    $insert('visit', 6000, static fn(): array => [$faker->optional(0.4)->numberBetween(1, 800), '/' . $faker->slug(3), $faker->optional(0.3)->url(), $agent(), $faker->ipv4(), $faker->numberBetween(3, 2500), $date()]);
    $query = static fn(string $sql): PDOStatement => $pdo->query($sql) ?: throw new RuntimeException($sql);
    foreach ([1, 5, 25, 100, 500, 1500] as $rows) {
        $recorder->add("articles-$rows", 'database rows (FETCH_ASSOC)', "$rows articles", $query("SELECT * FROM article LIMIT $rows")->fetchAll(PDO::FETCH_ASSOC));
    }
    foreach ([1, 50, 800] as $rows) {
        $recorder->add("customers-$rows", 'database rows (FETCH_ASSOC)', "$rows customers, some with bytes of an image", $query("SELECT * FROM customer LIMIT $rows")->fetchAll(PDO::FETCH_ASSOC));
        $recorder->add("customers-object-$rows", 'database rows (FETCH_OBJ)', "$rows customers", $query("SELECT id, mail, name, city, country FROM customer LIMIT $rows")->fetchAll(PDO::FETCH_OBJ));
    }
    foreach ([10, 250] as $rows) {
        $recorder->add("articles-class-$rows", 'database rows (FETCH_CLASS)', "$rows articles", $query("SELECT * FROM article LIMIT $rows")->fetchAll(PDO::FETCH_CLASS, Article::class));
        $recorder->add("articles-both-$rows", 'database rows (FETCH_BOTH)', "$rows articles with names and numbers of columns", $query("SELECT id, number, name, price FROM article LIMIT $rows")->fetchAll(PDO::FETCH_BOTH));
        $recorder->add("articles-num-$rows", 'database rows (FETCH_NUM)', "$rows articles", $query("SELECT id, number, name, price, stock FROM article LIMIT $rows")->fetchAll(PDO::FETCH_NUM));
    }
    foreach ([20, 1000, 6000] as $rows) {
        $recorder->add("visits-$rows", 'database rows (FETCH_ASSOC)', "$rows lines of an access log", $query("SELECT * FROM visit LIMIT $rows")->fetchAll(PDO::FETCH_ASSOC));
    }
    $recorder->add('stock', 'database rows (FETCH_KEY_PAIR)', 'stock by number of the article', $query('SELECT number, stock FROM article')->fetchAll(PDO::FETCH_KEY_PAIR));
    $recorder->add('prices', 'columns', 'all prices, a list of floats', $query('SELECT price FROM article')->fetchAll(PDO::FETCH_COLUMN));
    $recorder->add('ids', 'columns', 'all numbers, a list of ints', $query('SELECT id FROM article')->fetchAll(PDO::FETCH_COLUMN));
    $recorder->add('names', 'columns', 'all names, a list of strings', $query('SELECT name FROM article')->fetchAll(PDO::FETCH_COLUMN));
    $recorder->add('customers-by-country', 'database rows (FETCH_GROUP)', 'customers by country', $query('SELECT country, id, name, city FROM customer ORDER BY country, id')->fetchAll(PDO::FETCH_GROUP | PDO::FETCH_ASSOC));
    $recorder->add('articles-by-id', 'database rows (FETCH_UNIQUE)', 'articles by number', $query('SELECT id AS k, * FROM article LIMIT 300')->fetchAll(PDO::FETCH_UNIQUE | PDO::FETCH_ASSOC));
    $recorder->add('row', 'database row', 'one row', $query('SELECT id, name, price FROM article LIMIT 1')->fetch(PDO::FETCH_ASSOC));
    $recorder->add('report', 'arrays', 'visits by day and hour, a matrix of numbers', array_reduce($query("SELECT substr(at, 1, 7) d, CAST(substr(at, 12, 2) AS INTEGER) h, COUNT(*) n, AVG(milliseconds) m FROM visit GROUP BY d, h ORDER BY d, h")->fetchAll(PDO::FETCH_ASSOC), static function (array $all, array $row): array {
        $all[$row['d']][$row['h']] = [$row['n'], round($row['m'], 3)];

        return $all;
    }, []));

    // ---- sessions, as session_encode() would join them: each variable is a value
    $session = static function (string $name, string $description, array $variables) use ($recorder, $faker): void {
        $recorder->add("session-$name", 'session', $description, ['csrf' => $faker->sha256(), 'started' => Recorder::NOW - $faker->numberBetween(10, 9000)] + $variables);
    };
    $cart = static function (int $items) use ($faker, $now): Cart {
        $cart = new Cart('EUR', $now);
        for ($i = 0; $i < $items; $i++) {
            $cart->add($faker->ean13(), $faker->words(3, true), (string) $faker->randomFloat(2, 1, 400), $faker->numberBetween(1, 5));
        }
        $cart->total();

        return $cart;
    };
    $visitor = static fn(): Visitor => new Visitor($faker->numberBetween(1, 90000), $faker->userName(), ['order', 'review'], $faker->languageCode());
    $session('new', 'a visitor who has just come', []);
    $session('message', 'a message for the next page', ['messages' => [['info', 'Your address has been saved.']]]);
    $session('login', 'a visitor who is logged in', ['visitor' => $visitor()]);
    foreach ([1, 4, 30] as $items) {
        $session("cart-$items", "a cart with $items articles", ['visitor' => $visitor(), 'cart' => $cart($items), 'seen' => array_map(static fn(): int => $faker->numberBetween(1, 1500), range(1, 12))]);
    }
    $session('checkout', 'a visitor who is about to order', ['visitor' => $visitor(), 'cart' => $cart(5), 'checkout' => ['step' => 'payment', 'billing' => ['name' => $faker->name(), 'street' => $faker->streetAddress(), 'zip' => $faker->postcode(), 'city' => $faker->city(), 'country' => 'DE'], 'shipping' => null, 'method' => 'express', 'terms' => true]]);
    $session('search', 'filters and results of a search', ['search' => ['words' => $faker->words(4), 'filters' => ['price' => [10.0, 250.0], 'color' => ['red', 'blue'], 'stock' => true], 'sort' => '-price', 'results' => array_map(static fn(): int => $faker->numberBetween(1, 1500), range(1, 400))]]);
    $session('staff', 'a session of the staff', ['visitor' => new Visitor(2, 'staff', array_map(static fn(int $i): string => 'right.' . $faker->unique()->slug(2), range(1, 60))), 'clipboard' => $query('SELECT * FROM article LIMIT 15')->fetchAll(PDO::FETCH_ASSOC), 'columns' => ['id' => true, 'name' => true, 'price' => false]]);
    foreach ([1, 3, 20] as $items) {
        $recorder->add("cart-$items", 'cart', "a cart with $items articles", $cart($items));
    }
    $recorder->add('carts', 'cart', '100 carts that were left', array_map(static fn(int $i): Cart => $cart(1 + $i % 7), range(1, 100)));

    // ---- what a shop keeps in its cache
    $tree = static function (int $breadth, int $depth) use ($faker): Node {
        $root = new Node('All', '/');
        $grow = static function (Node $node, int $depth) use (&$grow, $breadth, $faker): void {
            for ($i = 0; $i < $breadth && $depth > 0; $i++) {
                $grow(new Node(ucfirst($faker->words(2, true)), $node->path . $faker->slug(2) . '/', $node), $depth - 1);
            }
        };
        $grow($root, $depth);

        return $root;
    };
    foreach ([[3, 1], [4, 3], [6, 4]] as [$breadth, $depth]) {
        $recorder->add("menu-$breadth-$depth", 'entity graph', "a menu of $depth levels whose entries know the one above", $tree($breadth, $depth));
    }
    $facets = [];
    foreach (['brand', 'color', 'size', 'material', 'category'] as $facet) {
        for ($i = 0; $i < 30; $i++) {
            $facets[$facet][ucfirst($faker->unique()->word()) . $i] = $faker->numberBetween(1, 900);
        }
    }
    $recorder->add('facets', 'arrays', 'counts of a search by facet', $facets);
    $recorder->add('tariffs', 'arrays', 'prices of shipping by zone and weight', array_map(static fn(int $zone): array => array_map(static fn(int $kg): float => round(3.9 + $zone * 1.35 + $kg * 0.42, 2), array_combine($w = [1, 2, 5, 10, 20, 31], $w)), array_combine($z = range(1, 60), $z)));
    $recorder->add('settings', 'options', 'settings of a shop', ['shop.name' => $faker->company(), 'shop.mail' => $faker->safeEmail(), 'shop.vat' => 19.0, 'shop.open' => true, 'shop.hours' => array_fill_keys(['mo', 'tu', 'we', 'th', 'fr'], ['09:00', '18:00']), 'pay.methods' => ['card' => ['on' => true, 'fee' => 0.0], 'transfer' => ['on' => true, 'fee' => 0.0], 'cash' => ['on' => false, 'fee' => 4.5]], 'mail.footer' => $faker->paragraph(6), 'empty' => '', 'none' => null]);
    foreach (['on' => true, 'count' => 4711, 'rate' => 1.0837, 'token' => $faker->sha1(), 'none' => null, 'list' => [3, 1, 2], 'pair' => ['a' => 1, 'b' => 'two'], 'list-of-flags' => [true, false, true, true]] as $name => $value) {
        $recorder->add("small-$name", 'scalar or small array', 'a small entry of a cache: ' . $name, ['key' => "shop.$name", 'value' => $value, 'expires' => Recorder::NOW + 600]);
    }
    foreach ([2, 40, 400] as $blocks) {
        $recorder->add("fragments-$blocks", 'map of HTML fragments', "$blocks parts of pages", array_combine(array_map(static fn(int $i): string => "block:$i:en", range(1, $blocks)), array_map(static fn(): string => '<div class="teaser"><h3>' . $faker->sentence(4) . '</h3><p>' . $faker->paragraph(5) . '</p><a href="/' . $faker->slug() . '">' . $faker->words(2, true) . '</a></div>', range(1, $blocks))));
    }
    $recorder->add('page', 'string', 'a whole page', '<!doctype html><html><body>' . implode("\n", array_map(static fn(): string => '<section><h2>' . $faker->sentence() . '</h2><p>' . $faker->paragraph(12) . '</p></section>', range(1, 60))) . '</body></html>');
    $recorder->add('image', 'binary string in array', 'a picture of 12 kB with its type', ['type' => 'image/webp', 'etag' => $faker->sha1(), 'bytes' => implode('', array_map(static fn(int $i): string => hash('sha512', "picture $i", true), range(1, 192)))]);
    $recorder->add('rates', 'arrays', 'rates of exchange', array_combine($c = array_unique(array_map(static fn(): string => $faker->currencyCode(), range(1, 150))), array_map(static fn(): float => $faker->randomFloat(6, 0, 200), $c)));
    $recorder->add('track', 'list of floats', 'places of a parcel', array_map(static fn(int $i): array => ['lat' => round(52.5 + sin($i / 50), 6), 'lon' => round(13.4 + cos($i / 50), 6), 'at' => Recorder::NOW + $i * 30], range(1, 500)));
    $recorder->add('queue', 'SplObjects', 'tasks in an SplPriorityQueue and what is done', (static function (): array {
        $done = new SplObjectStorage();
        $done[new DateTimeImmutable(Recorder::DATE)] = 'index';
        $done[new DateTimeImmutable(Recorder::DATE . ' +1 hour')] = 'mail';
        $list = new SplDoublyLinkedList();
        array_map($list->push(...), ['index', 'mail', 'stock']);

        return ['todo' => $list, 'done' => $done, 'fixed' => SplFixedArray::fromArray([1, 2, 3]), 'options' => new ArrayObject(['retry' => 3, 'delay' => 1.5])];
    })());
    $recorder->add('opening-times', 'DateTime objects', 'opening times, zones and intervals', ['zone' => new DateTimeZone('Europe/Berlin'), 'special' => array_map(static fn(int $i): DateTimeImmutable => $now->setTimezone(new DateTimeZone('Europe/Berlin'))->modify("+$i days"), range(1, 20)), 'slot' => new DateInterval('PT30M')]);
    $languages = ['cart' => 'Cart', 'checkout' => 'Check out', 'search' => 'Search'];
    for ($i = 0; $i < 900; $i++) {
        $languages[$faker->unique()->slug(3)] = $faker->sentence($faker->numberBetween(1, 14));
    }
    $recorder->add('language', 'translation table', '900 texts of a shop', $languages);

    // ---- numbers of any length
    $recorder->add('amount', 'value objects', 'a decimal number', BigDecimal::of('19.90'));
    $recorder->add('invoice', 'value objects', 'an invoice with amounts', ['number' => '2026-0042', 'lines' => array_map(static fn(int $i): array => ['text' => $faker->sentence(4), 'net' => BigDecimal::of((string) $faker->randomFloat(2, 1, 900)), 'vat' => BigRational::of('19/100')], range(1, 12)), 'weights' => array_map(static fn(): BigDecimal => BigDecimal::of((string) $faker->randomFloat(3, 0, 9)), range(1, 12)), 'serial' => BigInteger::of('340282366920938463463374607431768211455')]);
    $recorder->add('uuid', 'value objects', 'a UUID', Uuid::fromString($faker->uuid()));
    $recorder->add('uuids', 'value objects', 'orders by UUID', array_map(static fn(int $i): array => ['order' => Uuid::uuid5(Uuid::NAMESPACE_URL, "order $i"), 'total' => BigDecimal::of($i)], range(1, 50)));

    // ---- records of logs
    $handler = new TestHandler();
    $log = new Logger('shop', [$handler], [new PsrLogMessageProcessor()], new DateTimeZone('UTC'));
    for ($i = 0; $i < 400; $i++) {
        $level = [Level::Debug, Level::Info, Level::Info, Level::Notice, Level::Warning, Level::Error][$faker->numberBetween(0, 5)];
        $log->addRecord($level, ['{user} has ordered {articles} articles', 'payment {payment} failed: {reason}', 'page {path} took {ms} ms'][$i % 3], ['user' => $faker->userName(), 'articles' => $faker->numberBetween(1, 9), 'payment' => $faker->uuid(), 'reason' => $faker->sentence(4), 'path' => '/' . $faker->slug(2), 'ms' => $faker->randomFloat(2, 1, 900)]);
    }
    $records = array_map(static fn(int $i, Monolog\LogRecord $record): Monolog\LogRecord => $record->with(datetime: new DateTimeImmutable('@' . (Recorder::NOW + 7 * $i))), array_keys($handler->getRecords()), $handler->getRecords());
    foreach ([1, 20, 400] as $count) {
        $recorder->add("log-$count", 'records of a log', "$count records of Monolog", array_slice($records, 0, $count));
        $recorder->add("log-array-$count", 'records of a log', "$count records of Monolog as arrays", array_map(static fn(Monolog\LogRecord $record): array => $record->toArray(), array_slice($records, 0, $count)));
    }

    // ---- the web: answers in a cache, cookies, documents
    foreach ([3, 60] as $count) {
        $recorder->add("answers-$count", 'HTTP responses', "$count answers in a cache: status, headers, body", array_map(static fn(int $i): array => ['status' => 200, 'headers' => ['Content-Type' => ['application/json'], 'Cache-Control' => ['public, max-age=600'], 'ETag' => ['"' . $faker->sha1() . '"'], 'Date' => ['Mon, 02 Mar 2026 09:30:00 GMT'], 'Vary' => ['Accept-Encoding', 'Accept-Language']], 'body' => json_encode(['id' => $i, 'name' => $faker->name(), 'text' => $faker->paragraph(6)])], range(1, $count)));
    }
    $jar = new CookieJar();
    for ($i = 0; $i < 15; $i++) {
        $jar->setCookie(new SetCookie(['Name' => $faker->unique()->word(), 'Value' => $faker->sha1(), 'Domain' => 'example.com', 'Path' => '/', 'Expires' => Recorder::NOW + 86400 * $i, 'Secure' => true, 'HttpOnly' => $i % 2 === 0]));
    }
    $recorder->add('cookies', 'HTTP objects', 'cookies of a client', $jar);
    $recorder->add('addresses', 'HTTP objects', 'addresses of pages', array_map(static fn(): Uri => new Uri($faker->url() . '?' . http_build_query(['q' => $faker->word(), 'page' => $faker->numberBetween(1, 9)]) . '#' . $faker->word()), range(1, 30)));
    $feed = ['title' => $faker->company(), 'link' => $faker->url(), 'items' => array_map(static fn(): array => ['title' => $faker->sentence(), 'link' => $faker->url(), 'guid' => $faker->uuid(), 'date' => $date(), 'author' => $faker->name(), 'categories' => $faker->words(3), 'html' => '<p>' . $faker->paragraph(8) . '</p>'], range(1, 30))];
    $recorder->add('feed', 'arrays', 'a news feed', $feed);
    $card = new VCard(['FN' => $faker->name(), 'TEL' => $faker->e164PhoneNumber(), 'EMAIL' => $faker->safeEmail(), 'ADR' => ['', '', $faker->streetAddress(), $faker->city(), '', $faker->postcode(), 'Germany'], 'UID' => $faker->uuid()]);
    $recorder->add('vcard', 'documents', 'a card of an address book', $card);
    $calendar = new VCalendar(['PRODID' => '-//Example//Shop//EN']);
    for ($i = 0; $i < 25; $i++) {
        $calendar->add('VEVENT', ['UID' => $faker->uuid(), 'SUMMARY' => $faker->sentence(4), 'DTSTAMP' => $now, 'DTSTART' => $now->modify("+$i days"), 'RRULE' => 'FREQ=WEEKLY;COUNT=' . ($i + 1), 'LOCATION' => $faker->city()]);
    }
    $recorder->add('calendar', 'documents', 'a calendar of 25 events', $calendar);
};
