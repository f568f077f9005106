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
            $name === 'redis' || $name === 'redis by predis' => $specials->redis($lyo, (int) Servers::redis(), $name === 'redis'),
            $name === 'memcached' && extension_loaded('memcached') => $specials->memcached($lyo, (int) Servers::memcached()),
            $name === 'mariadb' => $specials->mariadb($lyo, (string) Servers::mariadb()),
            $name === 'sqlite' => $specials->keys($lyo, "$folder/keys.sqlite"),
            default => null,
        };

        return $specials->checks;
    }

    /** @param bool $hasExtension whether lyo has the extension redis, which alone can write zstd here */
    private function redis(Lyo $lyo, int $port, bool $hasExtension): void
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
        $counts = $lyo->json(['convert', $source, '--to=lyo', '--hashes', '--verify']);
        $data = (string) $client->hget('drupal:1', 'data');
        $this->checks['a field of a hash is lyo'] = $counts['converted'] === 1 && str_starts_with($data, "\xC1") && lyo_unserialize($data) === ['rows' => [1, 2, 3]];
        $this->checks['other fields, strings of Drupal and lists stay'] = $client->hget('drupal:1', 'tags') === 'a b' && $client->hget('drupal:2', 'data') === $text && $client->lrange('list', 0, -1) === [$text];
        $this->checks['a hash keeps its time to live'] = abs($client->pttl('drupal:1') / 1000 + microtime(true) - $start - 500) <= 1;
        [$status, $shown] = $lyo->run(['dump', $source, 'drupal:1[data]', '--as=json']);
        $this->checks['a field is shown by its name'] = $status === 0 && str_contains($shown, '"rows"');
        $this->checks['a way back that leaves out a list does not end well'] = $lyo->json(['convert', $source, '--hashes', '--to=native'], 3)['not_read'] === ['list' => 1];
        $lyo->json(['convert', $source, '--to=native']);
        $this->checks['a field comes back byte for byte'] = $client->hget('drupal:1', 'data') === $text;

        $this->types($lyo, $source, $client);
        if ($hasExtension && extension_loaded('redis')) {
            $this->ofPhpRedis($lyo, $source, $port);
        }
        $client->flushall();
        $client->setex('a', 300, $text);
        $start = microtime(true);
        $client->set('b', 'words');
        $client->executeRaw(['SELECT', '1']);
        $client->set('b', 'mine');
        $counts = $lyo->json(['convert', "$source/0", '--to=lyo', "--into=$source/1"]);
        $this->checks['a copy has values with their times to live, and replaces none'] = $counts['converted'] === 1 && str_starts_with((string) $client->get('a'), "\xC1") && abs($client->pttl('a') / 1000 + microtime(true) - $start - 300) <= 1 && $client->get('b') === 'mine';
        $client->executeRaw(['SELECT', '0']);
        $this->checks['what is copied stays'] = $client->get('a') === $text;
    }

    /** Keys of all types, to lyo and back. */
    private function types(Lyo $lyo, string $source, Client $client): void
    {
        $client->flushall();
        $text = serialize(['rows' => [1, 2, 3]]);
        $other = serialize(['rows' => [4]]);
        $client->set('string', $text);
        $client->hmset('hash', ['a' => $text, 'b' => 'word']);
        $client->rpush('list', [...array_fill(0, 150, $text), 'word']);
        $client->sadd('set', [$text, 'word']);
        $client->sadd('single', [$other]);
        $client->zadd('zset', [$text => 1.5, 'word' => 2]);
        $client->xadd('stream', ['body' => $text, 'n' => '1'], '5-1');
        foreach (['single', 'zset', 'list'] as $key) {
            $client->expire($key, 500);
        }
        $dump = static function () use ($client): array {
            $sets = [$client->smembers('set'), $client->smembers('single'), $client->hgetall('hash')];
            array_walk($sets, static fn(array &$set): bool => asort($set));

            return [$client->get('string'), $client->lrange('list', 0, -1), $client->zrange('zset', 0, -1, ['withscores' => true]), array_map(array_values(...), $sets)];
        };
        $before = $dump();
        $counts = $lyo->json(['convert', $source, '--to=lyo', '--dry-run']);
        $kept = (array) $counts['not_read'];
        ksort($kept);
        $this->checks['keys of other types are counted'] = $kept === ['hash' => 1, 'list' => 1, 'set' => 2, 'stream' => 1, 'zset' => 1];
        $would = $lyo->json(['convert', $source, '--to=lyo', '--types=all', '--dry-run'], 3);
        $this->checks['a dry run writes nothing'] = $before === $dump();
        $counts = $lyo->json(['convert', $source, '--to=lyo', '--types=all', '--verify'], 3); // the stream is left
        $same = static fn(array $counts): array => [$counts['converted'], $counts['bytes_before'], $counts['bytes_after'], $counts['stays']];
        $this->checks['a dry run tells what a run does'] = $same($would) === $same($counts) && $would['left'] === 156;
        $this->checks['values within keys of all types are converted'] = $counts['converted'] === 155 && $counts['left'] === 1 && ($counts['not_read'] ?? null) === [];
        $this->checks['and the stream is named'] = str_contains(self::reasons($counts, 'example'), 'stream[5-1.body]');
        $this->checks['they are lyo'] = str_starts_with((string) $client->lindex('list', 149), "\xC1") && lyo_unserialize((string) $client->hget('hash', 'a')) === ['rows' => [1, 2, 3]] && $client->smembers('set') !== [] && lyo_unserialize((string) ($client->smembers('single')[0] ?? '')) === ['rows' => [4]] && (float) $client->zscore('zset', lyo_serialize(['rows' => [1, 2, 3]])) === 1.5;
        $this->checks['keys keep their time to live, also if their only member is replaced'] = $client->ttl('single') > 400 && $client->ttl('zset') > 400 && $client->ttl('list') > 400;
        $client->xadd('stream', ['body' => lyo_serialize([1])], '6-1');
        $counts = $lyo->json(['convert', $source, '--to=native'], 3);
        $this->checks['the way back reads all types, and does not end well while a stream has lyo'] = $counts['converted'] === 155 && $counts['left'] === 1;
        $client->del('stream');
        $this->checks['nothing is left'] = $lyo->json(['convert', $source, '--to=native'])['left'] === 0;
        $this->checks['values of all types come back'] = $before === $dump();
        [$status, , $errors] = $lyo->run(['dump', $source, 'hash']);
        $this->checks['a hash names its fields'] = $status === 1 && str_contains($errors, 'is a hash') && str_contains($errors, 'hash[a]');
        $this->checks['stat reads all types'] = $lyo->json(['stat', $source])['values'] === 1 + 2 + 151 + 2 + 1 + 2;
        $client->executeRaw(['ACL', 'SETUSER', 'shop', 'on', 'nopass', '~s*', '+@all']);
        putenv('LYO_PASSWORD=any');
        [$status, , $errors] = $lyo->run(['convert', $source, '--user=shop', '--to=native']);
        $this->checks['keys that the user may not read are told'] = $status === 3 && str_contains($errors, '3 keys that this user may not read') && str_contains($errors, '--match');
        $this->checks['and left out by a pattern'] = $lyo->run(['convert', $source, '--user=shop', '--to=native', '--match=s*'])[0] === 0;
        putenv('LYO_PASSWORD');
        $this->checks['a time to live stays to the millisecond'] = $this->lives($lyo, $source, $client);
        $this->checks['a full server takes values that become shorter'] = $this->full($lyo, $source, $client);
    }

    /** What the extension redis stores with each of its serializers and compressions, in keys of all types. */
    private function ofPhpRedis(Lyo $lyo, string $source, int $port): void
    {
        $client = new \Redis();
        $client->connect('127.0.0.1', $port);
        $client->flushAll();
        $value = ['rows' => array_map(static fn(int $i): array => ['id' => $i, 'title' => "row $i", 'on' => $i % 2 === 0], range(1, 30)), 'word' => 'Grüße'];
        /** @var array<string, array{\Closure(): void, mixed, \Closure(): list<mixed>}> $kept */
        $kept = [];
        $forms = 0;
        foreach (['NONE', 'PHP', 'IGBINARY', 'MSGPACK', 'JSON'] as $serializer) {
            foreach (['NONE', 'LZF', 'ZSTD', 'LZ4'] as $compression) {
                if (!defined("Redis::SERIALIZER_$serializer") || !defined("Redis::COMPRESSION_$compression")) {
                    continue;
                }
                $forms++;
                $set = static function () use ($client, $serializer, $compression): void {
                    $client->setOption(\Redis::OPT_SERIALIZER, constant("Redis::SERIALIZER_$serializer"));
                    $client->setOption(\Redis::OPT_COMPRESSION, constant("Redis::COMPRESSION_$compression"));
                };
                $set();
                $name = strtolower("$serializer:$compression");
                $data = $serializer === 'NONE' ? serialize($value) : $value;
                $client->set("$name:string", $data, ['EX' => 500]);
                $client->hSet("$name:hash", 'field', $data);
                $client->rPush("$name:list", $data, $data);
                $client->sAdd("$name:set", $data);
                $client->zAdd("$name:zset", 1.5, $data);
                $kept[$name] = [$set, $data, static fn(): array => [$client->get("$name:string"), $client->hGet("$name:hash", 'field'), $client->lRange("$name:list", 0, -1), $client->sMembers("$name:set"), $client->zRange("$name:zset", 0, -1), $client->ttl("$name:string") > 400]];
            }
        }
        $raw = static function () use ($client, $kept): array {
            $client->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_NONE);
            $client->setOption(\Redis::OPT_COMPRESSION, \Redis::COMPRESSION_NONE);

            return array_map(static fn(string $name): mixed => $client->get("$name:string"), array_combine(array_keys($kept), array_keys($kept)));
        };
        $before = $raw();
        $stat = $lyo->json(['stat', $source]);
        $formats = array_map(static fn(mixed $one): string => is_array($one) && is_string($one['format'] ?? null) ? $one['format'] : '', (array) $stat['formats']);
        $this->checks["phpredis: stat names $forms ways to store a value, and calls none damaged or unknown: " . implode(', ', $formats)] = $stat['values'] === 6 * $forms && preg_grep('/damaged|unknown|needs/', $formats) === [] && count($formats) >= 2 * 4;
        $measured = $lyo->json(['measure', $source, '--sample=200', '--rounds=1', '--slice=1']);
        $this->checks['phpredis: all of them are measured'] = is_array($measured['values']) && $measured['values']['measured'] === 6 * $forms;
        foreach (['native' => [], 'php' => ['native'], 'igbinary' => ['igbinary']] as $serializer => $back) {
            $pattern = $serializer === 'native' ? 'none:*' : "$serializer:*";
            $counts = $lyo->json(['convert', $source, '--to=lyo', '--types=all', "--match=$pattern", '--verify']);
            $ways = count(preg_grep('/^' . strtok($pattern, ':') . ':/', array_keys($kept)) ?: []);
            $this->checks["phpredis: $pattern, all are converted to lyo"] = $counts['converted'] === 6 * $ways && $counts['left'] === 0;
            $shown = $lyo->run(['dump', $source, strtok($pattern, ':') . ':lz4:string', '--as=json']);
            $this->checks["phpredis: $pattern, a converted value is shown"] = $shown[0] === 0 && str_contains($shown[1], 'row 30');
            $this->checks["phpredis: $pattern, the way back leaves nothing"] = $lyo->json(['convert', $source, '--to=' . ($back[0] ?? 'native'), "--match=$pattern"])['left'] === 0;
        }
        $after = $raw();
        foreach ($kept as $name => [$set, $data, $read]) {
            $set();
            // phpredis 5.3 sometimes does not decode JSON that it has unpacked, so there the bytes are compared.
            $this->checks["phpredis: $name, the application reads all six values"] = str_starts_with($name, 'json:') ? $before[$name] === $after[$name] : $read() === [$data, $data, [$data, $data], [$data], [$data], true];
            $this->checks["phpredis: $name, what was not compressed is the same bytes"] = !str_ends_with($name, ':none') || $before[$name] === $after[$name];
        }
    }

    /**
     * What the extension memcached stores with each of its serializers and compressions.
     *
     * @param list<string> $source
     */
    private function ofMemcached(Lyo $lyo, array $source, Memcached $client, Subject\Memcached $raw): void
    {
        $value = ['rows' => array_map(static fn(int $i): array => ['id' => $i, 'title' => "row $i of many", 'on' => $i % 2 === 0], range(1, 200))];
        $ways = 0;
        $kept = [];
        foreach (['PHP' => true, 'IGBINARY' => Memcached::HAVE_IGBINARY, 'JSON' => Memcached::HAVE_JSON] as $serializer => $has) {
            foreach (['FASTLZ', 'ZLIB', 'ZSTD'] as $compression) {
                if (!$has || !defined("Memcached::COMPRESSION_$compression") || $compression === 'ZSTD' && (!defined('Memcached::HAVE_ZSTD') || constant('Memcached::HAVE_ZSTD') !== true)) {
                    continue;
                }
                $client->setOption(Memcached::OPT_SERIALIZER, constant("Memcached::SERIALIZER_$serializer"));
                $client->setOption(Memcached::OPT_COMPRESSION_TYPE, constant("Memcached::COMPRESSION_$compression"));
                $client->set("way:$serializer:$compression", $value, 500);
                $client->set("text:$serializer:$compression", serialize($value), 500);
                $kept["way:$serializer:$compression"] = $client->get("way:$serializer:$compression");
                $kept["text:$serializer:$compression"] = serialize($value);
                $ways++;
            }
        }
        $flags = array_map($raw->rest(...), array_keys($kept));
        $stat = $lyo->json(['stat', ...$source, '--match=way:*']);
        $formats = array_map(static fn(mixed $one): string => is_array($one) && is_string($one['format'] ?? null) ? $one['format'] : '', (array) $stat['formats']);
        $this->checks['memcached: stat names all ways: ' . implode(', ', $formats)] = $stat['values'] === $ways && count($formats) === $ways && preg_grep('/damaged|unknown|needs/', $formats) === [];
        $this->checks['memcached: a compressed value is shown'] = str_contains($lyo->run(['dump', ...$source, 'way:PHP:FASTLZ', '--as=json'])[1], 'row 200 of many');
        $counts = $lyo->json(['convert', ...$source, '--match=way:PHP:*', '--to=igbinary', '--verify']);
        $this->checks['memcached: compressed values of the client change their serializer'] = $counts['converted'] === intdiv($ways, (Memcached::HAVE_IGBINARY ? 1 : 0) + (Memcached::HAVE_JSON ? 1 : 0) + 1) && $counts['left'] === 0;
        $lyo->json(['convert', ...$source, '--match=text:*', '--to=lyo', '--verify']);
        $read = fn(): array => array_map($client->get(...), array_combine(array_keys($kept), array_keys($kept)));
        $now = $read();
        $this->checks['memcached: the client reads them'] = $now['way:PHP:FASTLZ'] === $value && $now['way:PHP:ZLIB'] === $value && is_string($now['text:PHP:FASTLZ']) && serialize(lyo_unserialize($now['text:PHP:FASTLZ'])) === serialize($value);
        $lyo->json(['convert', ...$source, '--match=text:*', '--to=native']);
        $lyo->json(['convert', ...$source, '--match=way:PHP:*', '--to=native']);
        $this->checks['memcached: all come back, with their flags'] = serialize($read()) === serialize($kept) && $flags === array_map($raw->rest(...), array_keys($kept));
        array_map($client->delete(...), array_keys($kept));
    }

    private function lives(Lyo $lyo, string $source, Client $client): bool
    {
        $client->flushall();
        for ($i = 0; $i < 300; $i++) {
            $client->set("k$i", serialize([$i]), 'PXAT', 2_000_000_000_000 + $i);
        }
        $lyo->json(['convert', $source, '--to=lyo']);
        for ($i = 0; $i < 300; $i++) {
            if ($client->executeRaw(['PEXPIRETIME', "k$i"]) !== 2_000_000_000_000 + $i) {
                return false;
            }
        }

        return true;
    }

    private function full(Lyo $lyo, string $source, Client $client): bool
    {
        $client->flushall();
        for ($i = 0; $i < 50; $i++) {
            $client->set("k$i", serialize(array_fill(0, 100, ['id' => $i, 'text' => 'some text of a row'])));
        }
        $client->executeRaw(['CONFIG', 'SET', 'maxmemory', '1']);
        $counts = $lyo->json(['convert', $source, '--to=lyo']);
        $status = $lyo->run(['convert', $source, '--to=native'])[0]; // these become longer
        $client->executeRaw(['CONFIG', 'SET', 'maxmemory', '0']);

        return $counts['converted'] === 50 && $status === 1;
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
        $client->set('text', 'words', 400); // never converted: by its life the others are judged, because the server's clock is late on a busy machine
        $source = ["memcached://127.0.0.1:$port"];
        $raw = new Subject\Memcached($port);
        $before = [$raw->raw('typed'), $raw->rest('typed'), $raw->rest('long'), $raw->raw('number'), $raw->raw('text')];
        $this->checks['the extension compresses'] = strlen((string) $raw->raw('long')) < strlen($long);
        $counts = $lyo->json(['convert', ...$source, '--to=lyo', '--verify'], 3); // one is left
        $stored = $client->get('long');
        $this->checks['a string that the client has compressed is lyo, and its client reads it'] = $counts['converted'] === 1 && is_string($stored) && str_starts_with($stored, "\xC1") && serialize(lyo_unserialize($stored)) === $long;
        $this->checks['a value of the client is left to its serializer'] = $client->get('typed') === $value;
        $lyo->json(['convert', ...$source, '--to=igbinary']);
        $this->checks['a value of the client can be igbinary, and the client reads it'] = $client->get('typed') === $value && str_starts_with((string) $raw->raw('typed'), "\0\0\0\2");
        $lyo->json(['convert', ...$source, '--to=native']);
        $after = [$raw->raw('typed'), $raw->rest('typed'), $raw->rest('long'), $raw->raw('number'), $raw->raw('text')];
        $client->set('slow', $value, 400);
        $start = microtime(true);
        $client->set('slower', $value, 400);
        $client->set('steady', 'words', 400);
        // The second value is written five seconds after it was met.
        $lyo->json(['convert', ...$source, '--to=igbinary', '--match=slow*', '--rate=0.2']);
        $this->checks['a slow conversion prolongs no life'] = microtime(true) - $start > 4.0 && (float) $raw->life('steady') > 300 && abs((float) $raw->life('slow') - (float) $raw->life('steady')) <= 2 && abs((float) $raw->life('slower') - (float) $raw->life('steady')) <= 2;
        $client->delete('steady');
        $this->checks['all come back byte for byte, with their flags'] = $before === $after && $client->get('long') === $long && $client->get('number') === 41;
        $this->checks['times to live stay'] = (float) $raw->life('text') > 300 && abs((float) $raw->life('typed') - (float) $raw->life('text')) <= 2 && abs((float) $raw->life('long') - (float) $raw->life('text')) <= 2; // after three conversions, by a clock of whole seconds
        $this->ofMemcached($lyo, $source, $client, $raw);
        // Items that are written in the second of a flush_all are not flushed.
        $client->deleteMulti(array_values((array) $client->getAllKeys()));
        $client->deleteMulti(['typed', 'number', 'long', 'text', 'slow', 'slower']);
    }

    /** A server whose default character set is latin1, as MariaDB has it without a file of settings, and one with utf8mb4, as Debian sets it. */
    private function mariadb(Lyo $lyo, string $dsn): void
    {
        $utf8 = self::database($dsn);
        $plain = (string) preg_replace('/;charset=[^;]*/', '', $dsn);
        foreach (['latin1', 'utf8mb4'] as $default) {
            $utf8->exec("SET GLOBAL character_set_server = $default");
            foreach (['utf8mb4', 'latin1'] as $stored) {
                // What an application with this character set has stored in a table with that one.
                $this->text($lyo, $plain, $utf8, "$default, UTF-8 in $stored", $stored, 'utf8mb4', $stored === 'latin1' ? 'Grüße' : '日本');
                $this->text($lyo, $plain, $utf8, "$default, latin1 in $stored", $stored, 'latin1', '日本');
            }
            $this->rowsOfTwoColumns($lyo, $plain, $utf8, $default);
        }
        $this->rowsWithoutKey($lyo, $plain, $utf8);
    }

    /** Rows that can be listed, and not found again: there is no key, or its text has another order than the column. More of them than a page. */
    private function rowsWithoutKey(Lyo $lyo, string $plain, \PDO $utf8): void
    {
        $types = ['no key' => "k INT, j ENUM('z', 'a')", 'ENUM' => "k INT, j ENUM('z', 'a'), PRIMARY KEY (j, k)", 'SET' => "k INT, j SET('z', 'a'), PRIMARY KEY (k, j)", 'UUID' => 'k UUID, j CHAR(1), PRIMARY KEY (k, j)'];
        foreach ($types as $type => $columns) {
            $utf8->exec("CREATE OR REPLACE TABLE unkeyed ($columns, value LONGBLOB)");
            $insert = $utf8->prepare('INSERT INTO unkeyed VALUES (?, ?, ?)');
            for ($i = 0; $i < 1200; $i++) {
                $insert->execute([$type === 'UUID' ? vsprintf('%s%s-%s-4000-a000-%s%s%s', str_split(md5((string) intdiv($i, 2)), 4)) : intdiv($i, 2), $i % 2 === 0 ? 'z' : 'a', serialize(['n' => $i])]);
            }
            $options = [$plain, '--user=root', '--table=unkeyed'];
            $this->checks["$type: all rows are looked at"] = $lyo->json(['stat', ...$options])['values'] === 1200 && substr_count($lyo->run(['find', ...$options, '--format=native'])[1], "\n") === 1200;
            $this->checks["$type: the way back looks at all rows"] = $lyo->json(['convert', ...$options, '--to=native'])['met'] === 1200;
            [$status, , $errors] = $lyo->run(['convert', ...$options, '--to=lyo']);
            $this->checks["$type: nothing is written"] = $status === 1 && str_contains($errors, 'no primary key with which a row can be found');
        }
        $utf8->exec('DROP TABLE unkeyed');
    }

    private static function database(string $dsn): \PDO
    {
        return new \PDO($dsn, 'root', '', [\PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION]);
    }

    private static function query(\PDO $database, string $sql): \PDOStatement
    {
        $statement = $database->query($sql);

        return $statement !== false ? $statement : throw new \RuntimeException($sql);
    }

    /**
     * What convert says of the values that stay, in one text.
     *
     * @param array<mixed> $counts
     */
    private static function reasons(array $counts, string $what): string
    {
        $reasons = array_map(static fn(mixed $one): mixed => is_array($one) ? $one[$what] ?? null : null, is_array($counts['stays'] ?? null) ? $counts['stays'] : []);

        return implode(' ', array_filter($reasons, is_string(...)));
    }

    /** Text of an application, with keys in its language. An application with latin1 that stores UTF-8 gets its bytes back, whatever the server makes of them. */
    private function text(Lyo $lyo, string $plain, \PDO $utf8, string $what, string $stored, string $charset, string $word): void
    {
        $utf8->exec('DROP TABLE IF EXISTS words');
        $utf8->exec("CREATE TABLE words (`key` VARCHAR(100) PRIMARY KEY, value MEDIUMTEXT NOT NULL, expiration INT NOT NULL) CHARACTER SET $stored");
        $application = self::database("$plain;charset=$charset");
        $insert = $application->prepare('INSERT INTO words VALUES (?, ?, 2000000000)');
        $application->beginTransaction();
        for ($i = 0; $i < 620; $i++) {
            $insert->execute(["$word$i", serialize(['word' => $word, 'number' => $i])]);
        }
        $application->commit();
        $all = static fn(string $of): array => array_map(strval(...), array_filter(self::query($application, "SELECT `key`, value FROM words $of ORDER BY `key`")->fetchAll(\PDO::FETCH_KEY_PAIR), is_string(...)));
        $before = $all('');
        $options = ['--table=words', '--user=root', ...$charset === 'latin1' ? ['--charset=latin1'] : []];
        $counts = $lyo->json(['convert', $plain, ...$options, '--to=lyo', '--verify']);
        $data = array_values($all("WHERE `key` = '{$word}7'"))[0] ?? '';
        $this->checks["$what: all are converted in two pages"] = [$counts['met'], $counts['converted'], $counts['verified'], $counts['left']] === [620, 620, 620, 0];
        $this->checks["$what: the application reads lyo"] = lyo_unserialize((string) base64_decode($data, true)) === ['word' => $word, 'number' => 7];
        $this->checks["$what: a key is found"] = $charset !== 'utf8mb4' || $lyo->run(['dump', $plain, "{$word}7", ...$options])[0] === 0;
        $lyo->json(['convert', $plain, ...$options, '--to=native']);
        $this->checks["$what: the same text comes back"] = $before === $all('');
        if ($charset === 'latin1' && $stored === 'utf8mb4') {
            $utf8->prepare('INSERT INTO words VALUES (?, ?, 0)')->execute(['whole', serialize(['word' => '日本'])]);
            $counts = $lyo->json(['convert', $plain, ...$options, '--to=lyo', '--match=whole'], 3);
            $this->checks["$what: text that latin1 does not have is not changed"] = $counts['left'] === 1 && self::query($utf8, "SELECT value FROM words WHERE `key` = 'whole'")->fetchColumn() === serialize(['word' => '日本']);
        }
    }

    private function rowsOfTwoColumns(Lyo $lyo, string $plain, \PDO $utf8, string $default): void
    {
        $utf8->exec('DROP TABLE IF EXISTS key_value');
        $utf8->exec('CREATE TABLE key_value (collection VARCHAR(100), name VARCHAR(100), value TINYBLOB, PRIMARY KEY (collection, name)) CHARACTER SET utf8mb4');
        $insert = $utf8->prepare('INSERT INTO key_value VALUES (?, ?, ?)');
        $utf8->beginTransaction();
        for ($i = 0; $i < 1100; $i++) {
            $insert->execute(['日本' . $i % 3, "name$i", serialize(['n' => $i])]);
        }
        $utf8->commit();
        $utf8->exec('FLUSH STATUS');
        $read = static fn(): int => (int) array_sum(array_column(self::query($utf8, "SHOW GLOBAL STATUS WHERE Variable_name IN ('Handler_read_next', 'Handler_read_first', 'Handler_read_rnd_next')")->fetchAll(), 'Value'));
        $before = $read();
        $counts = $lyo->json(['convert', $plain, '--table=key_value', '--user=root', '--to=lyo']);
        $rows = $read() - $before;
        $this->checks["$default: keys of two columns, $rows rows of the index are read for 1,100"] = [$counts['met'], $counts['converted']] === [1100, 1100] && $rows < 20_000;
        $utf8->exec("INSERT INTO key_value VALUES ('long', 'a', '" . (string) self::lyo(200) . "')");
        $counts = $lyo->json(['convert', $plain, '--table=key_value', '--user=root', '--to=native', '--match=*long*', '--dry-run'], 3);
        $this->checks["$default: a dry run tells of a value that its column cannot hold"] = self::reasons($counts, 'why') === 'Unwritable';
        $counts = $lyo->json(['convert', $plain, '--table=key_value', '--user=root', '--to=native', '--match=*long*'], 3);
        $this->checks["$default: and the run does not cut it"] = self::reasons($counts, 'why') === 'Unwritable' && $counts['left'] === 1;
    }

    /** Lyo in few bytes, whose serialize() text is much longer: hexadecimal for a literal. */
    private static function lyo(int $numbers): string
    {
        return addslashes(lyo_serialize(range(1, $numbers)));
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
        $counts = $lyo->json(['convert', $file, '--table=key_value', '--to=lyo', '--verify']);
        $this->checks['keys of two columns over more than two pages'] = [$counts['met'], $counts['converted'], $counts['verified']] === [1234, 1234, 1234];
        $this->checks['nothing is left'] = $counts['left'] === 0;
        $this->checks['such a key is named'] = str_contains($lyo->run(['dump', $file, '["c1","n8"]', '--table=key_value', '--as=json'])[1], '8');
        $this->checks['a view is looked at'] = $lyo->json(['stat', $file, '--table=shown', '--column=value'])['values'] === 1234;
        [$status, , $errors] = $lyo->run(['convert', $file, '--table=shown', '--column=value', '--to=native']);
        $this->checks['and cannot be written'] = $status === 1 && str_contains($errors, 'no primary key');
        $database->exec('CREATE TABLE nulls (a TEXT, b INT, value BLOB, PRIMARY KEY (a, b))');
        $insert = $database->prepare('INSERT INTO nulls VALUES (?, ?, ?)');
        $database->beginTransaction();
        for ($i = 0; $i < 2000; $i++) {
            $insert->execute([$i % 2 === 0 ? null : "k$i", $i % 3 === 0 ? null : $i, serialize(['n' => $i])]);
        }
        $database->commit();
        $counts = $lyo->json(['convert', $file, '--table=nulls', '--to=lyo'], 3);
        $this->checks['rows whose key is NULL are told'] = str_contains($lyo->run(['stat', $file, '--table=nulls'])[2], '1,333 rows with NULL in the primary key');
        $this->checks['rows whose key is NULL are left'] = [$counts['met'], $counts['converted'], $counts['gone'], $counts['left']] === [667, 667, 0, 1333];
    }
}
