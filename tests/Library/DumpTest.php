<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Functions\Lyo;
use Lyo\Tests\Wire\NativeDiagnostic;
use Lyo\Tests\Wire\Vector;
use Lyo\Tools\Dump\Collector;
use Lyo\Tools\Dump\Diagnostic;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class DumpTest extends TestCase
{
    #[Test]
    public function notation_is_that_of_the_specification(): void
    {
        $printed = 0;
        foreach ([...Vector::all('valid'), ...Vector::all('readable')] as $vector) {
            [$node, $sharing] = Collector::collect($text = Lyo::toNative($vector->bytes()));

            self::assertSame(NativeDiagnostic::fromText($text), Diagnostic::print($node, $sharing), $vector->name);
            $printed++;
        }
        self::assertGreaterThanOrEqual(330, $printed);
    }
}
