<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

use function array_pop;
use function count;
use function is_int;
use function preg_match;
use function str_starts_with;

/**
 * Finds out how each array and object is written as JSON, as far as its first key does not tell: that is known at its end only, and
 * Json writes while it reads. So the value is read twice, and what is remembered are the exceptions.
 *
 * @internal
 */
final class JsonForms extends Printer
{
    public const LIST = 0;
    public const MAP = 1;
    /** A list of keys and values: keys that are not UTF-8 or begin with @, or properties of one name. */
    public const ENTRIES = 2;

    /** @var array<int, int> by number of the array or object, as they begin */
    public array $exceptions = [];
    private int $containers = 0;
    /** @var list<OpenForm> of what is shown and has not ended */
    private array $forms = [];

    /** The form that the first key makes likely. */
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

    /** Whether JSON can have that key: it is UTF-8, is not taken for one of ours, and is there once. */
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
