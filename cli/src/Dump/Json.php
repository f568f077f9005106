<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use Closure;

use function array_pop;
use function base64_encode;
use function count;
use function is_finite;
use function is_float;
use function is_string;
use function json_encode;
use function preg_match;
use function str_repeat;

/**
 * Prints a value as JSON for other programs, while the value is being read. Scalars and arrays become those of JSON. An object has its
 * properties by name, and its class as @object. Everything that JSON cannot express is an object with a key that begins with "@": @custom,
 * @case, @same, @reference, @use, @float, @base64, @map. @more is the number of entries that were left out.
 */
final class Json extends Printer
{
    private const FLAGS = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR;

    /** Number of arrays and objects so far. */
    private int $containers = 0;
    /**
     * For each open array or object: its form (a constant of JsonForms, null before the first key), its class, its number, the text that closes
     * what is around it, and the members that come before the properties of an object.
     *
     * @var list<array{int|null, string, int, string, string}>
     */
    private array $forms = [];
    private int $indent = 0;
    private bool $first = true;
    /** Text to write after the current value, to close what was opened before it. */
    private string $behind = '';

    /**
     * @param Closure(string): void $write
     * @param array<int, int> $exceptions JsonForms::$exceptions for the same value
     * @param array<int, true> $shared
     */
    public function __construct(private readonly Closure $write, private readonly array $exceptions, View $view, bool $sharing = true, array $shared = [], int $shift = 0)
    {
        parent::__construct($view, $sharing, $shared, $shift);
    }

    public function finish(): void
    {
        while ($this->forms !== []) { // the value was cut off
            $this->close();
        }
        ($this->write)("\n");
    }

    protected function scalar(int|float|string|bool|null $value, ?int $reference): void
    {
        $this->value(self::scalarText($value), $reference);
    }

    protected function beginContainer(string $class, int $count, ?int $ordinal, ?int $reference, bool $opened): void
    {
        $this->before($reference);
        $behind = $this->behind;
        $this->behind = '';
        $about = $class === '' ? '' : '"@object": ' . self::scalarText($class) . ($ordinal === null ? '' : ", \"@ordinal\": $ordinal");
        $this->forms[] = [null, $class, $this->containers++, $behind, $about];
        $this->first = true;
        if (!$opened && $count > 0) {
            $this->forms[count($this->forms) - 1][0] = JsonForms::MAP;
            $this->open(JsonForms::MAP, $about);
            $this->member("\"@more\": $count");
        }
    }

    protected function endContainer(int $count, int $hidden): void
    {
        if ($hidden > 0) {
            $this->more($hidden);
        }
        $this->close();
    }

    protected function cutOff(int $count, int $hidden): void
    {
        $this->more($hidden);
    }

    protected function customObject(string $class, string $payload, ?int $ordinal, ?int $reference): void
    {
        $this->value('{"@custom": ' . self::scalarText($class) . ($ordinal === null ? '' : ", \"@ordinal\": $ordinal") . ', "payload": ' . self::scalarText($payload) . '}', $reference);
    }

    protected function case(string $class, string $case, ?int $reference): void
    {
        $this->value('{"@case": ' . self::scalarText("$class::$case") . '}', $reference);
    }

    protected function object(?int $ordinal): void
    {
        $this->value("{\"@same\": " . ($ordinal ?? 'null') . '}', null);
    }

    protected function referenceAgain(?int $index): void
    {
        $this->value("{\"@use\": " . ($index ?? 'null') . '}', null);
    }

    private static function scalarText(int|float|string|bool|null $value): string
    {
        if (is_string($value) && preg_match('//u', $value) !== 1) {
            return '{"@base64": "' . base64_encode($value) . '"}';
        }
        return is_float($value) && !is_finite($value) ? '{"@float": "' . Diagnostic::scalar($value) . '"}' : (string) json_encode($value, self::FLAGS);
    }

    private function value(string $text, ?int $reference): void
    {
        $this->before($reference);
        ($this->write)($text . $this->behind);
        $this->behind = '';
    }

    /** Writes what comes before a value: its key, and the index of a PHP reference that begins there. */
    private function before(?int $reference): void
    {
        $last = count($this->forms) - 1;
        $behind = '';
        $text = '';
        if ($last >= 0) {
            [$form, $class, $number, , $about] = $this->forms[$last];
            if ($form === null) {
                $form = $this->forms[$last][0] = $this->exceptions[$number] ?? JsonForms::likely($class, $this->key);
                $this->open($form, $about);
            }
            $text = $this->separator();
            if ($form === JsonForms::MAP) {
                $name = is_string($this->key) ? Text::property($this->key, $class)[0] : (string) $this->key;
                $text .= json_encode($name, self::FLAGS) . ': ';
            } elseif ($form === JsonForms::ENTRIES) {
                $key = $class !== '' && is_string($this->key) ? Text::key($this->key, $class) : $this->key;
                $text .= '{"key": ' . self::scalarText($key) . ', "value": ';
                $behind = '}';
            }
        }
        if ($reference !== null) {
            $text .= "{\"@reference\": $reference, \"value\": ";
            $behind = "}$behind";
        }
        $this->behind = $behind;
        $text === '' || ($this->write)($text);
    }

    private function open(int $form, string $about): void
    {
        $this->indent++;
        $this->first = true;
        ($this->write)($form === JsonForms::LIST ? '[' : '{');
        if ($about !== '') {
            $this->member($about);
        }
        if ($form === JsonForms::ENTRIES) {
            $this->member($about === '' ? '"@map": [' : '"@state": [');
            $this->indent++;
            $this->first = true;
        }
    }

    private function member(string $text): void
    {
        ($this->write)($this->separator() . $text);
    }

    private function separator(): string
    {
        $comma = $this->first ? '' : ',';
        $this->first = false;
        return "$comma\n" . str_repeat('    ', $this->indent);
    }

    private function more(int $hidden): void
    {
        [$form] = $this->forms[count($this->forms) - 1];
        $this->member($form === JsonForms::MAP ? "\"@more\": $hidden" : "{\"@more\": $hidden}");
    }

    private function close(): void
    {
        [$form, $class, , $behind, $about] = array_pop($this->forms) ?? [null, '', 0, '', ''];
        if ($form === null) { // no entries
            ($this->write)(($class === '' ? '[]' : "{{$about}}") . $behind);
        } else {
            $text = '';
            if ($form === JsonForms::ENTRIES) {
                $this->indent--;
                $text = "\n" . str_repeat('    ', $this->indent) . ']';
            }
            $this->indent--;
            ($this->write)("$text\n" . str_repeat('    ', $this->indent) . ($form === JsonForms::LIST ? ']' : '}') . $behind);
        }
        $this->first = false;
    }
}
