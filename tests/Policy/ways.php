<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Tests a class policy against what could get around it (Kinds), for each way into Lyo, and prints a table. The argument says which ways this process has:
// "modules", "apcu SERIALIZER", "api" or "library". `make test-policy` runs them all.

use Lyo\ClassPolicy;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Codec\LyoCodec;
use Lyo\Serializer;
use Lyo\Session\Form;
use Lyo\Session\Handler;
use Lyo\Session\Session;
use Lyo\Tests\Policy\Kinds;
use Lyo\Tests\Policy\Stored;
use Lyo\Tests\Policy\Table;

error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING & ~E_NOTICE);
foreach (['classes', 'Kinds', 'Table', 'Stored'] as $file) {
    require __DIR__ . "/$file.php";
}
spl_autoload_register(static function (string $class): void {
    Ran::$names[] = $class;
}, true, true);

/** @return Closure(string): mixed what a session of these bytes has */
function session_reader(Stored $store, ?string $handler): Closure
{
    return static function (string $bytes) use ($store, $handler): mixed {
        if ($handler !== null) {
            ini_set('session.serialize_handler', $handler);
        }
        return $store->session($bytes);
    };
}

function rows_of_modules(Table $table): void
{
    $store = new Stored();
    session_set_save_handler($store, false);
    $options = ['allowed_classes' => Kinds::ALLOWED];
    $table->row('lyo_unserialize(), option', 'lyo', static fn(string $bytes): mixed => lyo_unserialize($bytes, $options));
    $all = ['formats' => 'all', ...$options];
    $table->row('option "formats", data of lyo', 'lyo', static fn(string $bytes): mixed => lyo_unserialize($bytes, $all));
    $table->row('option "formats", data of igbinary', 'igbinary', static fn(string $bytes): mixed => lyo_unserialize($bytes, $all));
    // Text is read by PHP itself, so also by the C code of these classes; the policy holds in there.
    $table->row('option "formats", text of serialize()', 'native', static fn(string $bytes): mixed => lyo_unserialize($bytes, $all), [Kinds::GMP => 'incomplete', Kinds::DS => 'incomplete']);
    // @phpstan-ignore arguments.count (ours has options)
    $table->row('drop-in, option', 'igbinary', static fn(string $bytes): mixed => igbinary_unserialize($bytes, $options));
    // @phpstan-ignore arguments.count
    $table->row('drop-in, option, data of Lyo', 'lyo', static fn(string $bytes): mixed => igbinary_unserialize("\0\0\0\4$bytes", $options));
    // The process has lyo.unserialize_reads.
    $table->row('unserialize(), data of lyo', 'lyo', static fn(string $bytes): mixed => unserialize($bytes, $options));
    $table->row('unserialize(), data of igbinary', 'igbinary', static fn(string $bytes): mixed => unserialize($bytes, $options));
    ini_set('lyo.allowed_classes', implode(',', Kinds::ALLOWED));
    ini_set('igbinary.allowed_classes', implode(',', Kinds::ALLOWED));
    $table->row('lyo.allowed_classes', 'lyo', static fn(string $bytes): mixed => lyo_unserialize($bytes));
    $table->row('igbinary.allowed_classes', 'igbinary', static fn(string $bytes): mixed => igbinary_unserialize($bytes));
    $table->row('igbinary.allowed_classes, data of Lyo', 'lyo', static fn(string $bytes): mixed => igbinary_unserialize("\0\0\0\4$bytes"));
    foreach (['lyo', 'igbinary'] as $handler) {
        $read = session_reader($store, $handler);
        $table->row("sessions of $handler, data of igbinary", 'igbinary', $read);
        $table->row("sessions of $handler, data of Lyo", 'lyo', static fn(string $bytes): mixed => $read($handler === 'lyo' ? $bytes : "\0\0\0\4$bytes"));
    }
}

/** APCu holds what its serializer writes. So there are no made-up bytes here, but values that were stored without a policy. */
function row_of_apcu(Table $table, string $serializer): void
{
    if (ini_get('apc.serializer') !== $serializer) {
        throw new RuntimeException("APCu does not store with $serializer");
    }
    $read = static function (string $bytes, string $kind) use ($serializer): mixed {
        $gadget = new Gadget();
        $value = match ($kind) {
            Kinds::GMP => unserialize('O:3:"GMP":2:{i:0;s:1:"5";i:1;a:1:{s:1:"x";' . serialize($gadget) . '}}'),
            Kinds::DS => new Ds\Vector([$gadget]),
            Kinds::ENUM, Kinds::LOADED_ENUM => Present::Here,
            Kinds::FIBER => new Fibered(),
            default => new Old(),
        };
        ini_set("$serializer.allowed_classes", '*');
        apcu_clear_cache();
        try {
            apcu_store('k', ['k' => $value]);
        } catch (Exception) {
        }
        if (!apcu_exists('k')) {
            return 'not written';
        }
        ini_set("$serializer.allowed_classes", implode(',', Kinds::ALLOWED));
        Ran::$names = [];

        return apcu_fetch('k');
    };
    $table->row("APCu with $serializer", 'lyo', $read, [Kinds::GMP => 'incomplete', Kinds::DS => 'not written']);
}

function row_of_api(Table $table): void
{
    /** @var array<lowercase-string, null> $classes */
    $classes = array_fill_keys(array_map(strtolower(...), Kinds::ALLOWED), null);
    $table->row('the C API', 'lyo', static fn(string $bytes): mixed => consumer_decode_with($bytes, 100, 0, $classes, false));
}

function rows_of_library(Table $table): void
{
    require __DIR__ . '/../../vendor/autoload.php';
    $options = ['allowed_classes' => Kinds::ALLOWED];
    $table->row('the library, option', 'lyo', static fn(string $bytes): mixed => lyo_unserialize($bytes, $options));
    $classes = ClassPolicy::only(...Kinds::ALLOWED);
    foreach (['lyo' => new LyoCodec(), 'igbinary' => new IgbinaryCodec(false)] as $format => $codec) {
        $table->row("codec of the library, $format", $format, static fn(string $bytes): mixed => $codec->decode($bytes, $classes));
        $table->row("Session::decode(), data of $format", $format, static fn(string $bytes): mixed => Session::decode($bytes, $classes));
    }
    $serializer = new Serializer(classes: $classes);
    $table->row('Serializer of the library', 'lyo', static fn(string $bytes): mixed => $serializer->decode($bytes));
    $store = new Stored();
    Handler::register($store, Form::Lyo, $classes, true);
    $read = session_reader($store, null);
    foreach (['lyo', 'igbinary'] as $format) {
        // it refuses a session that names a refused class anywhere, also in a payload
        $table->row("session handler of the library, $format", $format, $read, [Kinds::FIBER => 'refused', Kinds::NESTED => 'refused']);
    }
}

$which = $argv[1] ?? '';
if ($which === 'apcu' && !extension_loaded('apcu')) {
    echo "APCu with {$argv[2]}: SKIPPED, php-apcu is not installed\n";
    exit(0);
}
ob_start();
$table = new Table();
if ($which === 'modules') {
    Table::head();
}
match ($which) {
    'modules' => rows_of_modules($table),
    'apcu' => row_of_apcu($table, $argv[2]),
    'api' => row_of_api($table),
    'library' => rows_of_library($table),
    default => throw new RuntimeException('modules, apcu, api or library?'),
};
ob_end_flush();
foreach (array_keys($table->missing) as $package) {
    echo "SKIPPED without $package (bin/setup installs it)\n";
}
$planned = (['modules' => 10, 'library' => 8][$which] ?? 1) * Kinds::WITHOUT_PACKAGES;
if ($table->tried < $planned) {
    echo "policy: {$table->tried} tried, $planned were planned\n";
}
exit($table->failed > 0 || $table->tried < $planned ? 1 : 0);
