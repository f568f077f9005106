<?php

declare(strict_types=1);

namespace Lyo\Samples\Syntax;

enum Bracket: string
{
    case Round = '(';
    case Square = '[';
    case Curly = '{';

    public static function opening(string $text): ?self
    {
        // "${" and "{" in strings open what "}" closes; "#[" what "]" closes
        return match ($text) {
            '(' => self::Round,
            '[', '#[' => self::Square,
            '{', '${' => self::Curly,
            default => null,
        };
    }

    public static function isClosing(string $text): bool
    {
        return in_array($text, [')', ']', '}'], true);
    }
}
