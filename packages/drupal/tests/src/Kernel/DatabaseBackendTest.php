<?php

declare(strict_types=1);

namespace Drupal\Tests\lyo\Kernel;

use Drupal\Component\Datetime\TimeInterface;
use Drupal\KernelTests\Core\Cache\DatabaseBackendTest as CoreTest;
use Lyo\Bridge\Drupal\CacheSerialization;
use Lyo\Bridge\Drupal\DatabaseBackend;
use Lyo\Bridge\Drupal\Serialization;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\Attributes\RunTestsInSeparateProcesses;

/**
 * Core's tests of its backend in the database, with that of the module.
 */
#[Group('lyo')]
#[RunTestsInSeparateProcesses]
class DatabaseBackendTest extends CoreTest {

  /**
   * {@inheritdoc}
   */
  protected function createCacheBackend($bin): DatabaseBackend {
    Serialization::configure(['writes' => 'lyo']);
    return new DatabaseBackend(
      $this->container->get('database'),
      $this->container->get('cache_tags.invalidator.checksum'),
      $bin,
      new CacheSerialization(),
      \Drupal::service(TimeInterface::class),
      static::$maxRows,
    );
  }

}
