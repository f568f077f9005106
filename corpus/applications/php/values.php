<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

use Lyo\Corpus\Recorder;

return static function (Recorder $recorder): void {
    // ---- dates of PHP's own classes
    $date = new DateTimeImmutable(Recorder::DATE, new DateTimeZone('UTC'));
    $recorder->add('date', 'DateTime objects', 'a time', $date);
    $recorder->add('dates', 'DateTime objects', '60 days and how far they are away', array_map(static fn(int $i): array => ['at' => $day = $date->modify("+$i days"), 'in' => $date->diff($day), 'zone' => $day->getTimezone()], range(1, 60)));
    $recorder->add('period', 'DateTime objects', 'a period', new DatePeriod($date, new DateInterval('P1W'), 12));
    $recorder->add('heap', 'SplObjects', 'an SplObjectStorage of dates in an ArrayIterator', new ArrayIterator(['a' => (static function () use ($date): SplObjectStorage {
        $storage = new SplObjectStorage();
        for ($i = 0; $i < 20; $i++) {
            $storage[$date->modify("+$i hours")] = ['slot' => $i, 'free' => $i % 3 !== 0];
        }

        return $storage;
    })()]));

    // ---- what depends on this PHP
    $recorder->ofThisPhp();
    foreach (['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe'] as $zone) {
        $recorder->add('zone-' . strtolower(strtr($zone, '/_', '--')), 'time-zone data', "changes of the clock in $zone", (new DateTimeZone($zone))->getTransitions(0, 2_145_916_800));
    }
    $recorder->add('zones', 'time-zone data', 'names of all zones', DateTimeZone::listIdentifiers());
    $recorder->add('zone-abbreviations', 'time-zone data', 'abbreviations of zones', DateTimeZone::listAbbreviations());
    $recorder->add('zone-locations', 'time-zone data', 'where zones are', array_combine($zones = DateTimeZone::listIdentifiers(DateTimeZone::EUROPE), array_map(static fn(string $zone): array|false => (new DateTimeZone($zone))->getLocation(), $zones)));
    $recorder->add('entities', 'translation table', 'entities of HTML', get_html_translation_table(HTML_ENTITIES, ENT_QUOTES | ENT_HTML5));
    $recorder->add('encodings', 'arrays', 'encodings of mbstring with their other names', array_combine($encodings = mb_list_encodings(), array_map(static fn(string $encoding): array => @mb_encoding_aliases($encoding), $encodings)));
    $recorder->add('tokens', 'PhpToken objects', 'tokens of a file', PhpToken::tokenize((string) file_get_contents(__FILE__)));
    foreach (['date', 'SPL', 'tokenizer', 'standard'] as $extension) {
        $functions = [];
        foreach ((new ReflectionExtension($extension))->getFunctions() as $function) {
            $functions[$function->getName()] = ['returns' => (string) $function->getReturnType(), 'deprecated' => $function->isDeprecated(), 'parameters' => array_map(static fn(ReflectionParameter $parameter): array => ['name' => $parameter->getName(), 'type' => (string) $parameter->getType(), 'optional' => $parameter->isOptional(), 'reference' => $parameter->isPassedByReference()], $function->getParameters())];
        }
        ksort($functions);
        $recorder->add('functions-' . strtolower($extension), 'reflection', "functions of $extension", $functions);
    }
    foreach (['date', 'SPL', 'Core'] as $extension) {
        $classes = [];
        foreach ((new ReflectionExtension($extension))->getClasses() as $class) {
            $classes[$class->getName()] = ['parent' => $class->getParentClass() === false ? null : $class->getParentClass()->getName(), 'interfaces' => $class->getInterfaceNames(), 'constants' => array_filter($class->getConstants(), is_scalar(...)), 'methods' => array_map(static fn(ReflectionMethod $method): string => ($method->isStatic() ? 'static ' : '') . $method->getName() . '(' . implode(', ', array_map(static fn(ReflectionParameter $parameter): string => $parameter->getType() . ' $' . $parameter->getName(), $method->getParameters())) . ')', $class->getMethods())];
        }
        ksort($classes);
        $recorder->add('classes-' . strtolower($extension), 'reflection', "classes of $extension", $classes);
    }
};
