<?php

declare(strict_types=1);

namespace Lyo\Samples;

use PhpToken;
use RuntimeException;

/** PHP files of this directory, cut into tokens. */
final class Sources
{
    /** @return list<string> paths of files, in a fixed order */
    public static function files(): array
    {
        $files = [];
        foreach (['', 'Code/', 'Document/', 'Shop/'] as $folder) {
            array_push($files, ...(glob(__DIR__ . '/' . $folder . '*.php') ?: []));
        }
        sort($files, SORT_STRING);

        return $files;
    }

    public static function text(string $file): string
    {
        $text = file_get_contents($file);

        return $text === false ? throw new RuntimeException('cannot read ' . $file) : $text;
    }

    /**
     * As objects with public typed properties.
     *
     * @return array<string, list<PhpToken>>
     */
    public static function tokenObjects(): array
    {
        $tokens = [];
        foreach (self::files() as $file) {
            $tokens[basename($file)] = array_values(PhpToken::tokenize(self::text($file)));
        }

        return $tokens;
    }

    /**
     * As lists of kind, text and line, like the result of token_get_all().
     *
     * @return array<string, list<array{int, string, int}>>
     */
    public static function tokenRows(): array
    {
        return array_map(
            static fn(array $tokens): array => array_map(
                static fn(PhpToken $token): array => [$token->id, $token->text, $token->line],
                $tokens,
            ),
            self::tokenObjects(),
        );
    }
}
