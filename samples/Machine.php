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
     * Every change of the clocks that is known for some zones: rows of numbers, texts and bools.
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
     * Abbreviations like CET and what they stood for: many short lists of the same rows.
     *
     * @return array<string, list<array<string, mixed>>>
     */
    public static function timeZoneNames(): array
    {
        return DateTimeZone::listAbbreviations();
    }

    /**
     * Where the zones' cities are.
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
     * Global value, local value and access of each setting.
     *
     * @return array<mixed>
     */
    public static function iniSettings(): array
    {
        return ini_get_all() ?: [];
    }

    /**
     * All constants of PHP and its modules: ints, texts, floats (INF and NAN too), bools.
     *
     * @return array<string, array<string, mixed>>
     */
    public static function constants(): array
    {
        $constants = [];
        foreach (get_defined_constants(true) as $module => $ofModule) {
            if ($module !== 'user') {
                // STDIN, STDOUT and STDERR are no values that anything could store
                $constants[$module] = array_filter($ofModule, static fn(mixed $value): bool => !is_resource($value));
            }
        }

        return $constants;
    }

    /**
     * Character to entity: a map whose keys and values are all different.
     *
     * @return array<string, string>
     */
    public static function htmlEntities(): array
    {
        return get_html_translation_table(HTML_ENTITIES, ENT_QUOTES | ENT_HTML5, 'UTF-8');
    }

    /**
     * For each byte what it is, as ctype says: rows of bools.
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
