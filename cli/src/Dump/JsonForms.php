<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use function array_pop;
use function count;
use function is_int;
use function preg_match;
use function str_starts_with;

/**
 * Finds out in which form each array and object is written as JSON. The form is known only after its last key, but Json writes while it reads.
 * So the value is read twice. This first reading records only the exceptions: the arrays and objects whose first key suggests another form.
 *
 * @internal
 */
final class JsonForms extends Printer
{
    public const LIST = 0;
    public const MAP = 1;
    /** A list of keys and values, for keys that are not UTF-8, begin with @, or are the name of two properties. */
    public const ENTRIES = 2;

    /** @var array<int, int> form by number of the array or object; they are numbered in the order in which they begin */
    public array $exceptions = [];
    private int $containers = 0;
    /** @var list<OpenForm> the open arrays and objects that are shown */
    private array $forms = [];

    /** Returns the form that the first key suggests. */
    public static function likely(string $class, int|string $key): int
    {
        return $class === '' && $key === 0 ? self::LIST : self::MAP;
    }

    public function key(int|string $key): void
    {
        $this->key = $key;
        $last = count($this->forms) - 1;
        if ($last < 0 || $last !== $this->level - (int) $this->base - 1) {
            return;
        }
        $open = $this->forms[$last];
        if ($open->form === self::ENTRIES) {
            return;
        }
        $likely = $open->form ??= self::likely($open->class, $key);
        if ($likely === self::LIST && $key === $open->next++) {
            return;
        }
        $open->form = $this->isName($open, $key) ? self::MAP : self::ENTRIES;
        if ($open->form !== $likely) {
            $this->exceptions[$open->number] = $open->form;
        }
    }

    /** Tells whether a key can be a name in a JSON object: it is UTF-8, does not begin with @, and has not occurred before. */
    private function isName(OpenForm $open, int|string $key): bool
    {
        $name = $open->class === '' || is_int($key) ? (string) $key : Text::property($key, $open->class)[0];
        if (isset($open->names[$name]) || str_starts_with($name, '@') || preg_match('//u', $name) !== 1) {
            return false;
        }
        if ($open->class !== '') {
            $open->names[$name] = true;
        }
        return true;
    }

    protected function beginContainer(string $class, int $count, ?int $ordinal, ?int $reference, bool $opened): void
    {
        $this->forms[] = new OpenForm($this->containers++, $class);
    }

    protected function endContainer(int $count, int $hidden): void
    {
        array_pop($this->forms);
    }

    public function finish(): void {}

    protected function scalar(int|float|string|bool|null $value, ?int $reference): void {}

    protected function customObject(string $class, string $payload, ?int $ordinal, ?int $reference): void {}

    protected function case(string $class, string $case, ?int $reference): void {}

    protected function object(?int $ordinal): void {}

    protected function referenceAgain(?int $index): void {}

    protected function cutOff(int $count, int $hidden): void {}
}
