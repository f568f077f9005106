<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Bridge;

use ArrayIterator;
use ArrayObject;
use Closure;
use DomainException;
use Error;
use FilesystemIterator;
use InvalidArgumentException;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Settings;
use Lyo\Bridge\Writes;
use Lyo\ClassPolicy;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Codec\LyoCodec;
use Lyo\Codec\NativeCodec;
use Lyo\Exception\ClassNotAllowedException;
use Lyo\Exception\LyoException;
use Lyo\Exception\TruncatedException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Format;
use Lyo\Functions\Configuration;
use Lyo\Implementation;
use Lyo\Tests\Fixtures\Compressors;
use Lyo\Translator;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Psr\Log\AbstractLogger;
use Random\Engine\Mt19937;
use Random\Randomizer;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use SplFileInfo;
use stdClass;

final class PackerTest extends TestCase
{
    #[Test]
    public function every_format_is_written_by_name_and_read_whatever_is_written(): void
    {
        $value = ['list' => range(1, 50), 'object' => new ArrayObject(['a' => 1]), 'float' => 0.1 + 0.2];
        foreach (['native' => Format::Native, 'igbinary' => Format::Igbinary2, 'lyo' => Format::Lyo] as $name => $format) {
            $data = (new Packer($name))->pack($value);
            self::assertSame($format, Format::detect($data));
            foreach (['native', 'igbinary', 'lyo'] as $reader) {
                self::assertEquals($value, (new Packer($reader, envelope: ['compress' => 'zlib', 'min_size' => 10]))->unpack($data));
            }
        }
        self::assertSame(serialize($value), (new Packer())->pack($value));
    }

    #[Test]
    public function an_unknown_name_is_refused(): void
    {
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('"writes" is auto, native, lyo or igbinary, not "msgpack"');
        new Packer('msgpack');
    }

    #[Test]
    public function values_that_gain_nothing_are_written_as_serialize_text(): void
    {
        foreach ([null, true, false, 0, -5, '', 'text', "\xC1\x10\0"] as $value) {
            foreach (['igbinary', 'lyo'] as $writer) {
                $packer = new Packer($writer);
                self::assertSame(serialize($value), $packer->pack($value));
                self::assertSame($value, $packer->unpack($packer->pack($value)));
            }
            self::assertSame(lyo_serialize($value), (new Packer(new LyoCodec()))->pack($value));
        }
        self::assertSame(0.1 + 0.2, (new Packer('lyo'))->unpack((new Packer('lyo'))->pack(0.1 + 0.2)));
    }

    #[Test]
    public function only_values_of_the_minimum_size_that_become_shorter_are_compressed(): void
    {
        if (($missing = Compressors::missing('zlib')) !== null) {
            self::markTestSkipped($missing);
        }
        $packer = new Packer('lyo', envelope: ['compress' => 'zlib', 'min_size' => 100]);
        $plain = new Packer('lyo', envelope: ['checksum' => false]);
        $long = array_fill(0, 40, 'a text that comes again ') + ['x' => str_repeat('y', 300)];

        self::assertLessThan(strlen($plain->pack($long)), strlen($packer->pack($long)));
        self::assertSame($long, (new Packer())->unpack($packer->pack($long)));
        self::assertSame(lyo_serialize([1, 2], ['checksum' => true]), $packer->pack([1, 2]));
        self::assertSame(lyo_serialize($long), $plain->pack($long));
        $page = str_repeat('<p>a page is a string</p>', 20);
        self::assertLessThan(60, strlen($packer->pack($page)));
        self::assertSame($page, $plain->unpack($packer->pack($page)));
        $noise = random_bytes(200);
        self::assertSame(serialize($noise), $packer->pack($noise));
        foreach (['native', 'igbinary'] as $writer) { // these formats have no envelope
            self::assertSame((new Packer($writer))->pack($long), (new Packer($writer, envelope: ['compress' => 'zlib', 'min_size' => 1]))->pack($long));
        }
    }

    #[Test]
    public function zlib_of_former_versions_and_gzip_are_read(): void
    {
        $value = ['list' => range(1, 50), 'text' => str_repeat('x', 500)];
        $read = 0;
        foreach (['native', 'igbinary', 'lyo'] as $writer) {
            $data = (new Packer($writer))->pack($value);
            foreach (range(1, 9) as $level) {
                foreach (['native', 'lyo'] as $reader) {
                    self::assertSame($value, (new Packer($reader))->unpack((string) gzcompress($data, $level)));
                    self::assertSame($value, (new Packer($reader))->unpack((string) gzencode($data, $level)));
                    $read += 2;
                }
            }
        }
        self::assertSame(108, $read);
        $this->expectException(Miss::class);
        (new Packer(envelope: ['max_unpacked' => 100]))->unpack((string) gzcompress(serialize($value)));
    }

    #[Test]
    public function a_compression_that_this_host_lacks_is_refused_where_it_is_configured(): void
    {
        if (Compressors::missing('zstd') === null) {
            self::markTestSkipped('zstd is here');
        }
        self::assertSame(serialize([1]), (new Packer('native', envelope: ['compress' => 'zstd']))->pack([1])); // nothing is compressed
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('This host cannot keep the option "compress"');
        new Packer('lyo', envelope: ['compress' => 'zstd']);
    }

    #[Test]
    public function auto_writes_lyo_where_the_extension_is_loaded_and_serialize_text_elsewhere(): void
    {
        $value = ['list' => range(1, 50), 'object' => new ArrayObject(['a' => 1])];
        $here = Implementation::current() === Implementation::Extension ? Format::Lyo : Format::Native;
        $packer = new Packer('auto', envelope: ['compress' => 'zlib', 'min_size' => 10]);
        self::assertSame($here, Format::detect($packer->pack($value)));
        foreach (['native', 'igbinary', 'lyo'] as $writer) {
            self::assertEquals($value, $packer->unpack((new Packer($writer))->pack($value)));
        }
        foreach ([5, 'text', null, true] as $scalar) {
            self::assertSame(serialize($scalar), (new Packer('auto'))->pack($scalar));
        }
        // with keys nothing else could be read again
        self::assertSame(Format::Lyo, Format::detect((new Packer('auto', envelope: ['sign' => ['a' => str_repeat('k', 16)]]))->pack($value)));
    }

    #[Test]
    public function auto_signs_also_while_unsigned_values_are_read(): void
    {
        $envelope = ['sign' => ['a' => str_repeat('k', 16)], 'unsigned_until' => time() + 100];
        foreach ([new Packer('auto', envelope: $envelope), Settings::packer(['writes' => 'auto'] + $envelope)] as $packer) {
            self::assertTrue($packer->readsBare());
            self::assertTrue($packer->seals());
            $data = $packer->pack([1]);
            self::assertSame([1], (new Packer('lyo', envelope: ['sign' => $envelope['sign']]))->unpack($data));
        }
    }

    #[Test]
    public function auto_waits_for_the_site_where_a_host_without_lyo_would_fail(): void
    {
        $here = Implementation::current() === Implementation::Extension ? Writes::Lyo : Writes::Native;
        self::assertSame(Writes::Native, Settings::packer(['writes' => 'auto'])->writes);
        foreach ([true, 'true', '1'] as $yes) {
            self::assertSame($here, Settings::packer(['writes' => 'auto', 'every_host_reads' => $yes])->writes);
        }
        self::assertSame($here, Settings::packer(['writes' => 'auto'], misses: true)->writes);
        foreach ([[], ['writes' => null], ['writes' => '']] as $none) { // a site that has no setting writes what it wrote before
            self::assertSame(Writes::Native, Settings::packer($none, misses: true)->writes);
        }
        foreach (['lyo' => Writes::Lyo, 'native' => Writes::Native, 'igbinary' => Writes::Igbinary] as $name => $writes) {
            self::assertSame($writes, Settings::packer(['writes' => $name])->writes);
        }
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('"writes" is auto, native, lyo or igbinary, not int');
        Settings::packer(['writes' => 1]);
    }

    #[Test]
    public function with_keys_all_is_signed_and_nothing_else_is_read(): void
    {
        $keys = ['sign' => ['a' => str_repeat('k', 16)], 'context' => 'pool'];
        $packer = new Packer('lyo', envelope: $keys);
        $refused = 0;
        foreach ([5, 'text', null, true, [1, 2], 0.5] as $value) {
            $data = $packer->pack($value);
            self::assertSame($value, $packer->unpack($data));
            self::assertSame($value, (new Packer('lyo', envelope: Configuration::options($keys)))->unpack($data));
            $others = [new Packer('lyo', envelope: ['sign' => ['a' => str_repeat('x', 16)]] + $keys), new Packer('lyo', envelope: ['context' => 'other'] + $keys), $packer->in('id'), new Packer()];
            foreach ([serialize($value), lyo_serialize($value), lyo_serialize($value, ['checksum' => true]), (string) gzcompress($data), (new Packer(new IgbinaryCodec()))->pack($value)] as $unsigned) {
                $others[] = [$packer, $unsigned];
            }
            foreach ($others as $other) {
                [$reader, $stored] = is_array($other) ? $other : [$other, $data];
                try {
                    $reader->unpack($stored);
                    self::fail('read ' . bin2hex($stored));
                } catch (Miss) {
                    $refused++;
                }
            }
        }
        self::assertSame(54, $refused);
        $bound = $packer->in('id');
        self::assertSame([1], $packer->in('id')->unpack($bound->pack([1])));
        $until = new Packer('lyo', envelope: ['unsigned_until' => (string) (time() + 100)] + $keys);
        self::assertSame([1], $until->unpack(serialize([1])));
        self::assertSame([1], (new Packer('native', envelope: ['unsigned_until' => time() + 100] + $keys))->unpack($packer->pack([1])));
        self::assertStringNotContainsString('kkkk', print_r($packer, true));
        foreach (['native', 'igbinary', new NativeCodec()] as $writer) {
            try {
                new Packer($writer, envelope: $keys);
                self::fail('writes what it does not read');
            } catch (InvalidArgumentException $e) {
                self::assertStringEndsWith('could not be read again: it has no checksum and no signature', $e->getMessage());
            }
        }
    }

    #[Test]
    public function options_that_are_wrong_are_refused(): void
    {
        $refused = 0;
        foreach ([['level' => 30, 'compress' => 'zlib'], ['sign' => ''], ['sign' => []], ['sign' => ['a' => 'short']], ['compresss' => 'zlib'], ['min_ratio' => 0.5], ['compress' => 'gzip'], ['unsigned_until' => 'soon'], ['min_size' => -1], ['checksum' => 'maybe'], ['context' => 5], ['dictionaries' => 'file']] as $options) {
            try {
                new Packer('lyo', envelope: $options);
                self::fail('accepted ' . json_encode($options));
            } catch (InvalidArgumentException $e) {
                self::assertStringContainsString((string) array_key_first($options) === 'sign' ? 'eys' : (string) array_key_first($options), $e->getMessage());
                $refused++;
            }
        }
        self::assertSame(12, $refused);
    }

    #[Test]
    public function with_a_checksum_damaged_data_never_are_another_value(): void
    {
        $packer = Settings::packer(['writes' => 'lyo']);
        $random = new Randomizer(new Mt19937(27));
        $wrong = $misses = 0;
        for ($i = 0; $i < 1000; $i++) {
            $value = ['id' => $i, 'name' => "item $i", 'tags' => [$i % 7, 'a', null], 'price' => $i / 4];
            $data = $packer->pack($value);
            for ($changes = $random->getInt(1, 3); $changes > 0; $changes--) {
                $at = $random->getInt(0, strlen($data) - 1);
                $data[$at] = chr(ord($data[$at]) ^ $random->getInt(1, 255));
            }
            try {
                $wrong += (int) ($packer->unpack($data) !== $value);
            } catch (Miss) {
                $misses++;
            }
        }
        self::assertSame([0, 1000], [$wrong, $misses]);
        self::assertSame([1], $packer->unpack(lyo_serialize([1]))); // data that were written earlier
        $this->expectException(InvalidArgumentException::class);
        Settings::packer(['checksum' => 'maybe']);
    }

    #[Test]
    public function data_that_cannot_be_read_are_a_miss_with_a_reason(): void
    {
        $packer = new Packer(classes: ClassPolicy::only()->orThrow());
        foreach ([
            [UnknownFormatException::class, ''], [UnknownFormatException::class, 'text'], [UnknownFormatException::class, '{"a":1}'],
            [TruncatedException::class, substr(lyo_serialize([1, 2, 3]), 0, -1)], [LyoException::class, 'a:1:{i:0;}'], [ClassNotAllowedException::class, serialize(new ArrayObject())],
            [LyoException::class, substr((string) gzcompress(str_repeat('a', 500)), 0, -4) . 'abcd'],
        ] as [$reason, $data]) {
            try {
                $packer->unpack($data);
                self::fail('read ' . bin2hex($data));
            } catch (Miss $miss) {
                self::assertInstanceOf($reason, $miss->getPrevious());
                self::assertStringContainsString($miss->getPrevious()->getMessage(), $miss->getMessage());
            }
        }
    }

    #[Test]
    public function igbinary_is_written_by_its_extension_where_that_is_loaded(): void
    {
        $value = ['a string that comes again', 'a string that comes again'];
        $data = (new Packer('igbinary'))->pack($value);
        self::assertSame((new IgbinaryCodec(false))->encode($value), $data);
        if (!extension_loaded('igbinary')) {
            return;
        }
        $before = ini_set('igbinary.compact_strings', '0'); // which the library does not know
        try {
            self::assertGreaterThan(strlen($data), strlen((new Packer('igbinary'))->pack($value)));
        } finally {
            ini_set('igbinary.compact_strings', (string) $before);
        }
    }

    #[Test]
    public function a_hook_that_fails_makes_a_miss(): void
    {
        $data = serialize(new Refusing());
        foreach ([$data, lyo_serialize(new Refusing())] as $stored) {
            try {
                (new Packer())->unpack($stored);
                self::fail('read');
            } catch (Miss $miss) {
                self::assertInstanceOf(Error::class, $miss->getPrevious());
            }
        }
    }

    #[Test]
    public function an_allowed_class_that_does_not_exist_is_a_miss_where_classes_are_required(): void
    {
        $text = 'a:2:{i:0;i:5;i:1;O:8:"stdClass":1:{s:1:"p";O:7:"Missing":1:{s:1:"a";i:5;}}}';
        $policies = ['all' => [null, true], 'listed' => [ClassPolicy::only('stdClass', 'Missing'), true], 'not listed' => [ClassPolicy::only('stdClass'), false], 'none' => [ClassPolicy::none(), false]];
        foreach ([Format::Native, Format::Igbinary2, Format::Lyo] as $format) {
            $data = $format === Format::Native ? $text : Translator::translate($text, $format);
            foreach ($policies as $name => [$policy, $missed]) {
                $packer = new Packer(classes: $policy);
                $kept = $packer->unpack($data);
                self::assertIsArray($kept);
                self::assertSame(5, $kept[0]);
                try {
                    self::assertEquals($kept, $packer->unpack($data, requireClasses: true));
                    self::assertFalse($missed, "$name, $format->value");
                } catch (Miss $miss) {
                    self::assertTrue($missed, "$name, $format->value: {$miss->getMessage()}");
                    self::assertStringEndsWith('Class not allowed or not found: Missing', $miss->getMessage());
                    self::assertInstanceOf(DomainException::class, $miss);
                }
            }
        }
    }

    #[Test]
    public function a_missing_class_is_noticed_by_an_autoloader_that_is_there_only_while_a_value_is_read(): void
    {
        $before = spl_autoload_functions();
        $packer = new Packer();
        // The loader of the first class brings another one, which is asked after the one that notes, and reads a value with a missing class itself.
        $inner = null;
        $load = static function (string $class) use (&$load, &$inner, $packer): void {
            if ($class === 'BroughtFirst') {
                class_alias(Gadget::class, $class);
                spl_autoload_register($second = static function (string $class): void {
                    $class === 'BroughtSecond' && class_alias(Gadget::class, $class);
                });
                try {
                    $packer->unpack('O:7:"Missing":0:{}', requireClasses: true);
                } catch (Miss $miss) {
                    $inner = $miss->getMessage();
                }
                spl_autoload_unregister($load);
                $load = $second;
            }
        };
        spl_autoload_register($load);
        try {
            $text = 'a:2:{i:0;O:12:"BroughtFirst":0:{}i:1;O:13:"BroughtSecond":0:{}}';
            self::assertContainsOnlyInstancesOf(Gadget::class, (array) $packer->unpack($text, requireClasses: true));
            self::assertIsString($inner);
            self::assertStringEndsWith('not found: Missing', $inner);
        } finally {
            spl_autoload_unregister($load);
        }
        foreach ([serialize(new Refusing()), 'O:7:"Missing":0:{}'] as $data) {
            try {
                $packer->unpack($data, requireClasses: true);
                self::fail($data);
            } catch (Miss) {
                self::assertEquals($before, spl_autoload_functions());
            }
        }
    }

    #[Test]
    public function a_missing_class_is_found_behind_objects_of_classes_that_were_seen_before(): void
    {
        $packer = new Packer();
        $seen = [new ArrayObject([1]), new stdClass(), new ArrayIterator([2])];
        $found = 0;
        foreach (['O:7:"Missing":0:{}', 'O:8:"StdClas5":0:{}', 'O:10:"ArrayObjec":0:{}'] as $missing) {
            foreach (range(1, 3) as $round) {
                self::assertEquals($seen, $packer->unpack(serialize($seen), requireClasses: true));
                try {
                    $packer->unpack('a:2:{i:0;' . serialize($seen) . "i:1;$missing}", requireClasses: true);
                } catch (Miss) {
                    $found++;
                }
                self::assertEquals(['O:5:"', 'C:1:"x":', ...$seen], $packer->unpack(serialize(['O:5:"', 'C:1:"x":', ...$seen]), requireClasses: true), "round $round: strings are no objects");
            }
        }
        self::assertSame(9, $found);
    }

    #[Test]
    public function each_kind_of_failure_is_logged_once(): void
    {
        $logger = new class extends AbstractLogger {
            /** @var list<array<mixed>> */
            public array $records = [];

            /** @param array<mixed> $context */
            public function log(mixed $level, string|\Stringable $message, array $context = []): void
            {
                $this->records[] = [$level, (string) $message, $context];
            }
        };
        $packer = new Packer('lyo', logger: $logger);
        foreach (['secret', 'a:1:{i:0;}', 'secret', 'a:1:{i:1;}'] as $data) {
            try {
                @$packer->unpack($data);
            } catch (Miss) {
            }
        }
        self::assertCount(2, $logger->records);
        self::assertSame('warning', $logger->records[0][0]);
        self::assertStringNotContainsString('secret', serialize([$logger->records[0][1], array_diff_key((array) $logger->records[0][2], ['exception' => 0])]));
        self::assertSame(6, ((array) $logger->records[0][2])['bytes'] ?? null);
    }

    #[Test]
    public function a_host_that_loses_the_extension_reads_lyo_with_the_code_in_the_file_cache_of_opcache(): void
    {
        $root = dirname(__DIR__, 3);
        $module = (getenv('BUILD') ?: "$root/build") . '/lyo.so';
        if (!is_file($module) || !is_file(PHP_EXTENSION_DIR . '/opcache.so')) {
            self::markTestSkipped('lyo.so is not built, or there is no OPcache');
        }
        $folder = sys_get_temp_dir() . '/lyo-file-cache-' . getmypid();
        mkdir($folder);
        file_put_contents("$folder/page.php", '<?php require ' . var_export("$root/vendor/autoload.php", true) . '; $packer = new Lyo\Bridge\Packer("auto");
            $old = file_exists($argv[1]) ? file_get_contents($argv[1]) : $packer->pack(["first"]); file_put_contents($argv[1], $old);
            echo Lyo\Implementation::current()->value, " ", $packer->unpack($old)[0], " ", $packer->pack(["first"])[0] === "a" ? "native" : "lyo", " ", strlen(($argv[2])([1, 2])), "\n";');
        $php = escapeshellarg(PHP_BINARY) . ' -n -d zend_extension=opcache -d opcache.enable_cli=1 -d opcache.file_update_protection=0 -d opcache.file_cache_only=1 -d opcache.file_cache=' . escapeshellarg($folder);
        $run = static fn(string $more): string => (string) shell_exec("$php$more " . escapeshellarg("$folder/page.php") . ' ' . escapeshellarg("$folder/item") . ' lyo_serialize 2>&1');
        try {
            $extension = ' -d extension=' . escapeshellarg((string) realpath($module));
            self::assertSame("extension first lyo 5\n", $run($extension));
            self::assertNotEmpty(glob("$folder/*/"), 'OPcache has stored its code');
            self::assertSame("php first native 5\n", $run(''));
            self::assertSame("extension first lyo 5\n", $run($extension));
        } finally {
            exec('rm -rf ' . escapeshellarg($folder));
        }
    }

    #[Test]
    public function no_published_code_asks_in_a_way_that_opcache_answers_for_good(): void
    {
        $root = dirname(__DIR__, 3);
        $files = $found = [];
        foreach (["$root/src", "$root/cli/src", ...glob("$root/packages/*/src") ?: []] as $folder) {
            foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS)) as $file) {
                /** @var SplFileInfo $file */
                $files[] = $name = $file->getPathname();
                if (preg_match('/\b(?:extension_loaded\(\'(?:lyo|igbinary)\'\)|phpversion\(\'(?:lyo|igbinary)\'\) [!=]==|function_exists\(\'(?:lyo|igbinary)_)/', (string) file_get_contents($name)) === 1) {
                    $found[] = substr($name, strlen($root) + 1);
                }
            }
        }

        self::assertGreaterThan(200, count($files));
        self::assertSame([], $found, 'see Implementation::current()');
    }

    #[Test]
    public function a_page_with_the_extension_loads_few_classes(): void
    {
        $module = (getenv('BUILD') ?: dirname(__DIR__, 3) . '/build') . '/lyo.so';
        if (!is_file($module)) {
            self::markTestSkipped('lyo.so is not built');
        }
        $code = 'spl_autoload_register(static function (string $class): void { $GLOBALS["loaded"][] = $class; require ' . var_export(dirname(__DIR__, 3) . '/src/', true)
            . ' . strtr(substr($class, 4), "\\\\", "/") . ".php"; }); $packer = Lyo\Bridge\Settings::packer(["writes" => "auto", "every_host_reads" => false, "compress" => null], misses: true);
            $text = serialize([new DateTime()]); $packer->unpack($text, true); $read = count($loaded);
            foreach ([$packer->pack([new DateTime(), (object) ["a" => 1]]), "\0\0\0\2\x14\0"] as $data) { $packer->unpack($data, true); } echo $read, " ", implode(" ", $loaded);';
        $loaded = explode(' ', (string) shell_exec(escapeshellarg(PHP_BINARY) . ' -n -d extension=' . escapeshellarg($module) . ' -r ' . escapeshellarg($code)));
        $read = (int) array_shift($loaded);

        self::assertSame(['Lyo\Bridge\Settings', 'Lyo\Bridge\Writes', 'Lyo\Envelope\Options', 'Lyo\Wire\Limit', 'Lyo\Bridge\Packer', 'Lyo\ClassPolicy'], array_slice($loaded, 0, $read), 'for the text of serialize()');
        self::assertSame(['Lyo\Codec\LyoCodec', 'Lyo\Codec'], array_slice($loaded, $read), 'to write lyo, and to read all formats');
    }

    /** The names of classes in a text are searched for, and those that were found once are not looked at again. */
    #[Test]
    public function a_missing_class_is_found_among_many_that_exist(): void
    {
        $random = new Randomizer(new Mt19937(44));
        $names = [];
        foreach ([1, 2, 9, 10, 11, 98, 99, 100, 101, 255, 999, 1000] as $length) {
            $names[] = $name = substr('Q' . str_repeat("Named\x80", 200), 0, $length);
            class_exists($name, false) || class_alias(Gadget::class, $name);
        }
        $packer = new Packer();
        $misses = 0;
        for ($i = 0; $i < 1000; $i++) {
            $values = [];
            foreach (range(0, $random->getInt(0, 9)) as $key) {
                $name = $names[$random->getInt(0, count($names) - 1)];
                $values[$key] = match ($random->getInt(0, 4)) {
                    0 => 'O:' . strlen($name) . ":\"$name\":0:{}", // a string that looks like an object
                    1 => ['O:-9', 'O:', 'O:999', 'O:0:"":0:{}', "O:1:\"$name", 'O:001:"Q":'][$random->getInt(0, 5)],
                    default => new ArrayObject(['name' => $name]),
                };
            }
            $isMissing = $random->getInt(0, 3) === 0;
            $text = preg_replace_callback('/O:11:"ArrayObject":4:\{i:0;i:0;i:1;a:1:\{s:4:"name";s:\d+:"([^"]*)";\}i:2;a:0:\{\}i:3;N;\}/', static function (array $match) use (&$isMissing, $random): string {
                $name = $isMissing === true && $random->getInt(0, 1) === 0 ? $match[1] . '_' : $match[1];
                $isMissing = $name !== $match[1] ? 'found' : $isMissing;
                return 'O:' . strlen($name) . ":\"$name\":0:{}";
            }, serialize($values));
            try {
                $packer->unpack((string) $text, true);
                self::assertNotSame('found', $isMissing, (string) $text);
            } catch (Miss $miss) {
                self::assertSame('found', $isMissing, (string) $text);
                self::assertStringContainsString('_', $miss->getMessage());
                $misses++;
            }
        }
        self::assertGreaterThan(100, $misses);
    }

    #[Test]
    public function text_is_read_as_unserialize_reads_it_with_the_extension_and_without(): void
    {
        $packer = new Packer('auto');
        foreach (['a:2:{i:0;i:1;x:1;i:2;}', 'a:1:{i:0;E:11:"Missing:Case";}', 'i:5', 's:3:"ab";', 'a:1:{i:0;O:8:"stdClass":0:{}', 'b:2;', 'd:x;'] as $text) {
            $plain = self::reported(static fn(): mixed => unserialize($text));
            self::assertNotSame([], $plain, $text);
            self::assertSame($plain, self::reported(static fn(): mixed => $packer->unpack($text)), $text);
        }
    }

    /** @return list<array{int, string}> what an error handler is told */
    private static function reported(Closure $read): array
    {
        $reports = [];
        set_error_handler(static function (int $level, string $message) use (&$reports): bool {
            $reports[] = [$level, $message];
            return true;
        });
        try {
            $read();
        } catch (Miss) { // where unserialize() returns false
        } finally {
            restore_error_handler();
        }
        return $reports;
    }
}
