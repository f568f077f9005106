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
        // "}" also closes "${" and "{" in strings; "]" also closes "#["
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
