<?php

declare(strict_types=1);

namespace Drupal\lyo\Drush\Commands;

use Drupal\lyo\Command\ConvertCommand;
use Drupal\lyo\Command\StatCommand;
use Drupal\lyo\Command\StatusCommand;
use Drupal\lyo\Command\UninstallCommand;
use Drush\Attributes as CLI;
use Drush\Commands\DrushCommands;
use Psr\Container\ContainerInterface;

/**
 * The commands of the module for Drush: those of core's console "dr".
 */
final class LyoCommands extends DrushCommands {

  public function __construct(
    protected StatusCommand $statusCommand,
    protected StatCommand $statCommand,
    protected ConvertCommand $convertCommand,
    protected UninstallCommand $uninstallCommand,
  ) {
    parent::__construct();
  }

  /**
   * Returns the commands with the services of core's console.
   */
  public static function create(ContainerInterface $container): self {
    return new self(
      $container->get(StatusCommand::class),
      $container->get(StatCommand::class),
      $container->get(ConvertCommand::class),
      $container->get(UninstallCommand::class),
    );
  }

  /**
   * Show which format is written, here and by the web server.
   */
  #[CLI\Command(name: 'lyo:status')]
  public function status(): int {
    return ($this->statusCommand)($this->io());
  }

  /**
   * Show rows and bytes of each bin and key-value store by format.
   */
  #[CLI\Command(name: 'lyo:stat')]
  public function stat(): int {
    return ($this->statCommand)($this->io());
  }

  /**
   * Write key-value stores back as native, while they are in use.
   */
  #[CLI\Command(name: 'lyo:convert')]
  #[CLI\Option(name: 'caches', description: 'Also convert the caches in the database.')]
  #[CLI\Option(name: 'dry-run', description: 'Only count what would be converted.')]
  #[CLI\Option(name: 'delete-unreadable', description: 'Delete rows that nobody can read.')]
  public function convert(array $options = ['caches' => FALSE, 'dry-run' => FALSE, 'delete-unreadable' => FALSE]): int {
    return ($this->convertCommand)($this->io(), $options['caches'], $options['dry-run'], $options['delete-unreadable']);
  }

  /**
   * Write key-value stores back, and uninstall the module.
   */
  #[CLI\Command(name: 'lyo:uninstall')]
  #[CLI\Option(name: 'caches', description: 'Also convert the caches in the database, so that they need not be made again.')]
  public function uninstall(array $options = ['caches' => FALSE]): int {
    return ($this->uninstallCommand)($this->io(), $options['caches']);
  }

}
