<?php

declare(strict_types=1);

namespace Drupal\lyo;

use Drupal\Core\Config\BootstrapConfigStorageFactory;
use Drupal\Core\DependencyInjection\ContainerBuilder;
use Drupal\Core\DependencyInjection\ServiceProviderInterface;
use Drupal\lyo\DependencyInjection\DecorateCachePass;
use Symfony\Component\DependencyInjection\Compiler\PassConfig;

/**
 * Decorates the services that write to caches and key-value stores.
 */
class LyoServiceProvider implements ServiceProviderInterface {

  /**
   * {@inheritdoc}
   */
  public function register(ContainerBuilder $container): void {
    // The cache is needed to read configuration. So the settings are part of
    // the container, as the list of modules is.
    $container->setParameter('lyo.settings', static::settings());
    // After what modules alter, and after the backends of other databases.
    $container->addCompilerPass(new DecorateCachePass(), PassConfig::TYPE_BEFORE_OPTIMIZATION, -100);
  }

  /**
   * Returns the settings of the form, with what settings.php overrides.
   *
   * @return array<string, mixed>
   *   The settings that the form has.
   */
  protected static function settings(): array {
    $overrides = $GLOBALS['config'][LyoSettings::NAME] ?? [];
    $stored = BootstrapConfigStorageFactory::get()->read(LyoSettings::NAME);
    return LyoSettings::complete((is_array($overrides) ? $overrides : []) + (is_array($stored) ? $stored : []));
  }

}
