<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use Lyo\Codec\LyoCodec;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;

use function gzencode;
use function json_decode;
use function serialize;
use function strlen;

#[CoversNothing]
final class DiffCommandTest extends ProgramCase
{
    #[Test]
    public function one_value_in_two_formats_does_not_differ(): void
    {
        $value = ['name' => 'Grüße', 'ids' => [1, 2, 3], 'price' => 1.5];
        $this->put('a', (string) gzencode(serialize($value)));
        $this->put('b', (new LyoCodec())->encode($value));

        self::assertSame([0, '', ''], $this->lyo('diff', 'a', 'b'));
        self::assertSame([0, [], ''], (static fn(array $run): array => [$run[0], json_decode($run[1], true)['differences'], $run[2]])($this->lyo('diff', 'a', 'b', '--format=json'))); // @phpstan-ignore offsetAccess.nonOffsetAccessible
    }

    /** @param list<string> $lines */
    #[Test]
    #[DataProvider('differences')]
    public function places_that_differ_are_named(string $a, string $b, array $lines): void
    {
        $this->put('a', $a);
        $this->put('b', $b);

        self::assertSame([1, '--- a: native (serialize()), ' . strlen($a) . " bytes\n+++ b: native (serialize()), " . strlen($b) . " bytes\n" . implode("\n", $lines) . "\n", ''], $this->lyo('diff', 'a', 'b'));
    }

    /** @return iterable<string, array{string, string, list<string>}> */
    public static function differences(): iterable
    {
        yield 'a scalar' => ['i:1;', 'i:2;', ['- the value: 1', '+ the value: 2']];
        yield 'a type' => [serialize(['a' => 1, 'b' => '1', 'c' => null]), serialize(['a' => 1.0, 'b' => 1, 'c' => false]), ['- a: 1', '+ a: 1.0', '- b: "1"', '+ b: 1', '- c: null', '+ c: false']];
        yield 'minus zero' => ['a:1:{i:0;d:0;}', 'a:1:{i:0;d:-0;}', ['- 0: 0.0', '+ 0: -0.0']];
        yield 'keys' => [serialize(['a' => ['x' => 1, 'y' => [1]]]), serialize(['a' => ['y' => [1, 2], 'z.z' => []]]), ['- a.x: 1', '+ a.y.1: 2', '+ a."z.z": []']];
        yield 'order' => [serialize(['a' => 1, 'b' => 2]), serialize(['b' => 2, 'a' => 1]), ['~ the value: the same keys in another order']];
        yield 'a class' => ['a:1:{i:0;O:1:"P":0:{}}', 'a:1:{i:0;O:1:"Q":0:{}}', ['- 0: object of P with 0 properties', '+ 0: object of Q with 0 properties']];
        yield 'who may see a property' => ["O:1:\"P\":1:{s:4:\"\0*\0a\";i:1;}", 'O:1:"P":1:{s:1:"a";i:1;}', ['- a: 1', '+ a: 1']];
        yield 'one object or two' => ['a:2:{i:0;O:1:"P":0:{}i:1;r:2;}', 'a:2:{i:0;O:1:"P":0:{}i:1;O:1:"P":0:{}}', ['- 1: #0', '+ 1: object of P with 0 properties']];
        yield 'which object' => ['a:3:{i:0;O:1:"P":0:{}i:1;O:1:"P":0:{}i:2;r:2;}', 'a:3:{i:0;O:1:"P":0:{}i:1;O:1:"P":0:{}i:2;r:3;}', ['- 2: #0', '+ 2: #1']];
        yield 'a PHP reference' => ['a:2:{i:0;i:1;i:1;R:2;}', 'a:2:{i:0;i:1;i:1;i:1;}', ['- 0: &0 1', '+ 0: 1', '- 1: *0', '+ 1: 1']];
        yield 'an enum case' => ['E:3:"U:A";', 'E:3:"U:B";', ['- the value: U::A', '+ the value: U::B']];
        yield 'what is no text' => [serialize("\xFF"), serialize("\e[m"), ['- the value: "\xFF"', '+ the value: "\e[m"']];
    }

    #[Test]
    public function json_has_paths_and_values(): void
    {
        $this->put('a', serialize(['a' => 1, 'b' => [1]]));
        $this->put('b', serialize(['a' => "\xFF", 'c' => 2]));
        [$status, $out] = $this->lyo('diff', 'a', 'b', '-f', 'json');

        self::assertSame(1, $status);
        self::assertSame(
            [
                'a' => ['name' => 'a', 'is' => 'native (serialize()), 40 bytes'],
                'b' => ['name' => 'b', 'is' => 'native (serialize()), 34 bytes'],
                'differences' => [
                    ['path' => 'a', 'change' => 'changed', 'old' => 1, 'new' => ['@text' => '"\xFF"']],
                    ['path' => 'b', 'change' => 'removed', 'old' => ['@text' => 'list of 1']],
                    ['path' => 'c', 'change' => 'added', 'new' => 2],
                ],
            ],
            json_decode($out, true, flags: JSON_THROW_ON_ERROR),
        );
    }

    #[Test]
    public function trouble_is_not_a_difference(): void
    {
        $this->put('a', 'i:1;');
        $this->put('bad', 'a:1:{i:0;i:1;x');

        self::assertSame([2, '', "lyo: missing: No such file or directory\n"], $this->lyo('diff', 'a', 'missing'));
        self::assertSame(3, $this->lyo('diff', 'a', 'bad')[0]);
        self::assertSame(2, $this->lyo('diff', 'a')[0]);
        $this->put('b', 'i:2;');
        self::assertSame(is_writable('/dev/full') ? 2 : 1, $this->shell(self::program() . ' diff a b ' . (is_writable('/dev/full') ? '>/dev/full' : ''))[0]);
    }
}
