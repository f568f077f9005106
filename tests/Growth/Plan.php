<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

/** The measurements to make. */
final class Plan
{
    /**
     * @param list<int> $sizes
     * @return list<Task> each construct alone
     */
    public static function singles(array $sizes, string $filter): array
    {
        $tasks = array_map(static fn(string $name): Task => new Task([$name], false, $sizes), array_keys(Constructs::all()));

        return self::filtered($tasks, $filter);
    }

    /** @return list<Task> one behind the other, in both orders; and, where both have parts, in turns */
    public static function pairs(string $filter): array
    {
        $tasks = [];
        $names = Constructs::paired();
        $parts = array_filter($names, static fn(string $name): bool => count(Constructs::parts($name, 1000)) > 1);
        foreach ($names as $i => $first) {
            foreach (array_slice($names, $i + 1) as $second) {
                $tasks[] = new Task([$first, $second], false, Task::FEW);
                $tasks[] = new Task([$second, $first], false, Task::FEW);
                if (in_array($first, $parts, true) && in_array($second, $parts, true)) {
                    $tasks[] = new Task([$first, $second], true, Task::FEW);
                }
            }
        }

        return self::filtered($tasks, $filter);
    }

    /**
     * @param list<Task> $tasks
     * @return list<Task> whose names match
     */
    private static function filtered(array $tasks, string $filter): array
    {
        return array_values(array_filter($tasks, static fn(Task $task): bool => $filter === '' || preg_match('{' . $filter . '}', $task->name()) === 1));
    }
}
