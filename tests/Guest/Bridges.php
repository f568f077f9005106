<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Guest;

use Closure;
use Lyo\Bridge\Drupal\Serialization;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Redis\PredisValues;
use Lyo\Bridge\Symfony\Marshaller;
use Lyo\Bridge\WordPress\MaybeSerializer;
use Lyo\Laravel\Cache\PacksValues;
use Lyo\Laravel\Session\PacksSession;
use Lyo\Serializer;
use Lyo\Tests\Policy\Stored;
use Predis\Client;
use SessionHandlerInterface;
use stdClass;
use Throwable;

/** What reads stored data in each bridge, with what the framework does itself. */
final class Bridges
{
    /** @return array<string, array{Closure(string): mixed, Closure(string): mixed, bool}> by name: with Lyo; as plain PHP; whether a missing class is a miss */
    public static function all(): array
    {
        $plain = static fn(string $text): mixed => self::orMiss($text, unserialize($text));
        $quiet = static fn(string $text): mixed => self::orMiss($text, @unserialize($text));
        $redis = new PredisValues(new Client(), new Packer('native'));
        $miss = new stdClass();
        $wordPress = new MaybeSerializer(new Packer('native'));
        return [
            'Serializer' => [(new Serializer())->decode(...), $plain, false],
            'Packer' => [(new Packer('native'))->unpack(...), $plain, false],
            'Packer for caches' => [static fn(string $data): mixed => (new Packer('native'))->unpack($data, true), $plain, true],
            'Symfony' => [(new Marshaller())->unmarshall(...), $plain, true],
            'Laravel cache' => [self::laravelCache(), $plain, true],
            'Laravel session' => [self::laravelSession(), static function (string $text): array {
                try {
                    return is_array($value = @unserialize($text)) ? $value : [];
                } catch (Throwable) {
                    return []; // here the bridge is more lenient than Laravel
                }
            }, false],
            'Drupal' => [self::drupal(false), $plain, false],
            'Drupal cache' => [self::drupal(true), $plain, true],
            'WordPress' => [static function (string $data) use ($wordPress): mixed {
                $value = $wordPress->maybeUnserialize($data, $found);
                return $found ? $value : throw new Miss();
            }, static fn(string $text): mixed => preg_match('/\A(?:[aO]:\d+:|s:)/', $text) === 1 ? $quiet($text) : $text, true],
            'Redis' => [static fn(string $data): mixed => ($value = $redis->unpack($data, $miss)) === $miss ? throw new Miss() : $value, $plain, false],
        ];
    }

    private static function orMiss(string $text, mixed $value): mixed
    {
        return $value === false && $text !== 'b:0;' ? throw new Miss() : $value;
    }

    /** @return Closure(string): mixed */
    private static function laravelCache(): Closure
    {
        $store = new class {
            use PacksValues;

            public bool $serializableClasses = true;

            public function value(string $data): mixed
            {
                return $this->unpack($data) ?? ($data === 'N;' ? null : throw new Miss());
            }
        };
        return $store->value(...);
    }

    /** @return Closure(string): mixed */
    private static function laravelSession(): Closure
    {
        return static function (string $data): mixed {
            $handler = new Stored();
            $handler->bytes = $data;
            $session = new class ($handler) extends Store {
                use PacksSession;

                /** @return array<mixed> */
                public function attributes(): array
                {
                    return $this->readFromHandler();
                }
            };
            return $session->attributes();
        };
    }

    /** @return Closure(string): mixed */
    private static function drupal(bool $cache): Closure
    {
        return static function (string $data) use ($cache): mixed {
            Serialization::configure(['writes' => 'native']);
            $before = Serialization::misses();
            $read = static fn(): mixed => Serialization::decode($data);
            $value = $cache ? Serialization::forCache($read) : $read();
            return Serialization::misses() === $before ? $value : throw new Miss();
        };
    }
}

/** What Laravel's session store has that the trait uses. */
class Store
{
    protected string $serialization = 'php';
    protected bool $started = false;
    /** @var array<mixed> */
    protected array $attributes = [];

    public function __construct(protected SessionHandlerInterface $handler) {}

    public function getId(): string
    {
        return 'id';
    }

    protected function prepareForUnserialize(string $data): string
    {
        return $data;
    }

    protected function prepareForStorage(string $data): string
    {
        return $data;
    }

    protected function ageFlashData(): void {}

    protected function marshalErrorBag(): void {}

    public function save(): void {}

    /** @return array<mixed> */
    protected function readFromHandler(): array
    {
        return [];
    }
}
