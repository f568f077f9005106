<?php

declare(strict_types=1);

namespace Lyo\Samples\Web;

use Lyo\Samples\Document\MarkdownReader;

/** What a web application stores between requests. */
final class Website
{
    private const NOW = 1_732_182_000;

    /** @return array<string, mixed> one row of a table of users */
    public static function userRecord(): array
    {
        return [
            'id' => 10_482,
            'name' => 'Anna Bergström',
            'email' => 'anna@example.com',
            'email_verified_at' => '2024-03-08 14:22:07',
            'password' => '$2y$12$Zr0yVbGx3n5kqLr9yA4eUuV8cQ1o7hJm2TtP6sWdXfBzKiNlEaRgO',
            'remember_token' => null,
            'is_admin' => false,
            'balance' => 129.95,
            'logins' => 317,
            'created_at' => '2019-11-02 09:00:41',
            'updated_at' => '2024-11-19 18:31:55',
        ];
    }

    public static function rateLimit(): RateLimit
    {
        return new RateLimit('203.0.113.77', 60, 41.5, self::NOW - 3);
    }

    /** @return array<string, mixed> */
    public static function session(): array
    {
        return [
            '_token' => 'q7RvXz1mHk0sYb3GtW9dJfLc5NaPeU2iQo8ZxVhK',
            '_previous' => ['url' => 'https://shop.example.com/en/account/orders/88213', 'route' => 'account.order'],
            '_flash' => ['old' => [], 'new' => ['status']],
            'status' => 'Your address has been saved.',
            'locale' => 'en_GB',
            'currency' => 'EUR',
            'login_web_59ba36addc2b2f9401580f014c7f58ea4e30989d' => 10_482,
            'login_at' => self::NOW - 1_812,
            'two_factor' => ['confirmed' => true, 'method' => 'totp', 'at' => self::NOW - 1_790],
            'cart' => array_map(
                static fn(int $line): array => ['product' => 10_000 + 37 * $line, 'quantity' => 1 + $line % 3, 'price' => 19.95 + $line, 'gift' => false, 'note' => null],
                range(1, 6),
            ),
            'last_viewed' => [10_037, 10_148, 10_222, 10_259, 10_370],
            'csrf' => ['checkout' => '5f1cb8d0a3e94b27', 'address' => '99a0c77be1d24f03', 'review' => '0bd1a6f38c7e4591'],
        ];
    }

    /** @return array<string, mixed> */
    public static function serverVariables(): array
    {
        $headers = [
            'HOST' => 'shop.example.com',
            'USER_AGENT' => 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
            'ACCEPT' => 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
            'ACCEPT_LANGUAGE' => 'en-GB,en;q=0.7,sv;q=0.3',
            'ACCEPT_ENCODING' => 'gzip, deflate, br, zstd',
            'REFERER' => 'https://shop.example.com/en/account',
            'COOKIE' => 'shop_session=0fK3v9b2mNq8; consent=1; locale=en_GB',
            'UPGRADE_INSECURE_REQUESTS' => '1',
            'SEC_FETCH_DEST' => 'document',
            'SEC_FETCH_MODE' => 'navigate',
            'SEC_FETCH_SITE' => 'same-origin',
            'X_FORWARDED_FOR' => '203.0.113.77',
            'X_FORWARDED_PROTO' => 'https',
            'X_REQUEST_ID' => '8b0c7f0a-52f5-4b8e-9a5b-7d7a0d9f4c11',
        ];
        $variables = [];
        foreach ($headers as $name => $value) {
            $variables['HTTP_' . $name] = $value;
        }

        return $variables + [
            'PATH' => '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
            'DOCUMENT_ROOT' => '/var/www/shop/public',
            'SCRIPT_FILENAME' => '/var/www/shop/public/index.php',
            'SCRIPT_NAME' => '/index.php',
            'REQUEST_METHOD' => 'GET',
            'REQUEST_SCHEME' => 'https',
            'REQUEST_URI' => '/en/account/orders/88213?page=2&sort=date',
            'QUERY_STRING' => 'page=2&sort=date',
            'SERVER_PROTOCOL' => 'HTTP/2.0',
            'SERVER_SOFTWARE' => 'nginx/1.22.1',
            'SERVER_ADDR' => '192.0.2.10',
            'SERVER_PORT' => '443',
            'REMOTE_ADDR' => '203.0.113.77',
            'REMOTE_PORT' => '51734',
            'GATEWAY_INTERFACE' => 'CGI/1.1',
            'REDIRECT_STATUS' => '200',
            'PHP_SELF' => '/index.php',
            'REQUEST_TIME_FLOAT' => self::NOW + 0.4137,
            'REQUEST_TIME' => self::NOW,
            'argv' => [],
            'argc' => 0,
        ];
    }

    /** @return array<string, mixed> a tree of settings, as a framework compiles it from its files */
    public static function configuration(): array
    {
        $base = [
            'app' => ['name' => 'Shop', 'env' => 'production', 'debug' => false, 'url' => 'https://shop.example.com', 'timezone' => 'UTC', 'locale' => 'en'],
            'session' => ['driver' => 'redis', 'lifetime' => 120, 'expire_on_close' => false, 'cookie' => 'shop_session', 'secure' => true, 'same_site' => 'lax'],
            'hashing' => ['driver' => 'bcrypt', 'bcrypt' => ['rounds' => 12, 'verify' => true], 'argon' => ['memory' => 65_536, 'threads' => 1, 'time' => 4]],
        ];
        foreach (['main', 'reporting', 'archive'] as $index => $name) {
            $base['database']['connections'][$name] = [
                'driver' => 'mysql', 'host' => "db$index.internal", 'port' => 3306, 'database' => 'shop_' . $name, 'charset' => 'utf8mb4',
                'collation' => 'utf8mb4_unicode_ci', 'prefix' => '', 'strict' => true, 'options' => ['timeout' => 2.5, 'persistent' => $index > 0],
            ];
        }
        foreach (['pages', 'users', 'sessions', 'locks', 'views', 'routes', 'translations'] as $index => $name) {
            $base['cache']['pools'][$name] = ['adapter' => 'cache.adapter.redis', 'namespace' => "shop.$name", 'lifetime' => 3600 * ($index + 1), 'tags' => $index % 2 === 0, 'early_expiration' => null];
        }
        foreach (['home', 'search', 'product', 'category', 'cart', 'checkout', 'account', 'order', 'login', 'logout', 'register', 'imprint'] as $name) {
            $base['routes'][$name] = ['path' => "/{locale}/$name/{id}", 'methods' => ['GET', 'HEAD'], 'defaults' => ['id' => null, 'locale' => 'en'],
                'requirements' => ['locale' => 'en|de', 'id' => '\d+'], 'controller' => 'App\\Controller\\' . ucfirst($name) . 'Controller::show'];
        }

        return $base;
    }

    /** @return array<string, array<string, string>> */
    public static function translations(): array
    {
        return ['en' => Translations::ENGLISH, 'de' => Translations::GERMAN];
    }

    /** @return array<string, list<Permission>> who may do what */
    public static function permissions(): array
    {
        $all = Permission::cases();
        $permissions = ['administrator' => $all, 'guest' => [Permission::ReadPages]];
        foreach (['editor', 'translator', 'author', 'seller', 'support', 'accountant', 'auditor', 'manager'] as $role => $name) {
            $permissions[$name] = array_values(array_filter($all, static fn(int $index): bool => ($index * 7 + $role * 3) % 10 < 4 + $role % 3, ARRAY_FILTER_USE_KEY));
        }

        return $permissions;
    }

    public static function pageResponse(): Response
    {
        $html = "<!DOCTYPE html>\n" . MarkdownReader::specification()->toHtml();

        return new Response(200, [
            'content-type' => ['text/html; charset=utf-8'],
            'cache-control' => ['public, max-age=3600, s-maxage=86400'],
            'vary' => ['accept-encoding', 'accept-language'],
            'etag' => ['"' . hash('xxh128', $html) . '"'],
            'x-cache-tags' => ['page:1 menu:main user:guest'],
        ], $html, self::NOW);
    }
}
