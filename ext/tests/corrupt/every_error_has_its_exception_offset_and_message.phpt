--TEST--
Each error of the format has its exception, its offset and its message
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

$cases = [
    'TRUNCATED' => ['', 'C1', 'C110', 'C118', 'C114', 'C112', 'C110 41 61', 'C110 A8', 'C110 B6 00', 'C110 C0 22 61', 'C110 81 03', 'C110 88 A561', 'C110 D8', 'C110 B0 01', 'C110 90', 'C110 D0 00', 'C110 C8', 'C110 D4', 'C110 A5', 'C118 05 00', 'C110 D8 04 01', 'C110 D8 04 0B', 'C110 D8 10 0A FF', 'C111', 'C114 01'],
    'MAGIC' => ['00', '"a:0:{}"', 'C2', '"\\"'],
    'VERSION' => ['C100 A0', 'C120 A0', 'C1F0 A0', 'C121 A0'],
    'ENTRY' => ['C112 04 82 02 02 61 A0', 'C112040100FF00C110A003FDFA6A'],
    'RESERVED' => ['C11F', 'C113'],
    'TRAILING' => ['C110 A0 00', 'C110 A4 A4'],
    'TAG' => ['C110 00', 'C110 A6', 'C110 B7', 'C110 B8', 'C110 BF', 'C110 DF', 'C110 EF', 'C110 80 EE', 'C110 E0 00', 'C110 E1 00', 'C118 02 03 03 A0', 'C110 D8 04 20 80', 'C110 E2 01 03'],
    'OVERLONG' => ['C110 A8 3E', 'C110 A9 0500', 'C110 C8 08', 'C110 CC 01', 'C110 C0 05 6161616161', 'C110 C1 2200', 'C110 B1 01 0500', 'C110 B0 17 05', 'C110 D0 0100', 'C114 F8 01 00 A0', 'C118 04 01 01 A561 D4 00 A0', 'C118 F8 04 01 01 A561 61 A0'],
    'STRING_ID' => ['C110 90 00', 'C110 81 42 616263 90 01', 'C110 D0 0010', 'C118 03 03 90 00 61'],
    'DEFINITION_ID' => ['C110 61', 'C118 04 01 01 A561 62', 'C110 D4 1F', 'C118 03 03 A541 D9 08 00', 'C110 D9 08 00'],
    'OBJECT_ID' => ['C114 00 E0 00', 'C11C 03 03 A541 00 81 6100 E0 01', 'C11C 03 03 A541 00 81 E0 00 6100'],
    'REFERENCE_ID' => ['C114 00 E1 00', 'C114 01 01 81 03 E1 01', 'C114 01 03 81 E1 00 03'],
    'REFERENCE_POSITION' => ['C114 02 00 00 A0', 'C114 01 02 81 42 616263 03', 'C114 01 05 80 03', 'C114 01 01 80 E1 00', 'C114 01 FA 000001 80 03'],
    'ARRAY_ID' => ['C111 01 01 81 80 03 ED 01', 'C111 01 01 81 80 ED 00 04'],
    'ARRAY_POSITION' => ['C111 01 01 81 03 04', 'C111 02 01 01 81 80 03 04'],
    'RUN' => ['C110 DA 04 04 03'],
    'DUPLICATE_KEY' => ['C110 89 03 A0 03 A0', 'C110 89 A561 A0 A561 A0', 'C118 06 01 02 A561 A561 61 A0 A0', 'C118 03 03 A541 61 02 A535 A0 07 A0', 'C118 07 02 A541 02 A535 07 61 A0 A0'],
    'NUMERIC_KEY' => ['C110 88 A535 03', 'C110 88 41 2D35 03', 'C118 05 01 01 A530 61 A0'],
    'KEY' => ['C110 88 A0 03', 'C110 88 80 03 03', 'C118 03 03 A541 61 01 80 A0 A0', 'C118 03 03 A541 61 01 44 002A0061 A0', 'C118 03 03 A541 61 01 BA A541 A561 A0', 'C118 03 03 A52A 61 01 B9 A561 A0', 'C110 88 B8 A561 03'],
    'DEFINITION' => ['C118 01 00 A0', 'C118 01 06 A0', 'C118 02 01 00 A0', 'C118 02 03 A3 A0', 'C118 04 05 A541 A3 A0'],
    'VECTOR' => ['C110 D8 04 00', 'C110 D8 04 22 03030303', 'C110 D8 04 23', 'C110 D8 04 0A 10', 'C110 D8 04 8A 0F', 'C110 D8 04 09 FF FEFFFFFFFFFFFFFF 02', 'C110 D8 02 21 00', 'C110 D8 02 21 03', 'C110 D8 04 21 03 A561 A562 A563 FF', 'C110 D8 04 11 17 00 00000000', 'C110 D8 01 01 FF FEFFFFFFFFFFFFFF 01'],
    'SIZE' => ['C118 00 A0', 'C118 02 01 01 A0', 'C110 D8 00', 'C118 04 01 01 A561 D9 00', 'C118 02 01 05 A0', 'C112 01 01 A0', 'C112 02 0101 A0'],
    'ENVELOPE' => ['C112 00 A0', 'C112020100C112020100C110A061DF58302255B54D'],
    'CHECKSUM' => ['C112020100C110A061DF58FF'],
    'SIGNATURE_KEY' => ['C1120482020161C110A07BC8967C3BE354ACA7DBED0F309597F5'],
    'CREDIT' => ['C110 D8 F9 1127 20 A0', 'C110 D8 F9 1127 09 00 02', 'C118 04 01 01 A561 D9 F9 1127 00' . str_repeat(' 20 A0', 300)],
];
foreach ($cases as $error => $payloads) {
    foreach ($payloads as $hex) {
        if (lyo_is_serialized(bytes($hex))) {
            echo "well-formed: ";
        }
        refused(strlen($hex) > 60 ? substr($hex, 0, 60) . '…' : $hex, bytes($hex));
    }
    echo "\n";
}
$keys = ['a' => 'sixteen bytes 01'];
refused('UNSIGNED', bytes('C110 A0'), ['sign' => $keys]);
refused('UNPROTECTED', bytes('C110 A0'), ['checksum' => true]);
refused('SIGNATURE', lyo_serialize(null, ['sign' => $keys, 'context' => 'x']), ['sign' => $keys]);
refused('UNPACKED', bytes('C1120A0100830601FB010000043B28B000001082BA34'));
refused('DEPTH', bytes('C110 80 80 80 03'), ['max_depth' => 2]);
refused('ELEMENTS', bytes('C110 82 03 03 03'), ['max_elements' => 2]);
--EXPECT--
: TruncatedException at 0: the data are truncated at offset 0
C1: TruncatedException at 1: the data are truncated at offset 1
C110: TruncatedException at 2: the data are truncated at offset 2
C118: TruncatedException at 2: the data are truncated at offset 2
C114: TruncatedException at 2: the data are truncated at offset 2
C112: TruncatedException at 2: the data are truncated at offset 2
C110 41 61: TruncatedException at 2: the data are truncated at offset 2
C110 A8: TruncatedException at 2: the data are truncated at offset 2
C110 B6 00: TruncatedException at 2: the data are truncated at offset 2
C110 C0 22 61: TruncatedException at 2: the data are truncated at offset 2
C110 81 03: TruncatedException at 2: the data are truncated at offset 2
C110 88 A561: TruncatedException at 5: the data are truncated at offset 5
C110 D8: TruncatedException at 2: the data are truncated at offset 2
C110 B0 01: TruncatedException at 2: the data are truncated at offset 2
C110 90: TruncatedException at 2: the data are truncated at offset 2
C110 D0 00: TruncatedException at 2: the data are truncated at offset 2
C110 C8: TruncatedException at 2: the data are truncated at offset 2
C110 D4: TruncatedException at 2: the data are truncated at offset 2
C110 A5: TruncatedException at 2: the data are truncated at offset 2
C118 05 00: TruncatedException at 2: the data are truncated at offset 2
C110 D8 04 01: TruncatedException at 4: the data are truncated at offset 4
C110 D8 04 0B: TruncatedException at 4: the data are truncated at offset 4
C110 D8 10 0A FF: TruncatedException at 4: the data are truncated at offset 4
C111: TruncatedException at 2: the data are truncated at offset 2
C114 01: TruncatedException at 2: the data are truncated at offset 2

00: CorruptException at 0: not lyo data at offset 0
"a:0:{}": CorruptException at 0: not lyo data at offset 0: it begins like serialize() text, which Lyo\Serializer reads
C2: CorruptException at 0: not lyo data at offset 0
"\": CorruptException at 0: not lyo data at offset 0

C100 A0: UnsupportedVersionException at 1: format version not supported at offset 1
C120 A0: UnsupportedVersionException at 1: format version not supported at offset 1
C1F0 A0: UnsupportedVersionException at 1: format version not supported at offset 1
C121 A0: UnsupportedVersionException at 1: format version not supported at offset 1

C112 04 82 02 02 61 A0: UnsupportedVersionException at 3: critical header entry not supported at offset 3
C112040100FF00C110A003FDFA6A: UnsupportedVersionException at 5: critical header entry not supported at offset 5

C11F: UnsupportedVersionException at 1: reserved header bit set at offset 1
C113: UnsupportedVersionException at 1: reserved header bit set at offset 1

C110 A0 00: CorruptException at 3: bytes follow the value at offset 3
C110 A4 A4: CorruptException at 3: bytes follow the value at offset 3

C110 00: CorruptException at 2: byte is no tag here at offset 2
C110 A6: CorruptException at 2: byte is no tag here at offset 2
C110 B7: CorruptException at 2: byte is no tag here at offset 2
C110 B8: CorruptException at 2: byte is no tag here at offset 2
C110 BF: CorruptException at 2: byte is no tag here at offset 2
C110 DF: CorruptException at 2: byte is no tag here at offset 2
C110 EF: CorruptException at 2: byte is no tag here at offset 2
C110 80 EE: CorruptException at 3: byte is no tag here at offset 3
C110 E0 00: CorruptException at 2: byte is no tag here at offset 2
C110 E1 00: CorruptException at 2: byte is no tag here at offset 2
C118 02 03 03 A0: CorruptException at 4: byte is no tag here at offset 4
C110 D8 04 20 80: CorruptException at 5: byte is no tag here at offset 5
C110 E2 01 03: CorruptException at 2: byte is no tag here at offset 2

C110 A8 3E: CorruptException at 2: number or length not in its shortest form at offset 2
C110 A9 0500: CorruptException at 2: number or length not in its shortest form at offset 2
C110 C8 08: CorruptException at 2: number or length not in its shortest form at offset 2
C110 CC 01: CorruptException at 2: number or length not in its shortest form at offset 2
C110 C0 05 6161616161: CorruptException at 2: number or length not in its shortest form at offset 2
C110 C1 2200: CorruptException at 2: number or length not in its shortest form at offset 2
C110 B1 01 0500: CorruptException at 2: number or length not in its shortest form at offset 2
C110 B0 17 05: CorruptException at 2: number or length not in its shortest form at offset 2
C110 D0 0100: CorruptException at 2: number or length not in its shortest form at offset 2
C114 F8 01 00 A0: CorruptException at 2: number or length not in its shortest form at offset 2
C118 04 01 01 A561 D4 00 A0: CorruptException at 7: number or length not in its shortest form at offset 7
C118 F8 04 01 01 A561 61 A0: CorruptException at 2: number or length not in its shortest form at offset 2

C110 90 00: CorruptException at 2: back reference to a string that does not exist at offset 2
C110 81 42 616263 90 01: CorruptException at 7: back reference to a string that does not exist at offset 7
C110 D0 0010: CorruptException at 2: back reference to a string that does not exist at offset 2
C118 03 03 90 00 61: CorruptException at 4: back reference to a string that does not exist at offset 4

C110 61: CorruptException at 2: instance of a definition that does not exist or is not allowed here at offset 2
C118 04 01 01 A561 62: CorruptException at 7: instance of a definition that does not exist or is not allowed here at offset 7
C110 D4 1F: CorruptException at 2: instance of a definition that does not exist or is not allowed here at offset 2
C118 03 03 A541 D9 08 00: CorruptException at 6: instance of a definition that does not exist or is not allowed here at offset 6
C110 D9 08 00: CorruptException at 2: instance of a definition that does not exist or is not allowed here at offset 2

C114 00 E0 00: CorruptException at 3: use of an object that does not exist at offset 3
C11C 03 03 A541 00 81 6100 E0 01: CorruptException at 10: use of an object that does not exist at offset 10
C11C 03 03 A541 00 81 E0 00 6100: CorruptException at 8: use of an object that does not exist at offset 8

C114 00 E1 00: CorruptException at 3: use of a reference that does not exist or has not begun at offset 3
C114 01 01 81 03 E1 01: CorruptException at 6: use of a reference that does not exist or has not begun at offset 6
C114 01 03 81 E1 00 03: CorruptException at 5: use of a reference that does not exist or has not begun at offset 5

C114 02 00 00 A0: CorruptException at 5: reference table names a position twice, or one where no value begins at offset 5
C114 01 02 81 42 616263 03: CorruptException at 6: reference table names a position twice, or one where no value begins at offset 6
C114 01 05 80 03: CorruptException at 6: reference table names a position twice, or one where no value begins at offset 6
C114 01 01 80 E1 00: CorruptException at 5: reference table names a position twice, or one where no value begins at offset 5
C114 01 FA 000001 80 03: CorruptException at 9: reference table names a position twice, or one where no value begins at offset 9

C111 01 01 81 80 03 ED 01: CorruptException at 7: use of an array that does not exist or has not ended at offset 7
C111 01 01 81 80 ED 00 04: CorruptException at 6: use of an array that does not exist or has not ended at offset 6

C111 01 01 81 03 04: CorruptException at 5: array table names a position where no array of plain values begins, or one twice at offset 5
C111 02 01 01 81 80 03 04: CorruptException at 6: array table names a position where no array of plain values begins, or one twice at offset 6

C110 DA 04 04 03: CorruptException at 4: repeated value that is not an array of plain values at offset 4

C110 89 03 A0 03 A0: CorruptException at 5: key occurs twice at offset 5
C110 89 A561 A0 A561 A0: CorruptException at 6: key occurs twice at offset 6
C118 06 01 02 A561 A561 61 A0 A0: CorruptException at 7: key occurs twice at offset 7
C118 03 03 A541 61 02 A535 A0 07 A0: CorruptException at 11: key occurs twice at offset 11
C118 07 02 A541 02 A535 07 61 A0 A0: CorruptException at 9: key occurs twice at offset 9

C110 88 A535 03: CorruptException at 3: array key is an int written as a string at offset 3
C110 88 41 2D35 03: CorruptException at 3: array key is an int written as a string at offset 3
C118 05 01 01 A530 61 A0: CorruptException at 5: array key is an int written as a string at offset 5

C110 88 A0 03: CorruptException at 3: not a key, or not in its shortest form at offset 3
C110 88 80 03 03: CorruptException at 3: not a key, or not in its shortest form at offset 3
C118 03 03 A541 61 01 80 A0 A0: CorruptException at 8: not a key, or not in its shortest form at offset 8
C118 03 03 A541 61 01 44 002A0061 A0: CorruptException at 8: not a key, or not in its shortest form at offset 8
C118 03 03 A541 61 01 BA A541 A561 A0: CorruptException at 8: not a key, or not in its shortest form at offset 8
C118 03 03 A52A 61 01 B9 A561 A0: CorruptException at 8: not a key, or not in its shortest form at offset 8
C110 88 B8 A561 03: CorruptException at 3: not a key, or not in its shortest form at offset 3

C118 01 00 A0: CorruptException at 3: malformed definition at offset 3
C118 01 06 A0: CorruptException at 3: malformed definition at offset 3
C118 02 01 00 A0: CorruptException at 4: malformed definition at offset 4
C118 02 03 A3 A0: CorruptException at 4: malformed definition at offset 4
C118 04 05 A541 A3 A0: CorruptException at 6: malformed definition at offset 6

C110 D8 04 00: CorruptException at 4: malformed vector at offset 4
C110 D8 04 22 03030303: CorruptException at 4: malformed vector at offset 4
C110 D8 04 23: CorruptException at 4: malformed vector at offset 4
C110 D8 04 0A 10: CorruptException at 4: malformed vector at offset 4
C110 D8 04 8A 0F: CorruptException at 4: malformed vector at offset 4
C110 D8 04 09 FF FEFFFFFFFFFFFFFF 02: CorruptException at 4: malformed vector at offset 4
C110 D8 02 21 00: CorruptException at 4: malformed vector at offset 4
C110 D8 02 21 03: CorruptException at 4: malformed vector at offset 4
C110 D8 04 21 03 A561 A562 A563 FF: CorruptException at 4: malformed vector at offset 4
C110 D8 04 11 17 00 00000000: CorruptException at 4: malformed vector at offset 4
C110 D8 01 01 FF FEFFFFFFFFFFFFFF 01: CorruptException at 4: malformed vector at offset 4

C118 00 A0: CorruptException at 2: size does not match the content at offset 2
C118 02 01 01 A0: CorruptException at 4: size does not match the content at offset 4
C110 D8 00: CorruptException at 2: size does not match the content at offset 2
C118 04 01 01 A561 D9 00: CorruptException at 7: size does not match the content at offset 7
C118 02 01 05 A0: CorruptException at 4: size does not match the content at offset 4
C112 01 01 A0: CorruptException at 3: size does not match the content at offset 3
C112 02 0101 A0: CorruptException at 3: size does not match the content at offset 3

C112 00 A0: CorruptException at 2: malformed envelope at offset 2
C112020100C112020100C110A061DF58302255B54D: CorruptException at 1: malformed envelope at offset 1

C112020100C110A061DF58FF: CorruptException at 3: checksum does not match at offset 3

C1120482020161C110A07BC8967C3BE354ACA7DBED0F309597F5: SignatureException at 3: signed with a key that is not known here at offset 3

C110 D8 F9 1127 20 A0: LimitException at 2: claims too many cells for its bytes at offset 2
C110 D8 F9 1127 09 00 02: LimitException at 2: claims too many cells for its bytes at offset 2
C118 04 01 01 A561 D9 F9 1127 00 20 A0 20 A0 20 A0 20 A0 20 …: LimitException at 7: claims too many cells for its bytes at offset 7

UNSIGNED: SignatureException at 0: not signed, and a signature is required at offset 0
UNPROTECTED: CorruptException at 0: no checksum, and one is required at offset 0
SIGNATURE: SignatureException at 3: signature does not match at offset 3
UNPACKED: LimitException at 5: too large when unpacked at offset 5
DEPTH: LimitException at 4: nested too deeply at offset 4
ELEMENTS: LimitException at 2: too many elements at offset 2
