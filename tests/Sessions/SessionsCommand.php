<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sessions;

use Closure;
use Lyo\Tests\Clients\Server;

final class SessionsCommand
{
    /** Name => first bytes of a session whose first key is "user". */
    private const FORMS = ['php' => 'user|', 'php_serialize' => 'a:8:{', 'php_binary' => "\4user", 'igbinary' => "\0\0\0\2", 'lyo' => "\xC1"];

    /** Sessions of one request: a FastCGI client does not take a query of any length. */
    private const AT_ONCE = 100;

    /** Settings with which Debian's clients lock sessions as PHP's file handler does, and wait only for a short time. */
    private const LOCKS = [
        'redis.session.locking_enabled' => '1', 'redis.session.lock_wait_time' => '2000', 'redis.session.lock_retries' => '5000', 'redis.session.lock_expire' => '30',
        'memcached.sess_lock_wait_min' => '2', 'memcached.sess_lock_wait_max' => '10', 'memcached.sess_lock_retries' => '3000',
    ];

    private int $faults = 0;

    private string $directory;

    /** @var array<string, Closure(string): string> store => the bytes of a session */
    private array $stored = [];

    /** @var array<string, Head> name => a server */
    private array $heads = [];

    /**
     * @param int $sessions for each pair of a writer and a reader
     * @param int $requests for each phase
     * @param int $forms that sites begin with, in each store
     */
    public function __construct(private readonly int $sessions, private readonly int $requests, private readonly int $forms) {}

    public function main(): int
    {
        $missing = $this->missing();
        if ($missing !== []) {
            echo 'sessions: SKIPPED, missing: ', implode(', ', $missing), " (bin/setup sessions installs them)\n";

            return 0;
        }
        $fpm = exec('command -v cgi-fcgi') === '' ? null : Head::fpm();
        echo 'sessions: ', $fpm === null ? "with php -S, for there is no cgi-fcgi, or no php-fpm of PHP " . PHP_VERSION . " (bin/setup sessions)\n" : "with php-fpm\n";
        $this->directory = sys_get_temp_dir() . '/lyo-sessions-' . getmypid();
        mkdir($this->directory . '/store', 0700, true);
        $redis = new Server(fn(int $port): array => ['redis-server', '--port', (string) $port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', $this->directory]);
        $memcached = new Server(static fn(int $port): array => ['memcached', '-l', '127.0.0.1', '-p', (string) $port, '-U', '0', '-u', 'nobody']);
        $stores = ['files' => "files $this->directory/store", 'redis' => "redis tcp://127.0.0.1:$redis->port", 'memcached' => "memcached 127.0.0.1:$memcached->port"];
        $environment = [];
        foreach ($stores as $name => $store) {
            $environment["LYO_STORE_$name"] = $store;
        }
        $this->heads = $this->heads($environment);
        foreach ($this->heads as $head) {
            $head->start($this->directory, $fpm);
        }
        $this->stored = [
            'files' => fn(string $id): string => (string) @file_get_contents("$this->directory/store/sess_$id"),
            'redis' => static fn(string $id): string => (string) $redis->value(sprintf("*2\r\n$3\r\nGET\r\n$%d\r\nPHPREDIS_SESSION:%s\r\n", strlen("PHPREDIS_SESSION:$id"), $id)),
            'memcached' => static fn(string $id): string => (string) $memcached->value("get memc.sess.key.$id\r\n"),
        ];
        $this->pairs(array_keys($stores));
        $this->traffic(array_keys($stores));
        $this->signed("$this->directory/store", array_keys($stores), $environment, $fpm);
        foreach ($this->heads as $head) {
            $head->stop();
            $errors = "$this->directory/{$head->name()}.errors";
            if (is_file($errors)) {
                $this->fault("errors of {$head->name()}: " . substr((string) file_get_contents($errors), 0, 2000));
            }
        }
        $redis->stop();
        $memcached->stop();
        exec('rm -rf ' . escapeshellarg($this->directory));
        printf("sessions: %d faults\n", $this->faults);

        return $this->faults === 0 ? 0 : 1;
    }

    /** @return list<string> */
    private function missing(): array
    {
        $extensions = (string) ini_get('extension_dir');
        $missing = array_filter(['igbinary', 'redis', 'memcached', 'msgpack'], static fn(string $name): bool => !is_file("$extensions/$name.so"));

        return [...$missing, ...array_filter(['redis-server', 'memcached'], static fn(string $program): bool => exec("command -v $program") === '')];
    }

    private function fault(string $fault): void
    {
        $this->faults++;
        if ($this->faults <= 20) {
            echo 'FAULT ' . $fault . "\n";
        }
    }

    /**
     * Servers without Lyo, servers with one of our modules, and servers with only the library.
     *
     * @param array<string, string> $environment of their pages
     * @return array<string, Head>
     */
    private function heads(array $environment): array
    {
        $build = getenv('BUILD') ?: 'build';
        $lyo = (string) realpath("$build/lyo.so");
        $ours = (string) realpath("$build/igbinary.so");
        $heads = [];
        foreach (array_keys(self::FORMS) as $form) {
            if ($form !== 'lyo') {
                $heads[] = new Head('plain', $form, self::arguments([], ['session.serialize_handler' => $form]), $environment);
            }
            $heads[] = new Head('lyo.so', $form, self::arguments(['extension' => $lyo], ['session.serialize_handler' => 'lyo', 'lyo.session_write' => $form]), $environment);
            $heads[] = new Head('library', $form, self::arguments([], []), ['LYO_LIBRARY_WRITES' => $form] + $environment);
        }
        $heads[] = new Head('igbinary.so', 'igbinary', self::arguments([], ['session.serialize_handler' => 'igbinary', 'igbinary.read_native' => '1'], $ours), $environment);

        return array_combine(array_map(static fn(Head $head): string => $head->name(), $heads), $heads);
    }

    /**
     * @param array<string, string> $first
     * @param array<string, string> $settings
     * @return list<string> of a PHP with the clients, which need an igbinary, whoever made it
     */
    private static function arguments(array $first, array $settings, string $igbinary = 'igbinary'): array
    {
        $arguments = [];
        foreach ([$igbinary, 'msgpack', 'redis', 'memcached', ...array_values($first)] as $extension) {
            array_push($arguments, '-d', 'extension=' . $extension);
        }
        foreach ($settings + self::LOCKS as $name => $value) {
            array_push($arguments, '-d', "$name=$value");
        }

        return $arguments;
    }

    /**
     * Each writer with each reader, and back: what the reader has written is read by the writer again, where that one can.
     *
     * @param list<string> $stores
     */
    private function pairs(array $stores): void
    {
        $total = $number = 0;
        foreach ($stores as $store) {
            $ids = [];
            foreach ($this->heads as $writer => $from) {
                foreach ($this->heads as $reader => $to) {
                    for ($i = 0; $i < ($to->reads($from) ? $this->sessions : 0); $i++) {
                        $ids[$writer][$reader][] = 'p' . ++$number;
                    }
                }
            }
            foreach ($ids as $writer => $readers) {
                $all = array_merge(...array_values($readers));
                foreach (array_chunk($all, self::AT_ONCE) as $some) {
                    $this->expect("$writer makes sessions in $store", $this->heads[$writer]->visit($store, $some, true), $some, 'new');
                }
                $this->expectForm($store, $all[0], $this->heads[$writer]);
            }
            /** @var array<string, int> $counts kind of the reader => sessions */
            $counts = $back = [];
            foreach ($this->heads as $reader => $to) {
                foreach ($ids as $writer => $readers) {
                    $mine = $readers[$reader] ?? [];
                    $good = $mine === [] ? 0 : $this->expect("of $writer read by $reader in $store", $to->visit($store, $mine), $mine, 'whole 0');
                    $counts[$to->kind] = ($counts[$to->kind] ?? 0) + $good;
                    $total += count($mine);
                    if ($mine !== []) {
                        $this->expectForm($store, $mine[0], $to);
                    }
                    if ($mine !== [] && $this->heads[$writer]->reads($to)) {
                        $back[$to->kind] = ($back[$to->kind] ?? 0) + $this->expect("of $reader read by $writer in $store, on the way back", $this->heads[$writer]->visit($store, $mine), $mine, 'whole 1');
                    }
                }
            }
            foreach ($counts as $kind => $count) {
                printf("sessions: %s, %s: %d read of all writers, %d of these read by their writers again\n", $store, $kind, $count, $back[$kind] ?? 0);
            }
        }
        $pairs = 11 * 15 + 4 * 3; // all of those that read everything, and plain ones with those that write the same form
        $pairs += 1; // plain igbinary with igbinary.so
        printf("sessions: %d of %d planned\n", $total, $planned = count($stores) * $pairs * $this->sessions);
        if ($total < $planned) {
            $this->fault('fewer sessions than planned');
        }
    }

    /**
     * @param list<string> $ids
     * @return int how many were as they must be
     */
    private function expect(string $what, Request $request, array $ids, string $expected): int
    {
        $answer = $request->answer();
        $good = array_keys($answer, $expected, true);
        if (count($good) !== count($ids)) {
            $bad = array_diff($ids, $good);
            $this->fault(sprintf('%s: %d of %d are not "%s", the first one is "%s"', $what, count($bad), count($ids), $expected, $answer[reset($bad)] ?? 'not told'));
        }

        return count($good);
    }

    private function expectForm(string $store, string $id, Head $writer): void
    {
        $bytes = $this->stored[$store]($id);
        if (!str_starts_with($bytes, self::FORMS[$writer->form])) {
            $this->fault("{$writer->name()} has stored " . bin2hex(substr($bytes, 0, 8)) . " in $store");
        }
    }

    /** @param list<string> $stores */
    private function traffic(array $stores): void
    {
        $sent = 0;
        $forms = ['php', 'php_serialize', 'igbinary', 'php_binary'];
        foreach ($stores as $i => $store) {
            foreach (array_slice([...$forms, ...$forms], $i, $this->forms) as $form) { // others in each store, where there are fewer than four
                $traffic = new Traffic($this->heads, $store, $form, $this->requests);
                foreach ($traffic->run() as $fault) {
                    $this->fault("$store, $form: $fault");
                }
                $sent += $traffic->sent;
                printf("sessions: %s, %s: %d requests in %d phases, %d at a time: %d sessions, %d lost\n", $store, $form, $traffic->sent, count($traffic->phases()), Traffic::AT_A_TIME, Traffic::SESSIONS, $traffic->lost);
            }
        }
        printf("sessions: %d requests in all\n", $sent);
    }

    /**
     * Sessions that are signed, while a new key takes the place of the old one under concurrent requests, on servers with the extension and
     * without. Meanwhile, and afterwards, somebody changes sessions in the store.
     *
     * @param list<string> $stores
     * @param array<string, string> $environment of all pages
     */
    private function signed(string $folder, array $stores, array $environment, ?string $fpm): void
    {
        $heads = [];
        $keys = ['old' => 'old=' . str_repeat('o', 16), 'new' => 'new=' . str_repeat('n', 16)];
        $lyo = ['extension' => (string) realpath((getenv('BUILD') ?: 'build') . '/lyo.so')];
        foreach (['old' => ['old'], 'old, new' => ['old', 'new'], 'new, old' => ['new', 'old'], 'new' => ['new']] as $name => $ring) {
            $ring = implode('&', array_map(static fn(string $key): string => $keys[$key], $ring));
            $modules = in_array($name, ['old, new', 'new'], true) ? $lyo : []; // with it and without it by turns
            $heads[$name] = new Head('library', "signed, $name", self::arguments($modules, []), ['LYO_LIBRARY_WRITES' => 'lyo', 'LYO_SESSION_KEYS' => $ring] + $environment);
            $heads[$name]->start($this->directory, $fpm);
        }
        $phases = [
            'the old key' => ['old'],
            'roll-out of the new key for reading' => ['old', 'old, new'],
            'all read both' => ['old, new'],
            'roll-out of the new key for signing' => ['old, new', 'new, old'],
            'all sign with the new key' => ['new, old'],
            'the old key goes' => ['new, old', 'new'],
            'the new key' => ['new'],
        ];
        foreach ($stores as $store) {
            $tried = $refused = 0;
            $intruder = $store !== 'files' ? null : function (Head $head, string $id) use ($folder, &$tried, &$refused): void {
                $session = (string) file_get_contents("$folder/sess_$id");
                if ($session === '') { // a request is writing it
                    return;
                }
                $at = ++$tried % strlen($session);
                $forged = $tried % 2 === 0 ? $session : substr_replace($session, ~$session[$at], $at, 1); // moved, or changed
                file_put_contents("$folder/sess_forged$tried", $forged);
                $refused += $this->expect('a session forged meanwhile', $head->visit('files', ["forged$tried"]), ["forged$tried"], 'lost');
            };
            $traffic = new Traffic($heads, $store, 'signed', $this->requests, $phases, $intruder);
            foreach ($traffic->run() as $fault) {
                $this->fault("signed, $store: $fault");
            }
            printf("sessions: signed, %s: %d requests in %d phases while a key is replaced, %d at a time: %d sessions, %d lost\n", $store, $traffic->sent, count($phases), Traffic::AT_A_TIME, Traffic::SESSIONS, $traffic->lost);
            if ($traffic->sent < count($phases) * Traffic::LEAST) {
                $this->fault('fewer requests to signed sessions than planned');
            }
            if ($intruder !== null) {
                printf("sessions: signed, %d of %d sessions that were forged meanwhile are refused\n", $refused, $tried);
                if ($refused !== $tried || $tried < count($phases)) {
                    $this->fault('a session that was forged meanwhile was read');
                }
            }
        }
        $this->forged($heads['new'], $folder);
        foreach ($heads as $head) {
            $head->stop();
            $errors = "$this->directory/{$head->name()}.errors";
            // there is a message that a forged session cannot be read
            foreach (is_file($errors) ? file($errors, FILE_IGNORE_NEW_LINES) ?: [] : [] as $line) {
                if (!str_contains($line, 'The session cannot be read: ')) {
                    $this->fault("errors of {$head->name()}: $line");
                }
            }
            @unlink($errors);
        }
    }

    /** Each byte of a session is changed, and sessions take the places of others: none is read. */
    private function forged(Head $head, string $folder): void
    {
        $head->visit('files', ['real', 'other'], true)->answer();
        $real = (string) file_get_contents("$folder/sess_real");
        $forged = [
            'moved' => (string) file_get_contents("$folder/sess_other"),
            'unsigned' => substr($real, 3 + ord($real[2]), -16), // after magic, head, size and entries
            'native' => 'user|s:4:"root";',
            'serialized' => serialize(['user' => 'root']),
        ];
        for ($at = 0; $at < strlen($real); $at++) {
            $changed = $real;
            $changed[$at] = ~$changed[$at];
            $forged["byte$at"] = $changed;
        }
        foreach ($forged as $id => $bytes) {
            file_put_contents("$folder/sess_$id", $bytes);
        }
        $refused = 0;
        foreach (array_chunk(array_keys($forged), self::AT_ONCE) as $ids) {
            $refused += $this->expect('forged sessions', $head->visit('files', $ids), $ids, 'lost');
        }
        $whole = $this->expect('the session that was copied', $head->visit('files', ['real']), ['real'], 'whole 0');
        printf("sessions: signed, %d of %d forged ones refused, %d true one read\n", $refused, count($forged), $whole);
        if ($refused !== count($forged) || $refused < 100) {
            $this->fault('a forged session was read');
        }
    }
}
