<?php

declare(strict_types=1);

namespace Drupal\lyo;

use Drupal\Core\Site\Settings;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Settings as BridgeSettings;
use Lyo\Bridge\Writes;
use Lyo\Exception\UnavailableException;
use Lyo\Functions\Configuration;

/**
 * The settings that are in force: those of the form and of settings.php.
 */
class LyoSettings {

  /**
   * The name of the configuration.
   */
  public const NAME = 'lyo.settings';

  /**
   * What is set where nothing else is.
   *
   * Each page reads most of the bins bootstrap and config. To compress them
   * saves few bytes and costs each page time. The README has the figures.
   */
  public const DEFAULTS = [
    'writes' => 'auto',
    'every_host_reads' => FALSE,
    'compress' => 'none',
    'compress_bins' => ['bootstrap' => 'none', 'config' => 'none'],
  ];

  /**
   * Why this host does not compress, although it should.
   */
  protected ?string $problem = NULL;

  /**
   * The settings in force, as the bridge takes them.
   *
   * @var array<mixed>
   */
  protected array $settings;

  /**
   * Constructs the settings.
   *
   * @param array<string, mixed> $configured
   *   The settings of the form.
   * @param \Drupal\Core\Site\Settings $site
   *   The settings of settings.php: $settings['lyo'] goes before the form.
   *
   * @throws \InvalidArgumentException
   *   If a setting is wrong.
   */
  public function __construct(array $configured, Settings $site) {
    $lines = $site->get('lyo', []);
    $this->settings = (is_array($lines) ? $lines : []) + static::complete($configured);
    if (in_array($this->settings['compress'], ['none', ''], TRUE)) {
      $this->settings['compress'] = NULL;
    }
    if (!$this->isAvailable($this->settings)) {
      $this->settings['compress'] = NULL;
    }
    $bins = $this->settings['compress_bins'];
    $bins = is_array($bins) ? $bins : throw new \InvalidArgumentException('"compress_bins" is not a list of compressions by bin');
    foreach (array_diff(array_unique($bins), ['none']) as $compress) {
      if (!$this->isAvailable(['compress' => $compress] + $this->settings)) {
        $bins = array_replace($bins, array_fill_keys(array_keys($bins, $compress, TRUE), 'none'));
      }
    }
    $this->settings['compress_bins'] = $bins;
  }

  /**
   * Tells whether this host has the compression of settings.
   *
   * A host that lacks it must not fail for it: others may have it, and the
   * settings are common to all.
   *
   * @param array<mixed> $settings
   *   The settings as the bridge takes them.
   *
   * @throws \InvalidArgumentException
   *   If a setting is wrong.
   */
  protected function isAvailable(array $settings): bool {
    try {
      BridgeSettings::packer($settings, misses: FALSE);
      BridgeSettings::packer($settings, misses: TRUE);
    }
    catch (\InvalidArgumentException $e) {
      if (!$e->getPrevious() instanceof UnavailableException) {
        throw $e;
      }
      $this->problem = $e->getMessage();
      return FALSE;
    }
    return TRUE;
  }

  /**
   * Returns settings with what is missing.
   *
   * @param array<mixed> $settings
   *   Settings of a site, which may be those of another version.
   *
   * @return array<string, mixed>
   *   The settings that are known.
   */
  public static function complete(array $settings): array {
    return array_intersect_key($settings, static::DEFAULTS) + static::DEFAULTS;
  }

  /**
   * Returns the settings as the bridge takes them.
   *
   * @return array<mixed>
   *   Without a compression that this host lacks.
   */
  public function all(): array {
    return $this->settings;
  }

  /**
   * Says why this host does not compress, although it should.
   */
  public function problem(): ?string {
    return $this->problem;
  }

  /**
   * Describes the compression of this process.
   */
  public function compression(): string {
    $all = (string) ($this->settings['compress'] ?? 'none');
    $bins = array_filter($this->settings['compress_bins'], static fn(string $compress): bool => $compress !== $all);
    foreach ($bins as $bin => $compress) {
      $all .= ", $bin: $compress";
    }
    return $all;
  }

  /**
   * Returns what packs values in this process.
   *
   * @param bool $misses
   *   Whether plain Drupal misses what it cannot read, as in a cache in the
   *   database.
   */
  public function packer(bool $misses): Packer {
    return BridgeSettings::packer($this->settings, misses: $misses);
  }

  /**
   * Returns the format that this process writes.
   *
   * @param bool $misses
   *   Whether plain Drupal misses what it cannot read.
   */
  public function writes(bool $misses): string {
    return $this->packer($misses)->writes->value ?? 'native';
  }

  /**
   * Tells whether some host may write what plain Drupal takes for FALSE.
   *
   * This does not depend on the extensions of this process.
   */
  public function mayBind(): bool {
    $every = $this->settings['every_host_reads'];
    return match (BridgeSettings::writes($this->settings)) {
      Writes::Auto => (is_bool($every) ? $every : (bool) Configuration::flag($this->settings, 'every_host_reads')) || $this->packer(FALSE)->seals(),
      Writes::Native => FALSE,
      default => TRUE,
    };
  }

}
