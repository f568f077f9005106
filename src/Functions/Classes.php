<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Functions;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Pure\Definition;
use Lyo\Pure\Head;
use Lyo\Wire\Definition as Kind;
use ReflectionEnum;
use Serializable;

use function array_column;
use function array_filter;
use function array_values;
use function class_exists;
use function enum_exists;
use function ini_get;
use function interface_exists;
use function is_callable;
use function is_subclass_of;
use function method_exists;
use function preg_match;
use function trait_exists;
use function trigger_error;

/**
 * Looks up the classes that a payload names, and tells which of them unserialize() may create. Each class is looked up once, before the first
 * value is created.
 *
 * @internal
 */
final class Classes
{
    /** Maximum number of classes of a payload that are looked for, because they are not loaded. */
    private const MOST = 4096;

    /** @var array<int, array{string, bool}> by id of the name: the name, and whether the class exists and is allowed */
    private array $found = [];
    /** Whether all classes that were looked up exist and are allowed. */
    private bool $complete = true;
    /** @var array<int, string> names of the classes for which an exception is thrown, by their ids */
    private array $refused = [];
    /** Number of classes that were looked for. */
    private int $searched = 0;

    public function __construct(private readonly Options $options) {}

    /**
     * Looks up all classes of a head and refuses what must be refused. If all classes were found and all definitions were checked, the head
     * remembers this, and need not be resolved again.
     *
     * @param array<int, true> $used ids of the definitions that the value names; only these are compared with their class
     *
     * @throws LyoException
     */
    public function resolve(Head $head, array $used): void
    {
        $unused = 0;
        foreach ($head->definitions as $id => $definition) {
            $unused += $definition->kind === Kind::MAP_SHAPE || isset($used[$id]) ? 0 : 1;
            if ($definition->kind === Kind::ENUM_CASE) {
                $this->resolveEnum($definition, $head->body);
            } elseif ($definition->kind !== Kind::MAP_SHAPE && !isset($this->found[$definition->name])) {
                $found = $this->find($definition, $head->body);
                $this->found[$definition->name] = [$definition->class, $found];
                $this->complete = $this->complete && $found;
            }
        }
        if ($this->refused !== []) {
            throw Failure::classes(array_values($this->refused));
        }
        foreach ($used as $id => $_) {
            $this->check($head->definitions[$id]);
        }
        if ($this->complete && $unused === 0) {
            $head->setResolved();
        }
    }

    /**
     * Refuses classes and enums that the data of another format name: those that are missing or not allowed, if the options want an exception for them;
     * otherwise only enums that are not allowed, because unserialize() would load them all the same.
     *
     * @param list<array{string, bool}> $names name, and whether it is an enum
     * @param int $body offset of the value, for errors
     * @param bool $enumsExist whether an enum that is missing is refused in any case
     *
     * @throws LyoException
     */
    public function refuse(array $names, int $body, bool $enumsExist): void
    {
        $refused = [];
        foreach ($names as [$class, $enum]) {
            $good = $this->options->allows($class) || !$enum && !$this->options->throwMissing;
            if ($good && ($this->options->throwMissing || $enum && $enumsExist)) {
                $good = $this->load($class, $body) || !$enum && $this->callBack($class);
            }
            if (!$good) {
                $refused[] = $class;
            }
        }
        if ($refused !== []) {
            throw Failure::classes($refused);
        }
    }

    /**
     * Returns the option "allowed_classes" for unserialize().
     *
     * @return bool|list<string>
     */
    public function allowed(): bool|array
    {
        if ($this->options->allowed === null && $this->complete) {
            return true;
        }
        return ['__PHP_Incomplete_Class', ...array_column(array_filter($this->found, static fn(array $class): bool => $class[1]), 0)];
    }

    /**
     * Returns the classes whose objects must be written to the text as incomplete objects, because unserialize() would not make them incomplete by
     * itself. These are missing classes with a payload of their own (Serializable), whose payload has no slots then, and names that
     * unserialize() refuses.
     *
     * @param list<Definition> $definitions
     *
     * @return array<int, true> by id of the name
     */
    public function strange(array $definitions): array
    {
        $strange = [];
        foreach ($this->complete ? [] : $definitions as $definition) {
            if (($this->found[$definition->name][1] ?? true) === false
                && ($definition->kind === Kind::CUSTOM_CLASS || preg_match('/^[a-zA-Z_\x80-\xFF][a-zA-Z0-9_\x80-\xFF\\\\]*$/D', $definition->class) !== 1)) {
                $strange[$definition->name] = true;
            }
        }
        return $strange;
    }

    /** Tells whether a class is allowed and exists. It may be loaded here. */
    private function find(Definition $definition, int $body): bool
    {
        $class = $definition->class;
        if ($this->options->allows($class) && ($this->load($class, $body) || $this->callBack($class))) {
            return true;
        }
        if ($this->options->throwMissing) {
            $this->refused[$definition->name] = $class;
        }
        return false;
    }

    /**
     * Tells whether a class exists. If it is not loaded, it is looked for, which is done for a limited number of classes.
     *
     * @param int $body offset of the value, for the error
     */
    private function load(string $class, int $body): bool
    {
        if (self::exists($class, false)) {
            return true;
        }
        if (++$this->searched > self::MOST) {
            throw Failure::limit('too many classes to load', $body);
        }
        return self::exists($class);
    }

    private static function exists(string $class, bool $load = true): bool
    {
        return class_exists($class, $load) || interface_exists($class, false) || trait_exists($class, false);
    }

    /** Calls unserialize_callback_func, as unserialize() does, and tells whether the class exists then. */
    private function callBack(string $class): bool
    {
        $function = ini_get('unserialize_callback_func');
        if ($function === false || $function === '') {
            return false;
        }
        if (!is_callable($function)) {
            trigger_error("lyo_unserialize(): defined ($function) but not found", E_USER_WARNING);
            return false;
        }
        $function($class);
        if (self::exists($class)) {
            return true;
        }
        trigger_error("lyo_unserialize(): Function $function() hasn't defined the class it was called for", E_USER_WARNING);
        return false;
    }

    /** Refuses an enum that does not exist or is not allowed. */
    private function resolveEnum(Definition $definition, int $body): void
    {
        if (!$this->options->allows($definition->class) || !$this->load($definition->class, $body)) {
            $this->refused[$definition->name] = $definition->class;
        }
    }

    /** Throws if a class cannot be what the definition says. unserialize() would find this in the middle of the value, and return false. */
    private function check(Definition $definition): void
    {
        $class = $definition->class;
        if ($definition->kind === Kind::ENUM_CASE) {
            if (!enum_exists($class) || !(new ReflectionEnum($class))->hasCase($definition->case)) {
                throw Failure::mismatch("$class::$definition->case is not an enum case");
            }
            return;
        }
        if (!$this->found[$definition->name][1]) {
            return;
        }
        $custom = is_subclass_of($class, Serializable::class);
        if ($definition->kind === Kind::CUSTOM_CLASS && !$custom) {
            throw Failure::mismatch("Class $class has no unserializer");
        }
        if ($definition->kind !== Kind::CUSTOM_CLASS && $custom && !method_exists($class, '__unserialize')) {
            throw Failure::mismatch("Erroneous data format for unserializing '$class'");
        }
    }
}
