<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Predis and phpredis with our wrapper; started by tests/Bridge/run.php.

declare(strict_types=1);

use Lyo\Bridge\Packer;
use Lyo\Bridge\Redis\PhpRedisValues;
use Lyo\Bridge\Redis\PredisValues;
use Lyo\Bridge\Redis\Values;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Page;
use Lyo\Tests\Bridge\Redis\Client;
use Lyo\Tests\Bridge\Servers;

require __DIR__ . '/../load.php';

$trial = new BridgeChecks('Redis clients, ' . (getenv('BRIDGE_WITH') ?: ''));
if (Servers::redis() === null) {
    $trial->say('SKIPPED, no redis-server here');
    exit($trial->end());
}
$connect = static function (array $options = []): Redis {
    $client = new Redis();
    $client->connect('127.0.0.1', (int) Servers::redis());
    foreach ($options as $option => $value) {
        $client->setOption($option, $value);
    }
    return $client;
};
$predis = new Predis\Client(['host' => '127.0.0.1', 'port' => Servers::redis()], ['prefix' => 'predis:']);
$clients = [new Client('Predis', $predis, static fn(Packer $packer): Values => new PredisValues($predis, $packer))];
$phpredis = null;
if (extension_loaded('redis')) {
    $phpredis = $connect([Redis::OPT_PREFIX => 'phpredis:']);
    $clients[] = new Client('phpredis ' . phpversion('redis'), $phpredis, static fn(Packer $packer): Values => new PhpRedisValues($phpredis, $packer));
}
foreach ($clients as $client) {
    $trial->matrix($client);
    $trial->mutations($client, without: ['zero', 'int']); // digits, in which every other digit is a number, too
    $checks = 0;
    foreach (['native', 'igbinary', 'lyo', 'lyo+zlib'] as $writer) {
        $values = $client->values($writer);
        $check = static function (bool $holds, string $what) use ($trial, $client, $writer, &$checks): void {
            $checks++;
            $trial->check($holds, "{$client->name()}, $writer: $what");
        };
        $mixed = ['a' => [1, ['x' => true]], 'b' => 'text', 'c' => -5, 'd' => '5', 'e' => 2.0, 'f' => null, 'g' => PHP_INT_MIN, 'h' => '9223372036854775808'];
        $values->setMultiple($mixed);
        $check($values->getMultiple('a', 'b', 'c', 'd', 'none', 'e', 'f', 'g', 'h') === $mixed, 'many at once, without those that are not there');
        $check($values->getMultiple() === [], 'none at once');
        $predis->del(['once', 'hash', 'list']);
        $phpredis?->del('once', 'hash', 'list');
        $check($values->add('once', [1], 60) && !$values->add('once', [2], 60) && $values->get('once') === [1], 'add() stores what is not there');
        $values->set('count', 41);
        $check($client->client->incr('count') === 42 && $values->get('count') === 42, 'Redis counts');
        $values->set('soon', [1], 100);
        $left = $client->client->ttl('soon');
        $check($left > 90 && $left <= 100, 'a time to live');
        $values->hashSet('hash', $mixed);
        $check($values->hashGetAll('hash') === $mixed && $values->hashGet('hash', 'a') === $mixed['a'] && $values->hashGet('hash', 'none', 'default') === 'default', 'hashes');
        $check($values->hashGetAll('no-hash') === [], 'a hash that is not there');
        $check($values->listPush('list', ...array_values($mixed)) === count($mixed) && $values->listAll('list') === array_values($mixed), 'lists');
        $check($values->listShift('list') === $mixed['a'] && $values->listShift('no-list', 7) === 7, 'lists from the beginning');
        $check($values->get('nothing') === null && $values->get('nothing', 'default') === 'default', 'what is not there');
    }
    $client->replace('plain', 'just text');
    $check($values->get('plain') === null, 'a string that was stored as it is is a miss');
    $make = $client->client instanceof Redis ? new PhpRedisValues($client->client, plain: true) : new PredisValues($client->client, plain: true);
    $check($make->get('plain') === 'just text', 'unless it is asked for');
    $client->replace('plain', "\xC1\x10\0\xFF");
    $check($make->get('plain') === null, 'what has been damaged is a miss all the same');
    $trial->say("{$client->name()}: $checks checks of hashes, lists, counters and the like");
}
if (extension_loaded('redis')) {
    $values = ['list' => [1, [2]], 'object' => new ArrayObject([1]), 'text' => 'text', 'int' => 5, 'float' => 0.5, 'false' => false, 'null' => null];
    $read = 0;
    foreach (['PHP' => Redis::SERIALIZER_PHP, 'IGBINARY' => Redis::SERIALIZER_IGBINARY] as $name => $serializer) {
        $old = $connect([Redis::OPT_SERIALIZER => $serializer]);
        foreach ([$connect(), $old, $connect([Redis::OPT_SERIALIZER => $serializer, Redis::OPT_PREFIX => ''])] as $client) {
            $wrapper = new PhpRedisValues($client, new Packer($name === 'PHP' ? 'native' : new IgbinaryCodec()));
            foreach ($values as $key => $value) {
                $old->set("old:$key", $value);
                $trial->check(serialize($wrapper->get("old:$key", 'nothing')) === serialize($value), "$key by phpredis with serializer $name");
                $wrapper->set("new:$key", $value);
                $found = $old->get("new:$key");
                // phpredis gives digits as text
                $trial->check(is_int($value) ? $found === (string) $value : serialize($found) === serialize($value), "$key read by phpredis with serializer $name: " . json_encode($found));
                $read += 2;
            }
        }
    }
    $trial->say("phpredis with serializers of its own: $read values read by the one or the other");
}
$port = Servers::redis();
ob_start();
eval(str_replace('6379', (string) $port, Page::block('redis.md', 'php')));
$printed = (string) ob_get_clean();
$trial->check(str_contains($printed, '[hits] => 42') && str_contains($printed, '[title] => Front') && !str_contains($printed, 'nothing'), "the example of redis.md prints $printed");
$trial->say('the example of redis.md ran');
exit($trial->end());
