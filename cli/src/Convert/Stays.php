<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Convert;

/** Why a value is not converted. The values of the cases are texts for users. */
enum Stays: string
{
    case Already = 'in that format already';
    case Scalar = "strings, numbers, booleans and null in serialize() text (--scalars takes them, too)";
    case Plain = 'strings and numbers that the application stored as they are';
    case Unknown = 'of no known format';
    case Other = 'of a format that may be something else: JSON, msgpack, counters, text';
    case Session = 'sessions (--sessions takes them)';
    case Client = 'written by the serializer of the client (--to=lyo-carrier is for clients with Lyo\'s igbinary.so)';
    case Packed = 'compressed in a way that nothing here can read or write (lyo stat names what is needed)';
    case Signed = 'signed (--sign takes the keys)';
    case Unverified = 'whose signature does not match: another key of that name, another --context, or changed';
    case Message = 'bodies of Symfony Messenger, which reads no other format';
    case Damaged = 'damaged';
    case Limit = 'beyond a limit';
    case Inexact = 'that cannot be translated exactly';
    case Unwritable = 'that the store cannot keep as it keeps them now';
    case Changing = 'that another program has changed each time (run the command again)';
    case There = 'whose key the other store has already';

    /** Tells whether nothing is wrong with that: the value needs no conversion, or may not be a serialized value at all. */
    public function isFine(): bool
    {
        return match ($this) {
            self::Damaged, self::Limit, self::Inexact, self::Unwritable, self::Client, self::Packed, self::Signed, self::Unverified, self::Session, self::Changing => false,
            default => true,
        };
    }
}
