<?php

declare(strict_types=1);

namespace Drupal\lyo;

use Drupal\Core\Cache\Cache;
use Lyo\Bridge\Drupal\Packed;
use Lyo\Bridge\Expiry;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;

/**
 * Writes values in the text of serialize(), without making them.
 *
 * No class is loaded and no hook is called. A row that somebody else writes in
 * the meantime is left as it is.
 */
class Converter {

  /**
   * How many rows are looked at in one step.
   */
  public const STEP = 500;

  /**
   * Reads all formats, with the settings of the site for signatures.
   */
  protected ?Packer $packer = NULL;

  public function __construct(protected Stores $stores, protected LyoSettings $settings) {}

  /**
   * Converts the next rows of a table.
   *
   * @param string $table
   *   The table.
   * @param list<string>|null $after
   *   The key of the last row of the step before; NULL to begin.
   * @param bool $dryRun
   *   Whether nothing is written.
   * @param bool $delete
   *   Whether rows that cannot be read are deleted.
   *
   * @return array{after: list<string>|null, seen: int, converted: int, changed: int, deleted: int, failed: array<string, string>}
   *   "after" is NULL at the end. "changed" counts rows that somebody else has
   *   written. "failed" has the reasons by name of the row.
   */
  public function step(string $table, ?array $after = NULL, bool $dryRun = FALSE, bool $delete = FALSE): array {
    $rows = $this->stores->rows($table, $after, self::STEP);
    $done = [
      'after' => count($rows) < self::STEP ? NULL : end($rows)['key'],
      'seen' => count($rows),
      'converted' => 0,
      'changed' => 0,
      'deleted' => 0,
      'failed' => [],
    ];
    foreach ($rows as $row) {
      if ($row['format'] === 'native' || $row['format'] === 'text') {
        continue;
      }
      $stored = $this->stores->row($table, $row['key']);
      if ($stored === NULL) {
        $done['changed']++;
        continue;
      }
      try {
        $fields = $this->native($table, $stored);
      }
      catch (Miss $e) {
        if ($delete && !$dryRun) {
          $done['deleted'] += (int) $this->stores->replace($table, $row['key'], $stored['value'], []);
          continue;
        }
        $done['failed'][$table . ': ' . implode(', ', $row['key'])] = $e->getMessage();
        continue;
      }
      $done[$dryRun || $this->stores->replace($table, $row['key'], $stored['value'], $fields) ? 'converted' : 'changed']++;
    }
    return $done;
  }

  /**
   * Converts tables.
   *
   * @param list<string> $tables
   *   The tables.
   * @param bool $dryRun
   *   Whether nothing is written.
   * @param bool $delete
   *   Whether rows that cannot be read are deleted.
   * @param (callable(int): mixed)|null $progress
   *   Is called with the number of rows of each step.
   *
   * @return array{seen: int, converted: int, changed: int, deleted: int, failed: array<string, string>}
   *   The sums of all steps.
   */
  public function convert(array $tables, bool $dryRun = FALSE, bool $delete = FALSE, ?callable $progress = NULL): array {
    $sum = ['seen' => 0, 'converted' => 0, 'changed' => 0, 'deleted' => 0, 'failed' => []];
    foreach ($tables as $table) {
      $after = NULL;
      do {
        $done = $this->step($table, $after, $dryRun, $delete);
        foreach (['seen', 'converted', 'changed', 'deleted'] as $what) {
          $sum[$what] += $done[$what];
        }
        $sum['failed'] += $done['failed'];
        $progress === NULL || $progress($done['seen']);
        $after = $done['after'];
      } while ($after !== NULL);
    }
    return $sum;
  }

  /**
   * Returns the columns of a row that plain Drupal reads.
   *
   * @param string $table
   *   The table.
   * @param array<string, mixed> $stored
   *   The row as it is.
   *
   * @return array<string, mixed>
   *   The value, and the time of expiry without the mark.
   *
   * @throws \Lyo\Bridge\Miss
   *   If the value cannot be read.
   */
  protected function native(string $table, array $stored): array {
    $this->packer ??= $this->settings->packer(TRUE);
    if (!$this->stores->isCache($table)) {
      return ['value' => $this->packer->text($stored['value'])];
    }
    $fields = ['data' => $this->packer->text(Packed::data($stored['value']))];
    $expire = (int) $stored['expire'];
    if ($expire < Cache::PERMANENT && Expiry::isMarked($expire)) {
      $fields['expire'] = Expiry::time($expire) ?? Cache::PERMANENT;
    }
    return $fields;
  }

}
