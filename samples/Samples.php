<?php

declare(strict_types=1);

namespace Lyo\Samples;

use Closure;
use InvalidArgumentException;
use Lyo\Samples\Code\ClassCatalogue;
use Lyo\Samples\Code\FunctionCatalogue;
use Lyo\Samples\Document\MarkdownReader;
use Lyo\Samples\Shop\Shop;
use Lyo\Samples\Syntax\TreeBuilder;
use Lyo\Samples\Web\Website;

/**
 * Values such as applications keep in caches, sessions and queues, made from data of the machine. One machine gives the
 * same values each time. Needs no network, and no files except those of the project.
 */
final class Samples
{
    /**
     * Every sample of this PHP, the smallest kinds first. Each value is built only when the iterator reaches it.
     *
     * @return iterable<string, mixed>
     */
    public static function all(): iterable
    {
        foreach (self::makers() as $name => $make) {
            yield $name => $make();
        }
    }

    /** @return list<string> */
    public static function names(): array
    {
        return array_keys(self::makers());
    }

    public static function get(string $name): mixed
    {
        $make = self::makers()[$name] ?? throw new InvalidArgumentException('no sample is called ' . $name);

        return $make();
    }

    /** @return array<string, Closure(): mixed> */
    private static function makers(): array
    {
        return [
            'user-record' => Website::userRecord(...),
            'rate-limit' => Website::rateLimit(...),
            'session' => Website::session(...),
            'server-variables' => Website::serverVariables(...),
            'configuration' => Website::configuration(...),
            'translations' => Website::translations(...),
            'permissions' => Website::permissions(...),
            'page-response' => Website::pageResponse(...),
            'order' => Shop::order(...),
            'order-history' => Shop::orderHistory(...),
            'dates-and-lists' => Shop::deliveryPlan(...),
            'prices' => Numbers::prices(...),
            'distances' => Numbers::distances(...),
            'primes' => Numbers::primes(...),
            'ini-settings' => Machine::iniSettings(...),
            'constants' => Machine::constants(...),
            'html-entities' => Machine::htmlEntities(...),
            'character-types' => Machine::characterTypes(...),
            'time-zone-names' => Machine::timeZoneNames(...),
            'time-zone-rules' => Machine::timeZoneRules(...),
            ...(extension_loaded('pdo_sqlite') ? [
                'rows-of-strings' => Database::placesAsText(...),
                'rows-with-types' => Database::functions(...),
            ] : []),
            'category-tree' => ClassCatalogue::inheritance(...),
            'classes-objects' => ClassCatalogue::all(...),
            'functions-arrays' => FunctionCatalogue::all(...),
            'document-tree' => MarkdownReader::specification(...),
            ...(extension_loaded('tokenizer') ? [
                'tokens-objects' => Sources::tokenObjects(...),
                'tokens-rows' => Sources::tokenRows(...),
                'syntax-tree' => TreeBuilder::ofSources(...),
            ] : []),
        ];
    }
}
