<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Tools;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** ext/lyo.stub.php, from which php-src's gen_stub.php makes ext/lyo_arginfo.h. */
#[CoversNothing]
final class StubTest extends TestCase
{
    #[Test]
    public function theModuleDeclaresWhatTheStubDeclares(): void
    {
        $root = dirname(__DIR__, 2);
        $module = (getenv('BUILD') ?: "$root/build") . '/lyo.so';
        $declared = [];
        foreach (['', '-d extension=' . escapeshellarg((string) realpath($module))] as $with) {
            exec(escapeshellarg(PHP_BINARY) . " -n $with " . escapeshellarg(__DIR__ . '/declared.php') . ' 2>&1', $declared[$with], $status);
            self::assertSame(0, $status, implode("\n", $declared[$with]));
        }
        [$stub, $made] = array_values($declared);
        self::assertGreaterThanOrEqual(18, count($stub), 'functions, classes and members');
        self::assertSame($stub, $made);
    }

    #[Test]
    public function theHeaderWasGeneratedFromTheStubOfToday(): void
    {
        $ext = dirname(__DIR__, 2) . '/ext';
        $hash = sha1(str_replace("\r\n", "\n", (string) file_get_contents("$ext/lyo.stub.php")));
        self::assertStringContainsString(" * Stub hash: $hash ", (string) file_get_contents("$ext/lyo_arginfo.h"), 'php build/ext/build/gen_stub.php ext/lyo.stub.php makes the header again');
    }
}
