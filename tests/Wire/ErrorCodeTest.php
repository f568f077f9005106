<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Wire;

use Lyo\Wire\ErrorCode;
use Lyo\Wire\Head;
use Lyo\Wire\Tag;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use ReflectionClass;

#[CoversNothing]
final class ErrorCodeTest extends TestCase
{
    #[Test]
    public function every_error_has_a_text_of_its_own(): void
    {
        $messages = array_map(static fn(ErrorCode $code): string => $code->message(), ErrorCode::cases());

        self::assertCount(34, $messages);
        self::assertSame($messages, array_unique($messages));
    }

    #[Test]
    public function errors_become_one_of_six_exceptions(): void
    {
        $exceptions = array_map(static fn(ErrorCode $code): string => $code->exception(), ErrorCode::cases());

        self::assertEqualsCanonicalizing(
            ['TruncatedException', 'CorruptException', 'UnsupportedVersionException', 'LimitException', 'SignatureException', 'UnavailableException'],
            array_values(array_unique($exceptions)),
        );
    }

    #[Test]
    public function every_error_has_vectors(): void
    {
        $errors = array_unique(array_map(static fn(Vector $vector): string => $vector->error, [...Vector::all('invalid'), ...Vector::all('envelope/invalid')]));

        self::assertCount(count(ErrorCode::cases()), $errors);
    }

    #[Test]
    public function every_tag_is_in_a_valid_or_readable_vector(): void
    {
        // all first bytes of tokens are bytes of some payload; that they are tokens there the vectors' sections say
        $bytes = '';
        foreach ([...Vector::all('valid'), ...Vector::all('readable')] as $vector) {
            $bytes .= $vector->bytes();
        }
        foreach ((new ReflectionClass(Tag::class))->getConstants() as $name => $tag) {
            self::assertIsInt($tag);
            self::assertStringContainsString(chr($tag), $bytes, "no vector holds $name");
        }
    }

    #[Test]
    public function the_head_is_not_that_of_text_or_of_other_serializers(): void
    {
        self::assertGreaterThan(0x7F, Head::MAGIC, 'no text begins so');
        self::assertSame(0xC1, Head::MAGIC, 'MessagePack never uses this byte');
        self::assertFalse(mb_check_encoding(chr(Head::MAGIC), 'UTF-8'));
    }
}
