<?php

declare(strict_types=1);

namespace Lyo\Samples;

use Random\Engine\Mt19937;
use Random\Randomizer;

/** Plain lists of numbers. */
final class Numbers
{
    private const EARTH_RADIUS = 6371.0088;

    /**
     * Amounts with two decimals.
     *
     * @return list<float>
     */
    public static function prices(): array
    {
        $random = new Randomizer(new Mt19937(4711));
        $prices = [];
        for ($i = 0; $i < 1000; $i++) {
            $prices[] = $random->getInt(49, 19_999) / 100;
        }

        return $prices;
    }

    /**
     * Kilometres from each city to the next one: floats with all digits.
     *
     * @return list<float>
     */
    public static function distances(): array
    {
        $places = array_values(Machine::places());
        $distances = [];
        for ($i = 1; $i < count($places); $i++) {
            [$from, $to] = [$places[$i - 1], $places[$i]];
            $latitudes = deg2rad($to['latitude'] - $from['latitude']);
            $longitudes = deg2rad($to['longitude'] - $from['longitude']);
            $chord = sin($latitudes / 2) ** 2
                + cos(deg2rad($from['latitude'])) * cos(deg2rad($to['latitude'])) * sin($longitudes / 2) ** 2;
            $distances[] = 2 * self::EARTH_RADIUS * asin(sqrt($chord));
        }

        return $distances;
    }

    /**
     * The primes below 20,000.
     *
     * @return list<int>
     */
    public static function primes(): array
    {
        $prime = array_fill(0, 20_000, true);
        $primes = [];
        for ($number = 2; $number < 20_000; $number++) {
            if (!$prime[$number]) {
                continue;
            }
            $primes[] = $number;
            for ($multiple = $number * $number; $multiple < 20_000; $multiple += $number) {
                $prime[$multiple] = false;
            }
        }

        return $primes;
    }
}
