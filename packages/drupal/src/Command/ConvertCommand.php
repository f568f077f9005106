<?php

declare(strict_types=1);

namespace Drupal\lyo\Command;

use Drupal\lyo\Converter;
use Drupal\lyo\LyoSettings;
use Drupal\lyo\Stores;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

/**
 * Writes values back as Drupal itself writes them.
 */
#[AsCommand(name: 'lyo:convert', description: 'Write key-value stores back as native, while they are in use; with --caches also the caches.')]
class ConvertCommand {

  public function __construct(
    protected Converter $converter,
    protected Stores $stores,
    protected LyoSettings $settings,
  ) {}

  /**
   * Converts, and shows progress and what could not be converted.
   */
  public function __invoke(
    SymfonyStyle $io,
    #[Option(description: 'Also convert the caches in the database.')]
    bool $caches = FALSE,
    #[Option(description: 'Only count what would be converted.')]
    bool $dryRun = FALSE,
    #[Option(description: 'Delete rows that nobody can read.')]
    bool $deleteUnreadable = FALSE,
  ): int {
    if ($this->settings->mayBind() || $caches && ($this->settings->all()['writes'] ?? 'native') !== 'native') {
      $io->note('The format that is set is not "native": what is written from now on is not converted.');
    }
    $bar = $io->createProgressBar();
    $done = $this->converter->convert([...$this->stores->keyValue(), ...$caches ? $this->stores->caches() : []], $dryRun, $deleteUnreadable, $bar->advance(...));
    $bar->finish();
    $io->newLine(2);
    foreach ($done['failed'] as $row => $reason) {
      $io->writeln("$row: $reason");
    }
    $io->writeln(sprintf('%d rows, %s %d, %d changed in the meantime, %d deleted, %d cannot be read', $done['seen'], $dryRun ? 'to convert' : 'converted', $done['converted'], $done['changed'], $done['deleted'], count($done['failed'])));
    return $done['failed'] === [] ? Command::SUCCESS : Command::FAILURE;
  }

}
