--TEST--
Functions, settings, version and the rows of phpinfo() are igbinary's, with some additions
--FILE--
<?php
foreach (['igbinary_serialize', 'igbinary_unserialize'] as $name) {
    $function = new ReflectionFunction($name);
    echo $name, ' ', $function->getNumberOfRequiredParameters(), ' of ', $function->getNumberOfParameters(), ': ',
        implode(', ', array_map(static fn(ReflectionParameter $p): string => $p->getName(), $function->getParameters())), "\n";
}
$extension = new ReflectionExtension('igbinary');
foreach ($extension->getINIEntries() as $name => $value) {
    echo $name, ' = ', $value, "\n";
}
echo array_keys($extension->getFunctions()) === ['igbinary_serialize', 'igbinary_unserialize'] && !$extension->getClasses() && !$extension->getConstants() ? 'nothing else' : 'more', "\n";
var_dump(version_compare(phpversion('igbinary'), '3.2.16') >= 0);
ob_start();
$extension->info();
$info = ob_get_clean();
foreach (['igbinary support => enabled', 'igbinary APCu serializer ABI => 0', 'igbinary session support => yes', 'implementation => lyo '] as $line) {
    echo str_contains($info, $line) ? '' : "missing: $line\n";
}
var_dump(igbinary_unserialize(''), igbinary_unserialize(false));
try {
    igbinary_unserialize([]);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
ini_set('igbinary.compact_strings', '0');
echo bin2hex(igbinary_serialize(['a', 'a'])), "\n";
ini_set('igbinary.compact_strings', '1');
echo bin2hex(igbinary_serialize(['a', 'a'])), "\n";
?>
--EXPECT--
igbinary_serialize 1 of 1: value
igbinary_unserialize 1 of 2: str, options
igbinary.compact_strings = 1
igbinary.read_native = 0
igbinary.allowed_classes = *
igbinary.max_depth = 0
igbinary.write_format = v2
igbinary.disable = 
nothing else
bool(true)
bool(false)
bool(false)
igbinary_unserialize(): Argument #1 ($str) must be of type string, array given
00000002140206001101610601110161
000000021402060011016106010e00
