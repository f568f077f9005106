<?php

declare(strict_types=1);

namespace Drupal\lyo\Command;

use Drupal\lyo\Stores;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

/**
 * Shows what is in the tables of caches and key-value stores.
 */
#[AsCommand(name: 'lyo:stat', description: 'Show rows and bytes of each bin and key-value store by format.')]
class StatCommand {

  public function __construct(protected Stores $stores) {}

  /**
   * Shows what is in the tables.
   */
  public function __invoke(SymfonyStyle $io): int {
    $rows = [];
    $sum = ['rows' => 0, 'bytes' => 0, 'tags' => 0];
    foreach ($this->stores->sizes() as $table => $formats) {
      foreach ($formats as $format => $size) {
        $rows[] = [$table, $format, ...array_values($size)];
        foreach ($size as $what => $number) {
          $sum[$what] += $number;
        }
      }
    }
    $rows[] = ['all', '', ...array_values($sum)];
    $io->table(['Table', 'Format', 'Rows', 'Bytes of values', 'Bytes of tags'], $rows);
    return Command::SUCCESS;
  }

}
