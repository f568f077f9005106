<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Measure;

use DOMDocument;
use Lyo\Functions\Lyo;
use Lyo\Tools\Measure\Classes;
use Lyo\Tools\Measure\Cost;
use Lyo\Tools\Measure\Obstacle;
use Lyo\Tools\Measure\Outcome;
use Lyo\Tools\Measure\Processor;
use Lyo\Tools\Measure\Report\Palette;
use Lyo\Tools\Measure\Results;
use Lyo\Tools\Measure\Sample;
use Lyo\Tools\Measure\Summary;
use Lyo\Tools\MeasureCommand;
use PDO;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Random\Randomizer;
use ReflectionClass;
use Symfony\Component\Console\Tester\CommandTester;

/**
 * The part of the output of --format=json that the tests use.
 *
 * @phpstan-type Times array{median: float, spread: float}|null
 * @phpstan-type Figures array{bytes: int, encode: Times, decode: Times, memory: int|null, packed: array<string, array{bytes: int, pack: Times, unpack: Times}>}
 * @phpstan-type Printed array{
 *     values: array<string, int|bool>, formats: array<string, int>, left_out: array<string, int>, summary: non-empty-list<string>,
 *     totals: array<string, array<string, array{ratio: float}>>, each: non-empty-list<array{name: string, classes: string, codecs: array<string, Figures>}>,
 * }
 */
final class MeasureTest extends TestCase
{
    private const FAST = ['--rounds' => '3', '--slice' => '1'];
    private const OBJECT = 'O:15:"No\Such\Account":2:{s:2:"id";i:7;s:20:"' . "\0No\\Such\\Account\0key" . '";s:4:"name";}';

    private string $folder;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/lyo-measure-' . bin2hex(random_bytes(6));
        mkdir("$this->folder/below", recursive: true);
        file_put_contents("$this->folder/rows", serialize(array_fill(0, 40, ['id' => 5, 'name' => 'somebody'])));
        file_put_contents("$this->folder/below/object", self::OBJECT);
    }

    protected function tearDown(): void
    {
        exec('rm -rf ' . escapeshellarg($this->folder));
    }

    #[Test]
    public function sizes_are_those_of_the_codecs(): void
    {
        $result = $this->json(['source' => ["$this->folder/rows"]]);
        $text = (string) file_get_contents("$this->folder/rows");

        self::assertSame(['met' => 1, 'bytes' => strlen($text), 'bytes_exact' => true, 'measured' => 1, 'measured_bytes' => strlen($text)], $result['values']);
        self::assertSame(['native' => 1], $result['formats']);
        $codecs = $result['each'][0]['codecs'];
        self::assertSame(strlen($text), $codecs['native']['bytes']);
        self::assertSame(strlen(Lyo::fromNative($text)), $codecs['lyo']['bytes']);
        self::assertSame(strlen((string) json_encode(unserialize($text))), $codecs['json']['bytes']);
        self::assertSame(strlen((string) gzcompress($text, 6)), $codecs['native']['packed']['zlib 6']['bytes']);
        foreach (['native', 'json', 'lyo'] as $codec) {
            self::assertGreaterThan(0.0, $codecs[$codec]['encode']['median'] ?? 0.0);
            self::assertGreaterThan(0.0, $codecs[$codec]['decode']['median'] ?? 0.0);
            self::assertGreaterThan(0.0, $codecs[$codec]['packed']['zlib 1']['pack']['median'] ?? 0.0);
            self::assertGreaterThan(1000, $codecs[$codec]['memory']);
        }
        self::assertEqualsWithDelta($codecs['lyo']['bytes'] / strlen($text), $result['totals']['lyo']['bytes']['ratio'], 0.0001);
        self::assertStringStartsWith('lyo: ', $result['summary'][0]);
    }

    #[Test]
    public function no_class_is_loaded_by_default(): void
    {
        $asked = [];
        $spy = static function (string $class) use (&$asked): void {
            $asked[] = $class;
        };
        spl_autoload_register($spy, prepend: true);
        file_put_contents("$this->folder/date", 'O:25:"Lyo\Tools\Measure\Results":0:{}');
        file_put_contents("$this->folder/plain", serialize((object) ['a' => 1]));
        file_put_contents("$this->folder/case", 'E:11:"No\Such:One";');
        $result = $this->json(['source' => [$this->folder], '--report' => "$this->folder/report.html"]);
        spl_autoload_unregister($spy);
        self::assertSame([], array_filter($asked, static fn(string $class): bool => str_starts_with($class, 'No\\')));
        $classes = array_column($result['each'], 'classes', 'name');
        ksort($classes);

        self::assertSame(['below/object' => 'objects without their classes', 'case' => 'sizes only', 'date' => 'objects without their classes', 'plain' => 'no class but stdClass', 'rows' => 'no class but stdClass'], $classes);
        self::assertStringContainsString('No class was loaded: times and memory of 2 values with objects', implode("\n", $result['summary']));
        self::assertStringContainsString('Of 1 value only the size was', implode("\n", $result['summary']));
        $codecs = array_column($result['each'], 'codecs', 'name');
        self::assertSame(strlen(Lyo::fromNative(self::OBJECT)), $codecs['below/object']['lyo']['bytes']);
        self::assertArrayNotHasKey('json', $codecs['below/object']);
        self::assertArrayHasKey('igbinary', $codecs['below/object']);
        self::assertNull($codecs['case']['lyo']['encode']);
        self::assertNull($codecs['date']['igbinary']['decode']); // the class is there: igbinary would make one
    }

    #[Test]
    public function with_an_autoloader_objects_are_made_of_their_classes(): void
    {
        file_put_contents("$this->folder/classes.php", '<?php namespace Lyo\Measured; final class Thing { public int $a = 1; public static int $woken = 0; public function __wakeup(): void { self::$woken++; } }');
        file_put_contents("$this->folder/thing", 'O:18:"Lyo\Measured\Thing":1:{s:1:"a";i:5;}');
        $result = $this->json(['source' => ["$this->folder/thing"], '--autoload' => "$this->folder/classes.php"]);

        self::assertSame('objects of their classes', $result['each'][0]['classes']);
        self::assertGreaterThan(3, (new ReflectionClass('Lyo\Measured\Thing'))->getStaticPropertyValue('woken')); // @phpstan-ignore argument.type (written above)
        self::assertStringNotContainsString('No class was loaded', implode("\n", $result['summary']));
    }

    #[Test]
    public function a_missing_class_is_looked_up_once_for_each_value_and_not_for_each_object(): void
    {
        $asked = 0;
        $spy = static function (string $class) use (&$asked): void {
            $asked += $class === 'No\Such' ? 1 : 0;
        };
        file_put_contents("$this->folder/classes.php", '<?php');
        file_put_contents("$this->folder/missing", 'a:100:{' . implode('', array_map(static fn(int $i): string => "i:$i;O:7:\"No\Such\":0:{}", range(0, 99))) . '}');
        spl_autoload_register($spy);
        $result = $this->json(['source' => ["$this->folder/missing"], '--autoload' => "$this->folder/classes.php"]);
        spl_autoload_unregister($spy);

        self::assertSame(1, $asked);
        self::assertSame('objects without their classes', $result['each'][0]['classes']);
    }

    #[Test]
    public function data_that_are_not_values_are_counted(): void
    {
        file_put_contents("$this->folder/text", 'hello');
        file_put_contents("$this->folder/damaged", 'a:2:{i:0;i:1;}');
        file_put_contents("$this->folder/deep", str_repeat('a:1:{i:0;', 5000) . 'N;' . str_repeat('}', 5000));
        $left = $this->json(['source' => [$this->folder]])['left_out'];
        ksort($left);

        self::assertSame(['beyond a limit' => 1, 'damaged' => 1, 'of no known format' => 1], $left);
    }

    #[Test]
    public function a_sample_is_the_same_each_time(): void
    {
        for ($i = 0; $i < 50; $i++) {
            file_put_contents("$this->folder/$i", serialize([$i => "value $i"]));
        }
        $names = fn(string $seed): array => array_column($this->json(['source' => [$this->folder], '--sample' => '5', '--seed' => $seed])['each'], 'name');

        self::assertCount(5, $names('1'));
        self::assertSame($names('1'), $names('1'));
        self::assertNotSame($names('1'), $names('2'));
    }

    #[Test]
    public function tables_and_words_are_printed(): void
    {
        [$code, $text] = $this->measure(['source' => [$this->folder], '--report' => "$this->folder/report.html"] + self::FAST);

        self::assertSame(0, $code, $text);
        foreach (['2 values, ', 'Stored as: native 2.', "\nnative ", "\nlyo ", "\nlyo: ", ' times smaller, ', "\nStored now: ", "Report: $this->folder/report.html"] as $part) {
            self::assertStringContainsString($part, $text);
        }
        self::assertMatchesRegularExpression('/^bytes with +zlib 1 +zlib 6/m', $text);
        self::assertLessThanOrEqual(100, max(0, ...array_map(mb_strlen(...), array_filter(explode("\n", $text), static fn(string $line): bool => preg_match('/^(native|json|lyo|igbinary) +[\d-]/', $line) === 1))));
    }

    #[Test]
    public function it_says_whether_opcache_is_on(): void
    {
        $php = [PHP_BINARY, '-n', ...(is_file(PHP_EXTENSION_DIR . '/opcache.so') ? ['-d', 'zend_extension=opcache'] : [])];
        exec(implode(' ', array_map(escapeshellarg(...), [...$php, '-r', 'exit(extension_loaded("Zend OPcache") ? 0 : 1);'])), $output, $status);
        if ($status !== 0) {
            self::markTestSkipped('OPcache is not here (package php-opcache)');
        }
        foreach (['0' => 'off', '1' => 'on'] as $enabled => $state) {
            $command = [...$php, '-d', "opcache.enable_cli=$enabled", dirname(__DIR__, 3) . '/bin/lyo', 'measure', '--rounds=3', '--slice=1', $this->folder];
            $text = (string) shell_exec(implode(' ', array_map(escapeshellarg(...), $command)) . ' 2>&1');
            self::assertStringContainsString('PHP ' . PHP_VERSION . ", OPcache $state", (string) preg_replace('/\n  /', ' ', $text));
        }
    }

    #[Test]
    public function the_saving_compares_the_same_values(): void
    {
        $results = new Results(['test'], new Sample(2, new Randomizer()), new Processor(), [], ['native', 'lyo'], []);
        $cost = static fn(int $bytes): Cost => new Cost($bytes, null, null, null, []);
        $results->outcomes[] = new Outcome('both', 51, 'native', Classes::None, ['native' => $cost(51), 'lyo' => $cost(31)]);
        self::assertSame('Stored now: 51 bytes. lyo 31 bytes (61%).', (new Summary($results))->saving());
        $results->outcomes[] = new Outcome('one', 16_000, 'native', Classes::None, ['native' => $cost(16_000)], ['lyo' => Obstacle::Changed]);

        self::assertSame('Stored now: 16 kB; 51 bytes of it are the 1 of 2 values that lyo was measured with: lyo 31 bytes (61%).', (new Summary($results))->saving());
        self::assertStringStartsWith('lyo (measured for 1 of 2; left out: 1 changed by it): ', (new Summary($results))->codecs()[0]);
    }

    #[Test]
    public function msgpack_is_measured_only_if_it_is_asked_for(): void
    {
        [, $text] = $this->measure(['source' => ["$this->folder/rows"]] + self::FAST);
        self::assertStringNotContainsString('msgpack ', (string) preg_replace('/^.*msgpack \d.*$/m', '', $text)); // its version
        [, $text] = $this->measure(['source' => ["$this->folder/rows"], '--with' => ['msgpack']] + self::FAST);
        self::assertMatchesRegularExpression(extension_loaded('msgpack') ? '/^msgpack +1 +[\d,]+ +\d+% /m' : '/^msgpack +0 the extension msgpack is not loaded *$/m', $text);
        self::assertSame([2, "lyo: --with=bson: unknown (use one of msgpack)\n"], $this->measure(['source' => [$this->folder], '--with' => ['bson']] + self::FAST));
    }

    #[Test]
    public function a_codec_that_measured_nothing_says_why_in_its_row_and_its_warnings_are_not_shown(): void
    {
        file_put_contents("$this->folder/rows", 'a:2:{i:0;a:1:{i:0;s:2:"' . "\xC1\xC1" . '";}i:1;R:2;}');
        unlink("$this->folder/below/object");
        $shown = [];
        set_error_handler(static function (int $level, string $message) use (&$shown): bool {
            $shown[] = $message;
            return true;
        });
        try {
            [$status, $text] = $this->measure(['source' => ["$this->folder/rows"], '--with' => ['msgpack']] + self::FAST);
        } finally {
            restore_error_handler();
        }

        self::assertSame([0, []], [$status, $shown]);
        self::assertMatchesRegularExpression('/^json +0 1 refused by it *$/m', $text);
        if (extension_loaded('msgpack')) {
            self::assertMatchesRegularExpression('/^msgpack +0 1 with references or an object twice, where some versions of it crash *$/m', $text);
        }
    }

    #[Test]
    public function the_page_is_well_formed_and_loads_nothing_whatever_names_say(): void
    {
        file_put_contents("$this->folder/" . '"><img src=x onerror=alert(1)>', serialize(['a' => 1]));
        $this->json(['source' => [$this->folder], '--report' => "$this->folder/report.html"]);
        $html = (string) file_get_contents("$this->folder/report.html");
        $page = new DOMDocument();

        self::assertTrue($page->loadXML((string) preg_replace(['/<!DOCTYPE html>/', '/<(meta|link)([^>]*)>/', '/&apos;/'], ['', '<$1$2/>', "'"], $html)));
        self::assertStringNotContainsString('<img', $html);
        self::assertStringContainsString('&lt;img', $html);
        self::assertSame(0, preg_match('~https?://|<script|<iframe|@import|url\(~', $html));
        self::assertStringContainsString("default-src 'none'", $html);
        self::assertStringContainsString(Palette::css(Palette::LIGHT), $html);
        self::assertStringContainsString('(prefers-color-scheme: dark) { ' . Palette::css(Palette::DARK), $html);
        self::assertGreaterThan(10, $page->getElementsByTagName('rect')->length);
        self::assertGreaterThan(2, $page->getElementsByTagName('circle')->length);
        self::assertStringContainsString('prefers-color-scheme: dark', $html);
    }

    /** @param array<string, mixed> $input */
    #[Test]
    #[DataProvider('wrong')]
    public function wrong_use_is_reported(array $input, int $code, string $message): void
    {
        [$status, $text] = $this->measure($input + self::FAST);

        self::assertSame([$code, "$message\n"], [$status, $text]);
    }

    /** @return iterable<string, array{array<string, mixed>, int, string}> */
    public static function wrong(): iterable
    {
        yield 'nothing there' => [['source' => ['/no/such']], 2, 'lyo: /no/such: no file or folder, no database (sqlite:FILE, mysql:…, pgsql:…), no redis:// and no memcached://'];
        yield 'no format' => [['source' => [__FILE__], '--format' => 'xml'], 2, 'lyo: --format=xml: unknown (use one of text, json)'];
        yield 'no number' => [['source' => [__FILE__], '--rounds' => '0'], 2, 'lyo: --rounds=0: takes a number from 1 to 9999999'];
        yield 'no autoloader' => [['source' => [__FILE__], '--autoload' => '/no/such'], 2, 'lyo: --autoload=/no/such: no such file'];
        yield 'nothing that is known' => [['source' => [__FILE__]], 3, 'lyo: ' . __FILE__ . ': none of the values is in a format that is known here'];
        yield 'no driver' => [['source' => ['nosuch:host=x']], 1, 'lyo: nosuch:host=x: needs the extension pdo_nosuch'];
        yield 'no server' => [['source' => ['redis://127.0.0.1:1']], 1, 'lyo: the Redis cannot be used: Connection refused' . (extension_loaded('redis') ? '' : ' [tcp://127.0.0.1:1]')];
        yield 'no server with TLS' => [['source' => ['rediss://127.0.0.1:1']], 1, 'lyo: the Redis cannot be used: Connection refused' . (extension_loaded('redis') ? '' : ' [tls://127.0.0.1:1]') . ' (if this port has no TLS, use redis://)'];
    }

    #[Test]
    public function a_report_that_cannot_be_written_is_an_error(): void
    {
        [$status, $text] = $this->measure(['source' => ["$this->folder/rows"], '--report' => "$this->folder/no/such/report.html"] + self::FAST);

        self::assertSame([1, "lyo: $this->folder/no/such/report.html: No such file or directory\n"], [$status, $text]);
    }

    #[Test]
    #[RequiresPhpExtension('pdo_sqlite')]
    public function a_table_of_a_database_is_read_row_by_row(): void
    {
        $database = new PDO("sqlite:$this->folder/cache.sqlite");
        $database->exec('CREATE TABLE "odd ""name" (key TEXT, value BLOB, "other ""column" BLOB)');
        $insert = $database->prepare('INSERT INTO "odd ""name" VALUES (?, ?, ?)');
        for ($i = 0; $i < 30; $i++) {
            $insert->execute(["key $i", $i % 10 === 0 ? null : serialize(range(0, $i)), serialize("other $i")]);
        }
        $source = ['source' => ["$this->folder/cache.sqlite"]];
        self::assertSame(27, $this->json($source)['values']['met']);
        self::assertSame(30, $this->json($source + ['--column' => 'other "column'])['values']['met']);
        self::assertSame([1, "lyo: the table odd \"name has no column nope; it has key, value, other \"column\n"], $this->measure($source + ['--column' => 'nope']));
        $database->exec('CREATE TABLE second (id INT)');
        self::assertSame([1, "lyo: --table says which: odd \"name, second\n"], $this->measure($source));
        self::assertSame([1, "lyo: there is no table third; there are odd \"name, second\n"], $this->measure($source + ['--table' => 'third']));
        self::assertSame([1, "lyo: --column says which of second: id\n"], $this->measure($source + ['--table' => 'second']));
        self::assertSame(27, $this->json(['source' => ["sqlite:$this->folder/cache.sqlite"], '--table' => 'odd "name'])['values']['met']);
    }

    /**
     * @param array<string, mixed> $input
     *
     * @return Printed
     */
    private function json(array $input): array
    {
        [$code, $text] = $this->measure($input + ['--format' => 'json'] + self::FAST);
        self::assertSame(0, $code, $text);

        return json_decode($text, true, flags: JSON_THROW_ON_ERROR); // @phpstan-ignore return.type (what a field holds is what the tests look at)
    }

    /**
     * @param array<string, mixed> $input
     *
     * @return array{int, string}
     */
    private function measure(array $input): array
    {
        $tester = new CommandTester(new MeasureCommand());
        $code = $tester->execute($input);

        return [$code, $tester->getDisplay()];
    }
}
