<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use ArrayObject;
use Lyo\Session\Form;
use Lyo\Session\Session;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** The examples of docs/sessions.md. */
final class SessionPageTest extends TestCase
{
    private string $folder;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/lyo-page-' . bin2hex(random_bytes(4));
        mkdir("$this->folder/sessions", 0o700, true);
        symlink(dirname(__DIR__, 2) . '/vendor', "$this->folder/vendor");
    }

    protected function tearDown(): void
    {
        unlink("$this->folder/vendor");
        array_map(unlink(...), [...glob("$this->folder/sessions/*") ?: [], ...glob("$this->folder/*.php") ?: [], ...glob("$this->folder/sess_*") ?: []]);
        rmdir("$this->folder/sessions");
        rmdir($this->folder);
    }

    #[Test]
    public function the_handler_counts_visits_in_the_form_lyo(): void
    {
        $code = self::blocks('php')[0];

        self::assertSame(["1\n", "2\n", "3\n"], [$this->request($code), $this->request($code), $this->request($code)]);
        self::assertSame(Form::Lyo, Session::detect($this->stored()));
    }

    #[Test]
    public function the_handler_is_given_to_php_as_it_is(): void
    {
        self::assertSame('', $this->request(self::blocks('php')[1]));
        self::assertSame(Form::Lyo, Session::detect($this->stored()));
        self::assertSame(['user' => 5], Session::decode($this->stored()));
    }

    #[Test]
    public function the_handler_takes_over_where_the_extension_is_lost(): void
    {
        $code = self::blocks('php')[2];
        $settings = ['session.serialize_handler=lyo'];

        self::assertSame('', $this->request($code . 'echo $_SESSION["more"] ?? "";', ['extension=' . self::module(), ...$settings]));
        self::assertSame('5', $this->request(str_replace('$_SESSION[\'user\'] = 5;', 'echo $_SESSION[\'user\'];', $code), $settings));
        self::assertSame('5', $this->request(str_replace('$_SESSION[\'user\'] = 5;', 'echo $_SESSION[\'user\'];', $code), ['extension=' . self::module(), ...$settings]));
        self::assertSame(Form::Lyo, Session::detect($this->stored()));

        $this->request($code, [...$settings, 'lyo.session_write=php']);
        self::assertSame('user|i:5;', $this->stored());
    }

    #[Test]
    public function a_session_ends_with_its_data(): void
    {
        self::assertSame('', $this->request(self::blocks('php')[3]));
        self::assertSame([], glob("$this->folder/sessions/*"));
    }

    #[Test]
    public function a_session_is_edited_offline(): void
    {
        self::assertSame(self::blocks('')[1], $this->request(self::blocks('php')[5]));
    }

    #[Test]
    public function the_reason_is_found_offline(): void
    {
        self::assertSame(self::blocks('')[0], $this->request(self::blocks('php')[4]));
    }

    #[Test]
    public function classes_are_listed(): void
    {
        $code = self::blocks('php')[6];
        self::assertSame('', $this->request($code));
        self::assertSame(['cart' => ['1 book']], Session::decode($this->stored()));

        file_put_contents("$this->folder/sessions/sess_page", Session::encode(['o' => new ArrayObject()], Form::Php));
        $bytes = $this->stored();
        self::assertStringContainsString('Class not allowed or not found: ArrayObject', $this->request(str_replace('$_SESSION[\'cart\'] = [\'1 book\'];', '', $code)));
        self::assertSame($bytes, $this->stored());
    }

    #[Test]
    public function the_settings_of_the_extension_write_what_they_say(): void
    {
        $module = self::module();
        $code = '<?php session_start(); $_SESSION["n"] = ($_SESSION["n"] ?? 0) + 1; echo $_SESSION["n"], ini_get("lyo.session_write");';
        $expected = 0;
        $forms = [];
        foreach (self::blocks('ini') as $block) {
            $settings = array_map(static fn(string $line): string => str_replace(' ', '', $line), array_filter(explode("\n", $block)));
            $out = $this->request($code, ["extension=$module", ...$settings]);
            if (!str_ends_with($out, 'lyo') && !str_ends_with($out, 'php')) {
                self::markTestSkipped('this lyo.so has no setting lyo.session_write');
            }
            self::assertSame((string) ++$expected, substr($out, 0, 1));
            $forms[] = Session::detect($this->stored())?->value;
        }
        self::assertSame(['php', 'lyo', 'php', 'lyo'], $forms);
    }

    /** @return list<string> the blocks of the page behind such a fence */
    private static function blocks(string $fence): array
    {
        $text = (string) file_get_contents(dirname(__DIR__, 2) . '/docs/sessions.md');
        preg_match_all('/^```(\w*)\n(.*?)^```$/ms', $text, $matches, PREG_SET_ORDER);
        return array_values(array_map(static fn(array $match): string => $match[2], array_filter($matches, static fn(array $match): bool => $match[1] === $fence)));
    }

    private static function module(): string
    {
        $module = (getenv('BUILD') ?: dirname(__DIR__, 2) . '/build') . '/lyo.so';
        if (!is_file($module)) {
            self::markTestSkipped("no $module here");
        }
        return $module;
    }

    private function stored(): string
    {
        $files = glob("$this->folder/sessions/*") ?: [];
        self::assertCount(1, $files);
        return (string) file_get_contents($files[0]);
    }

    /**
     * One request of the visitor with the session "page".
     *
     * @param list<string> $settings
     */
    private function request(string $code, array $settings = []): string
    {
        file_put_contents("$this->folder/page.php", $code);
        file_put_contents("$this->folder/before.php", '<?php ob_start(); session_id("page");');
        $command = [PHP_BINARY, '-n', '-d', "auto_prepend_file=$this->folder/before.php", '-d', "session.save_path=$this->folder/sessions"];
        foreach (['session.use_cookies=0', 'session.use_strict_mode=0', 'html_errors=0', 'display_errors=1', ...$settings] as $setting) {
            array_push($command, '-d', $setting);
        }
        $process = proc_open([...$command, "$this->folder/page.php"], [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
        self::assertIsResource($process);
        $out = (string) stream_get_contents($pipes[1]);
        $err = (string) stream_get_contents($pipes[2]);
        self::assertSame(0, proc_close($process), $out . $err);
        return $out;
    }
}
