<?php

declare(strict_types=1);

namespace Drupal\lyo\EventSubscriber;

use Drupal\Core\Config\ConfigCrudEvent;
use Drupal\Core\Config\ConfigEvents;
use Drupal\Core\DrupalKernelInterface;
use Drupal\lyo\LyoSettings;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;

/**
 * Has the container built again when the settings were changed.
 */
class SettingsSubscriber implements EventSubscriberInterface {

  /**
   * Constructs the subscriber.
   *
   * @param array<string, mixed> $built
   *   The settings that this container was built with.
   * @param \Drupal\Core\DrupalKernelInterface $kernel
   *   The kernel, which stores the container.
   */
  public function __construct(protected array $built, protected DrupalKernelInterface $kernel) {}

  /**
   * {@inheritdoc}
   */
  public static function getSubscribedEvents(): array {
    return [ConfigEvents::SAVE => 'onSave'];
  }

  /**
   * Has the container built again by the next request, and on all hosts.
   */
  public function onSave(ConfigCrudEvent $event): void {
    $config = $event->getConfig();
    if ($config->getName() === LyoSettings::NAME && LyoSettings::complete($config->getRawData()) !== $this->built) {
      $this->kernel->invalidateContainer();
    }
  }

}
