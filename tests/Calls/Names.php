<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Calls;

/**
 * Bodies of __sleep() that return names of properties, also for tests/Sleep. {literal} stands for a list of names, {name} for one of them, {prop} for
 * the name of a property without quotes, World_W::tick() for a number that grows.
 */
final class Names
{
    public const BODIES = [
        'literal' => 'return {literal};',
        'one name' => 'return [{name}];',
        'keys' => 'return array_keys(get_object_vars($this));',
        'keys without one' => 'return array_diff(array_keys(get_object_vars($this)), [{name}]);',
        'one more if it is set' => '$names = {literal}; if (($this->{prop} ?? null) !== null) { $names[] = {name}; } return $names;',
        'filtered' => 'return array_filter({literal}, fn($name) => $name !== {name});',
        'by a property' => 'return isset($this->{prop}) ? {literal} : {literal};',
        'now and then' => 'return World_W::tick() % 3 === 2 ? {literal} : {literal};',
        'unknown name' => 'return [{name}, \'nothing\'];',
        'name twice' => 'return [{name}, {name}, {name}];',
    ];
}
