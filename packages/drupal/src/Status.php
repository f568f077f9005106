<?php

declare(strict_types=1);

namespace Drupal\lyo;

use Drupal\Component\Datetime\TimeInterface;
use Drupal\Core\Datetime\DateFormatterInterface;
use Drupal\Core\State\StateInterface;
use Drupal\Core\StringTranslation\StringTranslationTrait;
use Drupal\Core\StringTranslation\TranslationInterface;

/**
 * What the module does, in this process and as far as known in others.
 */
class Status {

  use StringTranslationTrait;

  /**
   * What processes of the web and of the command line write, by kind.
   */
  public const STATE = 'lyo.processes';

  public function __construct(
    protected LyoSettings $settings,
    protected StateInterface $state,
    protected TimeInterface $time,
    protected DateFormatterInterface $dates,
    TranslationInterface $string_translation,
  ) {
    $this->setStringTranslation($string_translation);
  }

  /**
   * Notes what this process writes, for those of the other kind.
   */
  public function note(): void {
    $processes = $this->state->get(self::STATE, []);
    $here = ['caches' => $this->settings->writes(TRUE), 'stores' => $this->settings->writes(FALSE)];
    $noted = $processes[$this->kind()] ?? ['time' => 0];
    // Not at each call: the state is cached, and a write empties that cache.
    if ($here !== array_diff_key($noted, ['time' => 0]) || $noted['time'] < $this->time->getCurrentTime() - 86400) {
      $this->state->set(self::STATE, [$this->kind() => $here + ['time' => $this->time->getCurrentTime()]] + $processes);
    }
  }

  /**
   * Describes both kinds of processes.
   *
   * @return array<string, string|\Stringable>
   *   By what it is about.
   */
  public function summary(): array {
    $this->note();
    $processes = $this->state->get(self::STATE, []);
    $summary = [
      (string) $this->t('Extension lyo') => ini_get('lyo.max_depth') !== FALSE ? (string) phpversion('lyo') : $this->t('not loaded'),
      (string) $this->t('Setting') => (string) ($this->settings->all()['writes'] ?? 'native'),
    ];
    $summary[(string) $this->t('Compression')] = $this->settings->compression();
    foreach (['web' => $this->t('Web'), 'cli' => $this->t('Command line')] as $kind => $name) {
      $of = $processes[$kind] ?? NULL;
      $summary[(string) $name] = $of === NULL ? $this->t('not known yet') : $this->t('caches: @caches, key-value stores: @stores (@time)', [
        '@caches' => $of['caches'],
        '@stores' => $of['stores'],
        '@time' => $this->dates->format($of['time'], 'short'),
      ]);
    }
    $unread = $this->state->get(UnreadLogger::STATE);
    $summary[(string) $this->t('Could not be read')] = $unread === NULL ? $this->t('nothing') : $this->t('@time: @reason', [
      '@time' => $this->dates->format($unread['time'], 'short'),
      '@reason' => $unread['reason'],
    ]);
    if ($this->settings->problem() !== NULL) {
      $summary[(string) $this->t('Problem')] = $this->settings->problem();
    }
    return $summary;
  }

  /**
   * Tells whether processes of the web and of the command line differ.
   */
  public function differ(): bool {
    $processes = $this->state->get(self::STATE, []);
    return isset($processes['web'], $processes['cli']) && array_diff_key($processes['web'], ['time' => 0]) !== array_diff_key($processes['cli'], ['time' => 0]);
  }

  /**
   * Returns the kind of this process.
   */
  protected function kind(): string {
    return in_array(PHP_SAPI, ['cli', 'phpdbg'], TRUE) ? 'cli' : 'web';
  }

}
