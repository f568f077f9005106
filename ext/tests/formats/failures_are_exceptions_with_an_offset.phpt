--TEST--
Damaged data of each format are an exception with the offset, and PHP's own reports go where they always go
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
skip_without('zlib');
?>
--FILE--
<?php
require __DIR__ . '/../support/wraps.inc';
set_error_handler(static function (int $level, string $message): bool {
    echo "  [$message]\n";
    return true;
});
$cases = [
    /* text: cut, a wrong tag, a wrong count, a back reference that names nothing, bytes behind the value */
    'a:1:{i:0;s:5:"abc', 'a:1:{i:0;q:1;}', 'a:2:{i:0;i:0;}', 'a:1:{i:0;r:7;}', 'a:999:{i:0;i:0;}', 's:3:"abcd";', 'O:3:"A-B":0:{}', 'O:8:"stdClass":1:{N;N;}', 'E:3:"A:B";',
    'C:3:"Foo":5:{abc}', 'i:5', 'd:1.5x',
    /* igbinary: cut, a tag that does not exist, a key that is none, strings and values that do not exist, bytes behind the value, another version */
    "\0\0\0\2", "\0\0\0\2\x11\5abc", "\0\0\0\2\x14\1\6\0\x99", "\0\0\0\2\x14\1\5\0", "\0\0\0\2\x0e\0", "\0\0\0\2\x14\1\6\0\1\7", "\0\0\0\2\0\0", "\0\0\0\3\0", "\0\0\0\2\x14\x50",
    /* wraps: cut, damaged, too large */
    substr(zlib_wrap('N;'), 0, -1), substr_replace(gzip_wrap(serialize(str_repeat('x', 1000))), 'xx', 12, 2), zlib_wrap(serialize(str_repeat('x', 1000))),
];
foreach ($cases as $data) {
    echo addcslashes(strlen($data) > 40 || $data[0] === "\x1F" || $data[0] === 'x' ? 'compressed' : $data, "\0..\37\177..\377"), "\n";
    try {
        var_dump(lyo_unserialize($data, ['formats' => 'all', 'max_unpacked' => 500]));
    } catch (Lyo\Exception\LyoException $e) {
        echo '  ', substr(get_class($e), 14), ': ', $e->getMessage(), ', ', $e->getOffset(), "\n";
    }
}
/* with an option that needs a look before, the text is refused before PHP's reader begins */
foreach (array_slice($cases, 0, 12) as $data) {
    try {
        var_dump(lyo_unserialize($data, ['formats' => 'all', 'max_elements' => 5]));
    } catch (Lyo\Exception\LyoException $e) {
        echo substr(get_class($e), 14), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
a:1:{i:0;s:5:"abc
  TruncatedException: the data are truncated at offset 9, 9
a:1:{i:0;q:1;}
  CorruptException: not a value of serialize() at offset 9, 9
a:2:{i:0;i:0;}
  [lyo_unserialize(): Unexpected end of serialized data]
  TruncatedException: the data are truncated at offset 0, 0
a:1:{i:0;r:7;}
  CorruptException: not a value of serialize() at offset 13, 13
a:999:{i:0;i:0;}
  TruncatedException: the data are truncated at offset 0, 0
s:3:"abcd";
  CorruptException: not a value of serialize() at offset 8, 8
O:3:"A-B":0:{}
  CorruptException: not a value of serialize() at offset 0, 0
O:8:"stdClass":1:{N;N;}
  TruncatedException: the data are truncated at offset 0, 0
E:3:"A:B";
  [lyo_unserialize(): Class 'A' not found]
  ClassMismatchException: A class does not accept the data for it, 0
C:3:"Foo":5:{abc}
  [Insufficient data for unserializing - 5 required, 4 present]
  TruncatedException: the data are truncated at offset 0, 0
i:5
  TruncatedException: the data are truncated at offset 0, 0
d:1.5x
  CorruptException: not a value of serialize() at offset 0, 0
\000\000\000\002
  TruncatedException: the data are truncated at offset 4, 4
\000\000\000\002\021\005abc
  TruncatedException: the data are truncated at offset 4, 4
\000\000\000\002\024\001\006\000\231
  CorruptException: byte is no tag here at offset 8, 8
\000\000\000\002\024\001\005\000
  CorruptException: not a key, or not in its shortest form at offset 6, 6
\000\000\000\002\016\000
  CorruptException: back reference to a string that does not exist at offset 4, 4
\000\000\000\002\024\001\006\000\001\a
  CorruptException: use of a reference that does not exist or has not begun at offset 8, 8
\000\000\000\002\000\000
  CorruptException: bytes follow the value at offset 5, 5
\000\000\000\003\000
  UnsupportedVersionException: format version not supported at offset 0, 0
\000\000\000\002\024P
  TruncatedException: the data are truncated at offset 4, 4
compressed
  CorruptException: damaged compressed data at offset 0, 0
compressed
  CorruptException: damaged compressed data at offset 0, 0
compressed
  LimitException: too large when unpacked at offset 0, 0
TruncatedException: the data are truncated at offset 9
CorruptException: not a value of serialize() at offset 9
TruncatedException: the data are truncated at offset 0
CorruptException: not a value of serialize() at offset 9
TruncatedException: the data are truncated at offset 0
CorruptException: not a value of serialize() at offset 0
CorruptException: not a value of serialize() at offset 0
TruncatedException: the data are truncated at offset 0
  [lyo_unserialize(): Class 'A' not found]
ClassMismatchException: A class does not accept the data for it
TruncatedException: the data are truncated at offset 0
TruncatedException: the data are truncated at offset 0
CorruptException: not a value of serialize() at offset 0
