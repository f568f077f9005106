<?php

declare(strict_types=1);

namespace Drupal\lyo;

use Drupal\Component\Serialization\ObjectAwareSerializationInterface;
use Lyo\Bridge\Drupal\Serialization;
use Psr\Log\LoggerInterface;

/**
 * Makes the serializer of caches and key-value stores.
 */
class SerializerFactory {

  /**
   * Returns the serializer, after it was given the settings.
   *
   * Its methods are static, because the interface of core says so. Every cache
   * backend that serializes gets this service, so it is made before any of them
   * reads or writes.
   */
  public static function create(LyoSettings $settings, LoggerInterface $logger, string $class = Serialization::class): ObjectAwareSerializationInterface {
    Serialization::configure($settings->all(), $logger);
    return new $class();
  }

}
