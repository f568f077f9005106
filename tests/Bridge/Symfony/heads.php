<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A plain symfony/cache and one with the bridge use one store in turn. OPERATIONS of them, 5,000 if it is not set. Started by tests/Bridge/run.php.

declare(strict_types=1);

use Composer\InstalledVersions;
use Lyo\Bridge\Symfony\Marshaller;
use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Bridge\Symfony\Heads;
use Lyo\Tests\Bridge\Symfony\Identity;
use Lyo\Tests\Bridge\Symfony\SecondKey;
use Predis\Client;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\Cache\Adapter\PdoAdapter;
use Symfony\Component\Cache\Adapter\RedisAdapter;
use Symfony\Component\Cache\Adapter\TagAwareAdapter;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

require __DIR__ . '/../load.php';

$trial = new BridgeChecks('heads, symfony/cache ' . ltrim((string) InstalledVersions::getPrettyVersion('symfony/cache'), 'v') . ', ' . getenv('BRIDGE_WITH'));
$operations = (int) (getenv('OPERATIONS') ?: 5000);
$folder = Servers::folder('symfony-heads');
/** @var array<string, Closure(MarshallerInterface): AdapterInterface> $stores */
$stores = ['files' => static fn(MarshallerInterface $marshaller): AdapterInterface => new FilesystemAdapter('heads', 0, $folder, $marshaller)];
if (Servers::redis() !== null) {
    $client = new Client(['host' => '127.0.0.1', 'port' => Servers::redis()]);
    $client->flushall();
    $stores['Redis'] = static fn(MarshallerInterface $marshaller): AdapterInterface => new RedisAdapter($client, 'heads', 0, $marshaller);
}
if (extension_loaded('pdo_sqlite')) {
    $pdo = new PDO("sqlite:$folder/heads.sqlite");
    $pdo->exec('PRAGMA synchronous = off');
    $stores['SQLite'] = static fn(MarshallerInterface $marshaller): AdapterInterface => new PdoAdapter($pdo, 'heads', 0, [], $marshaller);
}
// Without a memory of tag versions: both heads are in this process, and a request does not live as long.
$tagAware = static fn(AdapterInterface $pool): TagAwareAdapter => new TagAwareAdapter($pool, null, 0.0);
foreach ($stores as $name => $make) {
    $plain = $tagAware($make(new DefaultMarshaller()));
    $heads = new Heads([$plain, $tagAware($make(new Marshaller('lyo')))]);
    $faults = $heads->run($operations);
    $trial->check($faults === [], "$name: " . count($faults) . ' faults, the first: ' . ($faults[0] ?? ''));
    $plain->clear();
    $planted = (new Heads([$plain, $tagAware(new SecondKey($make(new Identity())))]))->run(min($operations, 2000));
    $trial->check($planted !== [], "$name: a second key is not found");
    $trial->say(sprintf('%s: %d operations, %s, %d faults; planted fault: a second key: %d', $name, $operations, $heads->summary(), count($faults), count($planted)));
}
if (isset($stores['Redis'])) {
    $client = new Client(['host' => '127.0.0.1', 'port' => Servers::redis()]);
    $commands = static fn(): int => is_string($stats = $client->executeRaw(['INFO', 'stats'])) && preg_match('/total_commands_processed:(\d+)/', $stats, $found) === 1 ? (int) $found[1] : 0;
    $make = $stores['Redis'];
    $count = static function (MarshallerInterface $marshaller) use ($client, $commands, $make, $tagAware): int {
        $client->flushall();
        $pool = $tagAware($make($marshaller));
        $pool->getItem('none'); // the connection is there
        $before = $commands();
        for ($i = 0; $i < 100; $i++) {
            $pool->save($pool->getItem("item$i")->set(['number' => $i])->tag('x'));
            $pool->getItem("item$i");
        }
        $pool->getItems(['item1', 'item2', 'item3']);
        $pool->deleteItems(['item4', 'item5']);
        $pool->invalidateTags(['x']);
        return $commands() - $before;
    };
    [$plain, $ours] = [$count(new DefaultMarshaller()), $count(new Marshaller('lyo'))];
    $trial->check($plain === $ours && $plain > 200, "Redis: $ours commands instead of $plain");
    $trial->say("Redis: $plain commands of a plain head, $ours of ours");
}
exit($trial->end());
