<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use Closure;

use function array_pop;
use function array_splice;
use function count;
use function implode;
use function is_bool;
use function is_string;
use function max;
use function str_repeat;
use function strlen;

/**
 * Prints a value as an indented tree while it is being read: a line for each entry, with the number of bytes that it takes.
 *
 * The size of an array or object is known only at its end, but it is printed in its first line. Therefore up to 2,000 lines are kept back. Then the
 * oldest are printed. An array or object whose first line was printed without a size gets another line with the size at its end.
 */
final class Tree extends Printer
{
    /** Number of lines that are kept back, and number of those that stay when the oldest are printed. */
    private const WAITING = 2000;
    private const YOUNG = 500;
    /** Width of the column for sizes, including two spaces after it. */
    private const MARGIN = 11;
    /** Levels of nesting that are indented; for deeper ones the level is printed. */
    private const LEVELS = 24;

    /** @var list<string> lines that are kept back */
    private array $lines = [];
    /** Number of lines that were printed. */
    private int $printed = 0;
    /** @var list<OpenLine> lines of the open arrays and objects that are shown */
    private array $heads = [];
    /** @var array<string, string> explanations of the marks that were used, by mark */
    private array $legend = [];

    /**
     * @param Closure(string): void $write
     * @param string $heading text of the first line; the number of elements is added to it
     * @param int|null $end size of the data, which is where the value ends; null if its tokens have no offsets
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
        while (($head = array_pop($this->heads)) !== null) { // the value was cut off
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

    /** Prints the first lines, if they have not been printed yet. */
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
        $this->heading(', ' . ($class === '' ? Text::count($count, 'element') : Text::count($count, 'property', 'properties')));
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

    /** Adds the line that tells how many entries are not shown. */
    private function more(int $hidden): void
    {
        $this->lines[] = $this->start(null) . $this->paint('note', "… $hidden more") . "\n";
    }

    /** Puts the colour of a part around text. */
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

    /** Returns the key of the current value with a space after it; '' for the value at the path. */
    private function label(): string
    {
        if ($this->level === $this->base) {
            return '';
        }
        $key = Text::key($this->key, $this->class);
        return is_string($this->key) ? "$key: " : "$key ";
    }

    /** Returns the number of columns that are left for a string after $before; at least 24. */
    private function room(string $before): int
    {
        if ($this->view->columns === 0) {
            return PHP_INT_MAX >> 8;
        }
        return max(24, $this->view->columns - self::MARGIN - 2 * ($this->level - (int) $this->base) - Text::columns($before));
    }

    /** Returns the beginning of a line: size and indentation. */
    private function start(?int $bytes): string
    {
        $level = $this->level - (int) $this->base;
        $number = (string) $bytes;
        return $this->paint('bytes', str_repeat(' ', max(0, self::MARGIN - 2 - strlen($number))) . "$number  ")
            . ($level <= self::LEVELS ? str_repeat('  ', $level) : str_repeat('  ', self::LEVELS) . $this->paint('note', "(level $level) "));
    }

    /** Adds the line of a value that is no array and no object with properties. */
    private function line(string $label, string $text): void
    {
        $this->heading === '' || $this->heading('');
        $bytes = $this->end === null ? 0 : $this->to - $this->from;
        $this->lines[] = $this->start($bytes > 0 ? $bytes : null) . $this->paint('key', $label) . "$text\n";
        count($this->lines) >= self::WAITING && $this->makeRoom();
    }

    /**
     * Completes the line of an array or object that ends.
     *
     * @param int|null $end offset of its end; null if it was cut off
     */
    private function complete(OpenLine $head, ?int $end): void
    {
        $bytes = $this->rootBytes($head) ?? ($head->hasBytes && $end !== null ? $end - $head->from : null);
        if ($head->line >= $this->printed) {
            $this->put($head, $bytes);
        } elseif ($bytes !== null && $this->rootBytes($head) === null) {
            $this->lines[] = $this->start($bytes) . $this->paint('note', "end of $head->label" . $head->text($head->isList)) . "\n";
        }
    }

    /** Fills in a line that is still kept back. */
    private function put(OpenLine $head, ?int $bytes): void
    {
        $this->lines[$head->line - $this->printed] = $this->start($bytes) . $this->paint('key', $head->label) . $head->text($head->isList) . "\n"; // @phpstan-ignore assign.propertyType (the line is in the list)
    }

    /** Returns the size of the value if this is the whole value, otherwise null. */
    private function rootBytes(OpenLine $head): ?int
    {
        return $this->end !== null && $this->level === 0 ? $this->end - $head->from : null;
    }

    /** Prints the oldest lines. Lines of open arrays and objects among them are printed without a size. */
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

    /** Prints the given number of lines. */
    private function flush(int $lines): void
    {
        ($this->write)(implode('', array_splice($this->lines, 0, $lines)));
        $this->printed += $lines;
    }
}
