<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\VarExport;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Native\References;
use Lyo\Native\Writer as NativeWriter;
use Lyo\Stream\Sink;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;

use function chr;
use function hexdec;
use function is_int;
use function ltrim;
use function octdec;
use function preg_match;
use function strcspn;
use function strlen;
use function strpbrk;
use function strtolower;
use function substr;

/**
 * Reads the output of var_export(), alone or as a PHP file that returns it. It also reads arrays in brackets, which other exporters write into such
 * files. The text is never executed, and no class is loaded. Everything except literals is refused.
 *
 * An object that is written with __set_state() gets the keys that stand in the text. The text does not show which properties are private or protected.
 *
 * @internal
 */
final class Reader
{
    /** Matches white space and comments. */
    private const SPACE = '~(?:[ \t\r\n]++|/\*(?:[^*]++|\*(?!/))*+\*/|(?://|\#(?!\[))(?:[^\n?]++|\?(?!>))*+)*+~A';
    private const NAME = '\\\\?[A-Za-z_\x80-\xFF][\w\x80-\xFF]*+(?:\\\\[A-Za-z_\x80-\xFF][\w\x80-\xFF]*+)*+';

    /** Offset of the next byte to read. */
    private int $at = 0;
    private int $depth = 0;
    /** Number of slots so far. */
    private int $slot = 0;
    /** @var array<string, int> first slots of enum cases, by "class::case"; a case that occurs again is the same object */
    private array $cases = [];

    private function __construct(private readonly string $text, private readonly Sink $sink) {}

    /** Tells whether the text is exactly one value, and an array, an object or a PHP file. Other values have no form of their own. */
    public static function fits(string $text): bool
    {
        if (preg_match('~\A(?:<\?php\b|array ?\(|\(object\) ?array|' . self::NAME . '::__set_state\()~', $text) !== 1) {
            return false;
        }
        try {
            self::read($text, new References());
            return true;
        } catch (LyoException) {
            return false;
        }
    }

    /**
     * Returns the text of serialize() for the value.
     *
     * @throws LyoException
     */
    public static function toNative(string $text): string
    {
        $writer = new NativeWriter();
        self::read($text, $writer);

        return $writer->text();
    }

    /**
     * Reads a text that holds one value and nothing else.
     *
     * @throws LyoException
     */
    public static function read(string $text, Sink $sink): void
    {
        $reader = new self($text, $sink);
        $isFile = preg_match('~\A<\?php(?=\s)~i', $text) === 1;
        if ($isFile) {
            $reader->at = strlen('<?php');
            $reader->takes('~declare\s*+\(\s*+strict_types\s*+=\s*+[01]\s*+\)\s*+;~Ai');
        }
        if ($isFile && $reader->takes('~return\b~Ai') === null) {
            throw $reader->failure('a file that is more than a return statement');
        }
        $reader->value();
        $ends = $reader->sign(';');
        if ($isFile && $reader->takes('~\?>\n?~A') !== null) {
            $ends = true;
        } else {
            $reader->space();
        }
        if ($isFile && !$ends) {
            throw $reader->failure('a statement without an end');
        }
        if ($reader->at !== strlen($text)) {
            throw Failure::at(ErrorCode::Trailing, $reader->at);
        }
    }

    private function value(): void
    {
        $this->slot++;
        $this->space();
        $byte = $this->text[$this->at] ?? throw Failure::truncated($this->at);
        if ($byte === "'" || $byte === '"') {
            $this->sink->string($this->string());
        } elseif ($byte === '[') {
            $this->at++;
            $this->array(']');
        } elseif ($byte === '(') {
            $this->takes('~\([ \t]*+object[ \t]*+\)~Ai') ?? throw $this->failure('not a literal');
            $this->sink->beginObject('stdClass', 0);
            $this->entries($this->opening(), true);
        } elseif ($byte === '-' || $byte === '+' || $byte === '.' || $byte >= '0' && $byte <= '9') {
            $this->number();
        } else {
            $this->word();
        }
    }

    /** Reads a value that begins with a name: a constant, an array, an enum case or a call of __set_state(). */
    private function word(): void
    {
        $at = $this->at;
        $name = $this->takes('~' . self::NAME . '~A') ?? throw $this->failure('not a literal');
        if ($this->sign('::')) {
            $member = $this->takes('~[A-Za-z_\x80-\xFF][\w\x80-\xFF]*+~A') ?? throw $this->failure('not a literal');
            $class = ltrim($name, '\\');
            if (!$this->sign('(') && strtolower($member) !== 'class') {
                $known = $this->cases["$class::$member"] ??= $this->slot;
                $known === $this->slot ? $this->sink->enumCase($class, $member) : $this->sink->sameObject($known);
                return;
            }
            if (strtolower($member) !== '__set_state') {
                throw Failure::corrupt('a call of a method', $at);
            }
            $this->space();
            $this->sink->beginObject($class, 0);
            $this->entries($this->opening(), true);
            $this->sign(')') || throw $this->failure('a call that does not end');
            return;
        }
        match (strtolower(strcasecmp($name, '\\array') === 0 ? $name : ltrim($name, '\\'))) {
            'null' => $this->sink->null(),
            'true' => $this->sink->bool(true),
            'false' => $this->sink->bool(false),
            'nan' => $this->sink->float(NAN),
            'inf' => $this->sink->float(INF),
            'array' => $this->array($this->sign('(') ? ')' : throw $this->failure('not a literal')),
            default => throw Failure::corrupt('a name that is not a literal', $at),
        };
    }

    /** Reads the beginning of an array, and returns the character that ends it. */
    private function opening(): string
    {
        $this->space();
        return match (strtolower($this->takes('~\[|array\s*+\(~Ai') ?? '')[0] ?? '') {
            '[' => ']',
            'a' => ')',
            default => throw $this->failure('not an array'),
        };
    }

    private function array(string $close): void
    {
        $this->sink->beginArray(0);
        $this->entries($close, false);
    }

    /** Reads the entries of an array or object up to the character $close. */
    private function entries(string $close, bool $isObject): void
    {
        if (++$this->depth > Limit::DEPTH) {
            throw Failure::at(ErrorCode::Depth, $this->at);
        }
        $count = 0;
        $next = 0;
        for (;;) {
            $this->space();
            if (($this->text[$this->at] ?? '') === $close) {
                break;
            }
            $key = $this->key($isObject) ?? $next;
            if (is_int($key) && $key >= $next && $key < PHP_INT_MAX) {
                $next = $key + 1;
            }
            $this->sink->key($key);
            $this->value();
            $count++;
            if (!$this->sign(',')) {
                $this->space();
                break;
            }
        }
        if (($this->text[$this->at] ?? throw Failure::truncated($this->at)) !== $close) {
            throw $this->failure('not an entry of an array');
        }
        $this->at++;
        $this->depth--;
        $this->sink->end($count);
    }

    /** Reads the key of an entry. Returns null if it has none. */
    private function key(bool $isObject): int|string|null
    {
        $from = $this->at;
        $byte = $this->text[$from] ?? '';
        $key = match (true) {
            $byte === "'" || $byte === '"' => $this->string(),
            $byte === '-' || $byte >= '0' && $byte <= '9' => $this->takes('~-?\d++(?![.\deE])~A'),
            default => null,
        };
        if ($key !== null && $this->sign('=>')) {
            if ($byte !== "'" && $byte !== '"' && (string) (int) $key !== $key) {
                throw Failure::corrupt('a key that var_export() does not write', $from);
            }
            return !$isObject && (string) (int) $key === $key ? (int) $key : $key;
        }
        $this->at = $from;

        return null;
    }

    private function number(): void
    {
        $at = $this->at;
        if ($this->text[$at] === '-' && $this->takes('~-\s*+INF\b~Ai') !== null) {
            $this->sink->float(-INF);
            return;
        }
        if ($this->text[$at] === '-' && $this->takes('~-9223372036854775807\s*+-\s*+1\b~A') !== null) {
            $this->sink->int(PHP_INT_MIN);
            return;
        }
        $digits = $this->takes('~-?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?~A') ?? throw $this->failure('not a number');
        if (strpbrk($digits, '.eE') !== false) {
            $this->sink->float((float) $digits);
        } elseif ((string) (int) $digits === $digits) {
            $this->sink->int((int) $digits);
        } else {
            throw Failure::corrupt('a number that var_export() does not write', $at);
        }
    }

    /** Reads a string, which may consist of several strings in quotes with dots between them. */
    private function string(): string
    {
        $string = '';
        do {
            $this->space();
            $string .= $this->quoted();
        } while ($this->takes('~\.(?!\d)~A') !== null);

        return $string;
    }

    /** Reads a string in single or double quotes. */
    private function quoted(): string
    {
        $at = $this->at;
        $quote = $this->text[$at] ?? throw Failure::truncated($at);
        if ($quote !== "'" && $quote !== '"') {
            throw $this->failure('not a string');
        }
        $value = '';
        for ($this->at++; ; $this->at++) {
            $size = strcspn($this->text, $quote === "'" ? "\\'" : '\\"$', $this->at);
            $value .= substr($this->text, $this->at, $size);
            $this->at += $size;
            $byte = $this->text[$this->at] ?? throw Failure::truncated($at);
            if ($byte === $quote) {
                $this->at++;
                return $value;
            }
            if ($byte === '$') {
                throw $this->failure('a variable');
            }
            $this->at++;
            $value .= $quote === "'" ? $this->plainEscape() : $this->escape();
        }
    }

    /** Returns the meaning of an escape in single quotes. The offset is that of the byte behind the backslash, and stays there. */
    private function plainEscape(): string
    {
        $byte = $this->text[$this->at] ?? throw Failure::truncated($this->at);

        return $byte === '\\' || $byte === "'" ? $byte : "\\$byte";
    }

    /** Returns the meaning of an escape in double quotes. The offset is that of the byte behind the backslash, and moves to the last byte of the escape. */
    private function escape(): string
    {
        if (preg_match('~[0-7]{1,3}|x[0-9A-Fa-f]{1,2}|u\{[0-9A-Fa-f]{1,6}\}|.~As', $this->text, $match, 0, $this->at) !== 1) {
            throw Failure::truncated($this->at);
        }
        $escape = $match[0];
        $from = $this->at;
        if ($escape === 'u' && ($this->text[$from + 1] ?? '') === '{') {
            throw $this->failure('a character that does not exist');
        }
        $this->at += strlen($escape) - 1;
        if (strlen($escape) > 1 || $escape >= '0' && $escape <= '7') {
            return match ($escape[0]) {
                'x' => chr((int) hexdec(substr($escape, 1))),
                'u' => self::utf8((int) hexdec(substr($escape, 2, -1)), $from),
                default => chr((int) octdec($escape) & 0xFF),
            };
        }

        return ['n' => "\n", 'r' => "\r", 't' => "\t", 'v' => "\v", 'e' => "\e", 'f' => "\f", '\\' => '\\', '$' => '$', '"' => '"'][$escape] ?? "\\$escape";
    }

    /** Returns a character in UTF-8. */
    private static function utf8(int $code, int $at): string
    {
        return match (true) {
            $code < 0x80 => chr($code),
            $code < 0x800 => chr(0xC0 | $code >> 6) . chr(0x80 | $code & 0x3F),
            $code < 0x10000 => chr(0xE0 | $code >> 12) . chr(0x80 | $code >> 6 & 0x3F) . chr(0x80 | $code & 0x3F),
            $code < 0x110000 => chr(0xF0 | $code >> 18) . chr(0x80 | $code >> 12 & 0x3F) . chr(0x80 | $code >> 6 & 0x3F) . chr(0x80 | $code & 0x3F),
            default => throw Failure::corrupt('a character that does not exist', $at),
        };
    }

    /** Skips white space and comments. */
    private function space(): void
    {
        $byte = $this->text[$this->at] ?? '!';
        if (($byte <= ' ' || $byte === '/' || $byte === '#') && preg_match(self::SPACE, $this->text, $match, 0, $this->at) === 1) {
            $this->at += strlen($match[0]);
        }
    }

    /** Skips white space and $sign, and returns true. If $sign is not there, nothing is skipped. */
    private function sign(string $sign): bool
    {
        $from = $this->at;
        $this->space();
        if (substr($this->text, $this->at, strlen($sign)) !== $sign) {
            $this->at = $from;
            return false;
        }
        $this->at += strlen($sign);

        return true;
    }

    /** Skips white space and what matches $pattern, and returns the match. Returns null, and skips nothing, if there is no match. */
    private function takes(string $pattern): ?string
    {
        $from = $this->at;
        $this->space();
        if (preg_match($pattern, $this->text, $match, 0, $this->at) !== 1) {
            $this->at = $from;
            return null;
        }
        $this->at += strlen($match[0]);

        return $match[0];
    }

    private function failure(string $what): LyoException
    {
        return $this->at >= strlen($this->text) ? Failure::truncated($this->at) : Failure::corrupt($what, $this->at);
    }
}
