<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests;

use Lyo\Bridge\Packer;
use Lyo\Bundle\Messenger\LyoSerializer;
use Lyo\Bundle\Tests\App\TestKernel;
use Lyo\Format;
use Lyo\Translator;
use PHPUnit\Framework\Attributes\TestDox;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\MessageDecodingFailedException;
use Symfony\Component\Messenger\Stamp\BusNameStamp;
use Symfony\Component\Messenger\Stamp\ReceivedStamp;
use Symfony\Component\Messenger\Transport\Serialization\PhpSerializer;
use Symfony\Component\Messenger\Transport\Serialization\SigningSerializer;

final class MessengerTest extends ApplicationTestCase
{
    private const FRAMEWORK = ['messenger' => ['serializer' => ['default_serializer' => 'lyo.messenger.serializer'], 'transports' => ['async' => 'in-memory://']]];

    /**
     * @param array<string, mixed> $lyo
     */
    private function serializer(array $lyo): LyoSerializer
    {
        $serializer = $this->application($lyo, self::FRAMEWORK)->service('lyo.messenger.serializer');
        self::assertInstanceOf(LyoSerializer::class, $serializer);

        return $serializer;
    }

    private static function envelope(string $text = 'text'): Envelope
    {
        return new Envelope(new \ArrayObject(['text' => $text]), [new BusNameStamp('bus'), new ReceivedStamp('transport')]);
    }

    #[TestDox('What PhpSerializer would not read is written only when every host reads it')]
    public function testNativeUntilEveryHostReads(): void
    {
        self::assertEquals((new PhpSerializer())->encode(self::envelope()), $this->serializer(['writes' => 'auto'])->encode(self::envelope()));

        $body = $this->serializer(['writes' => 'auto', 'every_host_reads' => true])->encode(self::envelope())['body'];
        if (\extension_loaded('lyo')) {
            self::assertSame(Format::Lyo, Format::detect((string) base64_decode($body, true)));
        } else {
            self::assertStringStartsWith('O:36:', $body);
        }
    }

    #[TestDox('Messages in lyo, igbinary and serialize() text are read, with whatever bytes, in Base64 and without it')]
    public function testAllFormatsAreRead(): void
    {
        $reader = $this->serializer(['writes' => 'lyo']);
        $read = 0;
        foreach (['text', "\xC1\0\xFF", '', 'ends with }', str_repeat('ä', 1000)] as $text) {
            $encoded = [(new PhpSerializer())->encode(self::envelope($text))];
            foreach (['lyo', 'native', 'igbinary'] as $writes) {
                $encoded[] = $this->serializer(['writes' => $writes])->encode(self::envelope($text));
            }
            $encoded[] = ['body' => (string) base64_decode($encoded[1]['body'], true)];
            foreach ($encoded as $message) {
                $envelope = $reader->decode($message);
                self::assertEquals(new \ArrayObject(['text' => $text]), $envelope->getMessage());
                self::assertNotNull($envelope->last(BusNameStamp::class));
                self::assertNull($envelope->last(ReceivedStamp::class), 'a stamp that is not sent');
                ++$read;
            }
            $body = $encoded[1]['body'];
            self::assertSame($body, base64_encode((string) base64_decode($body, true)));
            self::assertSame(Format::Lyo, Format::detect((string) base64_decode($body, true)), 'encoded once');
        }
        self::assertSame(25, $read);
    }

    #[TestDox('Damaged messages throw what Messenger expects')]
    public function testDamagedMessages(): void
    {
        $serializer = $this->serializer(['writes' => 'lyo']);
        $bytes = (string) base64_decode($serializer->encode(self::envelope())['body'], true);
        $refused = 0;
        for ($i = 1; $i < \strlen($bytes); ++$i) {
            foreach ([substr($bytes, 0, $i), substr_replace($bytes, \chr(\ord($bytes[$i]) ^ 1), $i, 1)] as $damaged) {
                try {
                    $serializer->decode(['body' => base64_encode($damaged)]);
                } catch (MessageDecodingFailedException) {
                    ++$refused;
                }
            }
        }
        self::assertSame(2 * (\strlen($bytes) - 1), $refused);
        $this->expectException(MessageDecodingFailedException::class);
        $serializer->decode([]);
    }

    #[TestDox('With a key, messages that are not signed are refused')]
    public function testSigned(): void
    {
        $serializer = $this->serializer(['sign' => ['k' => str_repeat('k', 32)]]);
        self::assertEquals(self::envelope()->getMessage(), $serializer->decode($serializer->encode(self::envelope()))->getMessage());
        $this->expectException(MessageDecodingFailedException::class);
        $serializer->decode((new PhpSerializer())->encode(self::envelope()));
    }

    #[TestDox('Stamps that are not sent do not come from a transport')]
    public function testStampsThatAreNotSent(): void
    {
        $packer = new Packer('lyo');
        $envelope = $this->serializer(['writes' => 'lyo'])->decode(['body' => base64_encode($packer->pack(self::envelope()))]);
        self::assertNull($envelope->last(ReceivedStamp::class));
        self::assertNotNull($envelope->last(BusNameStamp::class));
    }

    #[TestDox('A message of a missing class is refused, and shown by the commands for failed messages, as with PhpSerializer')]
    public function testMissingClass(): void
    {
        $native = new PhpSerializer();
        $serializer = new LyoSerializer(new Packer('lyo'), $native);
        $text = str_replace('O:8:"stdClass"', 'O:11:"LyoTestLost"', serialize(new Envelope(new \stdClass())));
        $body = base64_encode(Translator::translate($text, Format::Lyo));

        $messages = [];
        foreach ([['body' => $body], ['body' => addslashes($text)]] as $encoded) {
            try {
                $serializer->decode($encoded);
                self::fail('it was decoded');
            } catch (MessageDecodingFailedException $e) {
                $messages[] = $e->getMessage();
            }
        }
        self::assertStringContainsString('"LyoTestLost"', $messages[0]);
        self::assertSame($messages[1], $messages[0]);

        $native->acceptPhpIncompleteClass();
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, $serializer->decode(['body' => $body])->getMessage());
        $native->rejectPhpIncompleteClass();
        $this->expectException(MessageDecodingFailedException::class);
        $serializer->decode(['body' => $body]);
    }

    #[TestDox('With signed handlers of Symfony 7.4, a message without a signature is refused before it is decoded')]
    public function testSigningSerializer(): void
    {
        if (!class_exists(SigningSerializer::class)) {
            $this->expectNotToPerformAssertions(); // Symfony 6.4 has no signatures

            return;
        }
        $inner = $this->serializer(['writes' => 'lyo']);
        $signing = new SigningSerializer($inner, 'key', [\ArrayObject::class]);
        $signed = $signing->encode(self::envelope());
        self::assertEquals(self::envelope()->getMessage(), $signing->decode($signed)->getMessage());

        // Decoding it would call a hook.
        $refused = 0;
        foreach (['lyo', 'igbinary', 'native'] as $writes) {
            $encoded = $this->serializer(['writes' => $writes])->encode(new Envelope(new \ArrayObject([new App\Hook()])));
            App\Hook::$called = 0;
            try {
                $signing->decode($encoded);
            } catch (MessageDecodingFailedException $e) {
                self::assertStringContainsString('requires a signature', $e->getMessage());
                ++$refused;
            }
            self::assertSame(0, App\Hook::$called);
            $inner->decode($encoded);
            self::assertSame(1, App\Hook::$called);
        }
        self::assertSame(3, $refused);

        $other = new Envelope(new \SplObjectStorage());
        self::assertEquals($other->getMessage(), $signing->decode($inner->encode($other))->getMessage(), 'its class needs no signature');
    }

    #[TestDox('A transport uses the serializer')]
    public function testTransport(): void
    {
        $kernel = $this->application(['writes' => 'lyo'], ['messenger' => ['transports' => ['async' => ['dsn' => 'in-memory://?serialize=true', 'serializer' => 'lyo.messenger.serializer']]]]);
        self::assertInstanceOf(TestKernel::class, $kernel);
        $transport = $kernel->service('messenger.transport.async');
        self::assertInstanceOf(\Symfony\Component\Messenger\Transport\TransportInterface::class, $transport);
        $transport->send(self::envelope());
        foreach ($transport->get() as $envelope) {
            self::assertEquals(self::envelope()->getMessage(), $envelope->getMessage());

            return;
        }
        self::fail('nothing came back');
    }
}
