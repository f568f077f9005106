<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Prints how the functions and classes of lyo are declared: by the module, or in a PHP without it by the stub.

if (!extension_loaded('lyo')) {
    require __DIR__ . '/../../ext/lyo.stub.php';
}

$ours = static fn(string $name): bool => str_starts_with(strtolower($name), 'lyo');
$signature = static fn(ReflectionFunctionAbstract $function): string => $function->name . '(' . implode(', ', array_map(
    static fn(ReflectionParameter $one): string => $one->getType() . ' $' . $one->name . ($one->isOptional() ? ' = ' . json_encode($one->getDefaultValue()) : ''),
    $function->getParameters(),
)) . '): ' . $function->getReturnType();
$lines = array_map(
    static fn(string $name): string => $signature(new ReflectionFunction($name)),
    array_filter(array_merge(...array_values(get_defined_functions())), $ours),
);
foreach (array_filter(get_declared_classes(), $ours) as $name) {
    $class = new ReflectionClass($name);
    $modifiers = static fn(int $of): string => implode(' ', Reflection::getModifierNames($of)) . ' ';
    $lines[] = $modifiers($class->getModifiers()) . "$name extends " . (get_parent_class($name) ?: 'nothing');
    foreach (array_filter($class->getMethods(), static fn(ReflectionMethod $method): bool => $method->class === $name) as $method) {
        $lines[] = "$name: " . $modifiers($method->getModifiers()) . $signature($method);
    }
    foreach (array_filter($class->getProperties(), static fn(ReflectionProperty $property): bool => $property->class === $name) as $property) {
        $lines[] = "$name: " . $modifiers($property->getModifiers()) . $property->getType() . " \$$property->name = " . json_encode($property->getDefaultValue());
    }
}
sort($lines);
echo implode("\n", $lines), "\n";
