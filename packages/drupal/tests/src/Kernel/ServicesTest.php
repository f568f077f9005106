<?php

declare(strict_types=1);

namespace Drupal\Tests\lyo\Kernel;

use Drupal\Component\Serialization\PhpSerialize;
use Drupal\Core\Cache\CacheBackendInterface;
use Drupal\Core\Cache\DatabaseBackendFactory as CoreFactory;
use Drupal\Core\DependencyInjection\ContainerBuilder;
use Drupal\Core\Site\Settings;
use Drupal\KernelTests\KernelTestBase;
use Drupal\lyo\LyoSettings;
use Drupal\lyo\Stores;
use Drupal\lyo\UnreadLogger;
use Lyo\Bridge\Drupal\CacheFactory;
use Lyo\Bridge\Drupal\DatabaseBackendFactory;
use Lyo\Bridge\Drupal\Serialization;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\Attributes\RunTestsInSeparateProcesses;
use Symfony\Component\DependencyInjection\Reference;

/**
 * Tests which services are decorated, and what they write and read.
 */
#[Group('lyo')]
#[RunTestsInSeparateProcesses]
class ServicesTest extends KernelTestBase {

  /**
   * {@inheritdoc}
   */
  protected static $modules = ['lyo', 'system'];

  /**
   * {@inheritdoc}
   */
  public function register(ContainerBuilder $container): void {
    parent::register($container);
    // Core's, in the place of what KernelTestBase keeps in memory.
    $container->setParameter('factory.keyvalue', ['default' => 'keyvalue.database']);
    // As the module redis has it: a backend of its own with core's serializer.
    $container->register('cache.backend.other', OtherFactory::class)
      ->setArguments([new Reference('serialization.phpserialize')])
      ->setPublic(TRUE);
  }

  /**
   * Sets the settings of settings.php, for a new container.
   *
   * @param array<string, mixed> $settings
   *   The settings of the bridge.
   */
  protected function lines(array $settings): void {
    $this->setSetting('lyo', $settings);
    $this->container->get('kernel')->rebuildContainer();
    $this->container = $this->container->get('kernel')->getContainer();
  }

  /**
   * Returns a bin of core's backend in the database.
   */
  protected function bin(): CacheBackendInterface {
    return $this->container->get('cache.backend.database')->get('default');
  }

  /**
   * Returns what a table has.
   */
  protected function stored(string $table, string $key): object {
    [$id, $column] = $table === 'key_value' ? ['name', 'value'] : ['cid', 'data'];
    $row = $this->container->get('database')->select($table, 't')->fields('t')->condition($id, $key)->execute()->fetchObject();
    $this->assertIsObject($row);
    return (object) ['data' => $row->$column, 'expire' => $row->expire ?? NULL];
  }

  /**
   * The services are those of the bridge, and core's others are as they were.
   */
  public function testServices(): void {
    $this->assertInstanceOf(DatabaseBackendFactory::class, $this->container->get('cache.backend.database'));
    $this->assertInstanceOf(Serialization::class, $this->container->get('serialization.phpserialize'));
    foreach (['memory.memory', 'apcu', 'php', 'chainedfast'] as $backend) {
      $this->assertStringStartsWith('Drupal\Core\Cache\\', $this->container->get("cache.backend.$backend")::class);
    }
  }

  /**
   * The backend of another module keeps its class, and damage is a miss in it.
   */
  public function testOtherBackend(): void {
    $this->lines(['writes' => 'lyo']);
    $factory = $this->container->get('cache.backend.other');
    $this->assertInstanceOf(CacheFactory::class, $factory);
    $bin = $factory->get('any');
    $bin->set('id', ['a' => 1]);
    $this->assertSame(['a' => 1], $bin->get('id')->data);
    $this->assertSame('lyo', Stores::format(OtherBackend::$strings['id']));
    OtherBackend::$strings['id'] = substr(OtherBackend::$strings['id'], 0, -1);
    $this->assertFalse($bin->get('id'));
  }

  /**
   * Without the module, the services are core's.
   */
  public function testWithoutTheModule(): void {
    $this->container->get('module_installer')->uninstall(['lyo']);
    $container = \Drupal::getContainer();
    $this->assertSame(CoreFactory::class, $container->get('cache.backend.database')::class);
    $this->assertSame(PhpSerialize::class, $container->get('serialization.phpserialize')::class);
  }

  /**
   * What caches write is read by all, and key-value stores write native.
   */
  public function testFormats(): void {
    $value = ['a' => range(1, 50), 'b' => new \ArrayObject(['c'])];
    foreach (['native', 'lyo', 'igbinary'] as $format) {
      $this->lines(['writes' => $format]);
      $this->bin()->set($format, $value);
      $this->assertSame($format, Stores::format($this->stored('cache_default', $format)->data));
      $this->assertSame($format !== 'native', $this->stored('cache_default', $format)->expire < -1);
    }
    foreach (['native', 'lyo', 'igbinary'] as $format) {
      $this->assertEquals($value, $this->bin()->get($format)->data);
    }

    $expected = ini_get('lyo.max_depth') === FALSE ? 'native' : 'lyo';
    $this->lines([]);
    $this->assertSame($expected, $this->container->get(LyoSettings::class)->writes(TRUE));
    $this->bin()->set('auto', $value);
    $this->assertSame($expected, Stores::format($this->stored('cache_default', 'auto')->data));
    $store = $this->container->get('keyvalue.database')->get('test');
    $store->set('auto', $value);
    $this->assertSame(serialize($value), $this->stored('key_value', 'auto')->data);
    $this->assertEquals($value, $store->get('auto'));

    $this->lines(['writes' => 'lyo']);
    $store = $this->container->get('keyvalue.database')->get('test');
    $store->set('told', $value);
    $this->assertSame('lyo', Stores::format($this->stored('key_value', 'told')->data));
    $this->lines(['writes' => 'native']);
    $this->assertEquals($value, $this->container->get('keyvalue.database')->get('test')->get('told'));
  }

  /**
   * The settings of the form are in the container, and a change builds it anew.
   */
  public function testSettings(): void {
    $this->installConfig('lyo');
    $this->assertSame('auto', $this->container->get(LyoSettings::class)->all()['writes']);
    $this->config('lyo.settings')->set('writes', 'native')->set('compress', 'zlib')->save();
    $this->container->get('kernel')->rebuildContainer();
    $settings = \Drupal::service(LyoSettings::class);
    $this->assertSame('native', $settings->all()['writes']);
    $this->assertSame('zlib', $settings->all()['compress']);
    // The lines of settings.php go first.
    $this->lines(['writes' => 'lyo', 'compress' => NULL]);
    $this->assertSame('lyo', $this->container->get(LyoSettings::class)->all()['writes']);
  }

  /**
   * A compression that a host lacks is left out there, and told.
   */
  public function testCompressionIsMissing(): void {
    $settings = new LyoSettings(['writes' => 'lyo', 'compress' => 'zlib'], new Settings([]));
    $this->assertNull($settings->problem());
    try {
      (new LyoSettings(['writes' => 'lyo', 'compress' => 'lzma'], new Settings([])));
      $this->fail('A setting that does not exist is refused.');
    }
    catch (\InvalidArgumentException) {
    }
    $zstd = new LyoSettings(['writes' => 'lyo', 'compress' => 'zstd'], new Settings([]));
    $this->assertSame($zstd->problem() === NULL ? 'zstd' : NULL, $zstd->all()['compress']);
  }

  /**
   * Single bins have a compression of their own, and all are read.
   */
  public function testCompressionOfBins(): void {
    $value = array_map(static fn(int $i): string => "The text has the number $i.", range(1, 500));
    foreach ([['compress' => 'zlib', 'compress_bins' => ['default' => 'none']], ['compress_bins' => ['menu' => 'zlib']]] as $settings) {
      $this->lines(['writes' => 'lyo'] + $settings);
      $length = [];
      foreach (['default', 'menu'] as $name) {
        $bin = $this->container->get('cache.backend.database')->get($name);
        $bin->set('value', $value);
        $this->assertSame($value, $bin->get('value')->data);
        $length[$name] = strlen($this->stored("cache_$name", 'value')->data);
      }
      $this->assertGreaterThan(2 * $length['menu'], $length['default']);
    }
    $this->assertSame('none, menu: zlib', $this->container->get(LyoSettings::class)->compression());
    $this->assertSame('none', (new LyoSettings([], new Settings([])))->compression());
    $this->assertSame('zlib, bootstrap: none, config: none', (new LyoSettings(['compress' => 'zlib'], new Settings([])))->compression());
    $this->assertSame('zlib, menu: none', (new LyoSettings(['compress' => 'zlib', 'compress_bins' => ['menu' => 'none']], new Settings([])))->compression());
    $this->expectException(\InvalidArgumentException::class);
    new LyoSettings(['compress_bins' => ['menu' => 'lzma']], new Settings([]));
  }

  /**
   * A damaged item is a miss, is logged when the request is over, and is told.
   */
  public function testDamage(): void {
    $this->lines(['writes' => 'lyo']);
    $this->bin()->set('damaged', ['some' => 'value', 'list' => range(1, 100)]);
    $data = $this->stored('cache_default', 'damaged')->data;
    $data[20] = chr(ord($data[20]) ^ 1);
    $this->container->get('database')->update('cache_default')->fields(['data' => $data])->condition('cid', 'damaged')->execute();
    $this->assertFalse($this->bin()->get('damaged'));
    $this->assertNull($this->container->get('state')->get(UnreadLogger::STATE));
    $this->container->get('lyo.unread')->destruct();
    $this->assertNotEmpty($this->container->get('state')->get(UnreadLogger::STATE)['reason']);
  }

}
