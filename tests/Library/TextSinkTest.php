<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use ArrayObject;
use Lyo\Functions\Lyo;
use Lyo\Pure\TextSink;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

use function array_map;
use function range;
use function serialize;
use function strlen;

/** Objects in values that hold, by intent, what the library marks them with while it makes the text for unserialize(). */
final class TextSinkTest extends TestCase
{
    /** @return iterable<string, array{mixed}> */
    public static function values(): iterable
    {
        $mark = TextSink::MARK;
        $token = 's:' . strlen($mark) . ":\"$mark\";";
        $object = new ArrayObject([1]);
        yield 'the mark as a string' => [[$object, $mark]];
        yield 'its token within a string' => [[$object, "a$token$token"]];
        yield 'the first part of its token at the end of a string' => [[$object, 's:' . strlen($mark) . ":\"$mark"]];
        yield 'the mark as a key' => [[$mark => $object]];
        yield 'the mark as the name of a property' => [(object) [$mark => $object, 'a' => 1]];
        yield 'numeric names, and the mark before one of them' => [[(object) ['5' => 1, "{$mark}5" => 2, '-7' => $object], $object]];
        yield 'a string like a numeric name with a mark' => [[(object) ['5' => $object], 's:5:"' . $mark . '5";']];
        yield 'a numeric name in each of many objects' => [array_map(static fn(int $n): object => (object) [(string) $n => new ArrayObject([$n]), 'b' => null], range(1, 200))];
        yield 'no object but a reference' => [self::referring($mark)];
    }

    /** @return array<mixed> */
    private static function referring(string $mark): array
    {
        $value = [$mark, 1, "$mark$mark"];
        $value[] = &$value[1];
        return $value;
    }

    #[Test]
    #[DataProvider('values')]
    public function a_value_that_holds_the_mark_comes_back(mixed $value): void
    {
        $text = serialize($value);
        $data = Lyo::serialize($value);

        self::assertSame($text, Lyo::toNative($data));
        self::assertSame($text, serialize(Lyo::unserialize($data)));
    }
}
