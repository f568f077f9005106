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
    $sizes = $this->stores->sizes();
    foreach ($sizes as $table => $formats) {
      foreach ($formats as $format => $size) {
        $rows[] = [$table, $format, ...array_values($size)];
        foreach ($size as $what => $number) {
          $sum[$what] += $number;
        }
      }
    }
    $rows[] = ['all', '', ...array_values($sum)];
    $io->table(['Table', 'Format', 'Rows', 'Bytes of values', 'Bytes of tags'], $rows);
    $io->text(sprintf('Tags have %s %% of the bytes in caches. They are not packed: servers without the module read them, too, and tables would become at most so much smaller.', Stores::shareOfTags($sizes)));
    return Command::SUCCESS;
  }

}
