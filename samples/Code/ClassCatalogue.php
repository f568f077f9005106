<?php

declare(strict_types=1);

namespace Lyo\Samples\Code;

use ReflectionClass;
use ReflectionClassConstant;
use ReflectionMethod;
use ReflectionNamedType;
use ReflectionType;

/** PHP's classes as reflection describes them: objects that refer to each other. */
final class ClassCatalogue
{
    /** @var array<string, ClassInfo> */
    private array $classes = [];

    /** @var array<string, TypeInfo> */
    private array $types = [];

    /** @return array<string, ClassInfo> by name; parents and interfaces are the same objects everywhere */
    public static function all(): array
    {
        $catalogue = new self();
        foreach (self::names() as $name) {
            $catalogue->info(new ReflectionClass($name));
        }

        return $catalogue->classes;
    }

    /**
     * The tree of classes, built as many applications build a tree from rows: PHP references make each node available both
     * by its id and as a child of its parent.
     *
     * @return array{by_name: array<string, array<string, mixed>>, roots: list<mixed>}
     */
    public static function inheritance(): array
    {
        $byName = [];
        $names = self::names();
        foreach ($names as $name) {
            $parent = (new ReflectionClass($name))->getParentClass();
            $byName[$name] = ['name' => $name, 'parent' => $parent === false ? null : $parent->getName(), 'children' => []];
        }
        $roots = [];
        foreach ($names as $name) {
            $parent = $byName[$name]['parent'];
            if ($parent === null) {
                $roots[] = &$byName[$name];
            } elseif (isset($byName[$parent])) {
                $byName[$parent]['children'][] = &$byName[$name];
            }
        }

        return ['by_name' => $byName, 'roots' => $roots];
    }

    /** @return list<class-string> PHP's own classes and interfaces */
    private static function names(): array
    {
        $names = array_filter(
            [...get_declared_classes(), ...get_declared_interfaces()],
            static fn(string $name): bool => (new ReflectionClass($name))->isInternal(),
        );
        sort($names, SORT_STRING);

        return $names;
    }

    /** @param ReflectionClass<object> $class */
    private function info(ReflectionClass $class): ClassInfo
    {
        $name = $class->getName();
        if (isset($this->classes[$name])) {
            return $this->classes[$name];
        }
        $parent = $class->getParentClass();
        $info = new ClassInfo(
            $name,
            $class->getExtensionName() ?: null,
            $parent === false ? null : $this->info($parent),
            array_map($this->info(...), array_values($class->getInterfaces())),
            $class->isAbstract(),
            $class->isFinal(),
            array_filter($class->getConstants(ReflectionClassConstant::IS_PUBLIC), static fn(mixed $value): bool => !is_object($value)),
        );
        foreach ($class->getMethods() as $method) {
            if ($method->getDeclaringClass()->getName() === $name) {
                $info->addMethod($method->getName(), $this->method($method));
            }
        }

        return $this->classes[$name] = $info;
    }

    private function method(ReflectionMethod $method): MethodInfo
    {
        $parameters = [];
        foreach ($method->getParameters() as $parameter) {
            $parameters[] = new ParameterInfo(
                $parameter->getName(),
                $this->type($parameter->getType()),
                $parameter->isOptional(),
                FunctionCatalogue::defaultOf($parameter),
            );
        }

        return new MethodInfo(
            $method->getName(),
            $method->isPublic() ? Visibility::Public : ($method->isProtected() ? Visibility::Protected : Visibility::Private),
            $method->isStatic(),
            $method->isAbstract(),
            $method->isFinal(),
            $parameters,
            $this->type($method->getReturnType() ?? $method->getTentativeReturnType()),
        );
    }

    private function type(?ReflectionType $type): ?TypeInfo
    {
        if ($type === null) {
            return null;
        }
        $name = $type instanceof ReflectionNamedType ? $type->getName() : (string) $type;

        return $this->types[(string) $type] ??= new TypeInfo($name, $type->allowsNull());
    }
}
