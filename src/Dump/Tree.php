<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

use Closure;

use function array_pop;
use function array_splice;
use function count;
use function implode;
use function is_bool;
use function is_string;
use function max;
use function number_format;
use function str_repeat;
use function strlen;

/**
 * Prints a value as an indented tree while it is read, an entry a line, each with the bytes that it takes.
 *
 * The bytes of an array or object are known at its end. So lines wait for that, but no more than some thousands: then the oldest
 * are printed, and the bytes of what has not ended stand in a line at its end.
 */
final class Tree extends Printer
{
    /** Lines that wait at most, and those that wait on then. */
    private const WAITING = 2000;
    private const YOUNG = 500;
    /** Columns of the bytes, with the two blanks behind them. */
    private const MARGIN = 11;
    /** Levels that are indented. */
    private const LEVELS = 24;

    /** @var list<string> lines that wait */
    private array $lines = [];
    /** Lines that were printed. */
    private int $printed = 0;
    /** @var list<OpenLine> of what is shown and has not ended */
    private array $heads = [];
    /** @var array<string, string> what the marks that were used mean */
    private array $legend = [];

    /**
     * @param Closure(string): void $write
     * @param string $heading what is printed first, with the number of elements behind it
     * @param int|null $end bytes of the data, up to whose end the value goes; null if its tokens have no places in them
     * @param array<int, true> $shared
     */
    public function __construct(
        private readonly Closure $write,
        View $view,
        private string $heading = '',
        private readonly ?int $end = null,
        bool $sharing = true,
        array $shared = [],
        int $shift = 0,
    ) {
        parent::__construct($view, $sharing, $shared, $shift);
    }

    public function finish(): void
    {
        $this->heading('');
        while (($head = array_pop($this->heads)) !== null) { // of a value that was cut off
            $this->level--;
            $this->complete($head, null);
        }
        $this->flush(count($this->lines));
        foreach ($this->legend as $line) {
            ($this->write)($this->paint('note', str_repeat(' ', self::MARGIN) . "($line)") . "\n");
        }
    }

    public function key(int|string $key): void
    {
        $this->key = $key;
        $last = count($this->heads) - 1;
        if ($last >= 0 && $last === $this->level - (int) $this->base - 1) {
            $head = $this->heads[$last];
            if ($key !== $head->next++) {
                $head->isList ??= false;
            }
        }
    }

    /** Prints the first lines, unless that has been done. */
    private function heading(string $elements): void
    {
        if ($this->heading !== '') {
            $place = $this->found() && $this->view->path->length() > 0 ? ", at {$this->view->path}" : '';
            ($this->write)($this->heading . $elements . $place . "\n" . ($this->end === null ? '' : $this->paint('bytes', '    bytes') . "\n"));
            $this->heading = '';
        }
    }

    protected function scalar(int|float|string|bool|null $value, ?int $reference): void
    {
        $label = $this->label();
        $mark = $this->referenceMark($reference);
        $text = is_string($value) ? Text::short($value, $this->room($label . $mark)) : Diagnostic::scalar($value);
        $this->line($label, $mark . $this->paint(is_string($value) ? 'string' : ($value === null || is_bool($value) ? 'constant' : 'number'), $text));
    }

    protected function beginContainer(string $class, int $count, ?int $ordinal, ?int $reference, bool $opened): void
    {
        $this->heading(', ' . number_format($count) . ' ' . ($class === '' ? 'element' : ($count === 1 ? 'property' : 'propertie')) . ($count === 1 ? '' : 's'));
        $name = $this->referenceMark($reference) . ($class === '' ? '' : $this->ordinalMark($ordinal) . $this->paint('class', Text::name($class)));
        $this->heads[] = new OpenLine($this->printed + count($this->lines), $this->from, $this->end !== null && $this->from < $this->to, $this->label(), $name, $class !== '', $count, $class === '' ? $this->isList : false);
        $this->lines[] = '';
        count($this->lines) >= self::WAITING && $this->makeRoom();
    }

    protected function endContainer(int $count, int $hidden): void
    {
        if ($hidden > 0) {
            $this->level++;
            $this->more($hidden);
            $this->level--;
        }
        $head = array_pop($this->heads);
        if ($head !== null) {
            $head->count = $count;
            $head->isList ??= true;
            $this->complete($head, $this->to);
        }
    }

    protected function cutOff(int $count, int $hidden): void
    {
        $this->more($hidden);
    }

    protected function customObject(string $class, string $payload, ?int $ordinal, ?int $reference): void
    {
        $label = $this->label();
        $mark = $this->referenceMark($reference) . $this->ordinalMark($ordinal);
        $name = Text::name($class);
        $this->line($label, $mark . $this->paint('class', $name) . ' with a payload: ' . $this->paint('string', Text::short($payload, $this->room("$label$mark$name with a payload: "))));
    }

    protected function case(string $class, string $case, ?int $reference): void
    {
        $this->line($this->label(), $this->referenceMark($reference) . $this->paint('class', Text::name($class) . '::' . Text::name($case)));
    }

    protected function object(?int $ordinal): void
    {
        $this->legend['#'] = '#0 is the object that stands where #0= is';
        $this->line($this->label(), $this->paint('mark', '#' . ($ordinal ?? '?')));
    }

    protected function referenceAgain(?int $index): void
    {
        $this->legend['*'] = '*0 is one PHP reference with the value behind &0';
        $this->line($this->label(), $this->paint('mark', '*' . ($index ?? '?')));
    }

    private function more(int $hidden): void
    {
        $this->lines[] = $this->start(null) . $this->paint('note', "… $hidden more") . "\n";
    }

    private function paint(string $part, string $text): string
    {
        $colour = $this->view->colours[$part] ?? null;
        return $colour === null || $text === '' ? $text : $colour[0] . $text . $colour[1];
    }

    private function referenceMark(?int $reference): string
    {
        return $reference === null ? '' : $this->paint('mark', "&$reference") . ' ';
    }

    private function ordinalMark(?int $ordinal): string
    {
        return $ordinal === null ? '' : $this->paint('mark', "#$ordinal=");
    }

    /** The key in front of a value, with a blank behind it. */
    private function label(): string
    {
        if ($this->level === $this->base) {
            return '';
        }
        $key = Text::key($this->key, $this->class);
        return is_string($this->key) ? "$key: " : "$key ";
    }

    /** Columns that are left for a string behind that text. */
    private function room(string $before): int
    {
        if ($this->view->columns === 0) {
            return PHP_INT_MAX >> 8;
        }
        return max(24, $this->view->columns - self::MARGIN - 2 * ($this->level - (int) $this->base) - Text::columns($before));
    }

    /** Bytes and indentation of a line. */
    private function start(?int $bytes): string
    {
        $level = $this->level - (int) $this->base;
        $number = (string) $bytes;
        return $this->paint('bytes', str_repeat(' ', max(0, self::MARGIN - 2 - strlen($number))) . "$number  ")
            . ($level <= self::LEVELS ? str_repeat('  ', $level) : str_repeat('  ', self::LEVELS) . $this->paint('note', "(level $level) "));
    }

    private function line(string $label, string $text): void
    {
        $this->heading === '' || $this->heading('');
        $bytes = $this->end === null ? 0 : $this->to - $this->from;
        $this->lines[] = $this->start($bytes > 0 ? $bytes : null) . $this->paint('key', $label) . "$text\n";
        count($this->lines) >= self::WAITING && $this->makeRoom();
    }

    /** Writes the line of a container, which ends at that offset, or is cut off. */
    private function complete(OpenLine $head, ?int $end): void
    {
        $bytes = $this->rootBytes($head) ?? ($head->hasBytes && $end !== null ? $end - $head->from : null);
        if ($head->line >= $this->printed) {
            $this->put($head, $bytes);
        } elseif ($bytes !== null && $this->rootBytes($head) === null) {
            $this->lines[] = $this->start($bytes) . $this->paint('note', "end of $head->label" . $head->text($head->isList)) . "\n";
        }
    }

    /** Puts the line where it has its place. */
    private function put(OpenLine $head, ?int $bytes): void
    {
        $this->lines[$head->line - $this->printed] = $this->start($bytes) . $this->paint('key', $head->label) . $head->text($head->isList) . "\n"; // @phpstan-ignore assign.propertyType (it is there)
    }

    /** The bytes of the whole value, if that is what begins there. */
    private function rootBytes(OpenLine $head): ?int
    {
        return $this->end !== null && $this->level === 0 ? $this->end - $head->from : null;
    }

    /** Too many lines wait: prints the old ones. */
    private function makeRoom(): void
    {
        $now = $this->printed + count($this->lines);
        $upTo = $now;
        $level = $this->level;
        foreach ($this->heads as $i => $head) {
            if ($head->line >= $now - self::YOUNG) {
                $upTo = $head->line;
                break;
            }
            if ($head->line >= $this->printed) {
                $this->level = $i + (int) $this->base;
                $this->put($head, $this->rootBytes($head));
            }
        }
        $this->level = $level;
        $this->flush($upTo - $this->printed);
    }

    private function flush(int $lines): void
    {
        ($this->write)(implode('', array_splice($this->lines, 0, $lines)));
        $this->printed += $lines;
    }
}
