<?php

declare(strict_types=1);

namespace Drupal\Tests\lyo\Kernel;

use Drupal\Core\DependencyInjection\ContainerBuilder;
use Drupal\Core\Extension\ModuleUninstallValidatorException;
use Drupal\KernelTests\KernelTestBase;
use Drupal\lyo\Converter;
use Drupal\lyo\Form\SettingsForm;
use Drupal\lyo\Hook\LyoHooks;
use Drupal\lyo\Stores;
use Lyo\Bridge\Drupal\Serialization;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\Attributes\RunTestsInSeparateProcesses;

/**
 * Tests the way back: what is converted, and what is refused.
 */
#[Group('lyo')]
#[RunTestsInSeparateProcesses]
class UninstallTest extends KernelTestBase {

  /**
   * {@inheritdoc}
   */
  protected static $modules = ['lyo', 'system'];

  /**
   * What is stored.
   *
   * @var array<string, mixed>
   */
  protected array $values;

  /**
   * {@inheritdoc}
   */
  public function register(ContainerBuilder $container): void {
    parent::register($container);
    $container->setParameter('factory.keyvalue', ['default' => 'keyvalue.database']);
  }

  /**
   * {@inheritdoc}
   */
  protected function setUp(): void {
    parent::setUp();
    $this->values = [
      'list' => range(1, 100),
      'object' => new \ArrayObject(['a' => ['b']]),
      'text' => str_repeat('text ', 100),
      'number' => 7,
      'float' => 0.1,
      'null' => NULL,
    ];
  }

  /**
   * Stores the values in lyo, in a cache and in both key-value stores.
   */
  protected function store(string $format = 'lyo', ?string $compress = NULL): void {
    $store = $this->container->get('keyvalue.database')->get('test');
    $expiring = $this->container->get('keyvalue.expirable.database')->get('test');
    $bin = $this->container->get('cache.backend.database')->get('default');
    // The services have set it to the settings of the site.
    Serialization::configure(['writes' => $format, 'compress' => $compress, 'min_size' => 50]);
    foreach ($this->values as $name => $value) {
      $store->set("$format$compress $name", $value);
      $expiring->setWithExpire("$format$compress $name", $value, 1000);
      $bin->set("$format$compress $name", $value);
    }
    Serialization::configure(['writes' => 'native']);
  }

  /**
   * Tells how many rows plain Drupal cannot read.
   */
  protected function left(string ...$tables): int {
    $left = 0;
    foreach (array_intersect_key($this->container->get(Stores::class)->sizes(), array_flip($tables)) as $formats) {
      unset($formats['native'], $formats['text']);
      $left += array_sum(array_column($formats, 'rows'));
    }
    return $left;
  }

  /**
   * Each format is written back, and the module is uninstalled.
   */
  public function testUninstall(): void {
    foreach ([['lyo', NULL], ['lyo', 'zlib'], ['igbinary', NULL]] as [$format, $compress]) {
      $this->store($format, $compress);
    }
    $this->assertGreaterThan(12, $this->left('key_value', 'key_value_expire'));
    $this->container->get('module_installer')->uninstall(['lyo']);
    $rows = \Drupal::database()->select('key_value', 'k')->fields('k', ['name', 'value'])->condition('collection', 'test')->execute()->fetchAllKeyed();
    $this->assertCount(18, $rows);
    foreach ($rows as $name => $data) {
      $this->assertEquals($this->values[explode(' ', $name)[1]], unserialize($data));
    }
    foreach (\Drupal::service('keyvalue.expirable.database')->get('test')->getAll() as $name => $value) {
      $this->assertEquals($this->values[explode(' ', $name)[1]], $value);
    }
    // No row is left for which PHP would warn: an exception in core's console.
    $this->assertFalse(\Drupal::service('cache.backend.database')->get('default')->get('lyo list', TRUE));
    $this->assertEquals(0, \Drupal::database()->select('cache_default', 'c')->condition('expire', -1, '<')->countQuery()->execute()->fetchField());
    // Plain Drupal reads the rest.
    foreach (array_keys($this->values) as $name) {
      $item = \Drupal::service('cache.backend.database')->get('default')->get("lyo $name");
      $this->assertTrue($item === FALSE || $item->data === $this->values[$name], $name);
    }
    $this->assertFalse(\Drupal::service('cache.backend.database')->get('default')->get('lyo list'));
  }

  /**
   * Caches are converted if that is wanted, and then nothing is missed.
   */
  public function testCaches(): void {
    $this->store();
    $this->assertGreaterThan(0, $this->left('cache_default'));
    $done = $this->container->get(Converter::class)->convert(['cache_default'], TRUE);
    $this->assertSame($this->left('cache_default'), $done['converted'], 'A dry run counts.');
    $this->assertGreaterThan(0, $this->left('cache_default'), 'A dry run writes nothing.');
    $this->container->get(Converter::class)->convert(['cache_default']);
    $this->assertSame(0, $this->left('cache_default'));
    $this->container->get('module_installer')->uninstall(['lyo']);
    foreach ($this->values as $name => $value) {
      $this->assertEquals($value, \Drupal::service('cache.backend.database')->get('default')->get("lyo $name")->data);
    }
  }

  /**
   * The module is not uninstalled as long as values would be lost.
   */
  public function testRefusals(): void {
    $this->store();
    $this->installConfig('lyo');
    $this->config('lyo.settings')->set('every_host_reads', TRUE)->save();
    $this->assertRefused('may still be written as lyo');
    $this->config('lyo.settings')->set('every_host_reads', FALSE)->save();
    $this->container->get('database')->update('key_value')->fields(['value' => "\xC1\x10 damaged"])->condition('name', 'lyo list')->execute();
    $this->assertRefused('"key_value: test, lyo list" cannot be converted');
    $done = $this->container->get(Converter::class)->convert(['key_value'], FALSE, TRUE);
    $this->assertSame(1, $done['deleted']);
    $this->container->get('module_installer')->uninstall(['lyo']);
    $this->assertFalse(\Drupal::moduleHandler()->moduleExists('lyo'));
  }

  /**
   * Asserts that the module is not uninstalled, and why.
   */
  protected function assertRefused(string $why): void {
    try {
      \Drupal::service('module_installer')->uninstall(['lyo']);
      $this->fail('The module was uninstalled.');
    }
    catch (ModuleUninstallValidatorException $e) {
      $this->assertStringContainsString($why, $e->getMessage());
    }
  }

  /**
   * A row that somebody writes in the meantime is not overwritten.
   */
  public function testRowsThatChange(): void {
    $this->store();
    $stores = $this->container->get(Stores::class);
    $row = $stores->row('key_value', ['test', 'lyo list']);
    $this->container->get('keyvalue.database')->get('test')->set('lyo list', 'new');
    $this->assertFalse($stores->replace('key_value', ['test', 'lyo list'], $row['value'], ['value' => 'old']));
    $this->assertSame('new', $this->container->get('keyvalue.database')->get('test')->get('lyo list'));
  }

  /**
   * A batch converts in steps, and ends.
   */
  public function testBatch(): void {
    $store = $this->container->get('keyvalue.database')->get('test');
    Serialization::configure(['writes' => 'lyo']);
    for ($i = 0; $i < 2 * Converter::STEP + 10; $i++) {
      $store->set("name $i", [$i]);
    }
    Serialization::configure(['writes' => 'native']);
    $context = ['sandbox' => [], 'results' => []];
    $steps = 0;
    do {
      SettingsForm::convertStep('key_value', $context);
      $steps++;
    } while ($context['finished'] < 1);
    $this->assertSame(3, $steps);
    $this->assertSame(2 * Converter::STEP + 10, $context['results']['converted']);
    $this->assertSame(0, $this->left('key_value'));
    $this->assertSame([5], $this->container->get('keyvalue.database')->get('test')->get('name 5'));
  }

  /**
   * The status report has formats, bytes and what could not be read.
   */
  public function testStatusReport(): void {
    $this->installConfig('system');
    $this->store();
    $requirement = $this->container->get(LyoHooks::class)->requirements()['lyo'];
    $rows = $requirement['description']['sizes']['table']['#rows'];
    $this->assertContains(['key_value', 'lyo'], array_map(static fn(array $row): array => array_slice($row, 0, 2), $rows));
    $this->assertSame(6, array_sum(array_map(static fn(array $row): int => $row[0] === 'cache_default' ? $row[2] : 0, $rows)));
    $this->assertStringContainsString('Command line: caches:', (string) implode("\n", $requirement['description']['lines']['#items']));
    $this->container->get('database')->update('key_value')->fields(['value' => 'damaged'])->condition('name', 'lyo list')->execute();
    $this->assertSame('Warning', $this->container->get(LyoHooks::class)->requirements()['lyo']['severity']->name);
    $this->assertNotEmpty((string) $this->container->get('renderer')->renderInIsolation($requirement['description']));
  }

}
