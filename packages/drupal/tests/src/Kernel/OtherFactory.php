<?php

declare(strict_types=1);

namespace Drupal\Tests\lyo\Kernel;

use Drupal\Component\Serialization\ObjectAwareSerializationInterface;
use Drupal\Core\Cache\CacheBackendInterface;
use Drupal\Core\Cache\CacheFactoryInterface;

/**
 * The factory of a module that keeps strings elsewhere.
 */
class OtherFactory implements CacheFactoryInterface {

  public function __construct(protected ObjectAwareSerializationInterface $serializer) {}

  /**
   * {@inheritdoc}
   */
  public function get($bin): CacheBackendInterface {
    return new OtherBackend($this->serializer);
  }

}
