<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use Lyo\Tools\Doctor\Doctor;
use Lyo\Tools\Doctor\Environment;
use Lyo\Tools\Doctor\Finding;
use Lyo\Tools\Doctor\Severity;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;

use function array_filter;
use function array_map;
use function array_values;
use function fwrite;
use function implode;
use function is_file;
use function json_decode;

#[CoversNothing]
final class DoctorCommandTest extends ProgramCase
{
    /** @param list<string> $expected severity, topic and what; "!" for what is not found */
    #[Test]
    #[DataProvider('environments')]
    public function it_finds(Environment $php, array $expected): void
    {
        $found = array_map(static fn(Finding $finding): string => "{$finding->severity->value}: $finding->topic: $finding->what", Doctor::examine($php));
        foreach ($expected as $line) {
            if ($line[0] === '!') {
                self::assertNotContains(substr($line, 1), $found);
            } else {
                self::assertContains($line, $found, implode("\n", $found));
            }
        }
    }

    #[Test]
    public function advice_for_an_old_phpredis_is_none_that_it_calls_an_error(): void
    {
        $advice = static fn(string $version): string => implode(' ', array_map(static fn(Finding $finding): string => $finding->todo, array_filter(Doctor::examine(new Environment('8.2.0', extensions: ['redis' => $version], constants: ['Redis::SERIALIZER_IGBINARY'])), static fn(Finding $finding): bool => $finding->topic === 'phpredis')));
        self::assertStringNotContainsString('igbinary.write_format', $advice('5.3.7'));
        self::assertStringContainsString('igbinary.write_format', $advice('6.0.0'));
    }

    /** @return iterable<string, array{Environment, list<string>}> */
    public static function environments(): iterable
    {
        $apcu = ['apcu' => '5.1.24'];
        $apcuOn = ['apc.enabled' => '1', 'apc.enable_cli' => '1'];
        yield 'a bare PHP' => [new Environment('8.4.1'), ['ok: PHP: PHP 8.4.1, cli, no php.ini', 'note: extensions: The extension lyo is not loaded', 'warning: extensions: zlib is not loaded', 'note: phpredis: The extension redis is not loaded', 'note: APCu: APCu is not loaded']];
        yield 'other SAPIs' => [new Environment('8.4.1', others: ['/etc/php/8.4/fpm']), ['note: PHP: These are the settings of the command line. Others here: /etc/php/8.4/fpm']];
        yield 'Xdebug, debug build' => [new Environment('8.4.1', debug: true, extensions: ['xdebug' => '3.4.0']), ['warning: PHP: Xdebug is loaded', 'warning: PHP: This PHP is a debug build']];
        yield 'digits of floats' => [new Environment('8.4.1', ini: ['serialize_precision' => '17']), ['warning: settings: serialize_precision = 17']];
        yield 'too few digits' => [new Environment('8.4.1', ini: ['serialize_precision' => '14']), ['error: settings: serialize_precision = 14']];
        yield 'the right digits' => [new Environment('8.4.1', ini: ['serialize_precision' => '-1']), ['!warning: settings: serialize_precision = -1']];
        yield 'no limit of depth' => [new Environment('8.4.1', extensions: ['lyo' => '0.1.0'], ini: ['lyo.max_depth' => '0', 'lyo.disable' => 'rows', 'lyo.shape_cache' => '0', 'lyo.keep_values' => '0']), ['note: settings: lyo.keep_values = 0', 'warning: settings: lyo.max_depth = 0', 'warning: settings: lyo.disable = rows', 'warning: settings: lyo.shape_cache = 0', '!note: extensions: The extension lyo is not loaded']];
        yield 'an old igbinary' => [new Environment('8.2.0', extensions: ['igbinary' => '3.1.2'], ini: ['igbinary.compact_strings' => '0']), ['warning: extensions: igbinary 3.1.2 is old', 'warning: settings: igbinary.compact_strings = Off']];
        yield 'our igbinary' => [new Environment('8.2.0', extensions: ['igbinary' => '3.2.16'], ini: ['igbinary.compact_strings' => 'On', 'igbinary.write_format' => 'lyo']), ['ok: extensions: igbinary is Lyo\'s drop-in, 3.2.16', 'note: settings: igbinary.write_format = lyo']];
        yield 'an old phpredis with it' => [new Environment('8.2.0', extensions: ['igbinary' => '3.2.16', 'redis' => '5.3.7'], ini: ['igbinary.write_format' => 'lyo'], constants: ['Redis::SERIALIZER_IGBINARY']), ['error: phpredis: phpredis 5.3.7 with igbinary.write_format = lyo', 'ok: phpredis: phpredis 5.3.7, built with igbinary']];
        yield 'a newer phpredis with it' => [new Environment('8.2.0', extensions: ['igbinary' => '3.2.16', 'redis' => '6.1.0'], ini: ['igbinary.write_format' => 'lyo'], constants: ['Redis::SERIALIZER_IGBINARY', 'Redis::COMPRESSION_ZSTD']), ['!error: phpredis: phpredis 6.1.0 with igbinary.write_format = lyo', 'ok: phpredis: phpredis 6.1.0, built with igbinary, zstd', 'note: phpredis: phpredis has no serializer lyo, and none can be added']];
        yield 'a save handler that is not there' => [new Environment('8.4.1', extensions: ['session' => '8.4.1'], ini: ['session.save_handler' => 'redis'], saveHandlers: ['files', 'user']), ['error: sessions: There is no save handler "redis"']];
        yield 'sessions in a Redis' => [new Environment('8.4.1', extensions: ['session' => '8.4.1', 'redis' => '6.2.0'], ini: ['session.save_handler' => 'redis', 'session.save_path' => '', 'redis.session.locking_enabled' => '0'], saveHandlers: ['files', 'redis']), ['error: sessions: session.save_handler = redis, and session.save_path is empty', 'warning: sessions: redis.session.locking_enabled = 0', '!error: sessions: There is no save handler "redis"']];
        yield 'sessions in a Redis, as they should be' => [new Environment('8.4.1', extensions: ['session' => '8.4.1', 'redis' => '6.2.0'], ini: ['session.save_handler' => 'redis', 'session.save_path' => 'tcp://127.0.0.1:6379', 'redis.session.locking_enabled' => '1'], saveHandlers: ['files', 'redis']), ['!error: sessions: session.save_handler = redis, and session.save_path is empty', '!warning: sessions: redis.session.locking_enabled = 0']];
        yield 'a serializer of APCu that is not there, as commands see FPM' => [new Environment('8.4.1', extensions: $apcu, ini: ['apc.enabled' => '1', 'apc.enable_cli' => '0', 'apc.serializer' => 'igbinary']), ['error: APCu: apc.serializer = igbinary, and there is no extension igbinary']];
        yield 'an extension that two lines name' => [new Environment('8.4.1', extensions: ['igbinary' => '3.2.16'], twice: ['igbinary' => '/etc/php/20-igbinary.ini']), ['warning: extensions: extension = igbinary stands in two lines']];
        yield 'an extension that was not loaded' => [new Environment('8.4.1', missing: ['redis' => '/etc/php/20-redis.ini']), ['error: extensions: extension = redis, and it is not loaded']];
        yield 'settings that are ignored' => [new Environment('8.4.1', extensions: ['lyo' => '0.2.0'], ini: ['lyo.compress' => ''], ignored: ['lyo.compress' => 'bzip']), ['error: settings: lyo.compress = bzip is ignored']];
        yield 'compression that costs too much' => [new Environment('8.4.1', extensions: ['lyo' => '0.2.0'], ini: ['lyo.compress' => 'zlib', 'lyo.min_size' => '0', 'lyo.level' => '9']), ['warning: settings: lyo.compress = zlib, lyo.min_size = 0', 'warning: settings: lyo.level = 9']];
        yield 'phpredis without igbinary' => [new Environment('8.2.0', extensions: ['igbinary' => '3.2.16', 'redis' => '6.1.0']), ['note: phpredis: phpredis was built without igbinary', 'ok: phpredis: phpredis 6.1.0, built with neither igbinary nor compression']];
        yield 'Memcached' => [new Environment('8.2.0', extensions: ['memcached' => '3.3.0'], ini: ['memcached.serializer' => 'php', 'memcached.compression_threshold' => '0'], constants: ['Memcached::HAVE_IGBINARY']), ['note: Memcached: memcached.serializer = php', 'warning: Memcached: memcached.compression_threshold = 0']];
        yield 'Memcached without igbinary' => [new Environment('8.2.0', extensions: ['memcached' => '3.3.0'], ini: ['memcached.serializer' => 'igbinary']), ['error: Memcached: memcached.serializer = igbinary, and Memcached was built without it']];
        yield 'APCu is off' => [new Environment('8.2.0', 'fpm-fcgi', extensions: $apcu, ini: ['apc.enabled' => '0', 'apc.serializer' => 'php']), ['warning: APCu: apc.enabled = Off', 'warning: APCu: apc.serializer = php']];
        yield 'APCu with a serializer that is not there' => [new Environment('8.2.0', extensions: $apcu, ini: ['apc.serializer' => 'lyo'] + $apcuOn, apcuSerializers: ['php', 'igbinary']), ['error: APCu: apc.serializer = lyo, and no serializer has registered under that name']];
        yield 'APCu with lyo' => [new Environment('8.2.0', extensions: $apcu + ['lyo' => '0.1.0'], ini: ['apc.serializer' => 'lyo'] + $apcuOn, apcuSerializers: ['php', 'lyo']), ['ok: APCu: apc.serializer = lyo']];
        yield 'APCu that copies' => [new Environment('8.2.0', extensions: $apcu, ini: ['apc.serializer' => 'default'] + $apcuOn, apcuSerializers: ['php']), ['note: APCu: apc.serializer = default']];
        yield 'sessions of PHP' => [new Environment('8.2.0', extensions: ['session' => '8.2.0'], ini: ['session.serialize_handler' => 'php', 'session.save_handler' => 'files'], sessionHandlers: ['php', 'php_serialize']), ['note: sessions: session.serialize_handler = php', 'ok: sessions: session.serialize_handler = php, save_handler = files, handlers: php, php_serialize']];
        yield 'sessions that cannot start' => [new Environment('8.2.0', extensions: ['session' => '8.2.0'], ini: ['session.serialize_handler' => 'lyo'], sessionHandlers: ['php']), ['error: sessions: There is no handler "lyo"']];
        yield 'sessions as lyo' => [new Environment('8.2.0', extensions: ['session' => '8.2.0', 'lyo' => '0.1.0'], ini: ['session.serialize_handler' => 'lyo', 'lyo.session_write' => 'lyo'], sessionHandlers: ['php', 'lyo']), ['note: sessions: Sessions are written as lyo']];
        yield 'sessions on the way' => [new Environment('8.2.0', extensions: ['session' => '8.2.0', 'lyo' => '0.1.0'], ini: ['session.serialize_handler' => 'lyo', 'lyo.session_write' => 'php'], sessionHandlers: ['php', 'lyo']), ['note: sessions: lyo.session_write = php']];
        yield 'sessions as igbinary' => [new Environment('8.2.0', extensions: ['session' => '8.2.0', 'igbinary' => '3.2.16'], ini: ['session.serialize_handler' => 'igbinary'], sessionHandlers: ['php', 'igbinary']), ['note: sessions: session.serialize_handler = igbinary']];
    }

    #[Test]
    public function every_finding_says_why_and_what_to_do(): void
    {
        $findings = 0;
        foreach (self::environments() as $name => [$php]) {
            foreach (Doctor::examine($php) as $finding) {
                if ($finding->severity !== Severity::Ok) {
                    self::assertNotSame('', $finding->why, "$name: $finding->what");
                    self::assertTrue($finding->severity === Severity::Note || $finding->todo !== '', "$name: $finding->what");
                    $findings++;
                }
            }
        }
        self::assertGreaterThan(60, $findings);
        fwrite(STDERR, "doctor: $findings findings\n");
    }

    #[Test]
    public function it_says_who_reads_what(): void
    {
        $readers = Doctor::readers(new Environment('8.2.0', extensions: ['igbinary' => '3.2.16', 'lyo' => '0.1.0'], ini: ['igbinary.write_format' => 'lyo', 'igbinary.read_native' => '1']));
        self::assertSame(['serialize()', 'igbinary', 'lyo', "lyo behind igbinary's header"], array_map(static fn(array $row): string => $row['format'], $readers));
        self::assertContains("igbinary_unserialize() (Lyo's)", $readers[0]['read']);
        self::assertSame(['IgbinaryCodec of the library'], $readers[1]['written']);
        self::assertSame(['igbinary_serialize()'], $readers[3]['written']);
    }

    /** With the extensions of Debian, as far as they are here: what it says of this PHP is what that does. */
    #[Test]
    public function it_looks_at_the_php_that_runs_it(): void
    {
        $modules = '';
        $folder = (string) ini_get('extension_dir');
        foreach (['apcu', 'igbinary', 'msgpack', 'redis', 'memcached'] as $module) {
            $modules .= is_file("$folder/$module.so") ? " -d extension=$module" : '';
        }
        [$status, $out] = $this->shell(self::php() . "$modules -d apc.enable_cli=1 -d serialize_precision=14 " . self::ROOT . '/bin/lyo doctor --format=json');
        self::assertSame(0, $status);
        /** @var array{findings: list<array{severity: string, what: string}>} $report */
        $report = json_decode($out, true, flags: JSON_THROW_ON_ERROR);
        $errors = array_values(array_filter($report['findings'], static fn(array $finding): bool => $finding['severity'] === 'error'));
        self::assertSame(['serialize_precision = 14'], array_map(static fn(array $finding): string => $finding['what'], $errors));

        [$status, $out] = $this->lyo('doctor');
        self::assertSame(0, $status);
        self::assertMatchesRegularExpression('/^0 errors, \d+ warnings?, \d+ notes?$/m', $out);
        self::assertStringContainsString('PHP ' . PHP_VERSION, $out);
    }
}
