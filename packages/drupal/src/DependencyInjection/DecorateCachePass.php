<?php

declare(strict_types=1);

namespace Drupal\lyo\DependencyInjection;

use Drupal\Component\Serialization\PhpSerialize;
use Drupal\Core\Cache\DatabaseBackendFactory as CoreFactory;
use Drupal\lyo\LyoSettings;
use Drupal\lyo\SerializerFactory;
use Lyo\Bridge\Drupal\CacheFactory;
use Lyo\Bridge\Drupal\DatabaseBackendFactory;
use Lyo\Bridge\Drupal\Serialization;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Definition;
use Symfony\Component\DependencyInjection\Reference;

/**
 * Decorates the serializer, and each cache backend that uses it.
 *
 * A class that another module has put in the place of core's stays: its backend
 * is decorated from outside. Backends that do not serialize (memory, APCu, PHP
 * files) and the one that is made of two others are left as they are.
 */
class DecorateCachePass implements CompilerPassInterface {

  /**
   * The serializer of caches and key-value stores.
   */
  protected const SERIALIZER = 'serialization.phpserialize';

  /**
   * {@inheritdoc}
   */
  public function process(ContainerBuilder $container): void {
    if (!$container->hasDefinition(self::SERIALIZER)) {
      return;
    }
    $serializer = $container->getDefinition(self::SERIALIZER);
    $class = $this->classOf($container, $serializer);
    $isOurs = is_a($class, Serialization::class, TRUE);
    if (!$isOurs && $class !== PhpSerialize::class) {
      // The site has a serializer of its own, which may encrypt.
      return;
    }
    $class = $isOurs ? $class : Serialization::class;
    $serializer
      ->setClass($class)
      ->setFactory([SerializerFactory::class, 'create'])
      ->setArguments([new Reference(LyoSettings::class), new Reference('lyo.unread'), $class]);

    foreach ($container->getDefinitions() as $id => $definition) {
      if (preg_match('/^(\w+\.)?cache\.backend\./', $id) !== 1 || $definition->isAbstract() || !$this->serializes($definition)) {
        continue;
      }
      $class = $this->classOf($container, $definition);
      if ($class === CoreFactory::class) {
        $definition->setClass(DatabaseBackendFactory::class);
      }
      elseif (!is_a($class, DatabaseBackendFactory::class, TRUE) && !is_a($class, CacheFactory::class, TRUE)) {
        $container->register("lyo.$id", CacheFactory::class)
          ->setDecoratedService($id)
          ->setArguments([new Reference("lyo.$id.inner")])
          ->setPublic(TRUE);
      }
    }
  }

  /**
   * Tells whether a service gets the serializer.
   */
  protected function serializes(Definition $definition): bool {
    foreach ($definition->getArguments() as $argument) {
      if ($argument instanceof Reference && (string) $argument === self::SERIALIZER) {
        return TRUE;
      }
    }
    return FALSE;
  }

  /**
   * Returns the class of a service.
   */
  protected function classOf(ContainerBuilder $container, Definition $definition): string {
    return ltrim((string) $container->getParameterBag()->resolveValue($definition->getClass()), '\\');
  }

}
