--TEST--
Names of the data in messages: control characters, those that change the direction of text, and bytes that are no UTF-8 are escaped; a NUL ends nothing
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

enum Suit
{
    case Hearts;
}
$names = ["Es\x1b]0;A\x07c", "Nul\0Behind", "Line\nBreak\r", "Bidi\u{202E}txt\u{2066}", "C1\u{9b}m", "Bad\xff\xc0\x80\xed\xa0\x80", "Cut\xe2\x80", 'App\Größe', "\u{10348}\u{2028}", "Del\x7f"];
$messages = [];
foreach ($names as $name) {
    foreach ([["\3" . text($name), "\x61\0", ['missing_class' => 'throw']], ["\5" . text($name) . text('a'), "\x61", []], ["\5" . text('Suit') . text($name), "\x61", []]] as [$definition, $body, $options]) {
        try {
            lyo_unserialize(payload($body, [$definition]), $options);
            echo "read\n";
        } catch (Lyo\Exception\ClassNotAllowedException $e) {
            $messages[] = $e->getMessage();
            $e->getClasses() === [$name] || print("getClasses() differs\n");
        } catch (Lyo\Exception\LyoException $e) {
            $messages[] = $e->getMessage();
        }
    }
}
foreach (array_unique($messages) as $message) {
    echo $message, "\n";
}
echo preg_match('/[\x00-\x09\x0b-\x1f\x7f]/', implode("\n", $messages)) ? 'CONTROL CHARACTERS' : 'nothing acts', "\n";
--EXPECT--
Class not allowed or not found: Es\x1B]0;A\x07c
Suit::Es\x1B]0;A\x07c is not an enum case
Class not allowed or not found: Nul\x00Behind
Suit::Nul\x00Behind is not an enum case
Class not allowed or not found: Line\x0ABreak\x0D
Suit::Line\x0ABreak\x0D is not an enum case
Class not allowed or not found: Bidi\u{202E}txt\u{2066}
Suit::Bidi\u{202E}txt\u{2066} is not an enum case
Class not allowed or not found: C1\u{9B}m
Suit::C1\u{9B}m is not an enum case
Class not allowed or not found: Bad\xFF\xC0\x80\xED\xA0\x80
Suit::Bad\xFF\xC0\x80\xED\xA0\x80 is not an enum case
Class not allowed or not found: Cut\xE2\x80
Suit::Cut\xE2\x80 is not an enum case
Class not allowed or not found: App\Größe
Suit::App\Größe is not an enum case
Class not allowed or not found: 𐍈\u{2028}
Suit::𐍈\u{2028} is not an enum case
Class not allowed or not found: Del\x7F
Suit::Del\x7F is not an enum case
nothing acts
