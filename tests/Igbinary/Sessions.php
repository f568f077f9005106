<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Igbinary;

use ArrayObject;
use Closure;
use LogicException;
use stdClass;
use Throwable;

/**
 * One request with the handler "igbinary", made of a number: what is in the session, what is read into it and how, what hooks do meanwhile. Every
 * process makes the same of a number.
 */
final class Sessions
{
    private const KEYS = ['a', 'b', 'c', 'user', 'cart', '', 'a|b', "\0x", 'self'];

    public const INT_KEYS = 'keys that are ints';

    private SessionStore $store;

    /** References that a test holds from outside of the session. */
    private mixed $reference = null;

    private mixed $copy = null;

    /** @var list<string> what was seen, without the keys that are ints */
    private array $strings = [];

    /** @var list<string> marks of differences that are listed */
    private array $listed = [];

    /** @param list<string> $told what the error handler gathers */
    public function __construct(private array &$told)
    {
        ini_set('session.use_cookies', '0');
        ini_set('session.cache_limiter', '');
        ini_set('session.use_strict_mode', '0');
        ini_set('session.serialize_handler', 'igbinary');
        $this->store = new SessionStore();
        session_set_save_handler($this->store, false);
    }

    /** @return array<string, mixed> what was seen, with marks of differences that docs/differences-from-igbinary.md lists */
    public function request(int $seed, int $index): array
    {
        mt_srand($seed * 1_000_003 + $index);
        $this->told = $this->listed = $this->strings = $this->store->told = [];
        $this->store->bytes = '';
        $seen = [];
        try {
            $seen = $this->act($index % 8);
        } catch (Throwable $throwable) {
            $seen[] = $throwable::class . ': ' . $throwable->getMessage();
        }
        $seen[] = 'status ' . session_status();
        $this->end();

        return [
            'seen' => [...$seen, ...$this->store->told, ...$this->warnings()],
            'strings' => $this->strings,
            'listed' => array_values(array_unique($this->listed)),
        ];
    }

    /** @return list<string> */
    private function act(int $way): array
    {
        $data = $this->data();
        if ($way === 0) { // of the store, into a session that the program has filled before
            $GLOBALS['_SESSION'] = mt_rand(0, 1) === 0 ? $this->entries(false) : null;
            $this->store->bytes = $data;
            session_id('s');
            session_start();

            return $this->look();
        }
        session_id('s');
        session_start();
        $this->fill();
        if ($way === 4) { // the current session is written and read again
            $this->listIntKeys($_SESSION ?? null);
        }
        $seen = ['decoded ' . var_export($way === 1 ? $this->reset($data) : session_decode($data), true)];
        if ($way === 2) {
            $seen = [...$seen, ...$this->look(), 'again ' . var_export(session_decode($this->data()), true)];
        } elseif ($way === 3) {
            $_SESSION['later'] = 1;
            $seen[] = 'encoded ' . bin2hex((string) session_encode());
        } elseif ($way === 4) {
            session_write_close();
            session_start();
        }

        return [...$seen, ...$this->look()];
    }

    private function reset(string $data): bool
    {
        $this->store->bytes = $data;

        return session_reset();
    }

    /** @return list<string> */
    private function look(): array
    {
        $session = $GLOBALS['_SESSION'] ?? null;
        $pick = mt_rand(); // whatever is there, so that all processes draw alike
        $seen = [Portrait::of([$session, $this->reference, $this->copy])];
        $this->strings[] = Portrait::of(is_array($session) ? array_filter($session, static fn(int|string $key): bool => is_string($key) && $key !== 'self', ARRAY_FILTER_USE_KEY) : $session);
        if (is_array($session) && session_status() === PHP_SESSION_ACTIVE) {
            $keys = array_keys($session);
            $key = $keys === [] ? 'k' : $keys[$pick % count($keys)];
            if ($this->listed === []) { // else there may be other keys
                $_SESSION[$key] = 'changed';
            }
            $seen[] = Portrait::of([$_SESSION, $this->reference, $this->copy]);
        }

        return $seen;
    }

    private function fill(): void
    {
        switch (mt_rand(0, 11)) {
            case 0:
                break; // as it was opened
            case 1:
                $_SESSION = [];
                break;
            case 2:
                $_SESSION = $this->entries(false);
                unset($GLOBALS['_SESSION']);
                break;
            case 3:
                $_SESSION = [7, 'text', null, false, new stdClass(), new ArrayObject(['a' => 1])][mt_rand(0, 5)];
                break;
            case 4:
                $_SESSION = $this->entries(false);
                $this->reference = &$_SESSION[self::KEYS[mt_rand(0, 4)]];
                break;
            case 5:
                $this->reference = &$_SESSION;
                $_SESSION = $this->entries(false);
                break;
            case 6:
                $_SESSION = $this->entries(false);
                $this->copy = $_SESSION;
                break;
            case 7:
                $_SESSION = $this->entries(false);
                $_SESSION['b'] = &$_SESSION['a'];
                $_SESSION['c'] = &$_SESSION['a'];
                break;
            case 8:
                $_SESSION = $this->entries(false);
                $_SESSION['self'] = &$_SESSION;
                break;
            default:
                $_SESSION = $this->entries(true);
        }
    }

    /** The data to read: a message of igbinary, sometimes a bad one. */
    private function data(): string
    {
        $kind = mt_rand(0, 19);
        $value = $this->entries(mt_rand(0, 2) === 0);
        SessionHook::$work = [];
        if ($kind < 6) {
            $value[self::KEYS[mt_rand(0, 4)]] = $this->hook();
        } elseif ($kind === 6) {
            $value['b'] = &$value['a'];
            $value['user'] = [&$value['a']];
        } elseif ($kind === 7) {
            $value['self'] = &$value;
        } elseif ($kind === 8) {
            $value['a'] = $value['b'] = new ArrayObject($value);
        }
        $this->listIntKeys($value);
        $bytes = (string) igbinary_serialize($value);
        switch ($kind) {
            case 9:
                return (string) igbinary_serialize((object) array_filter($value, is_string(...), ARRAY_FILTER_USE_KEY));
            case 10:
                $this->listed[] = 'bad data';

                return (string) igbinary_serialize([null, 5, 'text', 1.5, true][mt_rand(0, 4)]);
            case 11:
                $this->listed[] = 'bad data';

                return substr($bytes, 0, mt_rand(1, max(1, strlen($bytes) - 1)));
            case 12:
                $this->listed[] = 'bad data';

                return ['a|i:1;', "\1ai:1;", 'a:1:{s:1:"a";i:1;}', 'nonsense', "\0\0\0\3\x14\0", "\0\0\0\2"][mt_rand(0, 5)];
            case 13:
                return '';
            case 14:
                $this->listed[] = 'bytes behind the value';

                return $bytes . 'more';
            default:
                return $bytes;
        }
    }

    private function listIntKeys(mixed $array): void
    {
        if (is_array($array) && array_filter($array, is_int(...), ARRAY_FILTER_USE_KEY) !== []) {
            $this->listed[] = self::INT_KEYS;
        }
    }

    private function hook(): SessionHook
    {
        $hook = new SessionHook();
        $other = (string) igbinary_serialize(array_filter($this->entries(false), static fn(mixed $value): bool => !$value instanceof SessionHook));
        /** @var list<Closure(): mixed> $works */
        $works = [
            static function (): void {
                $_SESSION['a'] = 'hook';
            },
            static function (): void {
                $_SESSION['hook'] = 'hook';
            },
            static function (): void {
                $_SESSION = ['hook' => 1];
            },
            static function (): void {
                unset($GLOBALS['_SESSION']);
            },
            static function (): void {
                $_SESSION = 7;
            },
            static fn(): bool => session_decode($other),
            static fn(): bool => session_decode('nonsense'),
            function (): never {
                $this->listed[] = 'a hook throws';
                throw new LogicException('of the hook');
            },
            session_destroy(...),
            session_write_close(...),
            session_abort(...),
            session_unset(...),
            session_encode(...),
            static fn(): bool => session_regenerate_id(),
        ];
        SessionHook::$work[] = $works[mt_rand(0, count($works) - 1)];
        $hook->held = mt_rand(0, 1) === 0 ? $hook : null;

        return $hook;
    }

    /** @return array<int|string, mixed> */
    private function entries(bool $ints): array
    {
        $entries = [];
        $shared = new stdClass();
        for ($i = mt_rand(0, 4); $i >= 0; $i--) {
            $key = $ints && mt_rand(0, 3) === 0 ? mt_rand(0, 6) : self::KEYS[mt_rand(0, count(self::KEYS) - 2)];
            $entries[$key] = [mt_rand(), 'text ' . mt_rand(0, 9), null, [1, 'x' => [2]], $shared, new ArrayObject([$shared]), 1.5, ['n' => $shared]][mt_rand(0, 7)];
        }

        return $entries;
    }

    /** @return list<string> PHP's words of sessions; those of the two modules are others */
    private function warnings(): array
    {
        if (preg_grep('/Failed to decode the session: .*\. It starts empty/', $this->told) !== []) {
            $this->listed[] = 'starts empty';
        }

        return array_values(array_filter($this->told, static fn(string $message): bool => preg_match('/igbinary|Failed to decode the session: .*\. It starts empty/', $message) === 0));
    }

    private function end(): void
    {
        if (session_status() === PHP_SESSION_ACTIVE) {
            session_abort();
        }
        SessionHook::$work = [];
        unset($this->reference, $this->copy, $GLOBALS['_SESSION']);
        $this->reference = $this->copy = null;
        gc_collect_cycles();
    }
}
