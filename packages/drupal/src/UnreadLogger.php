<?php

declare(strict_types=1);

namespace Drupal\lyo;

use Drupal\Core\DestructableInterface;
use Psr\Container\ContainerInterface;
use Psr\Log\AbstractLogger;

/**
 * Logs what could not be read, when the request is over.
 *
 * A logger may itself need the cache that is being read. So the messages wait
 * until then. There is one for each kind of failure.
 */
class UnreadLogger extends AbstractLogger implements DestructableInterface {

  /**
   * The last message is kept under this name.
   */
  public const STATE = 'lyo.unread';

  /**
   * What was logged in this request.
   *
   * @var list<array{mixed, string, array<mixed>}>
   */
  protected array $messages = [];

  public function __construct(protected ContainerInterface $container) {}

  /**
   * {@inheritdoc}
   */
  public function log($level, string|\Stringable $message, array $context = []): void {
    $this->messages[] = [$level, (string) $message, $context];
  }

  /**
   * {@inheritdoc}
   */
  public function destruct(): void {
    if ($this->messages === []) {
      return;
    }
    $messages = $this->messages;
    $this->messages = [];
    $last = end($messages);
    foreach ($messages as [$level, $message, $context]) {
      // The stack trace would have values of the caller.
      unset($context['exception']);
      $this->container->get('logger.channel.lyo')->log($level, $message, $context);
    }
    $this->container->get('state')->set(static::STATE, [
      'time' => $this->container->get('datetime.time')->getCurrentTime(),
      'reason' => (string) ($last[2]['reason'] ?? $last[1]),
    ]);
  }

}
