<?php

declare(strict_types=1);

namespace Drupal\lyo\Command;

use Drupal\Core\Config\ConfigFactoryInterface;
use Drupal\Core\Extension\ModuleInstallerInterface;
use Drupal\Core\Extension\ModuleUninstallValidatorException;
use Drupal\lyo\Converter;
use Drupal\lyo\LyoSettings;
use Drupal\lyo\Stores;
use Lyo\Bridge\Drupal\Serialization;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

/**
 * Writes values back, and uninstalls the module.
 */
#[AsCommand(name: 'lyo:uninstall', description: 'Write key-value stores back, and uninstall the module.')]
class UninstallCommand {

  public function __construct(
    protected Converter $converter,
    protected Stores $stores,
    protected LyoSettings $settings,
    protected ConfigFactoryInterface $config,
    protected ModuleInstallerInterface $installer,
  ) {}

  /**
   * Writes values back, and uninstalls the module.
   */
  public function __invoke(
    SymfonyStyle $io,
    #[Option(description: 'Also convert the caches in the database, so that they need not be made again.')]
    bool $caches = FALSE,
  ): int {
    // Nobody writes anything but native from now on.
    $this->config->getEditable(LyoSettings::NAME)->set('writes', 'native')->save();
    Serialization::configure(['writes' => 'native'] + $this->settings->all());
    $bar = $io->createProgressBar();
    $done = $this->converter->convert([...$this->stores->keyValue(), ...$caches ? $this->stores->caches() : []], progress: $bar->advance(...));
    $bar->finish();
    $io->newLine(2);
    $io->writeln(sprintf('%d of %d rows were written back', $done['converted'], $done['seen']));
    try {
      $this->installer->uninstall(['lyo']);
    }
    catch (ModuleUninstallValidatorException $e) {
      $io->error($e->getMessage());
      return Command::FAILURE;
    }
    $io->success('The module Lyo is uninstalled.');
    return Command::SUCCESS;
  }

}
