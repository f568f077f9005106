<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use ArrayObject;
use Lyo\ClassPolicy;
use Lyo\Exception\ClassNotAllowedException;
use Lyo\Exception\InexactException;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Format;
use Lyo\Session\Form;
use Lyo\Session\Session;
use Lyo\Translator;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class SessionTest extends TestCase
{
    /** In each form. */
    private const SESSIONS = 500;

    #[Test]
    public function random_sessions_are_written_and_read_as_php_does_it(): void
    {
        $command = [PHP_BINARY, '-n', '-d', 'memory_limit=1G', '-d', 'display_errors=stderr'];
        $lyo = (getenv('BUILD') ?: dirname(__DIR__, 2) . '/build') . '/lyo.so';
        $forms = 3;
        foreach ([$lyo, ini_get('extension_dir') . '/igbinary.so'] as $module) {
            if (is_file($module)) {
                array_push($command, '-d', "extension=$module");
                $forms++;
            }
        }
        $process = proc_open([...$command, __DIR__ . '/sessions.php', '--runs=' . self::SESSIONS], [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
        self::assertIsResource($process);
        $out = (string) stream_get_contents($pipes[1]);
        $err = (string) stream_get_contents($pipes[2]);
        self::assertSame(0, proc_close($process), $out . $err);
        self::assertMatchesRegularExpression('/^0 failures; \d+ written and \d+ read of ' . $forms * self::SESSIONS . '$/m', $out);
        fwrite(STDOUT, "\n" . (preg_match('/^0 failures.*$/m', $out, $match) === 1 ? "sessions in $forms forms: $match[0]\n" : ''));
    }

    #[Test]
    public function a_session_goes_through_all_forms_and_comes_back(): void
    {
        $object = new ArrayObject([1, 2.5, null]);
        $session = ['user' => ['id' => 5, 'object' => $object], 'same' => $object, '' => "\0\xFF|", '!mark' => true];
        $session['shared'] = &$session['user']['id'];
        $stored = Session::encode($session, Form::Php);
        $cases = 0;
        foreach (Form::cases() as $form) {
            $stored = Session::translate($stored, $form);
            $back = Session::decode($stored);

            self::assertSame($form, Session::detect($stored));
            self::assertSame(serialize($session), serialize($back));
            self::assertSame($back['same'], is_array($back['user']) ? $back['user']['object'] : null);
            $cases++;
        }
        self::assertSame(5, $cases);
        self::assertSame(Session::encode($session, Form::Php), Session::translate($stored, Form::Php));
    }

    #[Test]
    public function forms_are_those_of_php(): void
    {
        $session = ['a' => 1, 'o' => new ArrayObject(), 'p' => [1 => true]];
        $session['r'] = &$session['a'];

        self::assertSame('a|i:1;o|O:11:"ArrayObject":4:{i:0;i:0;i:1;a:0:{}i:2;a:0:{}i:3;N;}p|a:1:{i:1;b:1;}r|R:1;', Session::encode($session, Form::Php));
        self::assertSame("\1ai:1;\1oO:11:\"ArrayObject\":4:{i:0;i:0;i:1;a:0:{}i:2;a:0:{}i:3;N;}\1pa:1:{i:1;b:1;}\1rR:1;", Session::encode($session, Form::PhpBinary));
        self::assertSame(serialize($session), Session::encode($session, Form::PhpSerialize));
        self::assertSame(lyo_serialize($session), Session::encode($session, Form::Lyo));
        self::assertStringStartsWith("\0\0\0\2", Session::encode($session, Form::Igbinary));
    }

    #[Test]
    public function an_empty_session_is_empty_in_every_form(): void
    {
        self::assertSame([], Session::decode(''));
        self::assertNull(Session::detect(''));
        self::assertSame('', Session::encode([], Form::Php));
        self::assertSame('', Session::translate('a:0:{}', Form::PhpBinary));
        foreach (Form::cases() as $form) {
            self::assertSame([], Session::decode(Session::translate('', $form)));
        }
    }

    /** @param array<mixed> $session */
    #[Test]
    #[DataProvider('tooMuch')]
    public function a_value_that_a_form_cannot_hold_is_refused(array $session, Form $form, string $message): void
    {
        self::assertSame($session, Session::decode(Session::encode($session, Form::Lyo)));
        $this->expectException(InexactException::class);
        $this->expectExceptionMessage($message);
        Session::encode($session, $form);
    }

    /** @return iterable<string, array{array<mixed>, Form, string}> */
    public static function tooMuch(): iterable
    {
        yield 'an integer key, php' => [[5 => 1], Form::Php, 'integer key 5'];
        yield 'an integer key, php_binary' => [['a' => 1, -5 => 1], Form::PhpBinary, 'integer key -5'];
        yield 'a bar' => [['a|b' => 1], Form::Php, '"|"'];
        yield 'a long name' => [[str_repeat('n', 128) => 1], Form::PhpBinary, '128 bytes'];
    }

    #[Test]
    public function names_of_127_bytes_and_with_bars_are_held_where_php_holds_them(): void
    {
        $long = str_repeat('n', 127);

        self::assertSame([$long => 1, 'a|b' => 2], Session::decode(Session::encode([$long => 1, 'a|b' => 2], Form::PhpBinary)));
        self::assertSame(["$long$long" => 1], Session::decode(Session::encode(["$long$long" => 1], Form::Php)));
    }

    #[Test]
    public function the_class_policy_holds_in_every_form(): void
    {
        $cases = 0;
        foreach (Form::cases() as $form) {
            $stored = Session::encode(['o' => new ArrayObject(), 's' => (object) []], $form);
            $back = Session::decode($stored, ClassPolicy::only('stdClass'));

            self::assertInstanceOf('__PHP_Incomplete_Class', $back['o']);
            self::assertInstanceOf('stdClass', $back['s']);
            try {
                Session::decode($stored, ClassPolicy::only('stdClass')->orThrow());
                self::fail('a class that is not allowed');
            } catch (ClassNotAllowedException $e) {
                self::assertSame(['ArrayObject'], $e->getClasses());
                $cases++;
            }
        }
        self::assertSame(5, $cases);
    }

    #[Test]
    public function translation_loads_no_class(): void
    {
        $asked = [];
        $loader = static function (string $class) use (&$asked): void {
            $asked[] = $class;
        };
        $stored = 'a|O:11:"No\Such\One":1:{s:1:"a";E:14:"No\Such\Enum:A";}b|C:11:"No\Such\Two":1:{x}';
        spl_autoload_register($loader);
        foreach (Form::cases() as $form) {
            $stored = Session::translate($stored, $form);
        }
        $stored = Session::translate($stored, Form::Php);
        spl_autoload_unregister($loader);

        self::assertSame('a|O:11:"No\Such\One":1:{s:1:"a";E:14:"No\Such\Enum:A";}b|C:11:"No\Such\Two":1:{x}', $stored);
        self::assertSame([], array_values(array_filter($asked, static fn(string $class): bool => str_starts_with($class, 'No\\'))));
    }

    #[Test]
    public function payloads_of_serializable_objects_get_new_numbers(): void
    {
        // php numbers the variables from 1, serialize() starts with the array around them; values in payloads count, too
        $payload = static fn(int $slot): string => 'a:2:{i:0;O:8:"stdClass":0:{}i:1;C:1:"S":4:{r:' . $slot . ';}}';
        $size = strlen($payload(4));
        $php = "x|i:1;a|C:1:\"S\":$size:{{$payload(4)}}b|O:8:\"stdClass\":0:{}c|r:7;";
        $native = "a:4:{s:1:\"x\";i:1;s:1:\"a\";C:1:\"S\":$size:{{$payload(5)}}s:1:\"b\";O:8:\"stdClass\":0:{}s:1:\"c\";r:8;}";

        self::assertSame($native, Translator::translate($php, Format::Native, Format::SessionPhp));
        self::assertSame($php, Session::translate($native, Form::Php));
        self::assertSame(str_replace(['x|', 'a|', 'b|', 'c|'], ["\1x", "\1a", "\1b", "\1c"], $php), Session::translate($native, Form::PhpBinary));
        self::assertSame('a|C:1:"S":5:{plain}', Session::translate('a:1:{s:1:"a";C:1:"S":5:{plain}}', Form::Php));
    }

    #[Test]
    public function names_that_begin_with_the_mark_of_php_5_are_names(): void
    {
        self::assertSame(['!a' => 1, 'b' => 2], Session::decode('!a|i:1;b|i:2;'));
        self::assertSame(['b' => 2], Session::decode('!a|b|i:2;'));
        self::assertSame(['a' => 1], Session::decode("\x81ai:1;"));
        self::assertSame(['b' => 2], Session::decode("\x81a\1bi:2;"));
    }

    #[Test]
    public function a_session_that_contains_itself_is_refused_where_variables_have_no_array_around_them(): void
    {
        $this->expectException(InexactException::class);
        Session::translate('a:1:{s:4:"self";R:1;}', Form::Php);
    }

    #[Test]
    public function strings_of_visitors_change_no_form(): void
    {
        $sessions = [
            [Form::PhpBinary, ['a' => 'x|s:0:"']],
            [Form::PhpBinary, ['a' => 'x|i:5;', 'b' => 'y|s:0:"']],
            [Form::PhpBinary, [str_repeat('n', 40) => 'x|O:6:"Gadget":0:{}z|s:0:"']],
            [Form::Php, ['a:1:{' => ['i' => 1]]],
            [Form::Php, ['a:1:{' => 'i:1;}']],
            [Form::Php, ['lang' => str_repeat('n', 200) . 'i:5;']],
            [Form::PhpBinary, [str_repeat('n', 60) => 'a|i:5;', 'b' => "|\1"]],
            [Form::PhpSerialize, ['a' => '|i:5;}']],
        ];
        foreach ($sessions as [$form, $session]) {
            $stored = Session::encode($session, $form);
            self::assertSame($form, Session::detect($stored), $stored);
            $format = Format::detect($stored);
            self::assertSame($form === Form::PhpBinary, $format === Format::SessionPhpBinary, $stored);
            self::assertSame($session, Session::decode($stored));
        }
    }

    #[Test]
    #[DataProvider('damaged')]
    public function damaged_data_are_an_exception(string $data): void
    {
        self::assertNull(Session::detect($data));
        $this->expectException(LyoException::class);
        Session::decode($data);
    }

    /** @return iterable<string, array{string}> */
    public static function damaged(): iterable
    {
        yield 'lyo' => ["\xC1\x18\x19"];
        yield 'lyo, a string' => [lyo_serialize('a')];
        yield 'igbinary' => ["\0\0\0\2\x14\5"];
        yield 'igbinary, an int' => ["\0\0\0\2\6\5"];
        yield 'php_serialize' => ['a:2:{s:1:"a";i:1;}'];
        yield 'php' => ['a|i:1;b|i'];
        yield 'php_binary' => ["\1ai:1;\1b"];
        yield 'text' => ['hello'];
    }

    #[Test]
    public function data_that_are_not_a_session_are_reported(): void
    {
        $this->expectException(UnknownFormatException::class);
        Session::decode('hello');
    }

    #[Test]
    public function the_form_can_be_chosen(): void
    {
        self::assertSame(['a:1:{x' => 1], Session::decode('a:1:{x|i:1;', form: Form::Php));
        $this->expectException(LyoException::class);
        Session::decode('a|i:1;', form: Form::PhpBinary);
    }
}
