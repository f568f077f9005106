<?php

declare(strict_types=1);

namespace Drupal\lyo\Form;

use Drupal\Core\Batch\BatchBuilder;
use Drupal\Core\Form\ConfigFormBase;
use Drupal\Core\Form\ConfigTarget;
use Drupal\Core\Form\FormStateInterface;
use Drupal\Core\Form\RedundantEditableConfigNamesTrait;
use Drupal\Core\Site\Settings;
use Drupal\lyo\Converter;
use Drupal\lyo\LyoSettings;
use Drupal\lyo\Stores;

/**
 * Configures the format of caches and key-value stores.
 */
class SettingsForm extends ConfigFormBase {

  use RedundantEditableConfigNamesTrait;

  /**
   * {@inheritdoc}
   */
  public function getFormId(): string {
    return 'lyo_settings';
  }

  /**
   * {@inheritdoc}
   */
  public function buildForm(array $form, FormStateInterface $form_state): array {
    $lines = Settings::get('lyo');
    if (is_array($lines) && $lines !== []) {
      $form['lines'] = [
        '#type' => 'item',
        '#markup' => $this->t('settings.php has: @names. These go before what is set here.', ['@names' => implode(', ', array_keys($lines))]),
      ];
    }
    $form['writes'] = [
      '#type' => 'radios',
      '#title' => $this->t('Format'),
      '#config_target' => 'lyo.settings:writes',
      '#options' => [
        'auto' => $this->t('Automatic: lyo in a process that has the extension, otherwise native'),
        'native' => $this->t('Native: what Drupal writes without this module'),
        'lyo' => $this->t('Lyo always, also without the extension, which is slow'),
        'igbinary' => $this->t('Igbinary'),
      ],
      '#description' => $this->t('All formats are read, whatever you choose.'),
    ];
    $form['every_host_reads'] = [
      '#type' => 'checkbox',
      '#title' => $this->t('Every server and command line of this site has this module'),
      '#config_target' => 'lyo.settings:every_host_reads',
      '#description' => $this->t('Then key-value stores and modules such as redis are written in this format, too. Caches in the database do not need this.'),
    ];
    $form['compress'] = [
      '#type' => 'select',
      '#title' => $this->t('Compression of what is written as lyo'),
      '#config_target' => 'lyo.settings:compress',
      '#options' => ['none' => $this->t('None'), 'zlib' => 'zlib', 'zstd' => 'zstd'],
      '#description' => $this->t('Makes the database smaller. A page needs more time for it.'),
    ];
    $form['compress_bins'] = [
      '#type' => 'textarea',
      '#title' => $this->t('Compression of single bins'),
      '#config_target' => new ConfigTarget('lyo.settings', 'compress_bins', static::lines(...), static::bins(...)),
      '#rows' => 3,
      '#description' => $this->t('A line for each bin in the database that has another compression than the others, such as "render: zlib" or "discovery: none". The status report has the names of the bins.'),
    ];
    $form['actions']['convert'] = [
      '#type' => 'submit',
      '#value' => $this->t('Write key-value stores back as native'),
      '#submit' => ['::convert'],
      '#limit_validation_errors' => [],
      '#weight' => 10,
    ];
    return parent::buildForm($form, $form_state);
  }

  /**
   * {@inheritdoc}
   */
  public function validateForm(array &$form, FormStateInterface $form_state): void {
    parent::validateForm($form, $form_state);
    if ($form_state->hasAnyErrors()) {
      return;
    }
    $values = array_intersect_key($form_state->getValues(), LyoSettings::DEFAULTS);
    $values['compress_bins'] = static::bins((string) ($values['compress_bins'] ?? ''));
    $problem = (new LyoSettings($values, new Settings([])))->problem();
    if ($problem !== NULL) {
      $form_state->setErrorByName(in_array($values['compress'], ['none', ''], TRUE) ? 'compress_bins' : 'compress', $problem);
    }
  }

  /**
   * Returns the compression of single bins as text.
   *
   * @param array<string, string>|null $bins
   *   The compression by bin; NULL on a site that has never had one.
   */
  public static function lines(?array $bins): string {
    return implode("\n", array_map(static fn(string $bin, string $compress): string => "$bin: $compress", array_keys($bins ?? []), $bins ?? []));
  }

  /**
   * Reads the compression of single bins.
   *
   * @return array<string, string>
   *   The compression by bin, with what the schema refuses.
   */
  public static function bins(string $lines): array {
    $bins = [];
    foreach (array_filter(array_map(trim(...), explode("\n", $lines))) as $line) {
      [$bin, $compress] = array_map(trim(...), explode(':', $line, 2)) + [1 => ''];
      $bins[preg_replace('/^cache_/', '', $bin)] = $compress;
    }
    return $bins;
  }

  /**
   * Writes key-value stores back, in a batch.
   */
  public function convert(array &$form, FormStateInterface $form_state): void {
    $batch = (new BatchBuilder())
      ->setTitle($this->t('Writing key-value stores back'))
      ->setFinishCallback([static::class, 'converted']);
    foreach (\Drupal::service(Stores::class)->keyValue() as $table) {
      $batch->addOperation([static::class, 'convertStep'], [$table]);
    }
    batch_set($batch->toArray());
  }

  /**
   * Converts the next rows of a table.
   */
  public static function convertStep(string $table, array &$context): void {
    $done = \Drupal::service(Converter::class)->step($table, $context['sandbox']['after'] ?? NULL);
    $context['sandbox']['after'] = $done['after'];
    $context['sandbox']['seen'] = ($context['sandbox']['seen'] ?? 0) + $done['seen'];
    $context['results']['converted'] = ($context['results']['converted'] ?? 0) + $done['converted'];
    $context['results']['failed'] = ($context['results']['failed'] ?? []) + $done['failed'];
    $context['message'] = t('@table: @count rows', ['@table' => $table, '@count' => $context['sandbox']['seen']]);
    // How many rows there are changes while it runs.
    $context['finished'] = $done['after'] === NULL ? 1 : 1 - Converter::STEP / ($context['sandbox']['seen'] + Converter::STEP);
  }

  /**
   * Says what was done.
   */
  public static function converted(bool $success, array $results): void {
    $messenger = \Drupal::messenger();
    $messenger->addStatus(\Drupal::translation()->formatPlural($results['converted'] ?? 0, '1 row was written back.', '@count rows were written back.'));
    foreach ($results['failed'] ?? [] as $row => $reason) {
      $messenger->addError(t('The row "@row" cannot be converted: @reason', ['@row' => $row, '@reason' => $reason]));
    }
    $success || $messenger->addError(t('The rows were not all looked at.'));
  }

}
