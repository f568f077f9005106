<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Tests of symfony/cache, http-foundation and messenger. What the bundle puts in front of Symfony's services stands in the place of the classes that the
// tests create: DefaultMarshaller, which adapters create themselves, SessionHandlerProxy, through which every session goes, and PhpSerializer.

declare(strict_types=1);

namespace Symfony\Component\Cache\Marshaller {
    use Lyo\Bridge\Symfony\Marshaller;

    if (getenv('APPS_WRITER') !== false) {
        final class DefaultMarshaller implements MarshallerInterface
        {
            private readonly Marshaller $marshaller;

            public function __construct(?bool $useIgbinarySerialize = null, bool $throwOnSerializationFailure = false)
            {
                $this->marshaller = new Marshaller($useIgbinarySerialize === true ? 'igbinary' : (string) getenv('APPS_WRITER'), throwOnSerializationFailure: $throwOnSerializationFailure);
            }

            /**
             * @param array<mixed> $values
             * @param array<mixed>|null $failed
             *
             * @return array<string>
             */
            public function marshall(array $values, ?array &$failed): array
            {
                return $this->marshaller->marshall($values, $failed);
            }

            public function unmarshall(string $value): mixed
            {
                return $this->marshaller->unmarshall($value);
            }
        }
    }
}

namespace {
    require_once __DIR__ . '/../../corpus/applications/symfony/src/php85.php';
    assert(isset($loader) && $loader instanceof \Composer\Autoload\ClassLoader);
    foreach (['Cache', 'HttpFoundation', 'Messenger'] as $component) {
        $loader->addPsr4("Symfony\\Component\\$component\\Tests\\", getenv('APPS_FOLDER') . "/$component/Tests/");
    }
    $loader->addPsr4('Cache\\IntegrationTests\\', getenv('APPS_FOLDER') . '/cachetests/src/');

    if (getenv('APPS_WRITER') !== false) {
        // Symfony's class under another name, and ours, which extends it, under its name.
        $ours = static function (string $class, string $members) use ($loader): void {
            [$namespace, $name] = [substr($class, 0, (int) strrpos($class, '\\')), substr((string) strrchr($class, '\\'), 1)];
            $source = (string) file_get_contents((string) $loader->findFile($class));
            eval(substr(preg_replace("/^(?:final )?class $name\\b/m", "class Symfonys$name", $source) ?? '', 5));
            eval("namespace $namespace; class $name extends Symfonys$name { $members }");
        };
        $ours(Symfony\Component\HttpFoundation\Session\Storage\Proxy\SessionHandlerProxy::class, <<<'PHP'
            public function __construct(\SessionHandlerInterface $handler)
            {
                parent::__construct($handler);
                $this->handler = \Lyo\Bundle\Session\HandlerFactory::create($handler, ['writes' => getenv('APPS_WRITER'), 'every_host_reads' => true]);
            }
            PHP);
        $ours('Symfony\Component\Messenger\Transport\Serialization\PhpSerializer', <<<'PHP'
            private readonly SymfonysPhpSerializer $symfonys;
            private readonly \Lyo\Bundle\Messenger\LyoSerializer $lyo;

            public function __construct()
            {
                $this->symfonys = new SymfonysPhpSerializer();
                $this->lyo = new \Lyo\Bundle\Messenger\LyoSerializer(new \Lyo\Bridge\Packer((string) getenv('APPS_WRITER')), $this->symfonys);
            }

            public function acceptPhpIncompleteClass(): void
            {
                $this->symfonys->acceptPhpIncompleteClass();
            }

            public function rejectPhpIncompleteClass(): void
            {
                $this->symfonys->rejectPhpIncompleteClass();
            }

            public function decode(array $encodedEnvelope): \Symfony\Component\Messenger\Envelope
            {
                return $this->lyo->decode($encodedEnvelope);
            }

            public function encode(\Symfony\Component\Messenger\Envelope $envelope): array
            {
                return $this->lyo->encode($envelope);
            }
            PHP);
    }
}
