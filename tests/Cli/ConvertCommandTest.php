<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\Attributes\Test;

use function serialize;
use function str_contains;
use function str_repeat;

/** Options of lyo convert. What the conversion does is in tests/Library/Store/ConvertTest.php and tests/Stores. */
#[CoversNothing]
final class ConvertCommandTest extends ProgramCase
{
    /** @return iterable<string, array{list<string>, int, bool}> options, length of the text in the value, whether it is compressed */
    public static function envelopes(): iterable
    {
        yield 'a short text' => [[], 100, false];
        yield 'a short text, if every text is compressed' => [['--min-size=0'], 100, true];
        yield 'a long text' => [[], 1000, true];
        yield 'the level of zlib itself' => [['--level=-1'], 1000, true];
        yield 'no compression at level 0' => [['--level=0'], 1000, false];
    }

    /** @param list<string> $options */
    #[Test]
    #[DataProvider('envelopes')]
    #[RequiresPhpExtension('zlib')]
    public function level_and_min_size_may_be_all_that_the_format_allows(array $options, int $length, bool $compressed): void
    {
        $this->put('store/value', serialize([str_repeat('text', $length >> 2)]));
        [$status, , $errors] = $this->lyo('convert', "$this->folder/store", '--to=lyo', '--compress=zlib', ...$options);
        self::assertSame([0, ''], [$status, $errors]);
        self::assertSame($compressed, str_contains($this->lyo('dump', "$this->folder/store/value")[1], 'zlib'));
    }

    /** @return iterable<string, array{string, string}> */
    public static function mistakes(): iterable
    {
        yield 'a level that is no number' => ['--level=x', '"level" is a number or null, not "x"'];
        yield 'a level that zlib does not have' => ['--level=10', 'Option "level" must be between -1 and 9 for "zlib"'];
        yield 'a negative size' => ['--min-size=-1', '"min_size" is a number or null, not "-1"'];
    }

    #[Test]
    #[DataProvider('mistakes')]
    #[RequiresPhpExtension('zlib')]
    public function wrong_options_convert_nothing(string $option, string $message): void
    {
        $this->put('store/value', serialize([1]));
        [$status, $out, $errors] = $this->lyo('convert', "$this->folder/store", '--to=lyo', '--compress=zlib', $option);
        self::assertSame([2, ''], [$status, $out]);
        self::assertStringContainsString($message, $errors);
        self::assertStringEqualsFile("$this->folder/store/value", serialize([1]));
    }
}
