<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Tests of symfony/cache: replaces DefaultMarshaller, which adapters create themselves, by our marshaller.

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
    $loader->addPsr4('Symfony\\Component\\Cache\\Tests\\', getenv('APPS_FOLDER') . '/Tests/');
    $loader->addPsr4('Cache\\IntegrationTests\\', getenv('APPS_FOLDER') . '/cachetests/src/');
}
