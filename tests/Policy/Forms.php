<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Policy;

use function str_starts_with;

/**
 * ['k' => [Gadget, State, Old, Absent]] in every form that is read. The bytes are written by hand: no process has all writers, and Absent is declared nowhere.
 */
final class Forms
{
    private const TEXT = 'a:4:{i:0;O:6:"Gadget":1:{s:1:"a";i:1;}i:1;O:5:"State":1:{s:1:"a";i:1;}i:2;C:3:"Old":29:{O:6:"Gadget":1:{s:1:"a";i:1;}}i:3;O:6:"Absent":0:{}}';
    private const IGBINARY = "\x14\x01\x11\x01k\x14\x04"
        . "\x06\x00\x17\x06Gadget\x14\x01\x11\x01a\x06\x01"
        . "\x06\x01\x17\x05State\x14\x01\x0e\x02\x06\x01"
        . "\x06\x02\x17\x03Old\x1d\x1dO:6:\"Gadget\":1:{s:1:\"a\";i:1;}"
        . "\x06\x03\x17\x06Absent\x14\x00";
    private const LYO = "\xC1\x18\x27" . "\x01\x01\xA5k" . "\x02\x45Gadget\x01\xA5a" . "\x02\x44State\x01\xA5a" . "\x04\x42Old" . "\x02\x45Absent\x00"
        . "\x61\x83" . "\x62\x03" . "\x63\x03" . "\x64\x5CO:6:\"Gadget\":1:{s:1:\"a\";i:1;}" . "\x65";

    /** @return array<string, string> name of the form => a session */
    public static function sessions(): array
    {
        return [
            'php' => 'k|' . self::TEXT,
            'php_binary' => "\x01k" . self::TEXT,
            ...self::values(),
        ];
    }

    /** @return array<string, string> name of the form => the value */
    public static function values(): array
    {
        return [
            'php_serialize' => 'a:1:{s:1:"k";' . self::TEXT . '}',
            'igbinary, version 1' => "\0\0\0\x01" . self::IGBINARY,
            'igbinary' => "\0\0\0\x02" . self::IGBINARY,
            'lyo' => self::LYO,
            'lyo behind a header of igbinary' => "\0\0\0\x04" . self::LYO,
        ];
    }

    public static function isOfIgbinary(string $form): bool
    {
        return str_starts_with($form, 'igbinary');
    }
}
