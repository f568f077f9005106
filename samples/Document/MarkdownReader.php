<?php

declare(strict_types=1);

namespace Lyo\Samples\Document;

use Lyo\Samples\Sources;

/** Reads as much of Markdown as the project's specification uses. */
final class MarkdownReader
{
    private Element $body;

    /** The block that the next lines may continue: a list, a table, code, a paragraph. */
    private ?Element $open = null;

    private string $kind = '';

    private function __construct()
    {
        $this->body = new Element('body', ['class' => 'page']);
    }

    public static function specification(): Element
    {
        return self::read(Sources::text(dirname(__DIR__, 2) . '/spec/format.md'));
    }

    public static function read(string $text): Element
    {
        $reader = new self();
        foreach (explode("\n", $text) as $line) {
            $reader->line($line);
        }

        return $reader->body;
    }

    private function line(string $line): void
    {
        if (trim($line) === '') {
            $this->open = null;
            $this->kind = '';
        } elseif (preg_match('/^(#+) (.*)$/', $line, $found) === 1) {
            $this->heading(strlen($found[1]), $found[2]);
        } elseif (preg_match('/^\|[-| ]+\|$/', $line) === 1) {
            return; // the line of dashes below a table's header
        } elseif (str_starts_with($line, '|')) {
            $row = $this->within('table', 'grid')->add('tr');
            foreach (explode('|', trim($line, '| ')) as $cell) {
                $this->text($row->add('td', class: 'cell'), trim($cell));
            }
        } elseif (preg_match('/^(?:-|\d+\.) (.*)$/', $line, $found) === 1) {
            $this->text($this->within('ul', 'list')->add('li', class: 'item'), $found[1]);
        } elseif (str_starts_with($line, '    ')) {
            $this->within('pre', 'code')->append(substr($line, 4) . "\n");
        } else {
            $this->text($this->within('p', 'text'), trim($line));
        }
    }

    private function heading(int $level, string $title): void
    {
        $anchor = trim((string) preg_replace('/[^a-z0-9]+/', '-', strtolower($title)), '-');
        $this->text($this->body->add('h' . $level, class: 'heading', id: $anchor), $title);
        $this->open = null;
        $this->kind = '';
    }

    private function within(string $name, string $class): Element
    {
        if ($this->open === null || $this->kind !== $name) {
            $this->open = $this->body->add($name, class: $class);
            $this->kind = $name;
        }

        return $this->open;
    }

    /** Text with `code` in it. */
    private function text(Element $parent, string $text): void
    {
        foreach (explode('`', $text) as $index => $part) {
            if ($part !== '') {
                $parent->append($index % 2 === 0 ? $part : (new Element('code', ['class' => 'inline']))->append($part));
            }
        }
    }
}
