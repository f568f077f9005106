--TEST--
A name that cannot be a class's is a missing class: reserved words, NUL bytes, long names, paths, names of anonymous classes
--FILE--
<?php
require __DIR__ . '/../support/both.inc';
require __DIR__ . '/../support/payload.inc';

$quiet = false;
spl_autoload_register(static function (string $class) use (&$quiet): void {
    // "\\" without its backslash is the empty name, for which 8.6 asks no autoloader
    $quiet || $class === '' || print '  autoload ' . addcslashes(substr($class, 0, 40), "\0..\37\177..\377") . "\n";
});
$anonymous = new class () {
};
$names = ['self', 'parent', 'static', 'int', 'mixed', '\\stdClass', 'stdclass', 'STDCLASS', '\\', 'A\\', '..', '../../etc/passwd', "A\0B", "\0", ' ', 'a b', '1a', '*', "\xFF", $anonymous::class, str_repeat('x', 70000), 'Closure', 'class@anonymous', '__PHP_Incomplete_Class', '__php_incomplete_class'];
foreach ($names as $name) {
    echo addcslashes(substr(preg_replace('/@anonymous.*/s', '@anonymous', $name), 0, 40), "\0..\37\177..\377"), "\n";
    if (!str_contains($name, 'anonymous') && $name !== 'Closure') {
        $quiet = true;
        echo '  native ', @unserialize('O:' . strlen($name) . ":\"$name\":1:{s:1:\"p\";i:1;}") === false ? 'refuses' : 'reads', " it\n";
        $quiet = false;
    }
    try {
        $value = lyo_unserialize(payload("\x61\3", [class_shape($name, text('p'))]));
        echo '  ', str_replace($anonymous::class, 'ANONYMOUS', substr(preg_replace('/@anonymous.*?(#|")/s', '@anonymous$1', describe($value)), 0, 140)), "\n";
    } catch (Throwable $e) {
        echo '  ', preg_replace('/@anonymous.*/', '@anonymous', thrown($e)), "\n";
    }
}
--EXPECT--
self
  native reads it
  autoload self
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "self", p: 1}
parent
  native reads it
  autoload parent
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "parent", p: 1}
static
  native reads it
  autoload static
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "static", p: 1}
int
  native reads it
  autoload int
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "int", p: 1}
mixed
  native reads it
  autoload mixed
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "mixed", p: 1}
\stdClass
  native refuses it
  stdClass#0{p: 1}
stdclass
  native reads it
  stdClass#0{p: 1}
STDCLASS
  native reads it
  stdClass#0{p: 1}
\
  native refuses it
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "\\", p: 1}
A\
  native reads it
  autoload A\
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "A\\", p: 1}
..
  native refuses it
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "..", p: 1}
../../etc/passwd
  native refuses it
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "../../etc/passwd", p: 1}
A\000B
  native refuses it
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "A\000B", p: 1}
\000
  native refuses it
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "\000", p: 1}
 
  native refuses it
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: " ", p: 1}
a b
  native refuses it
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "a b", p: 1}
1a
  native reads it
  autoload 1a
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "1a", p: 1}
*
  native refuses it
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "*", p: 1}
\377
  native reads it
  autoload \377
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "\377", p: 1}
class@anonymous
  Exception("Unserialization of 'class@anonymous
xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
  native reads it
  autoload xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: string 70000 bbe08e77a44b51de811b3d30272b9916, p: 1}
Closure
  Exception("Unserialization of 'Closure' is not allowed")
class@anonymous
  __PHP_Incomplete_Class#0{__PHP_Incomplete_Class_Name: "class@anonymous", p: 1}
__PHP_Incomplete_Class
  native reads it
  __PHP_Incomplete_Class#0{p: 1}
__php_incomplete_class
  native reads it
  __PHP_Incomplete_Class#0{p: 1}
