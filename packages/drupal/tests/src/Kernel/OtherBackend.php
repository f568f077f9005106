<?php

declare(strict_types=1);

namespace Drupal\Tests\lyo\Kernel;

use Drupal\Component\Serialization\ObjectAwareSerializationInterface;
use Drupal\Core\Cache\NullBackend;

/**
 * A backend that keeps strings, as one in Redis does.
 */
class OtherBackend extends NullBackend {

  /**
   * What is kept.
   *
   * @var array<string, string>
   */
  public static array $strings = [];

  public function __construct(protected ObjectAwareSerializationInterface $serializer) {
    parent::__construct('');
  }

  /**
   * {@inheritdoc}
   */
  public function get($cid, $allow_invalid = FALSE): object|false {
    if (!isset(self::$strings[$cid])) {
      return FALSE;
    }
    return (object) ['cid' => $cid, 'data' => $this->serializer->decode(self::$strings[$cid])];
  }

  /**
   * {@inheritdoc}
   */
  public function set($cid, $data, $expire = self::CACHE_PERMANENT, array $tags = []): void {
    self::$strings[$cid] = $this->serializer->encode($data);
  }

}
