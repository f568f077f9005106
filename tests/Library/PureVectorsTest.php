<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Envelope\Algorithm;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Functions\Lyo;
use Lyo\Tests\Wire\NativeDiagnostic;
use Lyo\Tests\Wire\Vector;
use Lyo\Wire\ErrorCode;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use UnexpectedValueException;

/** The vectors of the specification, in PHP, whether the extension is loaded or not. */
final class PureVectorsTest extends TestCase
{
    #[Test]
    #[DataProvider('valid')]
    public function a_value_has_exactly_this_encoding(Vector $vector): void
    {
        $value = $vector->value();
        $text = serialize($value);

        self::assertSame(bin2hex($vector->bytes()), bin2hex(Lyo::serialize($value, $vector->write)));
        self::assertSame(serialize(unserialize($text)), serialize(Lyo::unserialize($vector->bytes(), $vector->options)));
        if ($vector->options === []) {
            self::assertSame($text, Lyo::toNative($vector->bytes()));
            self::assertTrue(Lyo::isSerialized($vector->bytes()));
        }
    }

    #[Test]
    #[DataProvider('readable')]
    public function payloads_that_no_writer_writes_are_read(Vector $vector): void
    {
        $this->needs($vector);
        $value = Lyo::unserialize($vector->bytes(), $vector->options);

        self::assertSame(serialize(unserialize(serialize($vector->value()))), serialize($value));
        if ($vector->options === []) {
            self::assertSame(NativeDiagnostic::fromText(serialize($vector->value())), NativeDiagnostic::fromText(Lyo::toNative($vector->bytes())));
        }
    }

    #[Test]
    #[DataProvider('invalid')]
    public function malformed_payloads_are_refused_with_an_offset(Vector $vector): void
    {
        $this->needs($vector);
        try {
            Lyo::unserialize($vector->bytes(), $vector->options);
        } catch (LyoException $e) {
            $code = self::code($vector->error);
            $missing = Algorithm::Zstd->available() ? 'the dictionary ' : 'zstd ';
            $what = $code === ErrorCode::Unavailable ? ": $missing" : ' ';
            self::assertStringStartsWith("Lyo\\Exception\\{$code->exception()}: {$code->message()}$what", $e::class . ": {$e->getMessage()}");
            self::assertStringEndsWith(" at offset $vector->offset", $e->getMessage());
            self::assertSame($vector->offset, $e->getOffset());
            self::assertFalse($vector->options === [] && Lyo::isSerialized($vector->bytes()));
            return;
        }
        self::fail('nothing was refused');
    }

    #[Test]
    public function every_beginning_of_a_payload_is_refused(): void
    {
        $beginnings = 0;
        foreach (Vector::all('valid') as $vector) {
            $bytes = $vector->bytes();
            for ($i = 0, $size = strlen($bytes); $i < $size; $i += max(1, intdiv($size, 60))) {
                self::assertFalse(Lyo::isSerialized(substr($bytes, 0, $i)), "$vector->name, $i bytes");
                $beginnings++;
            }
        }
        self::assertGreaterThan(4000, $beginnings);
    }

    /** Without the compression that it needs, it is refused by the name of that. */
    private function needs(Vector $vector): void
    {
        if ($vector->needs !== '' && Algorithm::named($vector->needs)?->available() === false) {
            $this->expectException(UnavailableException::class);
            $this->expectExceptionMessage("compression that is not available here: $vector->needs at offset");
            Lyo::unserialize($vector->bytes(), $vector->options);
        }
    }

    private static function code(string $name): ErrorCode
    {
        foreach (ErrorCode::cases() as $code) {
            if (strtoupper((string) preg_replace('/(?<!^)[A-Z]/', '_$0', $code->name)) === $name) {
                return $code;
            }
        }
        throw new UnexpectedValueException("no error $name");
    }

    /** @return iterable<string, array{Vector}> */
    public static function valid(): iterable
    {
        return self::vectors('valid');
    }

    /** @return iterable<string, array{Vector}> */
    public static function readable(): iterable
    {
        return self::vectors('readable');
    }

    /** @return iterable<string, array{Vector}> */
    public static function invalid(): iterable
    {
        return self::vectors('invalid');
    }

    /**
     * @param 'valid'|'readable'|'invalid' $kind
     *
     * @return iterable<string, array{Vector}>
     */
    private static function vectors(string $kind): iterable
    {
        foreach ([...Vector::all($kind), ...Vector::all(Vector::KINDS[$kind])] as $i => $vector) {
            yield "$i, $vector->file: $vector->name" => [$vector];
        }
    }
}
