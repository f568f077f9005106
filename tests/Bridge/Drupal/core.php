<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Interfaces with the same form as those of Drupal core, which Composer cannot install everywhere.

declare(strict_types=1);

namespace Drupal\Component\Serialization {
    interface SerializationInterface
    {
        /**
         * @param mixed $data
         * @return string
         */
        public static function encode($data);

        /**
         * @param mixed $raw
         * @return mixed
         */
        public static function decode($raw);

        /** @return string */
        public static function getFileExtension();
    }

    interface ObjectAwareSerializationInterface extends SerializationInterface {}
}

namespace Drupal\Core\Theme {
    enum ExtensionType: string
    {
        case Module = 'module';
        case Theme = 'theme';
    }
}

namespace Drupal\Core\Site {
    final class Settings
    {
        /** @var array<string, mixed> */
        public static array $settings = [];

        /**
         * @param string $name
         * @param mixed $default
         * @return mixed
         */
        public static function get($name, $default = null)
        {
            return self::$settings[$name] ?? $default;
        }
    }
}

namespace Drupal\Core\Cache {
    interface CacheBackendInterface
    {
        public const CACHE_PERMANENT = -1;

        /**
         * @param string $cid
         * @param bool $allow_invalid
         * @return object|false
         */
        public function get($cid, $allow_invalid = false);

        /**
         * @param list<string> $cids
         * @param bool $allow_invalid
         * @return array<object>
         */
        public function getMultiple(&$cids, $allow_invalid = false);

        /**
         * @param string $cid
         * @param mixed $data
         * @param int $expire
         * @param list<string> $tags
         * @return void
         */
        public function set($cid, $data, $expire = self::CACHE_PERMANENT, array $tags = []);

        /**
         * @param array<array{data: mixed, expire?: int, tags?: list<string>}> $items
         * @return void
         */
        public function setMultiple(array $items);

        /**
         * @param string $cid
         * @return void
         */
        public function delete($cid);

        /**
         * @param list<string> $cids
         * @return void
         */
        public function deleteMultiple(array $cids);

        /** @return void */
        public function deleteAll();

        /**
         * @param string $cid
         * @return void
         */
        public function invalidate($cid);

        /**
         * @param list<string> $cids
         * @return void
         */
        public function invalidateMultiple(array $cids);

        /** @return void */
        public function invalidateAll();

        /** @return void */
        public function garbageCollection();

        /** @return void */
        public function removeBin();
    }

    interface CacheFactoryInterface
    {
        /**
         * @param string $bin
         * @return CacheBackendInterface
         */
        public function get($bin);
    }
}
