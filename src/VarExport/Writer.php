<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\VarExport;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Keeps;
use Lyo\Native\Losses;
use Lyo\Native\Reader as NativeReader;
use Lyo\Native\Text;
use Lyo\Stream\Sink;

use function addcslashes;
use function array_pop;
use function count;
use function end;
use function is_int;
use function str_repeat;
use function strtr;

/**
 * Writes arrays, scalars, objects of stdClass and enum cases in the form of var_export().
 *
 * @internal
 */
final class Writer implements Sink
{
    /** Of classes only stdClass is kept. It is not known what __set_state() of another class would create. */
    public const KEEPS = [Keeps::Bytes];

    private string $text = '';
    /** @var list<bool> for each container that has not ended yet: whether it is an object */
    private array $open = [];
    /** Whether a key was written, and its value follows. */
    private bool $hasKey = false;
    /** Number of slots so far. */
    private int $slot = 0;
    /** @var array<int, string> text of enum cases, by slot */
    private array $cases = [];

    /**
     * Returns the output of var_export() for a value.
     *
     * @param string $text text of serialize() for the value
     *
     * @throws LyoException if the value cannot be kept unchanged
     */
    public static function fromNative(string $text): string
    {
        Losses::refuse($text, 'var_export()', self::KEEPS, true);
        $writer = new self();
        NativeReader::read($text, $writer);

        return $writer->text;
    }

    public function null(): void
    {
        $this->scalar('NULL');
    }

    public function bool(bool $value): void
    {
        $this->scalar($value ? 'true' : 'false');
    }

    public function int(int $value): void
    {
        $this->scalar($value === PHP_INT_MIN ? '-9223372036854775807-1' : (string) $value);
    }

    public function float(float $value): void
    {
        $this->scalar(Text::literal($value));
    }

    public function string(string $value): void
    {
        $this->scalar(self::quoted($value));
    }

    public function beginArray(int $count): void
    {
        $this->begin("array (\n", false);
    }

    public function beginObject(string $class, int $count): void
    {
        $this->begin("(object) array(\n", true);
    }

    public function key(int|string $key): void
    {
        $isObject = end($this->open) === true;
        $this->text .= $this->indent($isObject ? 1 : 0) . match (true) {
            $isObject => "'" . addcslashes((string) $key, "'\\") . "'", // var_export() does not escape zero bytes in names of properties
            is_int($key) => (string) $key,
            default => self::quoted($key),
        } . ' => ';
        $this->hasKey = true;
    }

    public function end(int $count): void
    {
        array_pop($this->open);
        $this->write($this->indent() . ')');
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        throw Failure::inexact('var_export() cannot write payloads of Serializable objects');
    }

    public function enumCase(string $class, string $case): void
    {
        $this->cases[$this->slot + 1] = "\\$class::$case";
        $this->breakLine();
        $this->scalar("\\$class::$case");
    }

    public function sameObject(int $slot): void
    {
        $this->breakLine();
        $this->scalar($this->cases[$slot] ?? throw Failure::inexact('var_export() cannot write one object at two places'));
    }

    public function sameSlot(int $slot): void
    {
        throw Failure::inexact('var_export() cannot write PHP references');
    }

    /** Writes a value without entries. */
    private function scalar(string $text): void
    {
        $this->slot++;
        $this->write($text);
    }

    /** Writes the end of a value, with a comma if it is part of a container. */
    private function write(string $text): void
    {
        $this->text .= $this->open === [] ? $text : "$text,\n";
        $this->hasKey = false;
    }

    /** Begins a container. */
    private function begin(string $head, bool $isObject): void
    {
        $this->slot++;
        $this->breakLine();
        $this->text .= $head;
        $this->open[] = $isObject;
        $this->hasKey = false;
    }

    /** Begins a new line behind a key. Containers and enum cases begin on a line of their own. */
    private function breakLine(): void
    {
        if ($this->hasKey) {
            $this->text .= "\n" . $this->indent();
        }
    }

    private function indent(int $more = 0): string
    {
        return str_repeat(' ', 2 * count($this->open) + $more);
    }

    private static function quoted(string $value): string
    {
        return "'" . strtr($value, ['\\' => '\\\\', "'" => "\\'", "\0" => "' . \"\\0\" . '"]) . "'";
    }
}
