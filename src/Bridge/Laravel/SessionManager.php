<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Contracts\Encryption\Encrypter;
use Illuminate\Session\SessionManager as LaravelManager;
use Illuminate\Session\Store;
use Lyo\Bridge\Settings;
use SessionHandlerInterface;

use function in_array;
use function is_array;
use function is_string;

/**
 * Makes sessions that read every format, with any handler. The setting "session.serialization" says what they write: "php" as before, "lyo" or
 * "igbinary"; "json" is left to Laravel. The options of an envelope are also settings of the session. A signature is bound to the id of the
 * session.
 *
 * @internal
 */
final class SessionManager extends LaravelManager
{
    /** @param SessionHandlerInterface $handler */
    protected function buildSession($handler): Store
    {
        $serialization = $this->config->get('session.serialization', 'php');
        $serialization = is_string($serialization) ? $serialization : 'php';
        $settings = $this->config->get('session');
        $packer = Settings::packer([
            'writes' => in_array($serialization, ['lyo', 'igbinary'], true) ? $serialization : 'native',
            'classes' => $this->config->get('session.serializable_classes'),
        ] + (is_array($settings) ? $settings : []), Stores::logger($this->container));
        $cookie = $this->config->get('session.cookie');
        $cookie = is_string($cookie) ? $cookie : '';
        $session = $this->config->get('session.encrypt')
            ? new EncryptedSessionStore($cookie, $handler, $this->container->make(Encrypter::class), null, $serialization)
            : new SessionStore($cookie, $handler, null, $serialization);
        return $session->setPacker($packer);
    }
}
