<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Doctor;

use function implode;

/**
 * Checks whether the extensions redis and memcached are set up for compact values.
 *
 * @internal
 */
final class Clients
{
    /** @return iterable<int, Finding> */
    public static function redis(Environment $php): iterable
    {
        if (!$php->has('redis')) {
            yield Finding::note('phpredis', 'The extension redis is not loaded', 'Predis and Lyo\Bridge\Redis\PredisValues do without it.');
            return;
        }
        $version = $php->extensions['redis'];
        $built = [];
        foreach (['Redis::SERIALIZER_IGBINARY' => 'igbinary', 'Redis::COMPRESSION_LZ4' => 'LZ4', 'Redis::COMPRESSION_ZSTD' => 'zstd', 'Redis::COMPRESSION_LZF' => 'LZF'] as $constant => $name) {
            if ($php->hasConstant($constant)) {
                $built[] = $name;
            }
        }
        yield Finding::ok('phpredis', "phpredis $version, built with " . ($built === [] ? 'neither igbinary nor compression' : implode(', ', $built)));
        yield Finding::note(
            'phpredis',
            'phpredis has no serializer lyo, and none can be added',
            'OPT_SERIALIZER is a fixed list. What another serializer has written comes back as a string, without an error.',
            'Lyo\Bridge\Redis\PhpRedisValues reads all formats and writes one' . ($php->hasSince('redis', '6.0.0') ? '; or SERIALIZER_IGBINARY with Lyo\'s igbinary.so and igbinary.write_format = lyo.' : '.'),
        );
        if ($php->hasOurIgbinary() && $php->ini('igbinary.write_format') === 'lyo' && !$php->hasSince('redis', '6.0.0')) {
            yield Finding::error('phpredis', "phpredis $version with igbinary.write_format = lyo", 'It does not hand these values to igbinary: igbinary warns in each request, and goes on writing its version 2.', 'Install phpredis 6.0 or newer, or set igbinary.write_format = v2.');
        }
        if ($php->has('igbinary') && !$php->hasConstant('Redis::SERIALIZER_IGBINARY')) {
            yield Finding::note('phpredis', 'phpredis was built without igbinary', 'SERIALIZER_IGBINARY does not exist.', 'Build it with --enable-redis-igbinary, or use Lyo\Bridge\Redis\PhpRedisValues.');
        }
    }

    /** @return iterable<int, Finding> */
    public static function memcached(Environment $php): iterable
    {
        if (!$php->has('memcached')) {
            return;
        }
        $serializer = $php->ini('memcached.serializer');
        $hasIgbinary = $php->hasConstant('Memcached::HAVE_IGBINARY');
        yield Finding::ok('Memcached', "Memcached {$php->extensions['memcached']}, built with " . ($hasIgbinary ? 'igbinary' : 'no igbinary') . ", memcached.serializer = $serializer");
        if ($serializer === 'php' && $hasIgbinary) {
            yield Finding::note('Memcached', 'memcached.serializer = php', 'igbinary is built in: values are about half as large. Each item says in its flags what it is, so old ones stay readable.', 'memcached.serializer = igbinary' . ($php->hasOurIgbinary() ? '; with igbinary.write_format = lyo they are smaller still' : ''));
        }
        if ($serializer === 'igbinary' && !$hasIgbinary) {
            yield Finding::error('Memcached', 'memcached.serializer = igbinary, and Memcached was built without it', 'Nothing can be stored.', 'memcached.serializer = php');
        }
        if ($php->ini('memcached.compression_threshold') === '0') {
            yield Finding::warning('Memcached', 'memcached.compression_threshold = 0', 'Even the smallest values are compressed, which makes them larger and slower.', 'memcached.compression_threshold = 2000');
        }
    }
}
