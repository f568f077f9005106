<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use Closure;
use Lyo\Stream\Leaves;
use Lyo\Stream\Located;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Tag;

use function array_pop;
use function bin2hex;
use function count;
use function max;
use function min;
use function ord;
use function preg_replace;
use function rtrim;
use function sprintf;
use function str_repeat;
use function str_starts_with;
use function strlen;
use function strtoupper;

/**
 * Prints annotated hex: for each token a line with its offset, its bytes and its meaning, indented by the level of nesting. For lyo data the
 * lines are the same as those of `lyo-dump --hex`. LyoHex adds the parts that only this format has.
 */
final class Hex implements Located
{
    use Leaves;

    /** Number of bytes in a line, and width of their column. */
    private const BYTES = 12;
    private const WIDTH = 38;
    /** Levels of nesting that are indented; deeper ones are indented like the last. */
    private const LEVELS = 12;
    /** Width of the column for offsets. */
    private const MARGIN = 8;

    /** Number of open arrays and objects. */
    public int $level = 0;
    /** Text to print before the meaning of the next value, for example a key that has no bytes of its own. */
    public string $prefix = '';
    /** Number of objects so far. */
    public int $ordinals = 0;
    /** Offsets of the current token and of the byte after it. */
    private int $from = 0;
    private int $to = 0;
    /** Offset of the first byte that has not been printed. */
    private int $end = 0;
    private ?bool $isList = null;
    /** @var list<array{string, bool}> for each open array or object its class, and whether it is known to be a list */
    private array $open = [];
    private int $slot = 0;
    /** @var array<int, int> slot => ordinal */
    private array $objects = [];
    /** @var array<int, int> first slot of a PHP reference => index */
    private array $references = [];

    /**
     * @param Closure(string): void $write
     * @param bool $ascii escape everything but ASCII in strings, as lyo-dump and the specification do
     * @param int $shift number of slots at the beginning that back references do not count: 1 in sessions, otherwise 0
     */
    public function __construct(private readonly string $data, private readonly Closure $write, private readonly bool $ascii = false, private readonly int $shift = 0) {}

    /** Prints bytes and their meaning. Bytes before $from that have not been printed are printed first, without a meaning. */
    public function line(int $level, int $from, int $to, string $meaning): void
    {
        if ($from > $this->end) {
            $this->bytes($level, $this->end, $from, '');
        }
        $this->bytes($level, $from, $to, $meaning);
    }

    private function bytes(int $level, int $from, int $to, string $meaning): void
    {
        $indent = str_repeat('  ', min($level, self::LEVELS));
        $text = '';
        $at = $from;
        do {
            $line = ($at < $to ? sprintf('%6d  ', $at) : str_repeat(' ', self::MARGIN)) . $indent;
            $size = min(self::BYTES, $to - $at);
            for ($i = 0; $i < $size; $i++) {
                $line .= strtoupper(bin2hex($this->data[$at + $i])) . ' ';
            }
            $at += $size;
            $line .= str_repeat(' ', max(0, self::MARGIN + self::WIDTH - strlen($line)));
            $text .= rtrim("$line $indent$meaning", ' ') . "\n";
            $meaning = '';
        } while ($at < $to);
        $this->end = max($this->end, $to);
        ($this->write)($text);
    }

    /** Prints an error beside the next bytes. */
    public function failure(int $offset, string $message): void
    {
        foreach (ErrorCode::cases() as $code) {
            if (str_starts_with($message, $code->message() . ' at offset ')) {
                $message = strtoupper((string) preg_replace('/(?<=[a-z])(?=[A-Z])/', '_', $code->name)) . " at $offset: " . $code->message();
                break;
            }
        }
        $this->bytes(0, $this->end, min(strlen($this->data), $this->end + self::BYTES), $message);
    }

    public function scalarText(int|float|string|bool|null $value): string
    {
        return $this->ascii ? Diagnostic::scalar($value) : Text::scalar($value);
    }

    public function keyText(int|string $key, string $class): string
    {
        return $this->ascii ? Diagnostic::key($key, $class) : (is_string($key) ? Text::key($key, $class) : (string) $key);
    }

    public function nameText(string $name): string
    {
        return $this->ascii ? Diagnostic::name($name) : Text::name($name);
    }

    /** Prints the line of a value. */
    public function value(int $from, int $to, string $meaning): void
    {
        $this->line($this->level, $from, $to, $this->prefix . $meaning);
        $this->prefix = '';
    }

    /** Prints the line with which an array or object begins. */
    public function container(int $from, int $to, string $meaning, string $class = '', bool $list = false): void
    {
        $this->value($from, $to, $meaning);
        $this->open[] = [$class, $list];
        $this->level++;
    }

    /** Ends the innermost array or object. */
    public function leave(): void
    {
        array_pop($this->open);
        $this->level--;
    }

    public function at(int $from, int $to): void
    {
        $this->from = $from;
        $this->to = $to;
    }

    public function reference(): void
    {
        $index = count($this->references);
        $this->references[$this->slot + 1] = $index;
        $this->prefix .= "reference $index: ";
    }

    public function isList(bool $list): void
    {
        $this->isList = $list;
    }

    public function key(int|string $key): void
    {
        [$class, $list] = $this->open[count($this->open) - 1] ?? ['', false];
        if ($this->from < $this->to) {
            $this->line($this->level, $this->from, $this->to, 'key ' . $this->keyText($key, $class) . self::backReference($this->data[$this->from]));
        } elseif (!$list) {
            $this->prefix = $this->keyText($key, $class) . ': ';
        }
    }

    private function leaf(int|float|string|bool|null $value): void
    {
        $this->slot++;
        $this->value($this->from, $this->to, $this->scalarText($value) . (is_string($value) ? self::backReference($this->data[$this->from] ?? '') : ''));
    }

    public function beginArray(int $count): void
    {
        $this->slot++;
        $this->container($this->from, $this->to, match ($this->isList) {
            true => $count === 0 ? '[]' : "list of $count",
            false => "map of $count",
            null => "array of $count",
        }, list: $this->isList === true);
        $this->isList = null;
    }

    public function beginObject(string $class, int $count): void
    {
        $this->objects[++$this->slot] = $this->ordinals;
        $this->container($this->from, $this->to, "object #{$this->ordinals} of {$this->nameText($class)}, $count propert" . ($count === 1 ? 'y' : 'ies'), $class);
        $this->ordinals++;
    }

    public function end(int $count): void
    {
        if ($this->from < $this->to) {
            $this->line($this->level - 1, $this->from, $this->to, 'end');
        }
        $this->leave();
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        $this->objects[++$this->slot] = $this->ordinals;
        $this->slot += $slots;
        $this->value($this->from, $this->to, "object #{$this->ordinals} of {$this->nameText($class)}, payload: " . $this->scalarText($payload));
        $this->ordinals++;
    }

    public function enumCase(string $class, string $case): void
    {
        $this->slot++;
        $this->value($this->from, $this->to, $this->nameText($class) . '::' . $this->nameText($case));
    }

    public function sameObject(int $slot): void
    {
        $this->slot++;
        $ordinal = $this->objects[$slot + $this->shift] ?? null;
        $this->value($this->from, $this->to, $ordinal === null ? "the enum case of slot $slot again" : "object #$ordinal again");
    }

    public function sameSlot(int $slot): void
    {
        $index = $this->references[$slot + $this->shift] ?? null;
        $this->value($this->from, $this->to, $index === null ? "PHP reference to the value of slot $slot" : "reference $index again");
    }

    /**
     * Tells what a string token of lyo refers to. Returns '' if it only has bytes of its own, and also for other formats, whose tags are lower.
     *
     * @param string $tag the first byte of the token
     */
    public static function backReference(string $tag): string
    {
        $tag = ord($tag);
        return match (true) {
            $tag >= Tag::BACKREF_NEAR, $tag >= Tag::BACKREF_12 && $tag <= Tag::BACKREF_12_LAST, $tag >= Tag::BACKREF && $tag <= Tag::BACKREF_LAST => ' (back reference)',
            $tag >= Tag::PREFIXED && $tag <= Tag::PREFIXED_SHORT => ' (begins as an earlier one)',
            $tag >= Tag::NAME && $tag <= Tag::NAME_LAST => ' (of the preamble)',
            default => '',
        };
    }
}
