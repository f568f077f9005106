<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores;

use Lyo\Tests\Bridge\Servers;
use Memcached;
use Predis\Client;

/** Features of a single store: hashes and databases of a Redis, flags and compression of the extension memcached, rows with keys of two columns. */
final class Specials
{
    /** @var array<string, bool> what was looked at, and whether it holds */
    private array $checks = [];

    /** @return array<string, bool> */
    public static function of(string $name, Lyo $lyo, string $folder): array
    {
        $specials = new self();
        match (true) {
            $name === 'redis' || $name === 'redis by predis' => $specials->redis($lyo, (int) Servers::redis()),
            $name === 'memcached' && extension_loaded('memcached') => $specials->memcached($lyo, (int) Servers::memcached()),
            $name === 'sqlite' => $specials->keys($lyo, "$folder/keys.sqlite"),
            default => null,
        };

        return $specials->checks;
    }

    private function redis(Lyo $lyo, int $port): void
    {
        $client = new Client("tcp://127.0.0.1:$port");
        $client->flushall();
        $text = serialize(['rows' => [1, 2, 3]]);
        $client->hmset('drupal:1', ['cid' => '1', 'data' => $text, 'serialized' => '1', 'tags' => 'a b', 'expire' => '-1']);
        $client->hmset('drupal:2', ['cid' => '2', 'data' => $text, 'serialized' => '0']);
        $client->expire('drupal:1', 500);
        $start = microtime(true);
        $client->rpush('list', [$text]);
        $source = "redis://127.0.0.1:$port";
        $counts = $lyo->json(['convert', $source, '--hashes', '--verify']);
        $data = (string) $client->hget('drupal:1', 'data');
        $this->checks['a field of a hash is lyo'] = $counts['converted'] === 1 && str_starts_with($data, "\xC1") && lyo_unserialize($data) === ['rows' => [1, 2, 3]];
        $this->checks['other fields, strings of Drupal and lists stay'] = $client->hget('drupal:1', 'tags') === 'a b' && $client->hget('drupal:2', 'data') === $text && $client->lrange('list', 0, -1) === [$text];
        $this->checks['a hash keeps its time to live'] = abs($client->pttl('drupal:1') / 1000 + microtime(true) - $start - 500) <= 1;
        [$status, $shown] = $lyo->run(['dump', $source, 'drupal:1[data]', '--as=json']);
        $this->checks['a field is shown by its name'] = $status === 0 && str_contains($shown, '"rows"');
        $lyo->json(['convert', $source, '--hashes', '--to=native']);
        $this->checks['a field comes back byte for byte'] = $client->hget('drupal:1', 'data') === $text;

        $client->flushall();
        $client->setex('a', 300, $text);
        $start = microtime(true);
        $client->set('b', 'words');
        $client->executeRaw(['SELECT', '1']);
        $client->set('b', 'mine');
        $counts = $lyo->json(['convert', "$source/0", "--into=$source/1"]);
        $this->checks['a copy has values with their times to live, and replaces none'] = $counts['converted'] === 1 && str_starts_with((string) $client->get('a'), "\xC1") && abs($client->pttl('a') / 1000 + microtime(true) - $start - 300) <= 1 && $client->get('b') === 'mine';
        $client->executeRaw(['SELECT', '0']);
        $this->checks['what is copied stays'] = $client->get('a') === $text;
    }

    private function memcached(Lyo $lyo, int $port): void
    {
        $client = new Memcached();
        $client->addServer('127.0.0.1', $port);
        $client->setOption(Memcached::OPT_SERIALIZER, Memcached::SERIALIZER_PHP);
        $client->flush();
        $value = ['id' => 5, 'words' => ['one', 'two']];
        $long = serialize(array_map(static fn(int $i): array => ['id' => $i, 'text' => "row number $i of many"], range(1, 500)));
        $client->set('typed', $value, 400);
        $client->set('number', 41);
        $client->set('long', $long, 400);
        $start = microtime(true);
        $client->set('text', 'words');
        $source = ["memcached://127.0.0.1:$port"];
        $raw = new Subject\Memcached($port);
        $before = [$raw->raw('typed'), $raw->rest('typed'), $raw->raw('long'), $raw->rest('long'), $raw->raw('number'), $raw->raw('text')];
        $this->checks['the extension compresses'] = strlen((string) $raw->raw('long')) < strlen($long);
        $counts = $lyo->json(['convert', ...$source, '--verify'], 3); // one is left
        $stored = $client->get('long');
        $this->checks['a string that the client has compressed is lyo, and its client reads it'] = $counts['converted'] === 1 && is_string($stored) && str_starts_with($stored, "\xC1") && serialize(lyo_unserialize($stored)) === $long;
        $this->checks['a value of the client is left to its serializer'] = $client->get('typed') === $value;
        $lyo->json(['convert', ...$source, '--to=igbinary']);
        $this->checks['a value of the client can be igbinary, and the client reads it'] = $client->get('typed') === $value && str_starts_with((string) $raw->raw('typed'), "\0\0\0\2");
        $lyo->json(['convert', ...$source, '--to=native']);
        $after = [$raw->raw('typed'), $raw->rest('typed'), $raw->raw('long'), $raw->rest('long'), $raw->raw('number'), $raw->raw('text')];
        $client->set('slow', $value, 400);
        $start = microtime(true);
        $client->set('slower', $value, 400);
        $lyo->json(['convert', ...$source, '--to=igbinary', '--match=slow*', '--rate=0.4']);
        $this->checks['a slow conversion prolongs no life'] = microtime(true) - $start > 2.0 && abs((float) $raw->life('slow') + microtime(true) - $start - 400) <= 1.5 && abs((float) $raw->life('slower') + microtime(true) - $start - 400) <= 1.5;
        $this->checks['all come back byte for byte, with their flags'] = $before === $after && $client->get('long') === $long && $client->get('number') === 41;
        $this->checks['times to live stay'] = abs((float) $raw->life('typed') + microtime(true) - $start - 400) <= 2 && abs((float) $raw->life('long') + microtime(true) - $start - 400) <= 2; // after three conversions, by a clock of whole seconds
        // Items that are written in the second of a flush_all are not flushed.
        $client->deleteMulti(['typed', 'number', 'long', 'text', 'slow', 'slower']);
    }

    private function keys(Lyo $lyo, string $file): void
    {
        $database = new \PDO("sqlite:$file");
        $database->exec('CREATE TABLE key_value (collection TEXT, name TEXT, value BLOB, PRIMARY KEY (collection, name)) WITHOUT ROWID');
        $database->exec('CREATE VIEW shown AS SELECT value FROM key_value');
        $insert = $database->prepare('INSERT INTO key_value VALUES (?, ?, ?)');
        $database->beginTransaction();
        for ($i = 0; $i < 1234; $i++) {
            $insert->execute(['c' . $i % 7, "n$i", serialize(['n' => $i])]);
        }
        $database->commit();
        $counts = $lyo->json(['convert', $file, '--table=key_value', '--verify']);
        $this->checks['keys of two columns over more than two pages'] = [$counts['met'], $counts['converted'], $counts['verified']] === [1234, 1234, 1234];
        $this->checks['such a key is named'] = str_contains($lyo->run(['dump', $file, '["c1","n8"]', '--table=key_value', '--as=json'])[1], '8');
        $this->checks['a view is looked at'] = $lyo->json(['stat', $file, '--table=shown', '--column=value'])['values'] === 1234;
        [$status, , $errors] = $lyo->run(['convert', $file, '--table=shown', '--column=value', '--to=native']);
        $this->checks['and cannot be written'] = $status === 1 && str_contains($errors, 'no primary key');
    }
}
