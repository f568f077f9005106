<?php

declare(strict_types=1);

namespace Drupal\lyo\Hook;

use Drupal\Core\Extension\Requirement\RequirementSeverity;
use Drupal\Core\Hook\Attribute\Hook;
use Drupal\Core\Routing\RouteMatchInterface;
use Drupal\Core\StringTranslation\ByteSizeMarkup;
use Drupal\Core\StringTranslation\StringTranslationTrait;
use Drupal\Core\StringTranslation\TranslationInterface;
use Drupal\lyo\LyoSettings;
use Drupal\lyo\Status;
use Drupal\lyo\Stores;

/**
 * Hook implementations of the module Lyo.
 */
class LyoHooks {

  use StringTranslationTrait;

  public function __construct(
    protected Status $status,
    protected Stores $stores,
    protected LyoSettings $settings,
    TranslationInterface $string_translation,
  ) {
    $this->setStringTranslation($string_translation);
  }

  /**
   * Implements hook_runtime_requirements().
   */
  #[Hook('runtime_requirements')]
  public function requirements(): array {
    $lines = [];
    foreach ($this->status->summary() as $what => $is) {
      $lines[] = $this->t('@what: @is', ['@what' => $what, '@is' => $is]);
    }
    $rows = [];
    $unknown = 0;
    $sizes = $this->stores->sizes();
    foreach ($sizes as $table => $formats) {
      foreach ($formats as $format => $size) {
        $unknown += $format === 'unknown' ? $size['rows'] : 0;
        $bytes = array_map(ByteSizeMarkup::create(...), [$size['bytes'], $size['tags']]);
        $rows[] = [$table, $format, $size['rows'], ...$bytes];
      }
    }
    $lines[] = $this->t('Tags have @share % of the bytes in caches. They are not packed: servers without the module read them, too, and tables would become at most so much smaller.', ['@share' => Stores::shareOfTags($sizes)]);
    if ($unknown > 0) {
      $lines[] = $this->formatPlural($unknown, '1 row is in no known format. A cache makes it again.', '@count rows are in no known format. A cache makes them again.');
    }
    if ($this->status->differ()) {
      $lines[] = $this->t('Processes of the web and of the command line write different formats, because not all have the extension. Both read both.');
    }
    return [
      'lyo' => [
        'title' => $this->t('Lyo'),
        'value' => $this->t('This process writes caches as @caches, and key-value stores as @stores', [
          '@caches' => $this->settings->writes(TRUE),
          '@stores' => $this->settings->writes(FALSE),
        ]),
        'description' => [
          'lines' => ['#theme' => 'item_list', '#items' => $lines],
          'sizes' => [
            '#type' => 'details',
            '#title' => $this->t('Bytes by bin and format'),
            'table' => [
              '#type' => 'table',
              '#header' => [
                $this->t('Table'),
                $this->t('Format'),
                $this->t('Rows'),
                $this->t('Values'),
                $this->t('Tags'),
              ],
              '#rows' => $rows,
            ],
          ],
        ],
        'severity' => $this->settings->problem() !== NULL || $unknown > 0 ? RequirementSeverity::Warning : RequirementSeverity::OK,
      ],
    ];
  }

  /**
   * Implements hook_cron().
   */
  #[Hook('cron')]
  public function cron(): void {
    $this->status->note();
  }

  /**
   * Implements hook_help().
   */
  #[Hook('help')]
  public function help(string $route_name, RouteMatchInterface $route_match): string {
    return $route_name !== 'help.page.lyo' ? '' : '<p>' . $this->t('A process that has the PHP extension lyo stores caches in a compact format. Every process reads it, with the extension and without it. The status report says what is in use.') . '</p>';
  }

}
