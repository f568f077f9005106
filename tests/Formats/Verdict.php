<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Formats;

use Closure;
use Lyo\Exception\LyoException;
use Lyo\Tests\Differential\GraphComparer;
use Lyo\Tests\Differential\Observer;
use Lyo\Tests\Differential\Text;

/** What a reader made of a payload. */
final readonly class Verdict
{
    /**
     * @param string|null $refusal class of an exception of Lyo, or another word for a refusal; null if the payload was accepted
     * @param int $offset of the refusal
     * @param string|null $thrown an exception that is not Lyo's: of a hook, or an Error of PHP
     * @param list<string> $events warnings, calls of hooks, classes that were loaded
     */
    private function __construct(public ?string $refusal, public int $offset, public ?string $thrown, public mixed $value, public array $events) {}

    /** @param Closure(): mixed $read throws Refused, or an exception of Lyo, for a refusal */
    public static function of(Closure $read): self
    {
        $refusal = null;
        $offset = 0;
        $reading = static function () use ($read, &$refusal, &$offset): mixed {
            try {
                return $read();
            } catch (LyoException $e) {
                $refusal = $e::class;
                $offset = $e->getOffset();
            } catch (Refusal $e) {
                $refusal = $e->getMessage();
                $offset = $e->getCode();
            }
            return null;
        };
        error_reporting(E_ALL); // what @ has set stays if the autoloader of an earlier reader could not compile a class
        Observer::collect(); // what an earlier reader has left has destructors, too
        [$thrown, $value, $events] = Observer::watch($reading);
        return new self($refusal, $offset, $thrown, $value, array_values(array_filter(array_map(self::event(...), $events))));
    }

    /** Returns how another verdict differs, or null. Which class a refusal has matters only if both are Lyo's. */
    public function difference(self $other, bool $events): ?string
    {
        if (($this->refusal === null) !== ($other->refusal === null) || ($this->thrown === null) !== ($other->thrown === null)) {
            return "{$this->show()}, but {$other->show()}";
        }
        if ($this->refusal !== $other->refusal && str_starts_with((string) $this->refusal, 'Lyo\\') && str_starts_with((string) $other->refusal, 'Lyo\\')) {
            return "{$this->show()}, but {$other->show()}";
        }
        if ($events && $this->refusal === null && !$this->loads() && !$other->loads() && $this->events !== $other->events) {
            return 'events ' . Text::excerpt(implode(' | ', $this->events)) . ', but ' . Text::excerpt(implode(' | ', $other->events));
        }
        return $this->refusal === null && $this->thrown === null ? (new GraphComparer())->difference($this->value, $other->value) : null;
    }

    /** Tells whether a class was loaded. The reader that comes next finds it loaded. */
    private function loads(): bool
    {
        return preg_grep('/^load/', $this->events) !== [];
    }

    public function show(): string
    {
        return match (true) {
            $this->refusal !== null => "$this->refusal @$this->offset",
            $this->thrown !== null => 'threw ' . Text::excerpt($this->thrown, 200),
            default => 'accepted ' . get_debug_type($this->value),
        };
    }

    /** The same event by the same name: messages begin with the name of the function, and only unserialize() reports its failure as well. */
    private static function event(string $event): string
    {
        return str_contains($event, 'unserialize(): Error at offset') ? '' : (string) preg_replace(['/\b(?:lyo_|igbinary_)?unserialize\(\): /', '/#\d+/'], ['', '#'], $event);
    }
}
