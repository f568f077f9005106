<?php

declare(strict_types=1);

namespace Drupal\Tests\lyo\Kernel;

use Drupal\Core\DependencyInjection\ContainerBuilder;
use Drupal\Core\Form\FormState;
use Drupal\KernelTests\KernelTestBase;
use Drupal\lyo\Command\ConvertCommand;
use Drupal\lyo\Command\StatCommand;
use Drupal\lyo\Command\StatusCommand;
use Drupal\lyo\Command\UninstallCommand;
use Drupal\lyo\Form\SettingsForm;
use Drupal\lyo\Stores;
use Lyo\Bridge\Drupal\Serialization;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\Attributes\RunTestsInSeparateProcesses;
use Symfony\Component\Console\Input\ArrayInput;
use Symfony\Component\Console\Output\BufferedOutput;
use Symfony\Component\Console\Style\SymfonyStyle;

/**
 * Tests the form and the commands.
 */
#[Group('lyo')]
#[RunTestsInSeparateProcesses]
class InterfaceTest extends KernelTestBase {

  /**
   * {@inheritdoc}
   */
  protected static $modules = ['lyo', 'system'];

  /**
   * What a command has printed.
   */
  protected BufferedOutput $output;

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
    $this->installConfig(['system', 'lyo']);
    $store = $this->container->get('keyvalue.database')->get('test');
    Serialization::configure(['writes' => 'lyo']);
    $store->set('one', ['a' => 1]);
    $store->set('two', ['b' => 2]);
    Serialization::configure(['writes' => 'native']);
  }

  /**
   * Returns what a command writes to.
   */
  protected function io(): SymfonyStyle {
    return new SymfonyStyle(new ArrayInput([]), $this->output = new BufferedOutput());
  }

  /**
   * The form saves its settings.
   */
  public function testForm(): void {
    $state = (new FormState())->setValues([
      'writes' => 'native',
      'every_host_reads' => 1,
      'compress' => 'zlib',
      'compress_bins' => "discovery: none\r\n\r\n cache_menu :zlib",
    ]);
    $this->container->get('form_builder')->submitForm(SettingsForm::class, $state);
    $this->assertSame([], $state->getErrors());
    $saved = $this->config('lyo.settings')->getRawData();
    unset($saved['_core']);
    $this->assertSame([
      'writes' => 'native',
      'every_host_reads' => TRUE,
      'compress' => 'zlib',
      'compress_bins' => ['discovery' => 'none', 'menu' => 'zlib'],
    ], $saved);
    $this->assertSame("discovery: none\nmenu: zlib", SettingsForm::lines($saved['compress_bins']));
    foreach ([['writes' => 'msgpack'], ['compress_bins' => 'menu: lzma'], ['compress_bins' => 'menu']] as $wrong) {
      $state = (new FormState())->setValues($wrong + ['writes' => 'auto', 'compress' => 'none']);
      $this->container->get('form_builder')->submitForm(SettingsForm::class, $state);
      $this->assertNotSame([], $state->getErrors());
    }
  }

  /**
   * The commands say what they did.
   */
  public function testCommands(): void {
    $this->assertSame(0, $this->container->get(StatusCommand::class)($this->io()));
    $this->assertStringContainsString('Command line', $this->output->fetch());
    $this->container->get(StatCommand::class)($this->io());
    $said = $this->output->fetch();
    $this->assertMatchesRegularExpression('/key_value +lyo +2 /', $said);
    $this->assertStringContainsString('Tags have ', $said);
    $this->assertSame(25.0, Stores::shareOfTags([
      'cache_a' => ['lyo' => ['rows' => 1, 'bytes' => 20, 'tags' => 10]],
      'cache_b' => ['native' => ['rows' => 1, 'bytes' => 10, 'tags' => 0]],
      'key_value' => ['native' => ['rows' => 1, 'bytes' => 100, 'tags' => 0]],
    ]));
    $this->assertSame(0, $this->container->get(ConvertCommand::class)($this->io(), dryRun: TRUE));
    $this->assertStringContainsString('to convert 2,', $this->output->fetch());
    $this->assertSame(0, $this->container->get(ConvertCommand::class)($this->io()));
    $this->assertStringContainsString(', converted 2,', $this->output->fetch());
    $this->container->get('database')->update('key_value')->fields(['value' => "\xC1\x10 damaged"])->condition('name', 'two')->execute();
    $this->assertSame(1, $this->container->get(ConvertCommand::class)($this->io()));
    $this->assertStringContainsString('key_value: test, two: ', $this->output->fetch());
    $this->assertSame(0, $this->container->get(ConvertCommand::class)($this->io(), deleteUnreadable: TRUE));
    $this->assertSame(['one' => ['a' => 1]], $this->container->get('keyvalue.database')->get('test')->getAll());
  }

  /**
   * The command writes back and uninstalls, also if all hosts wrote lyo.
   */
  public function testUninstallCommand(): void {
    $this->config('lyo.settings')->set('every_host_reads', TRUE)->save();
    $this->assertSame(0, $this->container->get(UninstallCommand::class)($this->io()), $this->output->fetch());
    $this->assertFalse(\Drupal::moduleHandler()->moduleExists('lyo'));
    $this->assertSame(['b' => 2], unserialize(\Drupal::database()->select('key_value', 'k')->fields('k', ['value'])->condition('name', 'two')->execute()->fetchField()));
  }

}
