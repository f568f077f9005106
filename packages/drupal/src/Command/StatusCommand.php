<?php

declare(strict_types=1);

namespace Drupal\lyo\Command;

use Drupal\lyo\Status;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

/**
 * Shows what the module does.
 */
#[AsCommand(name: 'lyo:status', description: 'Show which format is written, here and by the web server.')]
class StatusCommand {

  public function __construct(protected Status $status) {}

  /**
   * Shows what the module does.
   */
  public function __invoke(SymfonyStyle $io): int {
    $rows = [];
    foreach ($this->status->summary() as $what => $is) {
      $rows[] = [$what => (string) $is];
    }
    $io->definitionList(...$rows);
    return Command::SUCCESS;
  }

}
