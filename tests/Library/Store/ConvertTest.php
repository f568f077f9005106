<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Store;

use Lyo\Bridge\Packer;
use Lyo\Bridge\Symfony\Marshaller;
use Lyo\Envelope\KeyRing;
use Lyo\Envelope\Options;
use Lyo\Envelope\Terms;
use Lyo\Exception\SignatureException;
use Lyo\Format;
use Lyo\Functions\Lyo;
use Lyo\Igbinary\Writer as IgbinaryWriter;
use Lyo\Session\Form;
use Lyo\Session\Handler;
use Lyo\Session\Session;
use Lyo\Tests\Fixtures\Compressors;
use Lyo\Tests\Library\Session\Store as SessionStore;
use Lyo\Tools\Convert\Conversion;
use Lyo\Tools\Convert\Counts;
use Lyo\Tools\Convert\Progress;
use Lyo\Tools\Convert\Sealing;
use Lyo\Tools\Convert\Stays;
use Lyo\Tools\Convert\Translation;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Envelope;
use Lyo\Tools\Store\Files;
use Lyo\Tools\Store\Origin;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use RuntimeException;
use Symfony\Component\Cache\Marshaller\TagAwareMarshaller;

final class ConvertTest extends TestCase
{
    private string $folder;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/lyo-convert-' . bin2hex(random_bytes(6));
        mkdir($this->folder);
    }

    protected function tearDown(): void
    {
        exec('rm -rf ' . escapeshellarg($this->folder));
    }

    /** @return iterable<string, array{Stays, string, Translation, Origin}> */
    public static function staying(): iterable
    {
        $lyo = new Translation(Format::Lyo);
        yield 'a string' => [Stays::Scalar, 's:1:"a";', $lyo, Origin::Application];
        yield 'a float' => [Stays::Scalar, 'd:0.5;', $lyo, Origin::Application];
        yield 'native already' => [Stays::Already, 'a:0:{}', new Translation(Format::Native), Origin::Application];
        yield 'a counter' => [Stays::Other, '41', $lyo, Origin::Application];
        yield 'JSON' => [Stays::Other, '{"a":1}', $lyo, Origin::Application];
        yield 'words' => [Stays::Unknown, 'some words', $lyo, Origin::Application];
        yield 'a string that looks like a value' => [Stays::Plain, 'a:0:{}', $lyo, Origin::Plain];
        yield 'of the client' => [Stays::Client, 'a:0:{}', $lyo, Origin::Client];
        yield 'compressed with something else' => [Stays::Packed, ':sn:' . 'anything', $lyo, Origin::Application];
        yield 'damaged lyo' => [Stays::Damaged, substr(Lyo::fromNative('a:2:{i:0;s:5:"words";i:1;i:7;}'), 0, -1), $lyo, Origin::Application];
        yield 'a body of Messenger' => [Stays::Message, addslashes('O:8:"App\\Page":0:{}'), $lyo, Origin::Application];
        yield 'signed' => [Stays::Signed, self::signed(), new Translation(Format::Native), Origin::Application];
        yield 'signed already' => [Stays::Already, self::signed(), $lyo, Origin::Application];
        yield 'damaged' => [Stays::Damaged, 'a:2:{i:0;N;}', $lyo, Origin::Application];
        yield 'too deep' => [Stays::Limit, str_repeat('a:1:{i:0;', 5000) . 'N;' . str_repeat('}', 5000), $lyo, Origin::Application];
        yield 'a session' => [Stays::Session, 'user|s:3:"bob";cart|a:0:{}', $lyo, Origin::Application];
        yield 'no session' => [Stays::Unknown, '41', new Translation(Format::Lyo, Form::Php), Origin::Application];
        yield 'an empty session' => [Stays::Already, '', new Translation(Format::Lyo, Form::Php), Origin::Application];
        foreach (['native' => new Translation(Format::Native, Form::Php), 'igbinary' => new Translation(Format::Igbinary2, Form::Php)] as $name => $back) {
            yield "a signed session, to $name" => [Stays::Signed, self::signed(), $back, Origin::Application];
            yield "a damaged session in lyo, to $name" => [Stays::Damaged, substr(Lyo::fromNative('a:1:{s:1:"a";s:5:"words";}'), 0, -1), $back, Origin::Application];
            yield "a damaged session in igbinary, to $name" => [Stays::Damaged, substr(IgbinaryWriter::fromNative('a:1:{s:1:"a";s:5:"words";}'), 0, -1), $back, Origin::Application];
        }
        $keys = new Options(sign: new KeyRing(['k' => str_repeat('key', 6)]));
        yield 'signed for another context' => [Stays::Unverified, self::signed(), new Translation(Format::Native, sealing: new Sealing($keys, '{key}')), Origin::Application];
        yield 'a session that is signed for another id' => [Stays::Unverified, self::signed(), new Translation(Format::Native, Form::Php, sealing: new Sealing($keys, '', true)), Origin::Application];
        foreach (Form::cases() as $form) {
            yield "no session in lyo, to $form->value" => [Stays::Unknown, Lyo::fromNative('i:41;'), new Translation(Format::Native, $form), Origin::Application];
        }
        yield 'a signed session, to lyo' => [Stays::Already, self::signed(), new Translation(Format::Lyo, Form::Php), Origin::Application];
        yield 'a session that the form cannot hold' => [Stays::Inexact, serialize(['a|b' => 1]), new Translation(Format::Native, Form::Php), Origin::Application];
    }

    private static function signed(): string
    {
        $terms = new Terms();
        $terms->sign = new KeyRing(['k' => str_repeat('key', 6)]);

        return Envelope::seal(Lyo::fromNative('a:1:{i:0;i:7;}'), $terms);
    }

    #[Test]
    #[DataProvider('staying')]
    public function data_that_may_not_be_a_value_stay(Stays $why, string $data, Translation $translation, Origin $origin): void
    {
        self::assertSame($why, $translation->of(new Entry('key', $data, origin: $origin)));
    }

    #[Test]
    public function sessions_go_to_each_form_and_back(): void
    {
        $php = 'user|s:3:"bob";cart|a:1:{i:0;i:7;}';
        $lyo = (new Translation(Format::Lyo, Form::Php))->of(new Entry('sess_1', $php));
        self::assertIsString($lyo);
        self::assertStringStartsWith("\xC1", $lyo);
        self::assertSame($php, (new Translation(Format::Native, Form::Php))->of(new Entry('sess_1', $lyo)));
        self::assertSame(serialize(['user' => 'bob', 'cart' => [7]]), (new Translation(Format::Native, Form::PhpSerialize))->of(new Entry('sess_1', $lyo)));
        foreach ([$php, $lyo] as $session) {
            self::assertSame("\0\0\0\4$lyo", (new Translation(Format::LyoCarrier, Form::Php))->of(new Entry('sess_1', $session)));
            $igbinary = (new Translation(Format::Igbinary2, Form::Php))->of(new Entry('sess_1', $session));
            self::assertIsString($igbinary);
            self::assertSame($lyo, (new Translation(Format::Lyo, Form::Php))->of(new Entry('sess_1', $igbinary)));
        }
    }

    #[Test]
    #[RequiresPhpExtension('zlib')]
    public function compressed_sessions_are_compressed_again(): void
    {
        foreach (['user|s:3:"bob";' => Form::Php, 'a:1:{s:4:"user";s:3:"bob";}' => Form::PhpSerialize] as $session => $form) {
            $stored = (string) gzcompress($session, 6);
            $lyo = (new Translation(Format::Lyo, $form))->of(new Entry('sess_1', $stored));
            self::assertIsString($lyo);
            self::assertSame(Session::translate($session, Form::Lyo), gzuncompress($lyo));
            self::assertSame($stored, (new Translation(Format::Native, $form))->of(new Entry('sess_1', $lyo)));
            self::assertSame(Stays::Already, (new Translation(Format::Lyo, $form))->of(new Entry('sess_1', $lyo)));
        }
        self::assertSame(Stays::Signed, (new Translation(Format::Native, Form::Php))->of(new Entry('sess_1', (string) gzcompress(self::signed()))));
        self::assertSame(Stays::Unknown, (new Translation(Format::Native, Form::Php))->of(new Entry('sess_1', (string) gzcompress('no session'))));
    }

    #[Test]
    public function what_is_compressed_with_zstd_is_signed_for_its_key(): void
    {
        if (($missing = Compressors::missing('zstd')) !== null) {
            self::markTestSkipped($missing);
        }
        $options = new Options(compress: 'zstd', sign: new KeyRing(['k' => str_repeat('key', 6)]));
        $text = serialize(array_map(md5(...), array_map(strval(...), range(0, 40))));
        $lyo = (new Translation(Format::Lyo, sealing: new Sealing($options, 'c:{key}')))->of(new Entry('key', $text));
        self::assertIsString($lyo);
        self::assertSame($text, (new Translation(Format::Native, sealing: new Sealing($options, 'c:{key}')))->of(new Entry('key', $lyo)));
        // what is forged is not accepted because only the compression is missing
        self::assertSame(Stays::Unverified, (new Translation(Format::Native, sealing: new Sealing($options, 'c:{key}')))->of(new Entry('other', $lyo)));
        $lyo[-1] = $lyo[-1] ^ "\1";
        self::assertSame(Stays::Unverified, (new Translation(Format::Native, sealing: new Sealing($options, 'c:{key}')))->of(new Entry('key', $lyo)));
        self::assertSame(Stays::Signed, (new Translation(Format::Native))->of(new Entry('key', $lyo)));
    }

    #[Test]
    #[DataProvider('keysOfSessions')]
    public function signed_sessions_are_those_of_the_session_handler(string $key, string $id, string $context): void
    {
        $options = new Options(sign: new KeyRing(['k' => str_repeat('key', 6)]), context: $context);
        $inner = new SessionStore();
        $handler = new Handler($inner, Form::Lyo, throws: true, envelope: $options);
        $variables = Session::encode(['user' => 'bob'], Form::from((string) ini_get('session.serialize_handler')));
        $handler->write($id, $variables);
        $php = (new Translation(Format::Native, Form::Php, sealing: new Sealing($options, $context, true)))->of(new Entry($key, $inner->data[$id]));
        self::assertSame('user|s:3:"bob";', $php);
        $back = new Translation(Format::Native, Form::Php, sealing: new Sealing($options, $context, true));
        self::assertFalse($back->protection(new Entry($key, $inner->data[$id]))['unsigned']);
        self::assertTrue($back->protection(new Entry($key, Lyo::serialize(['user' => 'bob'])))['unsigned']);
        self::assertTrue($back->protection(new Entry($key, $php))['unsigned']);

        $lyo = (new Translation(Format::Lyo, Form::Php, sealing: new Sealing($options, $context, true)))->of(new Entry($key, $php));
        self::assertIsString($lyo);
        $inner->data[$id] = $lyo;
        self::assertSame($variables, (new Handler($inner, Form::Lyo, throws: true, envelope: $options))->read($id));
        $inner->data[$id] = $php;
        $this->expectException(SignatureException::class);
        (new Handler($inner, Form::Lyo, throws: true, envelope: $options))->read($id);
    }

    #[Test]
    public function signed_sessions_of_laravel_have_a_context_of_length_context_and_id(): void
    {
        foreach (['' => '0:{key}', 'shop' => '4:shop{key}'] as $context => $option) {
            $options = new Options(sign: new KeyRing(['k' => str_repeat('key', 6)]), context: $context);
            $packed = (new Packer('lyo', envelope: $options))->in('5e8f')->pack(['user' => 'bob']);
            $back = new Translation(Format::Native, sealing: new Sealing($options, $option));
            self::assertSame(serialize(['user' => 'bob']), $back->of(new Entry('5e8f', $packed)));
            self::assertSame(Stays::Unverified, $back->of(new Entry('5e8e', $packed)));
        }
    }

    /** @return iterable<string, array{string, string, string}> */
    public static function keysOfSessions(): iterable
    {
        yield 'a file of PHP' => ['sess_a-1,Z', 'a-1,Z', ''];
        yield 'a file in a folder' => ['0/1/sess_01ab', '01ab', 'shop'];
        yield 'phpredis' => ['PHPREDIS_SESSION:5e8f', '5e8f', ''];
        yield 'the extension memcached' => ['memc.sess.key.5e8f', '5e8f', ''];
        yield 'Symfony, in a Redis or Memcached' => ['sf_s5e8f', '5e8f', ''];
        yield 'Symfony, in a table' => ['5e8f', '5e8f', ''];
    }

    #[Test]
    public function tags_of_symfony_are_converted_with_the_value(): void
    {
        $plain = new TagAwareMarshaller();
        $lyo = new TagAwareMarshaller(new Marshaller('lyo'));
        $converted = 0;
        foreach ([[], ['one' => 'one'], ['one' => 'one', 'two' => 'two']] as $tags) {
            foreach ([['a list', 1], 'text', 5, null] as $value) { // only the list is lyo itself
                foreach ([null, "\1\2\3\4\0\6\7\x08"] as $meta) {
                    $item = ['value' => $value, 'tags' => $tags] + ($meta === null ? [] : ['meta' => $meta]);
                    $stored = $lyo->marshall(['key' => $item], $failed)['key'];
                    self::assertIsString($stored);
                    $native = (new Translation(Format::Native))->of(new Entry('key', $stored));
                    $native = $native === Stays::Already ? $stored : $native;
                    self::assertIsString($native);
                    self::assertSame($item + ['meta' => null], $plain->unmarshall($native));
                    self::assertSame(Stays::Already, (new Translation(Format::Native))->of(new Entry('key', $native)));
                    $again = (new Translation(Format::Lyo))->of(new Entry('key', $native));
                    self::assertSame($item + ['meta' => null], $lyo->unmarshall(is_string($again) ? $again : $native));
                    $converted++;
                }
            }
        }
        self::assertSame(24, $converted);
    }

    #[Test]
    public function scalars_are_converted_on_request_and_clients_get_a_carrier(): void
    {
        self::assertIsString((new Translation(Format::Lyo, scalars: true))->of(new Entry('key', 's:1:"a";')));
        $carrier = (new Translation(Format::LyoCarrier))->of(new Entry('key', 'a:0:{}', origin: Origin::Client));
        self::assertIsString($carrier);
        self::assertStringStartsWith("\0\0\0\4\xC1", $carrier);
    }

    #[Test]
    public function a_copy_has_all_values_and_replaces_none(): void
    {
        foreach (['a' => 'a:0:{}', 'b' => 'some words', 'c' => 'a:1:{i:0;i:1;}'] as $key => $data) {
            file_put_contents("$this->folder/$key", $data);
        }
        mkdir("$this->folder/there");
        file_put_contents("$this->folder/there/c", 'mine');
        $from = new Files($this->folder, '?');
        $counts = (new Conversion($from, new Translation(Format::Lyo), new Files("$this->folder/there")))->run(static fn(): bool => true);

        self::assertSame([3, 1, ['There' => 1, 'Unknown' => 1]], [$counts->met, $counts->converted, self::sorted($counts->stays)]);
        self::assertSame(['mine', 'some words', 'a:0:{}'], array_map(file_get_contents(...), ["$this->folder/there/c", "$this->folder/there/b", "$this->folder/a"]));
        self::assertStringStartsWith("\xC1", (string) file_get_contents("$this->folder/there/a"));
    }

    #[Test]
    public function a_state_is_of_one_conversion(): void
    {
        $file = "$this->folder/state";
        $counts = new Counts();
        $counts->met = 7;
        $counts->stays(Stays::Scalar, 'key');
        (new Progress($file, ['to' => 'lyo']))->save('here', $counts);
        [$position, $again] = (new Progress($file, ['to' => 'lyo']))->load();
        self::assertSame(['here', 7, ['Scalar' => 1]], [$position, $again->met, $again->stays]);
        $this->expectException(RuntimeException::class);
        $this->expectExceptionMessage('is of another conversion');
        (new Progress($file, ['to' => 'native']))->load();
    }

    #[Test]
    public function a_rate_is_kept(): void
    {
        for ($i = 0; $i < 20; $i++) {
            file_put_contents("$this->folder/$i", serialize([$i]));
        }
        $start = microtime(true);
        (new Conversion(new Files($this->folder), new Translation(Format::Lyo), rate: 100.0))->run(static fn(): bool => true);

        self::assertGreaterThan(0.18, microtime(true) - $start);
    }

    /**
     * @param array<string, int> $numbers
     *
     * @return array<string, int>
     */
    private static function sorted(array $numbers): array
    {
        ksort($numbers);

        return $numbers;
    }
}
