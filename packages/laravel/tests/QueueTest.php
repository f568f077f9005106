<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Tests;

use Illuminate\Contracts\Console\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Queue\Console\WorkCommand;
use Lyo\Laravel\Tests\Support\Job;
use Lyo\Laravel\Tests\Support\JobOfModel;
use Lyo\Laravel\Tests\Support\Servers;
use PDO;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestDox;
use Predis\Client;

final class QueueTest extends ApplicationTestCase
{
    private PDO $pdo;

    protected function setUp(): void
    {
        parent::setUp();
        WorkCommand::flushState(); // it listens in the first application only
        $this->pdo = new PDO("sqlite:$this->folder/site.sqlite", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        $this->pdo->exec('CREATE TABLE jobs (id integer PRIMARY KEY AUTOINCREMENT, queue varchar, payload text, attempts integer, reserved_at integer, available_at integer, created_at integer)');
        $this->pdo->exec('CREATE TABLE failed_jobs (id integer PRIMARY KEY AUTOINCREMENT, uuid varchar, connection text, queue text, payload text, exception text, failed_at datetime DEFAULT CURRENT_TIMESTAMP)');
    }

    /**
     * @return array<string, array{string}>
     */
    public static function queues(): array
    {
        return ['database' => ['database'], 'redis' => ['redis']];
    }

    #[TestDox('Jobs are read in both forms, and written as lyo if that is wanted')]
    #[DataProvider('queues')]
    public function test_forms(string $queue): void
    {
        $data = ['rows' => array_map(static fn (int $id): array => ['id' => $id, 'bytes' => "\0ä"], range(1, 50))];
        $plain = $this->connected($queue, package: false);
        $ours = $this->connected($queue);
        $lyo = $this->connected($queue, ['lyo.queue.writes' => 'lyo']);
        foreach (['plain' => $plain, 'ours' => $ours, 'lyo' => $lyo] as $writer => $app) {
            $app->make('queue')->push(new Job("$this->folder/done", $data));
            $command = $this->command($queue);
            self::assertSame($writer === 'lyo', str_starts_with($command, 'lyo:'), $writer);
            self::assertStringStartsWith($writer === 'lyo' ? 'lyo:' : 'O:', $command);
            self::assertSame(0, $this->work($ours, $queue));
            self::assertSame(serialize($data), (string) file_get_contents("$this->folder/done"), $writer);
            unlink("$this->folder/done");
        }
    }

    #[TestDox('"auto" writes lyo if the extension is there and every host reads it')]
    public function test_auto(): void
    {
        foreach ([[false, 'O:'], [true, self::automatic() === 'lyo' ? 'lyo:' : 'O:']] as [$every, $start]) {
            $this->connected('database', ['lyo.queue.writes' => 'auto', 'lyo.every_host_reads' => $every])->make('queue')->push(new Job("$this->folder/done", range(1, 200)));
            self::assertStringStartsWith($start, $this->command('database'));
            $this->pdo->exec('DELETE FROM jobs');
        }
        $this->connected('database', ['lyo.queue.writes' => 'lyo'])->make('queue')->push(new Job('x', []));
        self::assertLessThan(700, strlen($this->command('database')), 'the shorter form is taken');
    }

    #[TestDox('A job in lyo that has failed is tried again')]
    public function test_retry(): void
    {
        $app = $this->connected('database', ['lyo.queue.writes' => 'lyo', 'queue.failed' => ['driver' => 'database-uuids', 'database' => 'sqlite', 'table' => 'failed_jobs']]);
        $app->make('queue')->push(new Job("$this->folder/done", range(1, 200)));
        touch("$this->folder/done.fails");
        $this->work($app, 'database');
        self::assertFileDoesNotExist("$this->folder/done");
        unlink("$this->folder/done.fails");
        self::assertSame(0, $app->make(Kernel::class)->call('queue:retry', ['id' => ['all']]), $app->make(Kernel::class)->output());
        self::assertStringStartsWith('lyo:', $this->command('database'));
        $this->work($app, 'database');
        self::assertSame(serialize(range(1, 200)), (string) file_get_contents("$this->folder/done"));
    }

    #[TestDox('A job whose model is gone is deleted, as in Laravel')]
    public function test_model_is_gone(): void
    {
        $app = $this->connected('database', ['lyo.queue.writes' => 'lyo', 'queue.failed' => ['driver' => 'database-uuids', 'database' => 'sqlite', 'table' => 'failed_jobs']]);
        $app->make('queue')->push(new JobOfModel(range(1, 200)));
        self::assertStringStartsWith('lyo:', $this->command('database'));
        $this->work($app, 'database');
        foreach (['jobs', 'failed_jobs'] as $table) {
            $left = $this->pdo->query("SELECT COUNT(*) FROM $table");
            self::assertNotFalse($left);
            self::assertSame(0, $left->fetchColumn(), $table);
        }
    }

    #[TestDox('A damaged job fails, as in Laravel')]
    public function test_damage(): void
    {
        $app = $this->connected('database', ['lyo.queue.writes' => 'lyo', 'queue.failed' => ['driver' => 'database-uuids', 'database' => 'sqlite', 'table' => 'failed_jobs']]);
        $app->make('queue')->push(new Job("$this->folder/done", range(1, 200)));
        $this->pdo->exec("UPDATE jobs SET payload = replace(payload, 'lyo:w', 'lyo:xx')");
        $this->work($app, 'database');
        self::assertFileDoesNotExist("$this->folder/done");
        $failed = $this->pdo->query('SELECT exception FROM failed_jobs');
        self::assertNotFalse($failed);
        self::assertStringContainsString('Unable to extract job payload', (string) json_encode($failed->fetchAll()));
        self::assertCount(2, $this->log(), 'what cannot be read, and the job');
    }

    /**
     * @param  array<string, mixed>  $config
     */
    private function connected(string $queue, array $config = [], bool $package = true): Application
    {
        if ($queue === 'redis') {
            $config += ['database.redis.default' => ['host' => '127.0.0.1', 'port' => Servers::redis(), 'database' => 3], 'database.redis.options.prefix' => ''];
        }

        return $this->application($config + ['queue.default' => $queue, 'queue.connections.database.connection' => 'sqlite'], $package);
    }

    private function work(Application $app, string $queue): int
    {
        return $app->make(Kernel::class)->call('queue:work', ['connection' => $queue, '--once' => true, '--tries' => 1, '--sleep' => 0]);
    }

    private function command(string $queue): string
    {
        if ($queue === 'redis') {
            $payload = (new Client(['host' => '127.0.0.1', 'port' => Servers::redis(), 'database' => 3]))->lindex('queues:default', 0);
        } else {
            $found = $this->pdo->query('SELECT payload FROM jobs ORDER BY id DESC');
            $payload = $found === false ? '' : $found->fetchColumn();
        }
        $payload = json_decode(is_string($payload) ? $payload : '', true);

        return is_array($payload) && is_array($payload['data'] ?? null) && is_string($payload['data']['command'] ?? null) ? $payload['data']['command'] : '';
    }
}
