<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A request of the shop, below a web server of PHP. SITE has its settings as JSON. The answer is the page, and what the request has cost.
// With "?bytes" it is what the store has instead.

declare(strict_types=1);

namespace Lyo\Tests\Packages\Symfony\Site;

use Composer\Autoload\ClassLoader;
use Redis;
use Symfony\Component\HttpFoundation\Request;

$cpu = static function (): int {
    /** @var array{'ru_utime.tv_sec': int, 'ru_utime.tv_usec': int, 'ru_stime.tv_sec': int, 'ru_stime.tv_usec': int} $usage */
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1_000_000 + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
};
$start = $cpu();
/** @var array{head: string, folder: string, redis: string, vendor: string} $site */
$site = json_decode((string) getenv('SITE'), true);
/** @var ClassLoader $loader */
$loader = require $site['vendor'] . '/autoload.php';
$loader->addPsr4(__NAMESPACE__ . '\\', __DIR__);

if (isset($_GET['bytes'])) {
    $redis = Kernel::redis($site['redis']);
    $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE);
    $keys = array_filter($redis->keys('*'), static fn(string $key): bool => $redis->type($key) === Redis::REDIS_STRING);
    echo json_encode(['items' => count($keys), 'bytes' => array_sum(array_map($redis->strlen(...), $keys))]);
    return;
}
$kernel = new Kernel($site['head'], $site['folder'], $site['redis']);
$request = Request::createFromGlobals();
$response = $kernel->handle($request);
$kernel->terminate($request, $response);
http_response_code($response->getStatusCode());
$page = json_decode((string) $response->getContent(), true);
echo is_array($page) ? json_encode($page + ['cpu' => $cpu() - $start, 'peak' => memory_get_peak_usage(), 'lyo' => extension_loaded('lyo'), 'opcache' => function_exists('opcache_get_status') && opcache_get_status(false) !== false, 'pid' => getmypid(), 'kept' => extension_loaded('lyo') ? lyo_status()['process']['values'] : null]) : $response->getContent();
