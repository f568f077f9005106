<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use Lyo\Format;
use Lyo\Functions\Lyo;
use Lyo\Session\Form;
use Lyo\Session\Session;
use Lyo\Translator;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;

use function array_map;
use function chmod;
use function escapeshellarg;
use function file_get_contents;
use function fileperms;
use function gzcompress;
use function gzencode;
use function preg_match;
use function range;
use function serialize;
use function sha1;
use function substr;
use function unlink;
use function unserialize;

#[CoversNothing]
final class EditCommandTest extends ProgramCase
{
    private const VALUE = ['user' => ['name' => 'Grüße', 'n' => 5], 'list' => [1.0, null, true, [], '7']];

    /** @return array{int, string, string} */
    private function edit(string $editor, string ...$arguments): array
    {
        return $this->shell('env -u VISUAL EDITOR=' . escapeshellarg($editor) . ' TMPDIR=' . escapeshellarg($this->folder) . ' ' . self::program() . ' edit ' . implode(' ', array_map(escapeshellarg(...), $arguments)));
    }

    #[Test]
    public function it_is_written_back_as_it_was_stored(): void
    {
        $native = serialize(self::VALUE);
        $edited = 0;
        foreach ([
            'native' => $native,
            'lyo' => Translator::translate($native, Format::Lyo),
            'lyo-carrier' => Translator::translate($native, Format::LyoCarrier),
            'igbinary2' => Translator::translate($native, Format::Igbinary2),
            'var_export' => Translator::translate($native, Format::VarExport),
            'gzip > native' => (string) gzencode($native, 9),
            'zlib > lyo' => (string) gzcompress(Translator::translate($native, Format::Lyo), 1),
            'gzip > zlib > igbinary2' => (string) gzencode((string) gzcompress(Translator::translate($native, Format::Igbinary2))),
            'tag-aware > native' => "\x9D\1\2\3\4\0\5\6\7\x5F\0\0\3tag$native",
            'session-php' => Session::encode(self::VALUE, Form::Php),
            'session-php_binary' => Session::encode(self::VALUE, Form::PhpBinary),
            'json' => '{"user": {"name": "Grüße", "n": 5}, "list": [1.0, null, true, [], "7"]}',
        ] as $path => $data) {
            $file = $this->put('value', $data);
            chmod($file, 0640);
            [$status, $out, $errors] = $this->edit('sed -i s/5/1234567/', 'value');
            self::assertSame([0, 1, ''], [$status, preg_match('/\Avalue: written, ' . $path . ', \d+ → \d+ bytes\n\z/', $out), $errors], "$path: $out");
            $new = self::VALUE;
            $new['user']['n'] = 1234567;
            $stored = $this->get('value');
            self::assertSame(serialize($new), Translator::toNative($stored, Format::detect($stored) ?? Format::Native), $path);
            self::assertSame(substr($data, 0, 2), substr($stored, 0, 2), $path); // format, and level of zlib
            self::assertSame(0640, fileperms($file) & 0777);
            $edited++;
        }
        self::assertSame(12, $edited);
        self::assertSame([], glob("$this->folder/lyo-edit-*"));
    }

    #[Test]
    public function the_envelope_of_lyo_is_put_around_again(): void
    {
        $words = array_map(static fn(int $n): string => sha1((string) ($n % 5)) . " with number $n", range(1, 40));
        $this->put('value', Lyo::serialize($words, ['compress' => 'zlib']));
        self::assertSame(0, $this->edit('sed -i s/number\ 5/letter\ 5/', 'value')[0]);
        $words[4] = sha1('0') . ' with letter 5';
        self::assertSame($words, Lyo::unserialize($this->get('value')));
        self::assertSame(Lyo::serialize($words, ['compress' => 'zlib']), $this->get('value'));

        $this->put('value', Lyo::serialize($words, ['sign' => ['k' => 'sixteen bytes 01']]));
        self::assertSame([3, '', "lyo: value: it is signed, and nothing here has the key\n"], $this->edit('touch started; true', 'value'));
    }

    #[Test]
    public function the_editor_sees_json(): void
    {
        $this->put('value', serialize(self::VALUE));
        self::assertSame([0, "value: unchanged\n", ''], $this->edit('cp "$1" seen; true', 'value'));
        self::assertSame("{\n    \"user\": {\n        \"name\": \"Grüße\",\n        \"n\": 5\n    },\n    \"list\": [\n        1.0,\n        null,\n        true,\n        [],\n        \"7\"\n    ]\n}\n", $this->get('seen'));
        self::assertSame([0, "value: the same value, unchanged\n", ''], $this->edit('sed -i s/5/5\ /', 'value'));
        self::assertSame(serialize(self::VALUE), $this->get('value'));
    }

    #[Test]
    public function a_value_that_json_would_change_is_refused_before_the_editor_starts(): void
    {
        foreach ([
            'O:1:"P":0:{}' => 'JSON would lose the class P at the value itself',
            'a:1:{s:1:"a";a:1:{i:0;O:8:"stdClass":0:{}}}' => 'JSON would lose the class stdClass at a.0',
            'a:2:{i:0;i:1;i:1;R:2;}' => 'JSON would lose a PHP reference at 1',
            serialize(['a' => "\xFF"]) => 'JSON would lose bytes that are not UTF-8 at a',
            'a:1:{i:0;d:NAN;}' => 'JSON cannot hold it: Inf and NaN cannot be JSON encoded',
            'E:3:"U:A";' => 'JSON would lose the enum case U::A at the value itself',
        ] as $data => $reason) {
            $this->put('value', $data);
            self::assertSame([3, '', "lyo: value: $reason\n"], $this->edit('touch started; true', 'value'));
        }
        $this->put('value', "\0\0\0\1\x06\5");
        self::assertSame([3, '', "lyo: value: nothing here writes igbinary 1 (lyo translate --to=igbinary makes igbinary 2 of it)\n"], $this->edit('touch started; true', 'value'));
        self::assertFileDoesNotExist("$this->folder/started");
    }

    #[Test]
    public function a_concurrent_writer_wins(): void
    {
        $this->put('value', serialize(self::VALUE));
        $this->put('other', 'i:1;');
        [$status, , $errors] = $this->edit('cp other value; sed -i s/5/6/', 'value');

        self::assertSame(1, $status);
        self::assertSame(1, preg_match('/\Alyo: value: somebody else has written it meanwhile \(nothing was written; your text is kept in (.*)\)\n\z/', $errors, $match), $errors);
        self::assertSame('i:1;', $this->get('value'));
        $kept = $match[1] ?? '';
        self::assertStringContainsString('"n": 6', (string) file_get_contents($kept));
        self::assertSame(0600, fileperms($kept) & 0777);
        unlink($kept);
    }

    #[Test]
    public function text_that_cannot_be_stored_is_kept_for_another_try(): void
    {
        foreach (['s/5/x/' => '/not JSON/', 's/5/99999999999999999999/' => '/an int does not fit 64 bits/'] as $change => $reason) {
            $this->put('value', serialize(self::VALUE));
            [$status, , $errors] = $this->edit("sed -i $change", 'value');
            self::assertSame(3, $status);
            self::assertMatchesRegularExpression($reason, $errors);
            self::assertSame(1, preg_match('/\Alyo: (\S+): .*\(nothing was written; your text is kept there\)\n\z/', $errors, $match), $errors);
            self::assertFileExists($match[1] ?? '');
            self::assertSame(serialize(self::VALUE), $this->get('value'));
            unlink($match[1] ?? '');
        }
        // a session of the form php has no names with a bar
        $this->put('value', Session::encode(['a' => 1], Form::Php));
        [$status, , $errors] = $this->edit('sed -i s/a/a\|b/', 'value');
        self::assertSame(3, $status);
        self::assertStringContainsString('A session of the form php cannot hold a name with "|"', $errors);
    }

    #[Test]
    public function an_editor_that_fails_changes_nothing(): void
    {
        $this->put('value', serialize(self::VALUE));
        self::assertSame([1, '', "lyo: the editor \"sed -i s/5/6/ nofile; false\" ended with 1: nothing was written (EDITOR names another one)\n"], (fn(array $run): array => [$run[0], $run[1], (string) preg_replace('/^sed: .*\n/m', '', $run[2])])($this->edit('sed -i s/5/6/ nofile; false', 'value')));
        self::assertSame(self::VALUE, unserialize($this->get('value')));
        self::assertSame([], glob("$this->folder/lyo-edit-*"));
        self::assertSame([1, '', "lyo: missing: No such file or directory\n"], $this->edit('true', 'missing'));
        self::assertSame([2, '', "lyo: standard input: cannot be written to (name a file)\n"], $this->edit('sed -i s/5/6/', '-'));
    }
}
