<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Apps;

/** Tests that have another result with our classes, and why: a pattern of "VARIANT: CLASS::TEST" for each. */
final class Differences
{
    public const LARAVEL = [
        '/^lyo.*\\\\(?:EncryptedSessionStoreTest::testSessionIsProperlyEncrypted|SessionStoreTest::test(?:BrandNewSessionIsProperlySaved|SessionIsProperlyUpdated|SessionIsReSavedWhen))/' => 'expects serialize() text from a session that is told to write lyo',
    ];
    public const SYMFONY = [
        '/DefaultMarshallerTest::test(?:Native|Igbinary)UnserializeInvalid$/' => 'expects a DomainException with the words of unserialize() or igbinary; ours is one, and says in its own words what is wrong',
    ];
}
