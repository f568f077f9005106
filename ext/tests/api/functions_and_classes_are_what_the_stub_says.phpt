--TEST--
Functions, exceptions and ini settings are what the documentation says
--FILE--
<?php
$extension = new ReflectionExtension('lyo');
foreach ($extension->getFunctions() as $function) {
    echo $function->getName(), '(', implode(', ', array_map(static fn(ReflectionParameter $p): string => implode(array_map(static fn(ReflectionAttribute $a): string => "#[{$a->getName()}] ", $p->getAttributes())) . $p->getType() . ' $' . $p->getName() . ($p->isOptional() ? ' = ' . str_replace(['array (', ')', "\n"], ['[', ']', ''], var_export($p->getDefaultValue(), true)) : ''), $function->getParameters())), '): ', $function->getReturnType(), "\n";
}
foreach ($extension->getClasses() as $class) {
    echo $class->isFinal() ? 'final ' : '', $class->isAbstract() ? 'abstract ' : '', $class->getName(), ' extends ', $class->getParentClass()->getName(), ': ', implode(', ', array_map(static fn(ReflectionMethod $m): string => $m->getName() . '(): ' . $m->getReturnType(), array_filter($class->getMethods(), static fn(ReflectionMethod $m): bool => $m->getDeclaringClass() == $class))), "\n";
}
foreach (ini_get_all('lyo') as $name => $setting) {
    echo $name, ' = ', $setting['global_value'], $setting['access'] === INI_ALL ? ', anywhere' : ', not at run time', "\n";
}
var_dump(ini_set('lyo.shape_cache', '0'));
echo preg_match('/^\d+\.\d+\.\d+/', $extension->getVersion()) ? 'has a version' : 'has no version', "\n";
ob_start();
$extension->info();
echo preg_replace(['/ => 0\.\d+\.\d+/', '/^(zlib|zstd) => (\d[\d.]+|not in this build)$/m', '/\b\d+ (entries|of|bytes|hits|misses)/', '/(?<=, zstd => )off$/m'], [' => VERSION', '$1 => VERSION OR NOT', 'N $1', 'N entries, N of N bytes'], ob_get_clean());
--EXPECT--
lyo_serialize(mixed $value, #[SensitiveParameter] array $options = []): string
lyo_unserialize(string $data, #[SensitiveParameter] array $options = []): mixed
lyo_train_dictionary(array $samples, int $size = 16384): string
lyo_is_serialized(string $data): bool
lyo_status(): array
abstract Lyo\Exception\LyoException extends RuntimeException: getOffset(): int
final Lyo\Exception\TruncatedException extends Lyo\Exception\LyoException: 
final Lyo\Exception\CorruptException extends Lyo\Exception\LyoException: 
final Lyo\Exception\UnsupportedVersionException extends Lyo\Exception\LyoException: 
final Lyo\Exception\LimitException extends Lyo\Exception\LyoException: 
final Lyo\Exception\ClassNotAllowedException extends Lyo\Exception\LyoException: getClasses(): array
final Lyo\Exception\ClassMismatchException extends Lyo\Exception\LyoException: 
final Lyo\Exception\SignatureException extends Lyo\Exception\LyoException: 
final Lyo\Exception\UnavailableException extends Lyo\Exception\LyoException: 
final Lyo\Exception\UnknownFormatException extends Lyo\Exception\LyoException: 
lyo.allowed_classes = *, anywhere
lyo.checksum = 0, anywhere
lyo.compress = , anywhere
lyo.cost = 0, anywhere
lyo.dictionaries = , not at run time
lyo.disable = , not at run time
lyo.keep_values = 0, not at run time
lyo.level = , anywhere
lyo.max_depth = 4096, anywhere
lyo.max_elements = 0, anywhere
lyo.max_unpacked = 64M, anywhere
lyo.min_ratio = 1.1, anywhere
lyo.min_size = 128, anywhere
lyo.session_write = lyo, anywhere
lyo.shape_cache = 1M, not at run time
lyo.unserialize_reads = , not at run time
bool(false)
has a version

lyo

lyo support => enabled
lyo version => VERSION
sessions => session.serialize_handler=lyo
wire format => 1
C API => 1
zlib => VERSION OR NOT
zstd => VERSION OR NOT

What is kept (lyo_status) =>  
process, prefixes => N entries, N of N bytes, N hits, N misses
process, shapes => N entries, N of N bytes, N hits, N misses
process, strings => N entries, N of N bytes
process, values => off
process, zstd => N entries, N of N bytes
request, classes => N entries, N of N bytes
request, zstd => N entries, N of N bytes

Directive => Local Value => Master Value
lyo.allowed_classes => * => *
lyo.checksum => Off => Off
lyo.compress => no value => no value
lyo.cost => Off => Off
lyo.dictionaries => no value => no value
lyo.disable => no value => no value
lyo.keep_values => 0 => 0
lyo.level => no value => no value
lyo.max_depth => 4096 => 4096
lyo.max_elements => 0 => 0
lyo.max_unpacked => 64M => 64M
lyo.min_ratio => 1.1 => 1.1
lyo.min_size => 128 => 128
lyo.session_write => lyo => lyo
lyo.shape_cache => 1M => 1M
lyo.unserialize_reads => no value => no value
