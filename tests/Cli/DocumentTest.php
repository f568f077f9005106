<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use Lyo\Format;
use Lyo\Session\Form;
use Lyo\Session\Session;
use Lyo\Translator;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;

use function file_get_contents;
use function file_put_contents;
use function fwrite;
use function getenv;
use function gzencode;
use function in_array;
use function preg_match_all;
use function preg_split;
use function serialize;
use function str_replace;
use function trim;

/** The examples of docs/cli.md show the output of the commands. With LYO_UPDATE=1 in the environment the page is updated. */
#[CoversNothing]
final class DocumentTest extends ProgramCase
{
    #[Test]
    public function every_example_prints_what_the_document_shows(): void
    {
        $cart = ['customer' => 'Grüße GmbH', 'items' => [['id' => 7, 'price' => 19.9, 'gift' => false], ['id' => 12, 'price' => 5.0, 'gift' => true]]];
        $native = serialize($cart);
        $this->put('cart', (string) gzencode(Translator::translate($native, Format::Igbinary2)));
        $this->put('cart.lyo', Translator::translate($native, Format::Lyo));
        $cart['items'][0]['price'] = 17.5;
        unset($cart['items'][1]['gift']);
        $this->put('cart.new', serialize($cart));
        $this->put('order', "O:9:\"App\\Order\":3:{s:2:\"id\";i:5;s:17:\"\0App\\Order\0secret\";s:3:\"abc\";s:5:\"lines\";a:2:{i:0;O:8:\"App\\Line\":1:{s:1:\"n\";i:1;}i:1;r:5;}}");
        $this->put('sess_4a1b', Session::encode(['user' => ['name' => 'anna', 'roles' => ['admin', 'editor']], 'visits' => 3], Form::Php));
        $this->put('flags.ser', serialize(['dark' => true]));
        $text = (string) file_get_contents(self::ROOT . '/docs/cli.md');
        $new = $text;
        $examples = 0;
        preg_match_all('/^```console\n(.*?)^```$/ms', $text, $blocks);
        foreach ($blocks[1] as $block) {
            foreach (preg_split('/^(?=\$ )/m', $block, -1, PREG_SPLIT_NO_EMPTY) ?: [] as $example) {
                [$line, $expected] = explode("\n", $example, 2) + [1 => ''];
                $command = substr($line, 2);
                if (str_contains($command, 'jq ') && trim((string) shell_exec('command -v jq')) === '') {
                    continue;
                }
                [$status, $out, $errors] = $this->shell((string) preg_replace('/(?<![\w.\/=])lyo (?=\w|-)/', str_replace('\\', '\\\\', self::program()) . ' ', $command) . '; echo "($?)" >>.status');
                self::assertSame(0, $status);
                $out .= $out === '' || str_ends_with($out, "\n") ? '' : "\n";
                $new = str_replace("```console\n$block", '```console' . "\n" . ($block = str_replace("$line\n$expected", "$line\n$errors$out", $block)), $new);
                $examples++;
            }
        }
        if (getenv('LYO_UPDATE') !== false) {
            file_put_contents(self::ROOT . '/docs/cli.md', $new);
        }
        self::assertSame($new, $text);
        self::assertGreaterThanOrEqual(9, $examples); // 13 where there is jq
        fwrite(STDERR, "docs/cli.md: $examples examples\n");
    }

    #[Test]
    public function the_page_has_every_option_of_its_commands(): void
    {
        $text = (string) file_get_contents(self::ROOT . '/docs/cli.md');
        $options = 0;
        foreach ((new \Lyo\Tools\Application())->all() as $name => $command) {
            if (!str_starts_with($command::class, 'Lyo\\') || preg_match("/^## lyo $name\\b(.*?)(?=^## |\\z)/ms", $text, $section) !== 1) {
                continue;
            }
            foreach ($command->getDefinition()->getOptions() as $option) {
                if (in_array($option->getName(), ['table', 'column', 'user', 'match', 'hashes'], true)) {
                    continue; // of stores: a page of their own
                }
                self::assertStringContainsString("--{$option->getName()}", $section[1], "lyo $name");
                $options++;
            }
        }
        self::assertGreaterThan(15, $options);
    }
}
