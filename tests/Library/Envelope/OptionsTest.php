<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Envelope;

use InvalidArgumentException;
use Lyo\Codec\LyoCodec;
use Lyo\Codec\NativeCodec;
use Lyo\Envelope\Algorithm;
use Lyo\Envelope\Envelope;
use Lyo\Envelope\KeyRing;
use Lyo\Envelope\Options;
use Lyo\Exception\CorruptException;
use Lyo\Exception\LimitException;
use Lyo\Exception\SignatureException;
use Lyo\Exception\UnavailableException;
use Lyo\Functions\Lyo;
use Lyo\Serializer;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use ValueError;

use function random_bytes;
use function str_repeat;

final class OptionsTest extends TestCase
{
    private const KEY = 'a key of the tests';

    #[Test]
    public function data_written_with_options_are_read_with_the_same_options(): void
    {
        $options = new Options(checksum: true, sign: new KeyRing(['a' => self::KEY]), context: 'here');
        $data = Lyo::serialize([1, 2], $options->forWriting());

        self::assertSame([1, 2], Lyo::unserialize($data, $options->forReading()));
        $this->expectException(SignatureException::class);
        Lyo::unserialize($data, $options->in('elsewhere')->forReading());
    }

    #[Test]
    public function another_context_leaves_all_else_as_it_is(): void
    {
        $options = new Options(true, null, 3, 100, 2.0, new KeyRing(['a' => self::KEY]), 'here', 5, 1000, true, ['a dictionary']);

        self::assertSame(['context' => 'there'] + $options->forWriting(), ['context' => 'there'] + $options->in('there')->forWriting());
        self::assertSame(['context' => 'there'] + $options->forReading(), ['context' => 'there'] + $options->in('there')->forReading());
        self::assertSame(['there', ['a dictionary']], [$options->in('there')->forReading()['context'], $options->in('there')->forReading()['dictionaries']]);
        self::assertSame('here', $options->context);
    }

    #[Test]
    #[TestWith(['zstd', -101, -100, 22])]
    #[TestWith(['zstd', 23, -100, 22])]
    #[TestWith(['zlib', -2, -1, 9])]
    #[TestWith(['zlib', 10, -1, 9])]
    public function a_level_that_the_compression_does_not_have_is_refused(string $compression, int $level, int $least, int $most): void
    {
        $this->expectException(ValueError::class);
        $this->expectExceptionMessage("lyo_serialize(): Option \"level\" must be between $least and $most for \"$compression\"");
        Lyo::serialize('x', ['compress' => $compression, 'level' => $level]);
    }

    #[Test]
    public function a_key_is_replaced_without_losing_a_value(): void
    {
        $old = new Options(sign: new KeyRing(['old' => self::KEY]));
        $both = new Options(sign: new KeyRing(['new' => 'another key of the tests', 'old' => self::KEY]));
        $new = new Options(sign: new KeyRing(['new' => 'another key of the tests']));
        $before = Lyo::serialize('before', $old->forWriting());
        $after = Lyo::serialize('after', $both->forWriting());

        self::assertSame('before', Lyo::unserialize($before, $both->forReading()));
        self::assertSame('after', Lyo::unserialize($after, $both->forReading()));
        self::assertSame('after', Lyo::unserialize($after, $new->forReading()));
        $this->expectExceptionMessage('signed with a key that is not known here');
        Lyo::unserialize($before, $new->forReading());
    }

    #[Test]
    public function unsigned_data_are_read_until_a_date(): void
    {
        $ring = new KeyRing(['a' => self::KEY]);

        self::assertSame(5, Lyo::unserialize(Lyo::serialize(5), (new Options(sign: $ring, unsignedUntil: time() + 60))->forReading()));
        $this->expectExceptionMessage('not signed, and a signature is required');
        Lyo::unserialize(Lyo::serialize(5), (new Options(sign: $ring, unsignedUntil: time() - 1))->forReading());
    }

    /** @param array<mixed> $keys */
    #[Test]
    #[TestWith([[]])]
    #[TestWith([['a' => 'short']])]
    #[TestWith([['' => self::KEY]])]
    #[TestWith([['a' => null]])]
    #[TestWith([['a' => self::KEY, 'a name of more than 32 bytes, indeed' => self::KEY]])]
    public function keys_that_cannot_be_used_are_refused(array $keys): void
    {
        $this->expectException(InvalidArgumentException::class);
        new KeyRing($keys);
    }

    #[Test]
    public function a_dump_of_keys_shows_none(): void
    {
        self::assertStringNotContainsString(self::KEY, print_r(new KeyRing(['a' => self::KEY]), true));
    }

    #[Test]
    public function a_serializer_takes_the_options_of_its_codec(): void
    {
        $signing = new Serializer(new LyoCodec(new Options(sign: new KeyRing(['a' => self::KEY]))), []);
        $data = $signing->encode(['x' => 1]);

        self::assertTrue(Envelope::is($data));
        self::assertSame(['x' => 1], $signing->decode($data));
        $this->expectException(SignatureException::class);
        $signing->decode((new Serializer(new LyoCodec()))->encode(['x' => 1]));
    }

    #[Test]
    public function nothing_after_the_first_entry_is_read_before_the_signature_is_verified(): void
    {
        $head = substr(Lyo::serialize(null, ['sign' => ['a' => self::KEY]]), 0, 7);
        $messages = [];
        for ($i = 0; $i < 2000; $i++) {
            try {
                Lyo::unserialize($head . random_bytes(16 + $i % 50), ['sign' => ['a' => self::KEY]]);
                $messages['read'] = true;
            } catch (SignatureException $e) {
                $messages[$e->getMessage()] = true;
            }
        }
        self::assertSame(['signature does not match at offset 3'], array_keys($messages));
    }

    #[Test]
    public function a_changed_byte_is_a_corrupt_exception(): void
    {
        $data = Lyo::serialize('value', ['checksum' => true]);
        $this->expectException(CorruptException::class);
        Lyo::unserialize(substr_replace($data, 'V', -9, 1));
    }

    #[Test]
    public function data_that_unpack_to_too_much_are_refused(): void
    {
        if (!extension_loaded('zlib')) {
            self::markTestSkipped('this PHP has no extension zlib');
        }
        $data = Lyo::serialize(str_repeat('a', 5000), ['compress' => 'zlib']);

        self::assertSame(str_repeat('a', 5000), Lyo::unserialize($data, ['max_unpacked' => 6000]));
        $this->expectException(LimitException::class);
        Lyo::unserialize($data, ['max_unpacked' => 4000]);
    }

    #[Test]
    public function a_dictionary_needs_the_extension_zstd(): void
    {
        if (Algorithm::Zstd->available()) {
            self::markTestSkipped('the extension zstd is here');
        }
        $options = new Options(compress: 'zstd', dictionaries: ['a dictionary of the tests']);
        $this->expectException(UnavailableException::class);
        $this->expectExceptionMessage('compression that is not available here: zstd at offset 0');
        Lyo::serialize('text', $options->forWriting());
    }

    /** @param array<mixed> $dictionaries */
    #[Test]
    #[TestWith([['seven b']])]
    #[TestWith([['a dictionary', 5]])]
    public function dictionaries_that_cannot_be_used_are_refused(array $dictionaries): void
    {
        $this->expectException(ValueError::class);
        $this->expectExceptionMessage('lyo_unserialize(): Option "dictionaries" must be an array of strings of at least 8 bytes');
        Lyo::unserialize('', ['dictionaries' => $dictionaries]);
    }

    #[Test]
    public function native_data_are_still_read_beside(): void
    {
        $serializer = new Serializer(new LyoCodec(new Options(checksum: true)), [new NativeCodec()]);

        self::assertSame([1], $serializer->decode(serialize([1])));
    }
}
