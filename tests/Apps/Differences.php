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
        '/DefaultMarshallerTest::test(?:Native|Igbinary)Unserialize(?:Invalid|NotFoundClass)$/' => 'expects a DomainException with the words of unserialize() or igbinary; ours is one, and says in its own words what is wrong',
        '/DefaultMarshallerTest::testSerialize$/' => 'expects igbinary, which Symfony before 7.2 writes where it is loaded ("writes: default" does that, too)',
        '/DefaultMarshallerTest::testIgbinarySerialize$/' => 'expects igbinary also for strings and numbers, which we write as the text of serialize()',
        '/^lyo.*\\\\PhpSerializer\w*Test::testDecodingFails(?:ForPropertyTypeMismatch|ButCreateClassNotFound)$/' => 'changes the text of serialize() within the message; a message in lyo has no such text',
        '/SessionHandlerProxyTest::test(?:Read|Write)$/' => 'its session is text without a variable, which PHP never writes; ours reads and writes sessions',
        '/SessionHandlerProxyTest::testValidateId$/' => 'takes any id for valid if the handler cannot validate ids; ours looks whether there is such a session, as session.use_strict_mode asks for',
        '/SessionHandlerProxyTest::testUpdateTimestamp$/' => 'updates a session that was not read; PHP never does that, and ours writes it',
        '/^lyo.*\\\\AbstractSessionHandlerTest::testSession with data set #[1478]$/' => 'prints the bytes that the handler below ours stores, which are lyo and not the text of PHP',
    ];
}
