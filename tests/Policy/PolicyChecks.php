<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Policy;

use Closure;
use Ran;

use function get_debug_type;
use function ini_set;
use function is_array;

/** Reads every form under every policy by one way, and counts. */
final class PolicyChecks
{
    public int $tried = 0;
    /** @var list<string> */
    public array $failures = [];

    /**
     * @param array<string, string> $forms
     * @param Closure(string): mixed $read gives the value of the bytes, or null where there is none
     */
    public function read(string $name, array $forms, string $setting, Closure $read): void
    {
        foreach ($forms as $form => $bytes) {
            foreach (Expected::POLICIES as $policy) {
                ini_set($setting, $policy);
                $this->judgeOne("$name, $form, $setting=\"$policy\"", Expected::of($policy, Forms::isOfIgbinary($form)), fn(): mixed => $read($bytes));
            }
        }
        ini_set($setting, '*');
    }

    /** @param Closure(): mixed $read */
    public function judgeOne(string $case, string $expected, Closure $read): void
    {
        $this->tried++;
        Ran::$names = [];
        $value = $read();
        $made = [];
        $objects = is_array($value) ? $value['k'] ?? [] : [];
        foreach (is_array($objects) ? $objects : [] as $object) {
            $made[] = get_debug_type($object);
        }
        $got = Expected::text($made, Ran::$names);
        if ($got !== $expected) {
            $this->failures[] = "$case\n  gives    $got\n  expected $expected";
        }
    }
}
