--TEST--
A property finds its declaration by its plain name, whatever visibility and class it was stored with
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

/* All pairs of: how the property was declared when it was written, how it is declared now. */
$declarations = [
    'public' => 'public $p = "default";', 'protected' => 'protected $p = "default";', 'private' => 'private $p = "default";', 'absent' => '',
    'typed' => 'public string $p = "default";', 'nullable' => 'private ?string $p = null;', 'uninitialised' => 'protected string $p;', 'readonly' => 'public readonly string $p;',
    'static' => 'public static $p = "default";', 'private static' => 'private static $p = "default";', 'int' => 'public int $p = 1;',
    'constant' => 'const p = 1;', 'method' => 'function p() {}',
];
$parents = ['none' => '', 'public' => 'public $p = "parent";', 'private' => 'private $p = "parent";', 'protected' => 'protected $p = "parent";', 'private typed' => 'private int $p = 5;'];
$n = 0;
$runs = 0;
foreach ($declarations as $before => $old) {
    foreach ($declarations as $now => $new) {
        foreach ($parents as $parent => $inherited) {
            $n++;
            $from = sprintf('B%04d', $n);
            $to = sprintf('A%04d', $n);
            $code = static fn(string $class, string $property, string $base): string => $base === '' ? "#[AllowDynamicProperties] class $class { public \$first = 1; $property public \$last = 2; static function make() { \$o = new self; %s return \$o; } }"
                : "#[AllowDynamicProperties] class P$class { $base } #[AllowDynamicProperties] class $class extends P$class { public \$first = 1; $property public \$last = 2; static function make() { \$o = new self; %s return \$o; } }";
            $set = in_array($before, ['static', 'private static', 'constant', 'method', 'absent', 'int'], true) ? ($before === 'int' ? '$o->p = 7;' : '') : '$o->p = "stored";';
            // combinations that PHP itself does not allow
            if ($parent === 'public' && preg_match('/^(protected|private|.*static|typed|nullable|uninitialised|readonly|int)/', "$now") || $parent === 'public' && preg_match('/^(protected|private|.*static|typed|nullable|uninitialised|readonly|int)/', $before)
                || $parent === 'protected' && (preg_match('/^(private|.*static|typed|nullable|uninitialised|readonly|int)/', $now) || preg_match('/^(private|.*static|typed|nullable|uninitialised|readonly|int)/', $before))) {
                continue;
            }
            eval(sprintf($code($from, $old, $inherited), $set));
            eval(sprintf($code($to, $new, $inherited), ''));
            $runs++;
            ob_start();
            both("$before to $now, parent $parent", static fn(): object => $from::make(), change: static fn(string $bytes): string => renamed($bytes, $from, $to), quiet: true,
                look: static fn(mixed $o): string => str_replace([$from, $to], 'Class', describe($o)));
            $line = ob_get_clean();
            str_ends_with($line, ": same\n") || print $line;
        }
    }
}
echo "$runs pairs\n";

/* A property that moves between classes of a family. */
$families = [
    ['class B1 { private $p = 1; } class F1 extends B1 { }', 'class C1 { } class G1 extends C1 { private $p; }', 'F1', 'G1', 'B1', 'C1'],
    ['class B2 { } class F2 extends B2 { private $p = 1; }', 'class C2 { private $p; } class G2 extends C2 { }', 'F2', 'G2', 'B2', 'C2'],
    ['class B3 { private $p = 1; } class F3 extends B3 { private $p = 2; }', 'class C3 { } class G3 extends C3 { public $p; }', 'F3', 'G3', 'B3', 'C3'],
    ['class B4 { protected $p = 1; } class F4 extends B4 { }', 'class C4 { private $p; } class G4 extends C4 { private $p; }', 'F4', 'G4', 'B4', 'C4'],
    ['class B5 { private $p = 1; } class F5 extends B5 { private $p = 2; public $q = 3; }', 'class C5 { private $q; } class G5 extends C5 { private $p; }', 'F5', 'G5', 'B5', 'C5'],
];
foreach ($families as $i => [$old, $new, $from, $to, $base, $baseNow]) {
    eval($old);
    eval($new);
    foreach ([$base, $baseNow] as $kept) {
        both("family $i, private of $kept", static fn(): object => new $from(), change: static function (string $bytes) use ($from, $to, $base, $baseNow, $kept): string {
            $bytes = renamed($bytes, $from, $to);

            return $kept === $baseNow ? str_replace($base, $baseNow, $bytes) : $bytes;
        });
    }
}
--EXPECT--
548 pairs
family 0, private of B1: same
  decode: Deprecated: Creation of dynamic property G1::$p is deprecated
family 0, private of C1: same
  decode: Deprecated: Creation of dynamic property G1::$p is deprecated
family 1, private of B2: same
family 1, private of C2: same
family 2, private of B3: same
  decode: Deprecated: Creation of dynamic property G3::$p is deprecated
family 2, private of C3: same
  decode: Deprecated: Creation of dynamic property G3::$p is deprecated
family 3, private of B4: same
family 3, private of C4: same
family 4, private of B5: same
  decode: Deprecated: Creation of dynamic property G5::$p is deprecated
family 4, private of C5: same
  decode: Deprecated: Creation of dynamic property G5::$p is deprecated
