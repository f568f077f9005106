<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Guest;

use ArrayObject;
use DateTimeImmutable;

/** Values, and texts that nothing writes. */
final class Scenarios
{
    /** @return array<string, mixed> values by name */
    public static function values(): array
    {
        $dynamic = @unserialize('O:23:"Lyo\Tests\Guest\Dynamic":2:{s:1:"a";i:1;s:2:"zz";i:5;}');
        $shared = new Plain(3);
        $references = [1, [2]];
        $references[2] = &$references[0];
        return [
            'floats' => [0.1, 1 / 3, 1e100, -0.0, NAN, INF, 2.5],
            'an object with a float' => ['a' => 1, 'o' => new Plain()],
            'objects within each other' => [new Plain(new Plain(new ArrayObject([0.1, new Plain()]))), $shared, $shared],
            'references' => $references,
            'a dynamic property' => [$dynamic, 'behind it'],
            'a hook that reports errors' => [new Notices(), 1],
            'a hook that looks at the settings' => [new Settings(), new Settings()],
            'a hook that decodes damaged text' => [new Inner('a:1:{i:0;s:3:"ab";}'), 'x'],
            'a hook that decodes a missing class' => [new Inner('O:7:"Missing":0:{}'), 'x'],
            'a hook that decodes a right text' => [new Inner('d:0.1;'), 'x'],
            'a hook that registers an error handler' => [new Registers(), 1],
            'a hook that registers one for a moment' => [new Pairs(), 1],
            'a hook that throws' => [new Throws(), new Notices()],
            'a hook with an undefined key' => [new Undefined(), 1],
            'a payload of its own' => [new Payload([1, new Notices()]), 'x'],
            'names of __sleep() that do not exist' => [new Names(), new Names()],
            'a hook that asks for the last error' => [new LastError()],
            'an enum case' => [Suit::Hearts, Suit::Hearts],
            'a string like an object' => ['O:7:"Missing":0:{}', new Plain(), ';O:8:"NotThere":1:{'],
            'a date' => [new DateTimeImmutable('2026-01-01 12:00 UTC')],
            'false' => false,
            'nothing' => null,
        ];
    }

    /** @return array<string, string> texts by name */
    public static function texts(): array
    {
        return [
            'a missing class' => 'a:2:{i:0;i:5;i:1;O:7:"Missing":1:{s:1:"a";i:5;}}',
            'a missing class in an object with a hook' => 'a:2:{i:0;O:23:"Lyo\Tests\Guest\Notices":1:{s:1:"a";i:1;}i:1;O:7:"Missing":0:{}}',
            'a missing class in a payload' => 'C:23:"Lyo\Tests\Guest\Payload":18:{O:7:"Missing":0:{}}',
            'a missing enum' => 'a:1:{i:0;E:11:"Missing:Case";}',
            'a missing enum case' => 'a:1:{i:0;E:26:"Lyo\Tests\Guest\Suit:Clubs";}',
            'a property of another type' => 'O:21:"Lyo\Tests\Guest\Typed":1:{s:6:"number";s:1:"x";}',
            'a date that is none' => 'O:17:"DateTimeImmutable":1:{s:4:"date";i:5;}',
            'text that is cut off' => 'a:3:{i:0;s:3:"abc";i:1;O:23:"Lyo\Tests\Guest\Notices":1:{s:1:"a";i:1;}i:2;s:9:"abc',
            'text that is damaged' => 'a:2:{i:0;i:1;x:1;i:2;}',
            'a class without unserialize()' => 'a:1:{i:0;C:8:"stdClass":1:{x}}',
            'other digits' => 'a:1:{i:0;d:0.1000000000000000055511151231257827;}',
        ];
    }
}
