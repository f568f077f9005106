<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Beside;

use Closure;
use RuntimeException;

/** A way to get a value that the server already has. */
enum Way: string
{
    case Native = 'native';
    case Igbinary = 'igbinary';
    case Lyo = 'lyo';
    case Kept = 'kept';
    case ApcuDefault = 'apcu-default';
    case ApcuPhp = 'apcu-php';
    case ApcuIgbinary = 'apcu-igbinary';
    case ApcuLyo = 'apcu-lyo';
    case File = 'file';

    /** The time that a loop takes at least, in microseconds. */
    private const LOOP = 20_000;

    public static function of(string $name): self
    {
        return self::from($name);
    }

    /** @return array<string, list<string>> the command that starts PHP for each way that this PHP has */
    public static function available(string $lyo): array
    {
        $there = static fn(string $module): bool => is_file(ini_get('extension_dir') . "/$module.so");
        $opcache = $there('opcache') ? ['-d', 'zend_extension=opcache'] : [];
        $base = [PHP_BINARY, '-n', ...$opcache, '-d', 'opcache.enable_cli=1', '-d', 'opcache.file_update_protection=0', '-d', 'opcache.validate_timestamps=0',
            '-d', "extension=$lyo", '-d', 'apc.enable_cli=1', ...($there('igbinary') ? ['-d', 'extension=igbinary'] : []), ...($there('apcu') ? ['-d', 'extension=apcu'] : [])];
        $ways = [];
        foreach (self::cases() as $way) {
            if (str_contains($way->value, 'igbinary') && !$there('igbinary') || str_starts_with($way->value, 'apcu') && !$there('apcu') || $way === self::File && $opcache === []) {
                continue;
            }
            $ways[$way->value] = [...$base, ...match ($way) {
                self::Kept => ['-d', 'lyo.keep_values=16M'],
                self::ApcuDefault, self::ApcuPhp, self::ApcuIgbinary, self::ApcuLyo => ['-d', 'apc.serializer=' . substr($way->value, 5)],
                default => [],
            }];
        }

        return $ways;
    }

    /** @return list<string> options of PHP for Library, as far as this PHP has it */
    public static function ffi(): array
    {
        return is_file(ini_get('extension_dir') . '/ffi.so') ? ['-d', 'extension=ffi', '-d', 'ffi.enable=1'] : [];
    }

    public function label(): string
    {
        return match ($this) {
            self::Native => '`unserialize()`',
            self::Igbinary => '`igbinary_unserialize()`',
            self::Lyo => '`lyo_unserialize()`',
            self::Kept => 'the same with `lyo.keep_values`',
            self::File => '`include` of a `var_export()` file',
            default => 'APCu, `apc.serializer = ' . substr($this->value, 5) . '`',
        };
    }

    /**
     * @param array<mixed> $value
     *
     * @return array<string, float>|null NULL: a value that this way cannot hold
     */
    public function measure(array $value): ?array
    {
        if ($this === self::File && is_object(reset($value))) {
            return null;
        }
        [$get, $stored] = $this->store($value);
        for ($i = 0; $i < 50; $i++) { // what is kept from call to call is there then
            $get();
        }
        if (serialize($get()) !== serialize($value)) {
            throw new RuntimeException("$this->value returns another value");
        }
        $before = memory_get_usage();
        $held = $get();
        $memory = memory_get_usage() - $before;
        unset($held);

        return ['time' => self::time($get), 'memory' => $memory / 1000, 'stored' => $stored() / 1000];
    }

    /**
     * @param array<mixed> $value
     *
     * @return array{Closure(): mixed, Closure(): int} how it is read, and the bytes that it takes where it is stored
     */
    private function store(array $value): array
    {
        switch ($this) {
            case self::Native:
                $bytes = serialize($value);

                return [static fn(): mixed => unserialize($bytes), static fn(): int => strlen($bytes)];
            case self::Igbinary:
                $bytes = (string) igbinary_serialize($value);

                return [static fn(): mixed => igbinary_unserialize($bytes), static fn(): int => strlen($bytes)];
            case self::Lyo:
            case self::Kept:
                $bytes = lyo_serialize($value);
                $other = lyo_serialize(range(1, 200));
                for ($i = 0; $i < 50; $i++) { // the store of kept values gets its own memory
                    lyo_unserialize($other);
                }
                self::kept();

                return [static fn(): mixed => lyo_unserialize($bytes), fn(): int => strlen($bytes) + ($this === self::Kept ? self::kept() : 0)];
            case self::File:
                $file = sys_get_temp_dir() . '/lyo-beside-' . bin2hex(random_bytes(6)) . '.php';
                file_put_contents($file, '<?php return ' . var_export($value, true) . ';');
                register_shutdown_function(static fn(): bool => unlink($file));

                return [static fn(): mixed => include $file, static fn(): int => self::script($file)];
            default:
                $name = 'value ' . md5(serialize($value));
                apcu_store($name, $value) || throw new RuntimeException('APCu does not store it');

                return [static fn(): mixed => apcu_fetch($name), static fn(): int => self::item($name)];
        }
    }

    /** Microseconds of processor time of one call. */
    private static function time(Closure $get): float
    {
        for ($calls = 16;; $calls *= 2) {
            $began = self::processor();
            for ($i = 0; $i < $calls; $i++) {
                $get();
            }
            $took = self::processor() - $began;
            if ($took >= self::LOOP) {
                return $took / $calls;
            }
        }
    }

    private static function processor(): int
    {
        $usage = array_filter(getrusage() ?: [], is_int(...));

        return (($usage['ru_utime.tv_sec'] ?? 0) + ($usage['ru_stime.tv_sec'] ?? 0)) * 1_000_000 + ($usage['ru_utime.tv_usec'] ?? 0) + ($usage['ru_stime.tv_usec'] ?? 0);
    }

    /** What the process keeps of values: of all that were measured so far. */
    private static function kept(): int
    {
        static $before = 0;
        $bytes = lyo_status()['process']['values'];
        $bytes = is_array($bytes) ? $bytes['bytes'] : 0;
        $more = $bytes - (is_int($before) ? $before : 0);
        $before = $bytes;

        return $more;
    }

    private static function item(string $name): int
    {
        $info = apcu_cache_info();
        foreach (is_array($info) && is_array($info['cache_list']) ? $info['cache_list'] : [] as $item) {
            if (is_array($item) && $item['info'] === $name && is_int($item['mem_size'])) {
                return $item['mem_size'];
            }
        }

        throw new RuntimeException('APCu does not show the item');
    }

    private static function script(string $file): int
    {
        $status = opcache_get_status();
        $scripts = is_array($status) && is_array($status['scripts'] ?? null) ? $status['scripts'] : [];
        $script = $scripts[realpath($file)] ?? null;

        return is_array($script) && is_int($script['memory_consumption']) ? $script['memory_consumption'] : throw new RuntimeException('OPcache does not have the file');
    }
}
