<?php

declare(strict_types=1);

namespace Lyo\Samples\Code;

use ReflectionFunction;
use ReflectionParameter;

/** PHP's functions as reflection describes them: arrays, such as a tool for documentation or completion caches. */
final class FunctionCatalogue
{
    /** @return list<string> */
    public static function names(): array
    {
        $names = get_defined_functions()['internal'];
        sort($names, SORT_STRING);

        return $names;
    }

    /** @return array<string, array<string, mixed>> */
    public static function all(): array
    {
        $functions = [];
        foreach (self::names() as $name) {
            $function = new ReflectionFunction($name);
            $functions[$name] = [
                'module' => $function->getExtensionName() ?: null,
                'deprecated' => $function->isDeprecated(),
                'variadic' => $function->isVariadic(),
                'returns' => ($type = $function->getReturnType()) === null ? null : (string) $type,
                'parameters' => array_map(self::parameter(...), $function->getParameters()),
            ];
        }

        return $functions;
    }

    /** @return array<string, mixed> */
    private static function parameter(ReflectionParameter $parameter): array
    {
        return [
            'name' => $parameter->getName(),
            'type' => ($type = $parameter->getType()) === null ? null : (string) $type,
            'optional' => $parameter->isOptional(),
            'by_reference' => $parameter->isPassedByReference(),
            'default' => self::defaultOf($parameter),
        ];
    }

    /** The default of a parameter when it is plain data, or the name of the constant that it is; else null. */
    public static function defaultOf(ReflectionParameter $parameter): mixed
    {
        if (!$parameter->isDefaultValueAvailable()) {
            return null;
        }
        if ($parameter->isDefaultValueConstant()) {
            return $parameter->getDefaultValueConstantName(); // its value may be deprecated
        }
        $default = $parameter->getDefaultValue();

        return is_scalar($default) || is_array($default) ? $default : null;
    }
}
