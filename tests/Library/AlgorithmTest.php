<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Exception\LyoException;
use Lyo\Native\SameText;
use Lyo\Pure\Head;
use Lyo\Pure\Reader;
use Lyo\Pure\StreamSink;
use Lyo\Tests\Wire\Algorithm;
use Lyo\Tests\Wire\Vector;
use Lyo\Wire\ErrorCode;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Random\Engine\Mt19937;
use Random\Randomizer;

/** The reading algorithm that spec/format.md prints agrees with the vectors. */
#[CoversNothing]
final class AlgorithmTest extends TestCase
{
    #[Test]
    public function the_text_of_the_specification_is_enough_for_all_vectors(): void
    {
        $counts = ['valid' => 0, 'readable' => 0, 'invalid' => 0];
        foreach (array_keys($counts) as $kind) {
            foreach (Vector::all($kind) as $vector) {
                $depth = $vector->options['max_depth'] ?? 4096;
                $elements = $vector->options['max_elements'] ?? 0;
                $expected = $kind === 'invalid' ? "$vector->error at $vector->offset" : null;
                self::assertSame($expected, Algorithm::check($vector->bytes(), is_int($depth) ? $depth : 0, is_int($elements) ? $elements : 0), "$kind: $vector->name");
                $counts[$kind]++;
            }
        }
        self::assertGreaterThanOrEqual(351, $counts['valid']);
        self::assertGreaterThanOrEqual(61, $counts['readable']);
        self::assertGreaterThanOrEqual(432, $counts['invalid']);
    }

    #[Test]
    public function the_library_finds_the_same_errors_in_changed_payloads(): void
    {
        $names = [];
        foreach (ErrorCode::cases() as $code) {
            $names[$code->message()] = strtoupper((string) preg_replace('/(?<!^)[A-Z]/', '_$0', $code->name));
        }
        $random = new Randomizer(new Mt19937(7));
        $refused = $read = 0;
        foreach ([...Vector::all('valid'), ...Vector::all('readable'), ...Vector::all('invalid')] as $vector) {
            for ($i = 0; $i < 25; $i++) {
                $data = self::changed($vector->bytes(), $random);
                try {
                    Reader::stream($data, new Head($data), new StreamSink(new SameText('')));
                    $outcome = null;
                } catch (LyoException $e) {
                    $outcome = $names[explode(' at offset ', $e->getMessage())[0]] . " at {$e->getOffset()}"; // data of other formats have more words behind
                }
                self::assertSame($outcome, Algorithm::check($data), bin2hex($data));
                $outcome === null ? $read++ : $refused++;
            }
        }
        self::assertGreaterThan(15_000, $refused);
        self::assertGreaterThan(1_000, $read);
    }

    private static function changed(string $data, Randomizer $random): string
    {
        for ($times = $random->getInt(1, 3); $times > 0; $times--) {
            $at = $random->getInt(0, max(0, strlen($data) - 1));
            $byte = $data !== '' && $random->getInt(0, 1) === 1 ? $data[$random->getInt(0, strlen($data) - 1)] : chr($random->getInt(0, 255));
            $data = substr_replace($data, $random->getInt(0, 3) === 0 ? '' : $byte, $at, $random->getInt(0, 3) === 0 ? 0 : 1);
        }
        return $data;
    }
}
