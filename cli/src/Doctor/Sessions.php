<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Doctor;

use function implode;
use function in_array;

/**
 * Checks whether sessions can be read and written, which hosts can read them, and how to change the handler without losing sessions.
 *
 * @internal
 */
final class Sessions
{
    /** @return iterable<int, Finding> */
    public static function examine(Environment $php): iterable
    {
        if (!$php->has('session')) {
            return;
        }
        $handler = $php->ini('session.serialize_handler');
        yield Finding::ok('sessions', "session.serialize_handler = $handler, save_handler = {$php->ini('session.save_handler')}, handlers: " . implode(', ', $php->sessionHandlers));
        $save = $php->ini('session.save_handler');
        if ($php->saveHandlers !== [] && !in_array($save, $php->saveHandlers, true)) {
            yield Finding::error('sessions', "There is no save handler \"$save\"", 'No session can be started.', "Load the extension that has it ($save), or set one of " . implode(', ', $php->saveHandlers) . '.');
        } elseif ($save === 'redis' || $save === 'rediscluster' || $save === 'memcached') {
            if ($php->ini('session.save_path') === '') {
                yield Finding::error('sessions', "session.save_handler = $save, and session.save_path is empty", 'The handler does not know its server: no session can be started.', $save === 'memcached' ? 'session.save_path = "127.0.0.1:11211"' : 'session.save_path = "tcp://127.0.0.1:6379"');
            }
            if ($save !== 'memcached' && $php->hasIni('redis.session.locking_enabled') && !$php->isOn('redis.session.locking_enabled')) {
                yield Finding::warning('sessions', 'redis.session.locking_enabled = 0', 'Requests of one visitor that run at the same time overwrite what the others have stored in the session.', 'redis.session.locking_enabled = 1');
            }
        }
        if ($php->sessionHandlers !== [] && !in_array($handler, $php->sessionHandlers, true)) {
            yield Finding::error('sessions', "There is no handler \"$handler\"", 'No session can be started, and all users are logged out.', $handler === 'lyo' ? 'Load the extension lyo, or call Lyo\Session\Handler::register() and set session.serialize_handler = php_serialize.' : 'Load the extension that has it, or set one of ' . implode(', ', $php->sessionHandlers) . '.');
            return;
        }
        if ($handler === 'php') {
            yield Finding::note('sessions', 'session.serialize_handler = php', 'It reads its own form alone, and cannot store names with a "|".' . ($php->has('lyo') ? '' : ' A change to another handler of PHP logs all users out.'), $php->has('lyo') ? 'session.serialize_handler = lyo with lyo.session_write = php reads every form and writes this one: the first step of a change without a loss (docs/sessions.md).' : 'Lyo\Session\Handler reads every form without an extension (docs/sessions.md).');
        }
        if ($handler === 'lyo') {
            $writes = $php->ini('lyo.session_write');
            yield $writes === 'lyo' || $writes === ''
                ? Finding::note('sessions', 'Sessions are written as lyo', 'Hosts that share them need the extension lyo, or Lyo\Session\Handler of the library.', 'Before you take the extension away, set lyo.session_write = php until the old sessions have been written anew.')
                : Finding::note('sessions', "lyo.session_write = $writes", 'Every form is read; sessions are written in one that hosts without lyo read.', 'When all hosts have lyo: lyo.session_write = lyo.');
        }
        if ($handler === 'igbinary' && !$php->hasOurIgbinary()) {
            yield Finding::note('sessions', 'session.serialize_handler = igbinary', 'igbinary reads its own form alone: another handler before or behind it logs all users out.', "Lyo's igbinary.so, or the handler lyo with lyo.session_write = igbinary, reads the others, too.");
        }
    }
}
