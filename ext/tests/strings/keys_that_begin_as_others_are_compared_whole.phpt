--TEST--
Keys that begin as other strings, or are those again, are compared whole: the walk and the reader agree on 10,000 random payloads
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

mt_srand(20261123);

/** Writes strings, and knows how long those are that have an id. */
final class Strings
{
    /** @var list<int> */
    private array $sizes = [];

    public function any(): string
    {
        $count = count($this->sizes);
        $way = mt_rand(0, 9);
        if ($count === 0 || $way === 0) {
            return $this->fresh(mt_rand(4, 24));
        }
        if ($way <= 2) {
            return $this->again(mt_rand(1, $count));
        }
        // most of them in long chains, some to and fro
        $distance = $way <= 6 ? 1 : mt_rand(1, min(255, $count));
        $size = $this->sizes[$count - $distance];

        return $size < 4 ? $this->fresh(4) : $this->prefixed($distance, mt_rand(max(4, min(255, $size) - 3), min(255, $size)), mt_rand(0, 2));
    }

    private function fresh(int $size): string
    {
        $this->sizes[] = $size;

        return text(substr(str_repeat(mt_rand(0, 1) ? 'ab' : 'abb', 20), 0, $size));
    }

    private function again(int $distance): string
    {
        $id = count($this->sizes) - $distance;

        return $distance <= 16 ? chr(239 + $distance) : chr(144 + ($id >> 8)) . chr($id & 255);
    }

    private function prefixed(int $distance, int $prefix, int $rest): string
    {
        $this->sizes[] = $prefix + $rest;
        $bytes = substr(str_shuffle('ab'), 0, $rest);
        if ($prefix < 20) {
            return ($distance <= 4 ? chr(231 + $distance) : chr(236) . chr($distance)) . chr($rest << 4 | $prefix - 4) . $bytes;
        }

        return ($distance <= 4 ? chr(227 + $distance) : chr(227) . chr($distance)) . chr($prefix) . chr($rest) . $bytes;
    }
}

function value(Strings $strings, int $depth): string
{
    $way = $depth > 3 ? 9 : mt_rand(1, 9);
    if ($way >= 4) {
        return mt_rand(0, 3) ? $strings->any() : "\xA0";
    }
    $n = mt_rand(1, $depth === 0 ? 60 : 8);
    $text = $way === 1 ? ($n <= 8 ? chr(127 + $n) : sized(200, $n)) : ($way === 2 ? ($n <= 8 ? chr(135 + $n) : sized(204, $n)) : "\x61" . varlen($n));
    for ($i = 0; $i < $n; $i++) {
        if ($way === 2) {
            $text .= $strings->any();
        } elseif ($way === 3) { // of an open class: plain, protected, private of another class
            $text .= ['', '', "\xB8", "\xBA"][$kind = mt_rand(0, 3)] . ($kind === 3 ? $strings->any() : '') . $strings->any();
        }
        $text .= value($strings, $depth + 1);
    }

    return $text;
}

$outcomes = [];
for ($run = 0; $run < 10000; $run++) {
    $strings = new Strings();
    // what comes first is a list of what may be begun as; the last key of 3 % is far from it
    $parts = array_map(static fn(): string => value($strings, 0), range(1, $run % 32 ? 3 : 40));
    $bytes = payload((count($parts) <= 8 ? chr(127 + count($parts)) : sized(200, count($parts))) . implode('', $parts), ["\3" . text('Missing')]);
    $good = lyo_is_serialized($bytes);
    try {
        lyo_unserialize($bytes);
        $outcome = 'read';
    } catch (Lyo\Exception\LyoException $e) {
        $outcome = preg_replace('/ at offset.*/', '', $e->getMessage());
    }
    if ($good !== ($outcome === 'read')) {
        echo 'is_serialized says ', var_export($good, true), ", unserialize: $outcome: ", bin2hex($bytes), "\n";
        break;
    }
    $outcomes[$outcome] = ($outcomes[$outcome] ?? 0) + 1;
}
getenv('LYO_SHOW') && print_r($outcomes);
echo $run, ' payloads, ', ($outcomes['read'] ?? 0) > 2000 && ($outcomes['key occurs twice'] ?? 0) > 2000 ? 'thousands read and thousands with a key twice' : print_r($outcomes, true), "\n";
?>
--EXPECT--
10000 payloads, thousands read and thousands with a key twice
