<?php

declare(strict_types=1);

namespace Drupal\lyo;

use Drupal\Core\Config\ConfigFactoryInterface;
use Drupal\Core\Extension\ModuleUninstallValidatorInterface;
use Drupal\Core\Site\Settings;
use Drupal\Core\StringTranslation\StringTranslationTrait;
use Drupal\Core\StringTranslation\TranslationInterface;

/**
 * Refuses to uninstall the module as long as plain Drupal would lose values.
 */
class LyoUninstallValidator implements ModuleUninstallValidatorInterface {

  use StringTranslationTrait;

  public function __construct(
    protected Converter $converter,
    protected Stores $stores,
    protected ConfigFactoryInterface $config,
    protected Settings $site,
    TranslationInterface $string_translation,
  ) {
    $this->setStringTranslation($string_translation);
  }

  /**
   * {@inheritdoc}
   */
  public function validate($module): array {
    if ($module !== 'lyo') {
      return [];
    }
    $reasons = [];
    // Those of the form may have changed since the container was built.
    $settings = new LyoSettings($this->config->get(LyoSettings::NAME)->get(), $this->site);
    if ($settings->mayBind()) {
      $reasons[] = $this->t('Key-value stores may still be written as @format, which Drupal cannot read without this module. Set the format to "native", or "every host reads" to off, on the page of settings or in settings.php', [
        '@format' => $settings->all()['writes'] === 'igbinary' ? 'igbinary' : 'lyo',
      ]);
    }
    // What can be converted is converted by hook_uninstall().
    $failed = $this->converter->convert($this->stores->keyValue(), TRUE)['failed'];
    foreach (array_slice($failed, 0, 5, TRUE) as $row => $reason) {
      $reasons[] = $this->t('The row "@row" cannot be converted: @reason', ['@row' => $row, '@reason' => $reason]);
    }
    if (count($failed) > 5) {
      $reasons[] = $this->formatPlural(count($failed) - 5, '1 more row cannot be converted', '@count more rows cannot be converted');
    }
    if ($failed !== []) {
      $reasons[] = $this->t('"lyo:convert --delete-unreadable" deletes the rows that nobody can read');
    }
    return $reasons;
  }

}
