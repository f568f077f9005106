<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Wire;

use Lyo\Tests\Corpus\Corpus;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** Three opinions about the same values: serialize(), the encoder, and the walker of lyo-dump. */
#[CoversNothing]
final class CorpusNotationTest extends TestCase
{
    #[Test]
    public function lyo_dump_and_serialize_agree_on_every_real_value(): void
    {
        $build = getenv('BUILD');
        $path = ($build === false || $build === '' ? __DIR__ . '/../../build' : $build) . '/lyo-dump';
        $corpus = Corpus::find();
        if ($corpus === null || !extension_loaded('lyo') || !is_executable($path)) {
            self::markTestSkipped('needs the collection of real values, lyo.so and lyo-dump');
        }
        $dump = new Dump($path);
        $compared = $enums = 0;
        foreach (array_merge(...array_values($corpus->files())) as $file) {
            // without their classes: objects stay incomplete and keep name and properties
            $value = @unserialize($corpus->text($file), ['allowed_classes' => false]);
            if ($value === false && preg_match('/(?:^|[;{])E:\d+:"/', $corpus->text($file)) === 1) {
                $enums++; // a case of an enum cannot be read without its class
                continue;
            }
            $notation = NativeDiagnostic::fromText(serialize($value));
            self::assertSame(sha1("ok $notation"), sha1(Expanded::notation($dump->answer(lyo_serialize($value)))), $file);
            $compared++;
        }

        self::assertSame($corpus->count(), $compared + $enums);
        self::assertGreaterThan(0.9 * $corpus->count(), $compared);
    }
}
