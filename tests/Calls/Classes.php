<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Calls;

use Lyo\Tests\Support\Rng;

/** Generates the code of four random classes with hooks that log each of their calls. "_W" at the end of names is replaced by a world. */
final readonly class Classes
{
    public const COUNT = 4;

    /** What a class can do, with weights: its hooks by their first letters, see HOOKS. */
    private const KINDS = ['' => 4, 'S' => 6, 'SW' => 5, 'W' => 2, 'G' => 4, 'GT' => 5, 'GTSW' => 2, 'T' => 2, 'C' => 3, 'CGT' => 2, 'CW' => 1];

    private const HOOKS = [
        'S' => 'public function __sleep(): array { World_W::log(\'__sleep\', $this); {names} }',
        'W' => 'public function __wakeup(): void { World_W::log(\'__wakeup\', $this); }',
        'G' => 'public function __serialize(): array { World_W::log(\'__serialize\', $this); {state} }',
        'T' => 'public function __unserialize(array $data): void { World_W::log(\'__unserialize\', $this, $data); $this->label = $data[\'label\'] ?? -1; $this->a = $data[\'a\'] ?? null; }',
        'C' => 'public function serialize() { World_W::log(\'serialize\', $this); {payload} } public function unserialize($data) { World_W::log(\'unserialize\', $this, $data); $this->label = (int) $data; }',
    ];

    /** Words of Names::BODIES. */
    private const LITERALS = ['[\'label\', \'a\', \'b\']', '[\'b\', \'label\']', '[\'label\', \'a\']', '[\'label\']'];

    private const WORDS = ['{name}' => ['\'label\'', '\'a\'', '\'b\''], '{prop}' => ['a', 'b'], '{literal}' => self::LITERALS];

    private const STATES = [
        'return [\'label\' => $this->label, \'a\' => $this->a];',
        'return [\'label\' => $this->label, \'a\' => $this->a, \'b\' => $this->b ?? null];',
        'return get_object_vars($this);',
        'return [\'label\' => $this->label, \'more\' => [[\'x\' => $this->a], [\'x\' => 1]]];',
        'return World_W::tick() % 2 ? [\'label\' => $this->label] : [\'label\' => $this->label, \'a\' => $this->a];',
        'return $this->list;',
    ];

    private const PAYLOADS = ['return (string) $this->label;', 'return World_W::tick() % 4 === 3 ? null : (string) $this->label;'];

    private const WORLD = <<<'PHP'
        final class World_W
        {
            public static array $log = [];
            public static int $n = 0;
            public static function tick(): int { return self::$n++; }
            public static function log(string $hook, object $object, mixed $given = null): void
            {
                $label = (fn() => $this->label ?? '-')->call($object);
                self::$log[] = $object::class . '::' . $hook . '() of ' . $label . (is_array($given) ? ' with ' . implode(',', array_keys($given)) . ' of ' . ($given['label'] ?? '-') : (is_string($given) ? ' with ' . $given : ''));
            }
        }
        PHP;

    public function __construct(private Rng $rng) {}

    public function code(): string
    {
        $code = self::WORLD . "\n";
        $parents = [];
        for ($i = 0; $i < self::COUNT; $i++) {
            $kind = $this->rng->weighted(self::KINDS);
            // a state that a class with Serializable has written in one form may be refused in the other; this is not about calls
            $alone = str_contains($kind, 'C');
            $parent = !$alone && $parents !== [] && $this->rng->chance(40) ? $this->rng->pick($parents) : null;
            if (!$alone) {
                $parents[] = $i;
            }
            $code .= $this->one($i, $kind, $parent) . "\n";
        }

        return $code;
    }

    private function one(int $number, string $kind, ?int $parent): string
    {
        $code = 'class C' . $number . '_W' . ($parent === null ? '' : ' extends C' . $parent . '_W') . (str_contains($kind, 'C') ? ' implements \Serializable' : '') . ' { ';
        if ($parent === null) {
            $code .= 'public $label = 0; ' . $this->rng->pick(['public $a;', 'protected $a = 1;', 'public $a = []; public ?int $later;']) . ' '
                . $this->rng->pick(['public $b = \'text\';', 'protected ?array $b = null;', 'public int|object|null $b;']) . ' public array $list = [\'label\' => 5]; '
                . 'public function fill($label, $a, &$b): void { $this->label = $label; $this->a = $a; try { $this->b = &$b; } catch (\TypeError) { } } ';
        } elseif ($this->rng->chance(40)) {
            $code .= 'private $own' . $number . ' = ' . $number . '; ';
        }
        foreach ($kind === '' ? [] : str_split($kind) as $letter) {
            $code .= strtr(self::HOOKS[$letter], ['{names}' => $this->names(), '{state}' => $this->rng->pick(self::STATES), '{payload}' => $this->rng->pick(self::PAYLOADS)]) . ' ';
        }

        return $code . '}';
    }

    /** A body of __sleep(). */
    private function names(): string
    {
        return (string) preg_replace_callback('/\{[a-z]+\}/', fn(array $word): string => isset(self::WORDS[$word[0]]) ? $this->rng->pick(self::WORDS[$word[0]]) : $word[0], $this->rng->pick(array_values(Names::BODIES)));
    }
}
