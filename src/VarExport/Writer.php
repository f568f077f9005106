<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\VarExport;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Keeps;
use Lyo\Native\Reader as NativeReader;
use Lyo\Stream\Losses;
use Lyo\Stream\Sink;

use function addcslashes;
use function array_pop;
use function count;
use function end;
use function is_infinite;
use function is_int;
use function is_nan;
use function sprintf;
use function str_repeat;
use function strpbrk;
use function strtr;

/** Writes what var_export() writes, for arrays, scalars, stdClass and enum cases. */
final class Writer implements Sink
{
    /** Of classes too, where they are stdClass; of others nobody knows here what __set_state() would make. */
    public const KEEPS = [Keeps::Ints, Keeps::Floats, Keeps::Nulls, Keeps::Bytes, Keeps::Keys];

    private string $text = '';
    /** @var list<bool> whether the containers that are open are objects */
    private array $open = [];
    private bool $hasKey = false;
    private int $slot = 0;
    /** @var array<int, string> enum cases by slot */
    private array $cases = [];

    /**
     * @param string $text of serialize()
     *
     * @throws LyoException if the value cannot be kept
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
        $digits = sprintf('%.*H', -1, $value);
        $this->scalar(match (true) {
            is_nan($value) => 'NAN',
            is_infinite($value) => $value > 0 ? 'INF' : '-INF',
            default => strpbrk($digits, '.E') === false ? "$digits.0" : $digits,
        });
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
            $isObject => "'" . addcslashes((string) $key, "'\\") . "'", // a zero byte stays one there
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
        throw Failure::inexact('var_export() has no payloads');
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
        $this->scalar($this->cases[$slot] ?? throw Failure::inexact('var_export() has no object twice'));
    }

    public function sameSlot(int $slot): void
    {
        throw Failure::inexact('var_export() has no references');
    }

    private function scalar(string $text): void
    {
        $this->slot++;
        $this->write($text);
    }

    private function write(string $text): void
    {
        $this->text .= $this->open === [] ? $text : "$text,\n";
        $this->hasKey = false;
    }

    private function begin(string $head, bool $isObject): void
    {
        $this->slot++;
        $this->breakLine();
        $this->text .= $head;
        $this->open[] = $isObject;
        $this->hasKey = false;
    }

    /** What has entries, and a case, stand on a line of their own. */
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
