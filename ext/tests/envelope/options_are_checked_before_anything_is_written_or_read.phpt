--TEST--
Options of envelopes are checked before anything is written or read
--FILE--
<?php
$key = str_repeat('k', 16);
$cases = [
    ['checksum' => 1], ['checksum' => null], ['compress' => true], ['compress' => 'gzip'], ['compress' => ''], ['level' => '1'], ['level' => null],
    ['compress' => 'zlib', 'level' => 10], ['level' => -2, 'compress' => 'zlib'], ['compress' => 'zstd', 'level' => -101], ['compress' => 'zstd', 'level' => 23],
    ['min_size' => -1], ['min_size' => '5'], ['min_ratio' => '2'], ['min_ratio' => 0.5], ['min_ratio' => 0], ['min_ratio' => NAN],
    ['sign' => $key], ['sign' => []], ['sign' => ['a' => 5]], ['sign' => ['a' => substr($key, 1)]], ['sign' => ['' => $key]], ['sign' => [str_repeat('n', 33) => $key]], ['sign' => ['a' => $key, 'b' => 'short']],
    ['context' => null], ['context' => 5], ['max_unpacked' => 1.5], ['max_unpacked' => -1], ['unsigned_until' => 'now'], ['unsigned_until' => 1.5],
    ['level' => 99], ['compress' => null, 'level' => 99, 'checksum' => false, 'sign' => null, 'context' => ''], ['min_ratio' => INF], ['min_ratio' => 1], ['unsigned_until' => null], ['max_unpacked' => 0], ['sign' => [7 => $key]],
];
foreach ($cases as $options) {
    foreach (['lyo_serialize' => 'x', 'lyo_unserialize' => "\xC1\x10\xA0"] as $function => $argument) {
        try {
            $function($argument, $options);
            $said = 'taken';
        } catch (TypeError | ValueError $e) {
            $said = $e::class . ': ' . $e->getMessage();
        } catch (Lyo\Exception\LyoException $e) {
            $said = $e::class;
        }
        if (!str_contains($said, 'Unknown option')) {
            echo json_encode(array_keys($options)), ' ', $said, "\n";
        }
    }
}
--EXPECT--
["checksum"] TypeError: lyo_serialize(): Option "checksum" must be of type bool, int given
["checksum"] TypeError: lyo_unserialize(): Option "checksum" must be of type bool, int given
["checksum"] TypeError: lyo_serialize(): Option "checksum" must be of type bool, null given
["checksum"] TypeError: lyo_unserialize(): Option "checksum" must be of type bool, null given
["compress"] TypeError: lyo_serialize(): Option "compress" must be of type ?string, bool given
["compress"] ValueError: lyo_serialize(): Option "compress" must be either "zlib" or "zstd"
["compress"] ValueError: lyo_serialize(): Option "compress" must be either "zlib" or "zstd"
["level"] TypeError: lyo_serialize(): Option "level" must be of type int, string given
["level"] TypeError: lyo_serialize(): Option "level" must be of type int, null given
["compress","level"] ValueError: lyo_serialize(): Option "level" must be between -1 and 9 for "zlib"
["level","compress"] ValueError: lyo_serialize(): Option "level" must be between -1 and 9 for "zlib"
["compress","level"] ValueError: lyo_serialize(): Option "level" must be between -100 and 22 for "zstd"
["compress","level"] ValueError: lyo_serialize(): Option "level" must be between -100 and 22 for "zstd"
["min_size"] ValueError: lyo_serialize(): Option "min_size" must be greater than or equal to 0
["min_size"] TypeError: lyo_serialize(): Option "min_size" must be of type int, string given
["min_ratio"] TypeError: lyo_serialize(): Option "min_ratio" must be of type int|float, string given
["min_ratio"] ValueError: lyo_serialize(): Option "min_ratio" must be greater than or equal to 1
["min_ratio"] ValueError: lyo_serialize(): Option "min_ratio" must be greater than or equal to 1
["min_ratio"] ValueError: lyo_serialize(): Option "min_ratio" must be greater than or equal to 1
["sign"] TypeError: lyo_serialize(): Option "sign" must be of type ?array, string given
["sign"] TypeError: lyo_unserialize(): Option "sign" must be of type ?array, string given
["sign"] ValueError: lyo_serialize(): Option "sign" must be an array of name => key, with keys of at least 16 bytes and names of 1 to 32 bytes
["sign"] ValueError: lyo_unserialize(): Option "sign" must be an array of name => key, with keys of at least 16 bytes and names of 1 to 32 bytes
["sign"] ValueError: lyo_serialize(): Option "sign" must be an array of name => key, with keys of at least 16 bytes and names of 1 to 32 bytes
["sign"] ValueError: lyo_unserialize(): Option "sign" must be an array of name => key, with keys of at least 16 bytes and names of 1 to 32 bytes
["sign"] ValueError: lyo_serialize(): Option "sign" must be an array of name => key, with keys of at least 16 bytes and names of 1 to 32 bytes
["sign"] ValueError: lyo_unserialize(): Option "sign" must be an array of name => key, with keys of at least 16 bytes and names of 1 to 32 bytes
["sign"] ValueError: lyo_serialize(): Option "sign" must be an array of name => key, with keys of at least 16 bytes and names of 1 to 32 bytes
["sign"] ValueError: lyo_unserialize(): Option "sign" must be an array of name => key, with keys of at least 16 bytes and names of 1 to 32 bytes
["sign"] ValueError: lyo_serialize(): Option "sign" must be an array of name => key, with keys of at least 16 bytes and names of 1 to 32 bytes
["sign"] ValueError: lyo_unserialize(): Option "sign" must be an array of name => key, with keys of at least 16 bytes and names of 1 to 32 bytes
["sign"] ValueError: lyo_serialize(): Option "sign" must be an array of name => key, with keys of at least 16 bytes and names of 1 to 32 bytes
["sign"] ValueError: lyo_unserialize(): Option "sign" must be an array of name => key, with keys of at least 16 bytes and names of 1 to 32 bytes
["context"] TypeError: lyo_serialize(): Option "context" must be of type string, null given
["context"] TypeError: lyo_unserialize(): Option "context" must be of type string, null given
["context"] TypeError: lyo_serialize(): Option "context" must be of type string, int given
["context"] TypeError: lyo_unserialize(): Option "context" must be of type string, int given
["max_unpacked"] TypeError: lyo_unserialize(): Option "max_unpacked" must be of type int, float given
["max_unpacked"] ValueError: lyo_unserialize(): Option "max_unpacked" must be greater than or equal to 0
["unsigned_until"] TypeError: lyo_unserialize(): Option "unsigned_until" must be of type ?int, string given
["unsigned_until"] TypeError: lyo_unserialize(): Option "unsigned_until" must be of type ?int, float given
["level"] taken
["compress","level","checksum","sign","context"] taken
["min_ratio"] taken
["min_ratio"] taken
["unsigned_until"] taken
["max_unpacked"] taken
["sign"] taken
["sign"] Lyo\Exception\SignatureException
