<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Docs;

use PhpParser\Node;
use PhpParser\Node\Expr;
use PhpParser\Node\Scalar;
use PhpParser\NodeFinder;
use PhpParser\ParserFactory;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use RuntimeException;
use SplFileInfo;

/** The messages that the C modules, the library and the command line can give, taken from their sources. What varies is "…". */
final class Messages
{
    private const ROOT = __DIR__ . '/../..';

    /** Strings in C that are not messages, or only parts of other messages. */
    private const NO_MESSAGES = ['not in this PHP', '(wrong endianness?)', 'array of class names', 'the dictionary', '… at offset …'];

    /** Files in C whose texts are not messages: those of spec/tags.json, and phpinfo(). */
    private const NO_FILES = ['lyo_error.c', 'lyo_kept.c'];

    /** Methods of Lyo\Failure and Lyo\Tools\Failure that take the text. */
    private const MAKERS = ['corrupt', 'limit', 'inexact', 'unknownFormat', 'mismatch', 'use', 'failed', 'noValue', 'refused'];

    /** @return array<string, string> file by message */
    public static function all(): array
    {
        $messages = self::ofErrors();
        foreach (['ext/src', 'ext-igbinary/src/dropin'] as $folder) {
            foreach (self::files($folder, 'c') as $file) {
                in_array(basename($file), self::NO_FILES, true) || $messages += array_fill_keys(self::ofC((string) file_get_contents($file)), self::near($file));
            }
        }
        foreach (['ext/php_lyo.c', 'ext-igbinary/php_igbinary.c'] as $file) {
            $messages += array_fill_keys(self::ofC((string) file_get_contents(self::ROOT . "/$file")), $file);
        }
        foreach (['src', 'cli/src'] as $folder) {
            foreach (self::files($folder, 'php') as $file) {
                $messages += array_fill_keys(self::ofPhp((string) file_get_contents($file)), self::near($file));
            }
        }
        ksort($messages);

        return $messages;
    }

    /** @return array<string, string> of malformed payloads: spec/tags.json has them for all implementations */
    private static function ofErrors(): array
    {
        $tags = json_decode((string) file_get_contents(self::ROOT . '/spec/tags.json'), true, flags: JSON_THROW_ON_ERROR);
        $errors = is_array($tags) && is_array($tags['errors'] ?? null) ? $tags['errors'] : throw new RuntimeException('spec/tags.json has no errors');
        $messages = [];
        foreach ($errors as $error) {
            if (is_array($error) && is_string($error['message'] ?? null)) {
                $messages[$error['message'] . ' at offset …'] = 'spec/tags.json';
            }
        }

        return $messages;
    }

    /** @return list<string> every text of more than one word that is not for phpinfo() */
    public static function ofC(string $source): array
    {
        $code = (string) preg_replace(['~/\*.*?\*/~s', '~^\s*#.*$~m', '~(?:php_info_\w+|(?:_S|s)tatic_assert)\([^;]*;~'], '', $source);
        $messages = [];
        preg_match_all('/(?:"(?:[^"\\\\\n]|\\\\.)*"\s*)+/', $code, $texts);
        foreach ($texts[0] as $text) {
            preg_match_all('/"((?:[^"\\\\]|\\\\.)*)"/', $text, $parts);
            $message = self::shortened((string) preg_replace('/%[-0-9.*]*(?:ll|l|z)?[a-zA-Z]/', '…', strtr(implode('', $parts[1]), ['\\"' => '"', '\\\\' => '\\'])));
            if (str_contains($message, ' ') && preg_match('/[a-z]{3}/', $message) === 1 && !in_array($message, self::NO_MESSAGES, true)) {
                $messages[] = $message;
            }
        }

        return array_values(array_unique($messages));
    }

    /** @return list<string> */
    public static function ofPhp(string $source): array
    {
        $tree = (new ParserFactory())->createForHostVersion()->parse($source) ?? [];
        $messages = [];
        foreach ((new NodeFinder())->find($tree, self::tells(...)) as $call) {
            if (!$call instanceof Expr\CallLike || $call->getRawArgs() === []) {
                continue;
            }
            $offset = $call instanceof Expr\StaticCall && $call->name instanceof Node\Identifier && in_array($call->name->name, ['corrupt', 'limit'], true);
            foreach (self::texts($call->getArgs()[0]->value) as $text) {
                $text = self::shortened($text);
                if (str_contains($text, ' ') && preg_match('/[a-z]{2}/', $text) === 1) {
                    $messages[] = $offset ? "$text at offset …" : $text;
                }
            }
        }

        return array_values(array_unique($messages));
    }

    private static function tells(Node $node): bool
    {
        return match (true) {
            $node instanceof Expr\New_ => $node->class instanceof Node\Name && str_ends_with($node->class->toString(), 'Exception'),
            $node instanceof Expr\StaticCall => $node->class instanceof Node\Name && $node->class->getLast() === 'Failure'
                && $node->name instanceof Node\Identifier && in_array($node->name->name, self::MAKERS, true),
            $node instanceof Expr\FuncCall => $node->name instanceof Node\Name && $node->name->getLast() === 'trigger_error',
            default => false,
        };
    }

    /** @return list<string> what an expression can be, as far as the source says it */
    private static function texts(Expr $expression): array
    {
        return match (true) {
            $expression instanceof Scalar\String_ => [$expression->value],
            $expression instanceof Scalar\InterpolatedString => [implode('', array_map(
                static fn(Node $part): string => $part instanceof Node\InterpolatedStringPart ? $part->value : '…',
                $expression->parts,
            ))],
            $expression instanceof Expr\BinaryOp\Concat => self::joined(self::texts($expression->left), self::texts($expression->right)),
            $expression instanceof Expr\Ternary => [...self::texts($expression->if ?? $expression->cond), ...self::texts($expression->else)],
            $expression instanceof Expr\Match_ => array_merge(...array_map(static fn(Node\MatchArm $arm): array => self::texts($arm->body), array_values($expression->arms))),
            $expression instanceof Expr\FuncCall && $expression->name instanceof Node\Name && $expression->name->getLast() === 'sprintf'
                => array_map(static fn(string $text): string => (string) preg_replace('/%[-0-9.$]*[a-z]/', '…', $text), self::texts($expression->getArgs()[0]->value)),
            default => ['…'],
        };
    }

    /**
     * @param list<string> $left
     * @param list<string> $right
     * @return list<string>
     */
    private static function joined(array $left, array $right): array
    {
        $all = [];
        foreach ($left as $one) {
            foreach ($right as $other) {
                $all[] = $one . $other;
            }
        }

        return $all;
    }

    private static function shortened(string $text): string
    {
        return trim((string) preg_replace(['/\s+/', '/…(?:…)+/'], [' ', '…'], $text));
    }

    /** @return list<string> */
    private static function files(string $folder, string $extension): array
    {
        $files = [];
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator(self::ROOT . "/$folder")) as $file) {
            if ($file instanceof SplFileInfo && $file->getExtension() === $extension) {
                $files[] = $file->getPathname();
            }
        }
        sort($files);

        return $files;
    }

    private static function near(string $file): string
    {
        return substr($file, strlen(self::ROOT) + 1);
    }
}
