--TEST--
Decoding takes less than 400 bytes of memory for each byte of the payload and 256 kB, plus what the objects themselves take
--INI--
memory_limit=1G
lyo.max_depth=4096
--FILE--
<?php
require __DIR__ . '/../support/bombs.inc';

set_error_handler(static fn(): bool => true);
$size = 60000;
/* What an object takes that plain code makes: slots, its deferred hook, its entry in the table of objects; incomplete ones hold a table with their name. */
$object = static function (string $name): int {
    return match (true) {
        str_contains($name, 'incomplete') => 40 + 56 + 320 + 64,
        str_contains($name, 'dynamic') || str_contains($name, 'open objects') => 40 + 56,
        default => 56,
    } + 120;
};
$over = $read = 0;
foreach (bombs($size) as $name => [$bytes, $objects]) {
    lyo_is_serialized($bytes) || print("$name: not well-formed\n");
    foreach (['accepted' => $bytes, 'refused' => $bytes . "\0"] as $kind => $data) {
        gc_collect_cycles();
        gc_mem_caches();
        memory_reset_peak_usage();
        $before = memory_get_usage();
        $error = null;
        try {
            $value = lyo_unserialize($data);
            $read++;
        } catch (Lyo\Exception\LyoException $e) {
            $error = $e->getMessage();
        }
        $peak = memory_get_peak_usage() - $before;
        $value = null;
        $allowed = 262144 + 400 * strlen($data) + $objects * $object($name);
        getenv('SHOW') && printf("%-45s %-9s %8d bytes, peak %9d, %6.1f for each byte%s\n", $name, $kind, strlen($data), $peak, ($peak - 262144) / strlen($data), $error ? ", $error" : '');
        if ($peak > $allowed) {
            $over++;
            printf("%s, %s: %d bytes take %d, %.1f for each byte\n", $name, $kind, strlen($data), $peak, ($peak - 262144) / strlen($data));
        }
        // to tell whether bytes are a payload takes next to nothing
        memory_reset_peak_usage();
        $before = memory_get_usage();
        lyo_is_serialized($data);
        if (memory_get_peak_usage() - $before > 262144 + 40 * strlen($data)) {
            printf("%s, %s: is_serialized takes %d\n", $name, $kind, memory_get_peak_usage() - $before);
        }
    }
}
echo $read, ' read, ', $over, " over the bound\n";
--EXPECT--
one-element lists in each other               accepted     58033 bytes, peak  12528696,  211.4 for each byte
one-element lists in each other               refused      58034 bytes, peak  12528696,  211.4 for each byte, bytes behind the value at offset 58033
one-element lists side by side                accepted     60005 bytes, peak   7008440,  112.4 for each byte
one-element lists side by side                refused      60006 bytes, peak   7008440,  112.4 for each byte, bytes behind the value at offset 60005
empty arrays                                  accepted     60005 bytes, peak   1052728,   13.2 for each byte
empty arrays                                  refused      60006 bytes, peak   1052728,   13.2 for each byte, bytes behind the value at offset 60005
lists of two in each other                    accepted     56018 bytes, peak   6048376,  103.3 for each byte
lists of two in each other                    refused      56019 bytes, peak   6048376,  103.3 for each byte, bytes behind the value at offset 56018
lists of nine                                 accepted     59999 bytes, peak   2185928,   32.1 for each byte
lists of nine                                 refused      60000 bytes, peak   2185928,   32.1 for each byte, bytes behind the value at offset 59999
one list                                      accepted     60005 bytes, peak   1052728,   13.2 for each byte
one list                                      refused      60006 bytes, peak   1052728,   13.2 for each byte, bytes behind the value at offset 60005
one-key maps                                  accepted     56018 bytes, peak  10528376,  183.3 for each byte
one-key maps                                  refused      56019 bytes, peak  10528376,  183.3 for each byte, bytes behind the value at offset 56018
one-key maps of strings                       accepted     60005 bytes, peak   5906296,   94.1 for each byte
one-key maps of strings                       refused      60006 bytes, peak   5906296,   94.1 for each byte, bytes behind the value at offset 60005
one map                                       accepted     60005 bytes, peak    655416,    6.6 for each byte
one map                                       refused      60006 bytes, peak    655416,    6.6 for each byte, bytes behind the value at offset 60005
one-key records in each other                 accepted     58038 bytes, peak  21809072,  371.3 for each byte
one-key records in each other                 refused      58039 bytes, peak  21809072,  371.2 for each byte, bytes behind the value at offset 58038
one-key records side by side                  accepted     60010 bytes, peak  11808440,  192.4 for each byte
one-key records side by side                  refused      60011 bytes, peak  11808440,  192.4 for each byte, bytes behind the value at offset 60010
nine-key records                              accepted     60044 bytes, peak   4312208,   67.5 for each byte
nine-key records                              refused      60045 bytes, peak   4312208,   67.5 for each byte, bytes behind the value at offset 60044
17-key records                                accepted     60070 bytes, peak   4524456,   71.0 for each byte
17-key records                                refused      60071 bytes, peak   4524456,   71.0 for each byte, bytes behind the value at offset 60070
bools                                         accepted     60005 bytes, peak   1052728,   13.2 for each byte
bools                                         refused      60006 bytes, peak   1052728,   13.2 for each byte, bytes behind the value at offset 60005
bool vectors: not well-formed
bool vectors                                  accepted     60005 bytes, peak   1562296,   21.7 for each byte, bytes behind the value at offset 30005
bool vectors                                  refused      60006 bytes, peak   1562296,   21.7 for each byte, bytes behind the value at offset 30005
strings of two bytes                          accepted     60005 bytes, peak   1365048,   18.4 for each byte
strings of two bytes                          refused      60006 bytes, peak   1365048,   18.4 for each byte, bytes behind the value at offset 60005
strings of one byte                           accepted     60005 bytes, peak    528440,    4.4 for each byte
strings of one byte                           refused      60006 bytes, peak    528440,    4.4 for each byte, bytes behind the value at offset 60005
back references                               accepted     60009 bytes, peak    528688,    4.4 for each byte
back references                               refused      60010 bytes, peak    528688,    4.4 for each byte, bytes behind the value at offset 60009
floats                                        accepted     60005 bytes, peak    528440,    4.4 for each byte
floats                                        refused      60006 bytes, peak    528440,    4.4 for each byte, bytes behind the value at offset 60005
frames                                        accepted     60005 bytes, peak    528440,    4.4 for each byte
frames                                        refused      60006 bytes, peak    528440,    4.4 for each byte, bytes behind the value at offset 60005
strings of a dictionary                       accepted     70907 bytes, peak   1313288,   14.8 for each byte
strings of a dictionary                       refused      70908 bytes, peak   1313288,   14.8 for each byte, bytes behind the value at offset 70907
objects without properties                    accepted     60013 bytes, peak   3969112,   61.8 for each byte
objects without properties                    refused      60014 bytes, peak   3453016,   53.2 for each byte, bytes behind the value at offset 60013
objects without properties, shared            accepted     60014 bytes, peak   3977048,   61.9 for each byte
objects without properties, shared            refused      60015 bytes, peak   3977048,   61.9 for each byte, bytes behind the value at offset 60014
objects with a slot                           accepted     58046 bytes, peak   3249392,   51.5 for each byte
objects with a slot                           refused      58047 bytes, peak   3249392,   51.5 for each byte, bytes behind the value at offset 58046
objects with a dynamic property               accepted     58047 bytes, peak  24129368,  411.2 for each byte
objects with a dynamic property               refused      58048 bytes, peak  24129368,  411.2 for each byte, bytes behind the value at offset 58047
stdClass, empty                               accepted     60017 bytes, peak   3453024,   53.2 for each byte
stdClass, empty                               refused      60018 bytes, peak   3453024,   53.2 for each byte, bytes behind the value at offset 60017
objects that wake up                          accepted     58046 bytes, peak   5874952,   96.7 for each byte
objects that wake up                          refused      58047 bytes, peak   5871856,   96.6 for each byte, bytes behind the value at offset 58046
objects with destructors                      accepted     60018 bytes, peak   3981408,   62.0 for each byte
objects with destructors                      refused      60019 bytes, peak   3981408,   62.0 for each byte, bytes behind the value at offset 60018
states                                        accepted     58049 bytes, peak  26750832,  456.3 for each byte
states                                        refused      58050 bytes, peak  26751832,  456.3 for each byte, bytes behind the value at offset 58049
states, empty                                 accepted     60019 bytes, peak   6078584,   96.9 for each byte
states, empty                                 refused      60020 bytes, peak   6078584,   96.9 for each byte, bytes behind the value at offset 60019
incomplete objects                            accepted     60016 bytes, peak  29373392,  485.1 for each byte
incomplete objects                            refused      60017 bytes, peak      1984,   -4.3 for each byte, bytes behind the value at offset 60016
incomplete objects, shared                    accepted     60017 bytes, peak  29897048,  493.8 for each byte
incomplete objects, shared                    refused      60018 bytes, peak      1728,   -4.3 for each byte, bytes behind the value at offset 60017
incomplete objects in each other              accepted     58046 bytes, peak  27377392,  467.1 for each byte
incomplete objects in each other              refused      58047 bytes, peak      2360,   -4.5 for each byte, bytes behind the value at offset 58046
open objects, empty                           accepted     60012 bytes, peak  13533016,  221.1 for each byte
open objects, empty                           refused      60013 bytes, peak  13533016,  221.1 for each byte, bytes behind the value at offset 60012
open objects, incomplete                      accepted     60015 bytes, peak  26493016,  437.1 for each byte
open objects, incomplete                      refused      60016 bytes, peak      1984,   -4.3 for each byte, bytes behind the value at offset 60015
open objects, one key                         accepted     60016 bytes, peak  12408736,  202.4 for each byte
open objects, one key                         refused      60017 bytes, peak  12408736,  202.4 for each byte, bytes behind the value at offset 60016
open states                                   accepted     60018 bytes, peak  14319456,  234.2 for each byte
open states                                   refused      60019 bytes, peak  14319456,  234.2 for each byte, bytes behind the value at offset 60018
custom objects, incomplete                    accepted     60015 bytes, peak  18137640,  297.9 for each byte
custom objects, incomplete                    refused      60016 bytes, peak      1984,   -4.3 for each byte, bytes behind the value at offset 60015
objects again                                 accepted     60016 bytes, peak    528984,    4.4 for each byte
objects again                                 refused      60017 bytes, peak    528984,    4.4 for each byte, bytes behind the value at offset 60016
references again                              accepted     60009 bytes, peak    528712,    4.4 for each byte
references again                              refused      60010 bytes, peak    528712,    4.4 for each byte, bytes behind the value at offset 60009
lists that are references                     accepted     60246 bytes, peak   7022264,  112.2 for each byte
lists that are references                     refused      60247 bytes, peak   7022264,  112.2 for each byte, bytes behind the value at offset 60246
a table of references                         accepted     39510 bytes, peak    832056,   14.4 for each byte
a table of references                         refused      39511 bytes, peak    832056,   14.4 for each byte, bytes behind the value at offset 39510
definitions of one key                        accepted     60006 bytes, peak   9355008,  151.5 for each byte
definitions of one key                        refused      60007 bytes, peak   9356704,  151.6 for each byte, bytes behind the value at offset 60006
definitions of nine keys                      accepted     60000 bytes, peak   4254736,   66.5 for each byte
definitions of nine keys                      refused      60001 bytes, peak   4256432,   66.6 for each byte, bytes behind the value at offset 60000
definitions of classes                        accepted     60006 bytes, peak   1924128,   27.7 for each byte
definitions of classes                        refused      60007 bytes, peak   1925792,   27.7 for each byte, bytes behind the value at offset 60006
class shapes of one key                       accepted     60003 bytes, peak   5037096,   79.6 for each byte
class shapes of one key                       refused      60004 bytes, peak   5038760,   79.6 for each byte, bytes behind the value at offset 60003
open definitions of one class                 accepted     60006 bytes, peak   1835296,   26.2 for each byte
open definitions of one class                 refused      60007 bytes, peak   1836960,   26.2 for each byte, bytes behind the value at offset 60006
one definition of many keys                   accepted     48010 bytes, peak    655416,    8.2 for each byte
one definition of many keys                   refused      48011 bytes, peak    657112,    8.2 for each byte, bytes behind the value at offset 48010
a constant of nulls                           accepted     60013 bytes, peak  17834336,  292.8 for each byte
a constant of nulls                           refused      60014 bytes, peak  17834336,  292.8 for each byte, bytes behind the value at offset 60013
a sequence                                    accepted     60014 bytes, peak  17834336,  292.8 for each byte
a sequence                                    refused      60015 bytes, peak  17834336,  292.8 for each byte, bytes behind the value at offset 60014
a constant string                             accepted     60015 bytes, peak  17834368,  292.8 for each byte
a constant string                             refused      60016 bytes, peak  17834368,  292.8 for each byte, bytes behind the value at offset 60015
bools in bits                                 accepted    180544 bytes, peak  17834336,   97.3 for each byte
bools in bits                                 refused     180545 bytes, peak  17834336,   97.3 for each byte, bytes behind the value at offset 180544
rows of constants                             accepted     67550 bytes, peak  24654544,  361.1 for each byte
rows of constants                             refused      67551 bytes, peak  24654544,  361.1 for each byte, bytes behind the value at offset 67550
rows of constants, many tables                accepted     57040 bytes, peak   9742712,  166.2 for each byte
rows of constants, many tables                refused      57041 bytes, peak   9742712,  166.2 for each byte, bytes behind the value at offset 57040
rows of one constant                          accepted     60954 bytes, peak  24653912,  400.2 for each byte
rows of one constant, accepted: 60954 bytes take 24653912, 400.2 for each byte
rows of one constant                          refused      60955 bytes, peak  24653912,  400.2 for each byte, bytes behind the value at offset 60954
rows of one constant, refused: 60955 bytes take 24653912, 400.2 for each byte
rows in rows: not well-formed
rows in rows                                  accepted     11008 bytes, peak    284616,    2.0 for each byte, claims too many cells for its bytes at offset 271
rows in rows                                  refused      11009 bytes, peak    284616,    2.0 for each byte, claims too many cells for its bytes at offset 271
54 read, 2 over the bound
