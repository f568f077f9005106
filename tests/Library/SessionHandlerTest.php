<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Envelope\Options;
use Lyo\Functions\Configuration;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** Each test is a PHP of its own: sessions cannot begin where output has begun. */
final class SessionHandlerTest extends TestCase
{
    /** @return iterable<string, array{list<string>}> */
    public static function hosts(): iterable
    {
        yield 'without extensions' => [[]];
        yield 'with lyo' => [['lyo.so']];
    }

    /** @param list<string> $modules */
    #[Test]
    #[DataProvider('hosts')]
    public function a_session_in_any_form_is_read_and_stored_in_the_chosen_form(array $modules): void
    {
        $lines = self::script(<<<'PHP'
            use Lyo\Session\{Form, Handler, Session};
            $value = ['user' => ['id' => 5, 'float' => 0.1], 'object' => new ArrayObject([1, 2])];
            $value['same'] = $value['object'];
            $value['shared'] = &$value['user']['id'];
            $cases = 0;
            foreach (Form::cases() as $stored) {
                foreach (Form::cases() as $writes) {
                    foreach (['php', 'php_binary', 'php_serialize', extension_loaded('lyo') ? 'lyo' : 'php'] as $php) {
                        $store = new FullStore();
                        $store->data['a'] = Session::encode($value, $stored);
                        session_set_save_handler(new Handler($store, $writes), true);
                        ini_set('session.serialize_handler', $php);
                        request('a', function () use ($value): void {
                            if (serialize($_SESSION) !== serialize($value)) {
                                throw new Exception(serialize($_SESSION));
                            }
                            $_SESSION['user']['id'] = 6;
                            $_SESSION['new'] = 'n';
                        });
                        $back = Session::decode($store->data['a']);
                        if (Session::detect($store->data['a']) !== $writes || $back['shared'] !== 6 || $back['new'] !== 'n' || $back['object'] !== $back['same']) {
                            throw new Exception("$stored->value to $writes->value by $php: " . bin2hex($store->data['a']));
                        }
                        $cases++;
                    }
                }
            }
            say($cases);
            PHP, $modules);

        self::assertSame(['100'], $lines);
    }

    #[Test]
    public function the_form_is_that_of_the_setting_by_default(): void
    {
        self::assertSame(['"n|i:1;"', 'true', '"php_serialize"', '"n|i:2;"', '"\"wddx\" is not a form of sessions: lyo, php_serialize, php, php_binary, igbinary"'], self::script(<<<'PHP'
            use Lyo\Session\Handler;
            ini_set('session.serialize_handler', 'php');
            $store = new Store();
            session_set_save_handler(new Handler($store), true);
            request('a', fn() => $_SESSION['n'] = 1);
            say($store->data['a']);
            say(Handler::register($store), ini_get('session.serialize_handler'));
            request('a', fn() => $_SESSION['n']++);
            say($store->data['a']);
            try {
                new Handler($store, 'wddx');
            } catch (UnexpectedValueException $e) {
                say($e->getMessage());
            }
            PHP));
    }

    #[Test]
    public function an_unchanged_session_is_not_written_but_its_lifetime_is_renewed(): void
    {
        self::assertSame([
            '["read a","touch a"]', // the text that PHP makes is what it was given, in each form
            '["read a","touch a"]',
            '["read a","touch a"]',
            '["read a","write a"]',
            'true',
            '["read b","write b"]', // another form: it is converted to the form of the setting
            '"lyo"',
            '["read b","touch b"]',
            '["read c","write c"]', // a store that cannot mark a session as used gets its bytes once more
            'true',
        ], self::script(<<<'PHP'
            use Lyo\Session\{Form, Handler, Session};
            $value = ['a' => 1, 'f' => 0.1 + 0.2, 'o' => new ArrayObject(['x' => new stdClass()])];
            $value['again'] = $value['o'];
            $value['r'] = &$value['a'];
            $store = new FullStore();
            session_set_save_handler(new Handler($store, Form::Lyo), true);
            $bytes = $store->data['a'] = $store->data['c'] = Session::encode($value, Form::Lyo);
            $store->data['b'] = Session::encode($value, Form::PhpBinary);
            foreach (['php', 'php_binary', 'php_serialize'] as $php) {
                ini_set('session.serialize_handler', $php);
                request('a');
                say(calls($store));
            }
            ini_set('session.lazy_write', '0');
            request('a');
            say(calls($store), $store->data['a'] === $bytes);
            ini_set('session.lazy_write', '1');
            request('b');
            say(calls($store), Session::detect($store->data['b'])->value);
            request('b');
            say(calls($store));
            $plain = new Store();
            $plain->data = $store->data;
            session_set_save_handler(new Handler($plain, Form::Lyo), true);
            request('c');
            say(calls($plain), $plain->data['c'] === $bytes);
            PHP));
    }

    #[Test]
    public function a_signature_is_bound_to_the_id_and_made_again_with_a_new_key(): void
    {
        self::assertSame(['1', 'true', '"moved: 0"', '"unsigned: 0"', '2', '"unchanged"', '"2, signed with new"', '"unchanged"', '"Sessions in the form php can have no envelope: it takes the form lyo"'], self::script(<<<'PHP'
            use Lyo\Envelope\{KeyRing, Options};
            use Lyo\Session\Handler;
            set_error_handler(static fn(): bool => true); // warnings about sessions that cannot be read
            $handler = static fn(FullStore $store, array $keys): Handler => new Handler($store, 'lyo', envelope: new Options(sign: new KeyRing($keys)));
            $old = ['old' => str_repeat('o', 16)];
            $new = ['new' => str_repeat('n', 16)];
            $store = new FullStore();
            session_set_save_handler($handler($store, $old), true);
            ini_set('session.serialize_handler', 'php_serialize');
            request('a', function (): void { $_SESSION['n'] = 1; });
            request('a', function (): void { say($_SESSION['n']++); });
            say(str_contains($store->data['a'], 'old'));
            $store->data['b'] = $store->data['a'];
            request('b', function (): void { say('moved: ' . count($_SESSION)); });
            $store->data['c'] = Lyo\Functions\Lyo::serialize(['n' => 1]);
            request('c', function (): void { say('unsigned: ' . count($_SESSION)); });

            $before = $store->data['a'];
            session_set_save_handler($handler($store, $old + $new), true);
            request('a', function (): void { say($_SESSION['n']); });
            say($store->data['a'] === $before ? 'unchanged' : 'written');
            session_set_save_handler($handler($store, $new + $old), true);
            request('a', function (): void {});
            session_set_save_handler($handler($store, $new), true);
            $before = $store->data['a'];
            request('a', function () use ($store): void { say("$_SESSION[n], signed with " . (str_contains($store->data['a'], 'new') ? 'new' : 'old')); });
            say($store->data['a'] === $before ? 'unchanged' : 'written');
            try {
                new Handler($store, 'php', envelope: new Options(checksum: true));
            } catch (UnexpectedValueException $e) {
                say($e->getMessage());
            }
            PHP));
    }

    #[Test]
    public function hooks_run_once(): void
    {
        self::assertSame(['[1,0]', '[2,1]'], self::script(<<<'PHP'
            Lyo\Session\Handler::register(new Store(), 'lyo');
            request('a', fn() => $_SESSION['o'] = new Counted());
            say([Counted::$slept, Counted::$woken]);
            request('a', fn() => $_SESSION['n'] = 1);
            say([Counted::$slept, Counted::$woken]);
            PHP));
    }

    #[Test]
    public function ids_are_made_and_checked_by_the_store_or_else_by_what_it_holds(): void
    {
        self::assertSame([
            '["made1",["validate foreign","read made1","write made1"]]',
            '["made1",["validate made1","read made1","touch made1"]]',
            '[true,["read foreign","read made2","write made2"]]',
            '["known",["read known","write known"]]',
            '[true,false,["read known","write known"]]', // session_create_id() keeps the lock on the session
        ], self::script(<<<'PHP'
            use Lyo\Session\Handler;
            ini_set('session.use_strict_mode', '1');
            $store = new FullStore();
            Handler::register($store, 'lyo');
            request('foreign', fn() => $_SESSION['n'] = 1);
            say([session_id(), calls($store)]);
            request('made1');
            say([session_id(), calls($store)]);

            $plain = new Store();
            Handler::register($plain, 'lyo');
            request('foreign', fn() => $_SESSION['n'] = 1);
            $id = session_id();
            say([strlen($id) === (int) ini_get('session.sid_length') && $id !== 'foreign', str_replace($id, 'made2', calls($plain))]);
            $plain->data['known'] = $plain->data[$id];
            request('known');
            say([session_id(), calls($plain)]);
            $made = null;
            request('known', function () use (&$made): void { $made = session_create_id('x-'); });
            say([str_starts_with($made, 'x-'), isset($plain->data[$made]), calls($plain)]);
            PHP));
    }

    #[Test]
    public function data_that_cannot_be_read_are_kept_while_the_session_is_empty(): void
    {
        foreach (['Store', 'FullStore'] as $class) {
            foreach (['php', 'php_binary', 'php_serialize'] as $php) {
                $lines = self::script(<<<PHP
                    use Lyo\Session\Handler;
                    \$store = new $class();
                    session_set_save_handler(new Handler(\$store, 'lyo'), true);
                    ini_set('session.serialize_handler', '$php');
                    foreach (['0', '1'] as \$lazy) {
                        ini_set('session.lazy_write', \$lazy);
                        \$store->data['a'] = "\\xC1\\x10damaged";
                        say(request('a'), \$store->data['a'] === "\\xC1\\x10damaged");
                        say(request('a', fn() => \$_SESSION['n'] = 1), Lyo\Session\Session::decode(\$store->data['a']));
                    }
                    PHP);
                self::assertCount(12, $lines);
                self::assertStringStartsWith('warning: The session cannot be read: ', $lines[0]);
                self::assertStringStartsWith('warning: The session cannot be read: ', $lines[3]);
                unset($lines[0], $lines[3], $lines[6], $lines[9]);
                self::assertSame(['[]', 'true', '[]', '{"n":1}', '[]', 'true', '[]', '{"n":1}'], array_values($lines));
            }
        }
    }

    #[Test]
    public function data_that_cannot_be_read_are_not_carried_to_another_id_and_end_with_the_session(): void
    {
        self::assertSame(['[]', '{"made1":[]}', '{"a":"unreadable","made2":[]}', '[]', '{"made3":{"n":1}}'], self::script(<<<'PHP'
            use Lyo\Session\{Handler, Session};
            set_error_handler(static fn(): bool => true);
            $store = new FullStore();
            Handler::register($store, 'lyo');
            $show = fn() => array_map(fn($bytes) => $bytes === 'unreadable' ? $bytes : Session::decode($bytes), $store->data);
            $store->data['a'] = 'unreadable';
            request('a', fn() => session_destroy());
            say($show());
            $store->data['a'] = 'unreadable';
            request('a', function (): void { $_SESSION = []; session_regenerate_id(true); });
            say($show());
            $store->data = ['a' => 'unreadable'];
            request('a', fn() => session_regenerate_id());
            say($show());
            $store->data = ['a' => 'unreadable'];
            request('a', function (): void { session_unset(); session_destroy(); });
            say($show());
            $store->data['a'] = 'unreadable';
            request('a', function (): void { session_regenerate_id(true); $_SESSION['n'] = 1; });
            say($show());
            PHP));
    }

    #[Test]
    public function data_that_cannot_be_read_are_an_exception_if_that_is_wanted(): void
    {
        self::assertSame(['"Lyo\\\\Exception\\\\UnknownFormatException"', '"unreadable"', '{"n":1}'], self::script(<<<'PHP'
            use Lyo\Session\{Handler, Session};
            $store = new FullStore();
            Handler::register($store, 'lyo', throws: true);
            $store->data['a'] = 'unreadable';
            try {
                request('a');
            } catch (Throwable $e) {
                say($e::class);
            }
            session_write_close();
            say($store->data['a']);
            request('b', fn() => $_SESSION['n'] = 1);
            say(Session::decode($store->data['b']));
            PHP));
    }

    #[Test]
    public function an_enum_case_that_is_missing_here_logs_nobody_out(): void
    {
        self::assertSame(['warning: The session cannot be read: Enum case not found: Lyo\Session\Form::Gone, NoSuch::Yes. It starts empty, and what is stored stays as it is while the session is empty', '[]', 'true', '"php"'], self::script(<<<'PHP'
            use Lyo\Session\{Form, Handler, Session};
            $store = new FullStore();
            Handler::register($store, 'lyo');
            $bytes = $store->data['a'] = Session::translate('a|E:21:"Lyo\Session\Form:Gone";b|E:20:"Lyo\Session\Form:Php";c|E:10:"NoSuch:Yes";', Form::Lyo);
            $store->data['b'] = Session::translate('b|E:20:"Lyo\Session\Form:Php";', Form::Lyo);
            say(request('a'), $store->data['a'] === $bytes, request('b')['b']->value);
            PHP));
    }

    #[Test]
    public function classes_that_the_policy_refuses_make_a_session_that_cannot_be_read(): void
    {
        self::assertSame(['warning: The session cannot be read: Class not allowed or not found: ArrayObject. It starts empty, and what is stored stays as it is while the session is empty', '[]', 'true', '1'], self::script(<<<'PHP'
            use Lyo\{ClassPolicy, Session\Handler};
            $store = new FullStore();
            Handler::register($store, 'lyo', ClassPolicy::only(Counted::class));
            $bytes = $store->data['a'] = lyo_serialize(['o' => new ArrayObject()]);
            $store->data['b'] = lyo_serialize(['o' => new Counted()]);
            say(request('a'), $store->data['a'] === $bytes, request('b')['o']->n);
            PHP));
    }

    #[Test]
    public function keys_that_php_cannot_hold_survive(): void
    {
        self::assertSame([
            '{"7":"seven","a|b":1,"x":2}',
            '{"7":"seven","x":2,"new":1}', // with php, PHP does not find the key, but gives it back
            'true',
            'warning: The session cannot be read: A session of the form php cannot hold a name with "|". It starts empty, and what is stored stays as it is while the session is empty',
            'true',
            'warning: The session is stored in the form php_serialize: A session of this form cannot hold the integer key 7',
            'warning: The session is stored in the form php_serialize: A session of this form cannot hold the integer key 7',
            '"php_serialize"',
            '{"7":"seven"}',
        ], self::script(<<<'PHP'
            use Lyo\Session\{Form, Handler, Session};
            $store = new FullStore();
            Handler::register($store, 'lyo');
            request('a', fn() => $_SESSION = [7 => 'seven', 'a|b' => 1, 'x' => 2]);
            say(request('a'));
            $store->data['b'] = Session::encode([7 => 'seven', 'x' => 2], Form::Lyo);
            ini_set('session.serialize_handler', 'php');
            request('b', fn() => $_SESSION['new'] = 1);
            say(Session::decode($store->data['b']));
            $bytes = $store->data['a'];
            say(Session::detect($bytes) === Form::Lyo);
            request('a');
            say($store->data['a'] === $bytes);
            Handler::register($store, 'php');
            request('c', fn() => $_SESSION[7] = 'seven');
            say(Session::detect($store->data['c'])->value, request('c'));
            PHP));
    }

    #[Test]
    public function reset_abort_gc_and_reading_alone_reach_the_store(): void
    {
        self::assertSame(['{"n":1}', '{"n":1}', '7', '["read a","read a","read a","gc"]', '{"n":1}', '["read a"]'], self::script(<<<'PHP'
            use Lyo\Session\{Handler, Session};
            $store = new FullStore();
            Handler::register($store, 'lyo');
            $store->data['a'] = lyo_serialize(['n' => 1]);
            session_id('a');
            session_start();
            $_SESSION['n'] = 2;
            session_reset();
            say($_SESSION);
            $_SESSION['n'] = 3;
            session_abort();
            session_start();
            say($_SESSION);
            say(session_gc());
            session_abort();
            say(calls($store));
            session_start(['read_and_close' => true]);
            say($_SESSION, calls($store));
            PHP));
    }

    #[Test]
    public function a_session_of_another_context_is_not_read_whatever_its_id(): void
    {
        $signed = static fn(string $context): Options => Configuration::options(['sign' => ['k' => str_repeat('K', 32)], 'context' => $context]);
        $pairs = 0;
        foreach ([['shop', '2a'], ['shop2', 'a'], ['', 'shop2a'], ['s', 'hop2a'], ['4:shop', '2a'], ['', '4:shop2a']] as $one) {
            foreach ([['shop', '2a'], ['shop2', 'a'], ['', 'shop2a'], ['s', 'hop2a'], ['4:shop', '2a'], ['', '4:shop2a']] as $other) {
                $same = $signed($one[0])->within($one[1])->context === $signed($other[0])->within($other[1])->context;
                self::assertSame($one === $other, $same);
                $pairs++;
            }
        }
        self::assertSame(36, $pairs);
    }

    /** As with PHP's own handler: a refused id leaves no file, and an empty session keeps its id. */
    #[Test]
    public function ids_are_valid_if_there_is_a_file_for_them(): void
    {
        $folder = sys_get_temp_dir() . '/lyo-strict-' . bin2hex(random_bytes(6));
        mkdir("$folder/a", 0700, true);
        $root = dirname(__DIR__, 2);
        foreach (['' => '', 'a' => '1;'] as $level => $prefix) {
            foreach ([false, true] as $ours) {
                $code = 'require $argv[1] . "/vendor/autoload.php"; ' . ($ours ? 'Lyo\Session\Handler::register(); ' : '') . 'session_id($argv[2]); session_start(); echo session_id();';
                $start = static fn(string $id): string => (string) shell_exec(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n', '-d', "session.save_path=\"$prefix$folder\"", '-d', 'session.use_strict_mode=1', '-d', 'session.use_cookies=0',
                    '-d', 'session.use_only_cookies=0', '-d', 'display_startup_errors=0', '-d', 'session.cache_limiter=', '-d', 'session.serialize_handler=php_serialize', '-r', $code, '--', $root, $id])));
                $unknown = 'a' . ($ours ? 'ours' : 'php') . 'unknown1234567890';
                self::assertNotSame($unknown, $start($unknown), "$prefix, " . ($ours ? 'ours' : 'PHP'));
                self::assertFileDoesNotExist("$folder/$level/sess_$unknown");
                file_put_contents("$folder/$level/sess_$unknown", ''); // a session that was started, and never written to
                self::assertSame($unknown, $start($unknown));
                array_map(static fn(string $file): bool => unlink($file), [...(glob("$folder/sess_*") ?: []), ...(glob("$folder/a/sess_*") ?: [])]);
            }
        }
        rmdir("$folder/a");
        rmdir($folder);
    }

    #[Test]
    public function phps_own_handler_of_files_is_wrapped(): void
    {
        $folder = sys_get_temp_dir() . '/lyo-sessions-' . bin2hex(random_bytes(4));
        mkdir($folder);
        try {
            self::assertSame(['true', '"lyo"', '{"n":1}', 'true', '"php"', '{"n":2}', 'false', '1'], self::script(<<<'PHP'
                use Lyo\Session\{Handler, Session};
                ini_set('session.save_path', $argv[1]);
                ini_set('session.use_strict_mode', '1');
                say(Handler::register(writes: 'lyo'));
                request('foreign', fn() => $_SESSION['n'] = 1);
                $id = session_id();
                $file = "$argv[1]/sess_$id";
                say(Session::detect(file_get_contents($file))->value, request($id));
                say(Handler::register(writes: 'php'));
                request($id, fn() => $_SESSION['n']++);
                say(Session::detect(file_get_contents($file))->value, request($id));
                request($id, fn() => session_destroy());
                say(is_file($file));
                touch("$argv[1]/sess_old", 1);
                request($id, function (): void { say(session_gc()); });
                PHP, [], [$folder]));
        } finally {
            array_map(unlink(...), glob("$folder/*") ?: []);
            rmdir($folder);
        }
    }

    /**
     * @param list<string> $modules
     * @param list<string> $arguments
     *
     * @return list<string> lines of output
     */
    private static function script(string $code, array $modules = [], array $arguments = []): array
    {
        $prelude = "use Lyo\\Tests\\Library\\Session\\{FullStore, Store};\nrequire " . var_export(__DIR__ . '/Session/prelude.php', true) . ";\n";
        $command = [PHP_BINARY, '-n', '-d', 'display_errors=stderr'];
        foreach ($modules as $module) {
            $file = (getenv('BUILD') ?: dirname(__DIR__, 2) . '/build') . "/$module";
            if (!is_file($file)) {
                self::markTestSkipped("no $file here");
            }
            array_push($command, '-d', "extension=$file");
        }
        if (getenv('BRIDGE_COVERAGE') !== false) { // make coverage-library
            array_push($command, '-d', 'extension=pcov', '-d', 'pcov.directory=' . dirname(__DIR__, 2) . '/src');
        }
        $process = proc_open([...$command, '-r', $prelude . $code, '--', ...$arguments], [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
        self::assertIsResource($process);
        $out = (string) stream_get_contents($pipes[1]);
        $err = (string) stream_get_contents($pipes[2]);
        self::assertSame(0, proc_close($process), $out . $err);
        self::assertSame('', $err, $out);
        return array_values(array_filter(explode("\n", $out), static fn(string $line): bool => $line !== ''));
    }
}
