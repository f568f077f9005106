--TEST--
No message of an exception holds values of the payload
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

/* Data with a secret, broken in each place and each way; class names are the one thing that may be told. */
$secret = 'correct horse battery staple';
$value = ['password' => $secret, $secret => 1, 'list' => [$secret, [$secret]], 'o' => (object) [$secret => $secret, 'x' => [1.5, $secret]], 'rows' => array_fill(0, 12, ['k' => $secret, 'l' => 2])];
$bytes = lyo_serialize($value);
$count = $leaks = 0;
for ($i = 0; $i < strlen($bytes); $i++) {
    foreach ([substr($bytes, 0, $i), substr_replace($bytes, "\xFF", $i, 1), substr_replace($bytes, "\0", $i, 1), substr_replace($bytes, '', $i, 1), substr_replace($bytes, 'x', $i, 0)] as $broken) {
        try {
            lyo_unserialize($broken);
        } catch (Lyo\Exception\LyoException $e) {
            $count++;
            $leaks += preg_match('/horse|battery|password/', $e->getMessage());
        } catch (Throwable $e) {
            echo $e::class, "\n";
        }
    }
}
echo $count > 350 ? 'more than 350' : $count, " exceptions, $leaks with content\n";
--EXPECT--
more than 350 exceptions, 0 with content
