<?php

declare(strict_types=1);

namespace Lyo\Samples;

use DateTimeZone;

/** What PHP itself knows about the machine and the world. */
final class Machine
{
    private const ZONES = [
        'Africa/Casablanca', 'America/New_York', 'America/Sao_Paulo', 'Asia/Tokyo', 'Australia/Sydney', 'Europe/Berlin', 'Europe/London',
    ];

    /**
     * All known changes of the clock in some time zones: rows of numbers, strings and bools.
     *
     * @return array<string, list<array<string, mixed>>>
     */
    public static function timeZoneRules(): array
    {
        $rules = [];
        foreach (self::ZONES as $zone) {
            $rules[$zone] = (new DateTimeZone($zone))->getTransitions() ?: [];
        }

        return $rules;
    }

    /**
     * Abbreviations such as CET, and the time zones that used them: many short lists of similar rows.
     *
     * @return array<string, list<array<string, mixed>>>
     */
    public static function timeZoneNames(): array
    {
        return DateTimeZone::listAbbreviations();
    }

    /**
     * Coordinates of the cities of the time zones.
     *
     * @return array<string, array{country: string, latitude: float, longitude: float, comment: string}>
     */
    public static function places(): array
    {
        $places = [];
        foreach (DateTimeZone::listIdentifiers() as $zone) {
            $location = (new DateTimeZone($zone))->getLocation();
            if ($location === false) {
                continue;
            }
            $places[$zone] = [
                'country' => $location['country_code'],
                'latitude' => $location['latitude'],
                'longitude' => $location['longitude'],
                'comment' => $location['comments'],
            ];
        }

        return $places;
    }

    /**
     * Global value, local value and access level of each setting.
     *
     * @return array<mixed>
     */
    public static function iniSettings(): array
    {
        return ini_get_all() ?: [];
    }

    /**
     * All constants of PHP and its modules: ints, strings, floats (also INF and NAN), bools.
     *
     * @return array<string, array<string, mixed>>
     */
    public static function constants(): array
    {
        $constants = [];
        foreach (get_defined_constants(true) as $module => $ofModule) {
            if ($module !== 'user') {
                // STDIN, STDOUT and STDERR cannot be stored
                $constants[$module] = array_filter($ofModule, static fn(mixed $value): bool => !is_resource($value));
            }
        }

        return $constants;
    }

    /**
     * The entity of each character: a map whose keys and values are all different.
     *
     * @return array<string, string>
     */
    public static function htmlEntities(): array
    {
        return get_html_translation_table(HTML_ENTITIES, ENT_QUOTES | ENT_HTML5, 'UTF-8');
    }

    /**
     * What the ctype functions return for each byte: rows of bools.
     *
     * @return list<array<string, bool|int>>
     */
    public static function characterTypes(): array
    {
        $types = [];
        for ($byte = 0; $byte < 256; $byte++) {
            $character = chr($byte);
            $types[] = [
                'byte' => $byte,
                'alnum' => ctype_alnum($character),
                'alpha' => ctype_alpha($character),
                'control' => ctype_cntrl($character),
                'digit' => ctype_digit($character),
                'graph' => ctype_graph($character),
                'lower' => ctype_lower($character),
                'print' => ctype_print($character),
                'punctuation' => ctype_punct($character),
                'space' => ctype_space($character),
                'upper' => ctype_upper($character),
                'hexadecimal' => ctype_xdigit($character),
            ];
        }

        return $types;
    }
}
