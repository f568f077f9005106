<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use __PHP_Incomplete_Class;
use Drupal\Component\Serialization\PhpSerialize;
use Drupal\Core\Cache\DatabaseBackendFactory as DrupalFactory;
use Drupal\Core\Site\Settings;
use InvalidArgumentException;
use Lyo\Bridge\Drupal\DatabaseBackendFactory;
use Lyo\Bridge\Drupal\Packed;
use Lyo\Bridge\Drupal\Serialization;
use Lyo\Format;
use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Translator;
use Psr\Log\AbstractLogger;
use stdClass;
use Symfony\Component\Config\FileLocator;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Loader\YamlFileLoader;

/** Behaviour that Drupal relies on, besides the values themselves. */
final class Promises
{
    public static function ofBackend(BridgeChecks $trial, Bridged $backend): void
    {
        $checks = 0;
        $check = static function (bool $holds, string $what) use ($trial, $backend, &$checks): void {
            $checks++;
            $trial->check($holds, "{$backend->name()}: $what");
        };
        $bin = $backend->bin('lyo');
        $bin->setMultiple(['good' => ['data' => [1]], 'false' => ['data' => false], 'bad' => ['data' => range(1, 50)], 'text' => ['data' => 'text']]);
        $cids = ['good', 'false', 'text', 'none'];
        $items = $bin->getMultiple($cids);
        $check(array_diff(['good', 'false', 'text'], array_keys($items)) === [] && count($items) === 3 && $cids === ['none'], 'getMultiple() keeps an item that is FALSE');
        if (!str_contains($backend->name(), 'compress')) {
            $backend->replace('bad', substr($backend->bytes('bad'), 0, -3));
            $cids = ['good', 'bad', 'text'];
            $items = $bin->getMultiple($cids);
            $check(array_diff(['good', 'text'], array_keys($items)) === [] && count($items) === 2 && $cids === ['bad'], 'a damaged item of several is a miss, the others are found');
            $check($bin->get('bad') === false && $bin->get('good') !== false, 'a damaged item is a miss');
        }
        $bin->invalidate('good');
        $check($bin->get('good') === false && is_object($bin->get('good', true)), 'invalid items are there on request');
        $bin->invalidateMultiple(['text']);
        $bin->garbageCollection();
        $check($bin->get('text', true) === false, 'garbage is collected');
        $bin->set('other', ['x'], tags: ['t']);
        $bin->invalidateAll();
        $check($bin->get('other') === false && $bin->get('other', true) !== false, 'all are invalidated');
        $bin->delete('other');
        $bin->deleteMultiple(['bad']);
        $check($bin->get('other', true) === false && $bin->get('bad', true) === false, 'items are deleted');
        $bin->set('last', ['x']);
        $bin->deleteAll();
        $bin->set('last', ['x']);
        $bin->removeBin();
        $check($bin->get('last', true) === false, 'all are deleted');
        $trial->say("{$backend->name()}: $checks checks of the bin's other ways");
    }

    /** The services file in a container with core's names, which Drupal's own loader is modelled on. */
    public static function ofServices(BridgeChecks $trial, Site $site): void
    {
        $head = $site->head(null);
        $services = ['database' => $head->connection, 'cache_tags.invalidator.checksum' => $head->tags, 'settings' => new Settings([]), 'datetime.time' => $site->clock];
        $container = new ContainerBuilder();
        $container->register('serialization.phpserialize', PhpSerialize::class)->setPublic(true);
        $container->register('cache.backend.database', DrupalFactory::class)->setPublic(true)->addTag('backend_overridable');
        foreach ($services as $name => $service) {
            $container->register($name, $service::class)->setSynthetic(true)->setPublic(true);
        }
        (new YamlFileLoader($container, new FileLocator()))->load(dirname(__DIR__, 3) . '/packages/drupal/bridge/lyo.services.yml');
        foreach ($container->getDefinitions() as $definition) {
            $definition->setPublic(true); // as they are in Drupal
        }
        $trial->check($container->findTaggedServiceIds('backend_overridable') !== [], 'lyo.services.yml: a module of another database cannot replace the backend');
        $container->compile();
        foreach ($services as $name => $service) {
            $container->set($name, $service);
        }
        Serialization::configure(['writes' => 'lyo']);
        $factory = $container->get('cache.backend.database');
        $trial->check($factory instanceof DatabaseBackendFactory, 'lyo.services.yml: the bins are ours');
        $bin = $factory instanceof DatabaseBackendFactory ? $factory->get('default') : null;
        $bin?->set('x', ['value']);
        $item = $bin?->get('x');
        $trial->check(is_object($item) && ($item->data ?? null) === ['value'] && Packed::isMarked($site->data('x')), 'lyo.services.yml: the serializer is ours');
        $trial->check($head->bin->get('x') === false, 'lyo.services.yml: a plain head misses the row');
        $trial->check(Format::detect(Serialization::encode(['value'])) === Format::Lyo && $container->get('serialization.phpserialize') instanceof Serialization, 'lyo.services.yml: key-value stores are ours');
        $trial->say('lyo.services.yml: loaded, bins and serializer are in place');
    }

    /** "auto" writes caches in lyo where the extension is, and what a plain head could not read only if every host reads it. */
    public static function ofAuto(BridgeChecks $trial): void
    {
        $extension = extension_loaded('lyo');
        foreach ([[], ['every_host_reads' => false], ['every_host_reads' => true]] as $more) {
            Serialization::configure(['writes' => 'auto'] + $more);
            $isLyo = Format::detect(Serialization::encode(['value'])) === Format::Lyo;
            $trial->check($isLyo === ($extension && ($more['every_host_reads'] ?? false)), 'auto: the format of key-value stores, ' . json_encode($more));
            $trial->check(Packed::value(['value'])->isPlain === !$extension, 'auto: the format of caches, ' . json_encode($more));
            foreach ([5, 0.25, true, null] as $number) {
                $trial->check(Packed::value($number)->bytes === serialize($number), 'auto: a number in a cache, ' . json_encode($number));
            }
        }
        $trial->say('auto: caches ' . ($extension ? 'lyo' : 'native') . ', key-value stores native until every host reads lyo');
    }

    /** Key-value stores call the serializer themselves. Their data cannot be computed again. */
    public static function ofMissingClasses(BridgeChecks $trial): void
    {
        Serialization::configure([]);
        $text = 'a:2:{s:4:"rest";i:5;s:4:"gone";O:7:"Missing":1:{s:1:"a";i:5;}}';
        foreach ([Format::Native, Format::Igbinary2, Format::Lyo] as $format) {
            $found = Serialization::decode($format === Format::Native ? $text : Translator::translate($text, $format));
            $trial->check(is_array($found) && $found['rest'] === 5 && $found['gone'] instanceof __PHP_Incomplete_Class, "a class that does not exist, outside of caches, $format->value");
        }
        $trial->say('key-value: 3 values with a class that does not exist keep the rest');
    }

    public static function ofSettings(BridgeChecks $trial): void
    {
        $value = ['class' => new stdClass(), 'text' => str_repeat('x', 500)];
        $formats = ['native' => Format::Native, 'igbinary' => Format::Igbinary2, 'lyo' => Format::Lyo];
        Serialization::configure(null);
        Settings::$settings = [];
        $trial->check(Format::detect(Serialization::encode($value)) === Format::Native, 'without settings, serialize() text is written');
        foreach ($formats as $writes => $format) {
            Settings::$settings = ['lyo' => ['writes' => $writes, 'classes' => false]];
            Serialization::configure(null);
            $data = Serialization::encode($value);
            $trial->check(Format::detect($data) === $format, "\$settings['lyo']['writes'] = $writes");
            $found = Serialization::decode($data);
            $trial->check(is_array($found) && $found['class'] instanceof __PHP_Incomplete_Class, "no class, $writes");
            Settings::$settings = ['lyo' => ['writes' => $writes, 'classes' => [stdClass::class], 'compress' => 'zlib', 'min_size' => 100]];
            Serialization::configure(null);
            foreach ([Serialization::encode($value), (string) gzcompress($data)] as $stored) {
                $found = Serialization::decode($stored);
                $trial->check(is_array($found) && $found['class'] instanceof stdClass, "a list of classes, compressed, $writes");
            }
            $trial->check((strlen(Serialization::encode($value)) < strlen($data)) === ($writes === 'lyo' && $trial->compresses()), "lyo alone is compressed, not $writes");
        }
        foreach ([['writes' => 'xml'], ['writes' => 5], ['compress' => 'x'], ['min_size' => 'x'], ['sign' => ''], ['classes' => 'x'], ['classes' => [5]]] as $settings) {
            try {
                Serialization::configure($settings);
                $trial->check(false, 'settings that are none are refused');
            } catch (InvalidArgumentException) {
            }
        }
        $logger = new class extends AbstractLogger {
            public int $lines = 0;

            public function log($level, string|\Stringable $message, array $context = []): void
            {
                $this->lines++;
            }
        };
        Serialization::configure(['writes' => 'lyo'], $logger);
        $before = Serialization::misses();
        for ($i = 0; $i < 10; $i++) {
            $trial->check(Serialization::decode("\xC1\x10") === false, 'damaged data are FALSE, as of unserialize()');
        }
        $trial->check(Serialization::misses() === $before + 10 && $logger->lines === 1, "10 misses are counted, and told once, not $logger->lines times");
        $trial->check(Serialization::getFileExtension() === 'serialized', 'the extension of files is that of core');
        Serialization::configure(null);
        $trial->say('settings.php: formats, classes, compression, a logger');
    }
}
