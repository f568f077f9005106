<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Session;

use InvalidArgumentException;
use Lyo\ClassPolicy;
use Lyo\Envelope\Configuration;
use Lyo\Envelope\Envelope;
use Lyo\Envelope\Options;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Native\ClassNames;
use Lyo\Pure\Options as LyoOptions;
use SensitiveParameter;
use SessionHandler;
use SessionHandlerInterface;
use SessionIdInterface;
use SessionUpdateTimestampHandlerInterface;
use UnexpectedValueException;

use function get_cfg_var;
use function implode;
use function ini_get;
use function ini_set;
use function is_string;
use function session_create_id;
use function session_set_save_handler;
use function trigger_error;

/**
 * Puts sessions into another save handler in the form that it is told, and reads them in every form. Needs no extension.
 *
 * PHP makes the variables and reads them: it gets text in the form that session.serialize_handler says, and this class
 * translates the text. So hooks of objects run as often as without it, and no class is loaded here.
 */
final class Handler implements SessionHandlerInterface, SessionIdInterface, SessionUpdateTimestampHandlerInterface
{
    private readonly Form $writes;
    private readonly ?Options $envelope;
    /** The session that is open; null before it is read, and once it is closed. */
    private ?string $id = null;
    /** What the store has for it. */
    private string $stored = '';
    private ?Form $form = null;
    /** What PHP got instead. */
    private string $text = '';
    /** The bytes cannot be read, and nothing else has been written since. */
    private bool $unread = false;
    /** @var array<string, string> what validateId() has read */
    private array $found = [];

    /**
     * @param SessionHandlerInterface $inner where sessions are kept; SessionHandler is what session.save_handler says
     * @param Form|string|null $writes the form that is stored; null for what session.serialize_handler says now, with lyo.session_write
     * @param ClassPolicy|null $classes null for all classes. A session with an object of another class, or of a missing one,
     *        cannot be read.
     * @param bool $throws data that cannot be read are an exception instead of a warning and an empty session
     * @param Options|array<mixed>|null $envelope around sessions in the form lyo, as checksum, compression or signature. An array has the
     *        options by name, "checksum" is true where it does not say otherwise; null is an empty array. A signature is bound to the id of
     *        the session, so that nobody can put one session in the place of another. Its context stands before the id.
     *
     * @throws UnexpectedValueException if there is no such form, or if it can have no envelope
     * @throws InvalidArgumentException if the options are wrong
     */
    public function __construct(
        private readonly SessionHandlerInterface $inner = new SessionHandler(),
        Form|string|null $writes = null,
        private readonly ?ClassPolicy $classes = null,
        private readonly bool $throws = false,
        #[SensitiveParameter]
        Options|array|null $envelope = null,
    ) {
        $this->writes = $writes instanceof Form ? $writes : self::named($writes ?? self::setting());
        if ($envelope !== null && $this->writes !== Form::Lyo) {
            throw new UnexpectedValueException("Sessions in the form {$this->writes->value} can have no envelope: it takes the form lyo");
        }
        $this->envelope = $this->writes !== Form::Lyo || $envelope instanceof Options ? $envelope : Configuration::options($envelope ?? []);
    }

    /**
     * Makes it the handler of this request's sessions. PHP hands over text as php_serialize then, which can hold every key.
     *
     * @param Options|array<mixed>|null $envelope as above
     *
     * @return bool whether it could: not while a session is active, nor when headers are sent
     *
     * @throws UnexpectedValueException if there is no such form
     */
    public static function register(
        SessionHandlerInterface $inner = new SessionHandler(),
        Form|string|null $writes = null,
        ?ClassPolicy $classes = null,
        bool $throws = false,
        #[SensitiveParameter]
        Options|array|null $envelope = null,
    ): bool {
        return session_set_save_handler(new self($inner, $writes, $classes, $throws, $envelope), true)
            && ini_set('session.serialize_handler', Form::PhpSerialize->value) !== false;
    }

    public function open(string $path, string $name): bool
    {
        $this->forget();
        return $this->inner->open($path, $name);
    }

    public function close(): bool
    {
        $this->forget();
        return $this->inner->close();
    }

    /** @throws LyoException if the data cannot be read and this is to be an exception */
    public function read(string $id): string|false
    {
        $stored = $this->found[$id] ?? $this->inner->read($id);
        $this->forget();
        if ($stored === false) {
            return false;
        }
        $this->id = $id;
        $this->stored = $stored;
        if ($stored === '') {
            return '';
        }
        try {
            $this->text = $this->translate($this->opened($id, $stored));
        } catch (LyoException $e) {
            $this->unread = true;
            if ($this->throws) {
                throw $e;
            }
            trigger_error("The session cannot be read: {$e->getMessage()}. It starts empty, and what is stored stays as it is while the session is empty", E_USER_WARNING);
        }
        return $this->text;
    }

    public function write(string $id, string $data): bool
    {
        if ($this->isUntouched($id, $data)) {
            return $this->inner->write($id, $this->stored);
        }
        $this->unread = false;
        return $this->inner->write($id, $this->pack($id, $data));
    }

    /** PHP calls it in the place of write() where session.lazy_write is on and the text is what read() gave. */
    public function updateTimestamp(string $id, string $data): bool
    {
        return $this->inner instanceof SessionUpdateTimestampHandlerInterface && $this->isUntouched($id, $data)
            ? $this->inner->updateTimestamp($id, $this->stored)
            : $this->write($id, $data);
    }

    public function destroy(string $id): bool
    {
        $this->forget();
        return $this->inner->destroy($id);
    }

    public function gc(int $max_lifetime): int|false
    {
        return $this->inner->gc($max_lifetime);
    }

    public function create_sid(): string
    {
        $id = $this->inner instanceof SessionIdInterface ? $this->inner->create_sid() : session_create_id();
        return is_string($id) ? $id : throw new UnexpectedValueException('PHP has made no session id');
    }

    /** Of a handler that cannot tell, an id is valid if something is stored under it. */
    public function validateId(string $id): bool
    {
        if ($this->inner instanceof SessionUpdateTimestampHandlerInterface) {
            return $this->inner->validateId($id);
        }
        if ($this->id !== null) {
            return $id === $this->id; // session_create_id(): to read another session would give up the lock on this one
        }
        $stored = $this->inner->read($id);
        if ($stored === false) {
            return false;
        }
        $this->found = [$id => $stored];
        return $stored !== '';
    }

    private static function named(string $form): Form
    {
        return Form::tryFrom($form)
            ?? throw new UnexpectedValueException("\"$form\" is not a form of sessions: lyo, php_serialize, php, php_binary, igbinary");
    }

    /** The form that is stored without this class: by the handler lyo of the extension, what another setting says, loaded or not. */
    private static function setting(): string
    {
        $handler = (string) ini_get('session.serialize_handler');
        $form = $handler === 'lyo' ? ini_get('lyo.session_write') ?: get_cfg_var('lyo.session_write') : false;
        return is_string($form) ? $form : $handler;
    }

    /** The form in which PHP gives and takes the session. */
    private static function current(): Form
    {
        return self::named((string) ini_get('session.serialize_handler'));
    }

    /** What is stored stays: it is the same session in the form that is to be written, or it could not be read and nothing has come since. */
    private function isUntouched(string $id, string $data): bool
    {
        return $id === $this->id && ($this->unread ? self::isEmpty($data) : $this->form === $this->writes && $data === $this->text && $this->isSealed($id));
    }

    /** What is stored has the signature that it would get now. If it has none, or one of an old key, it is written again. */
    private function isSealed(string $id): bool
    {
        return $this->envelope?->sign === null || $this->sealed($id, $this->opened($id, $this->stored)) === $this->stored;
    }

    /** @throws LyoException */
    private function opened(string $id, string $stored): string
    {
        return $this->envelope === null ? $stored : Envelope::open($stored, LyoOptions::forReading($this->inSession($this->envelope, $id)->forReading())->envelope);
    }

    /** @throws LyoException */
    private function sealed(string $id, string $payload): string
    {
        return $this->envelope === null ? $payload : Envelope::seal($payload, LyoOptions::forWriting($this->inSession($this->envelope, $id)->forWriting())->envelope);
    }

    private function inSession(Options $envelope, string $id): Options
    {
        return $envelope->in($envelope->context . $id);
    }

    private static function isEmpty(string $data): bool
    {
        try {
            return Session::toNative($data) === 'a:0:{}';
        } catch (LyoException) {
            return false;
        }
    }

    private function forget(): void
    {
        $this->id = null;
        $this->stored = '';
        $this->form = null;
        $this->text = '';
        $this->unread = false;
        $this->found = [];
    }

    /** @throws LyoException */
    private function translate(string $stored): string
    {
        $form = Session::detect($stored) ?? throw Failure::unknownFormat('its form is unknown');
        $text = Session::toNative($stored, $form);
        $this->classes?->orThrow()->check($text);
        $missing = ClassNames::missingCases($text);
        if ($missing !== []) {
            throw Failure::mismatch('Enum case not found: ' . implode(', ', $missing)); // PHP would destroy the session
        }
        $current = self::current();
        // in php and php_binary PHP cannot show integer keys, but it gives their names back
        $handed = $form === $current ? $stored : Session::fromNative($text, $current, true);
        $this->form = $form;
        return $handed;
    }

    private function pack(string $id, string $data): string
    {
        $current = self::current();
        if ($current === $this->writes && $current !== Form::Lyo && $current !== Form::Igbinary) {
            return $data;
        }
        try {
            // the handlers lyo and igbinary of an extension can be told to write other forms
            $form = $current === Form::Lyo || $current === Form::Igbinary ? null : $current;
            return $this->sealed($id, Session::fromNative(Session::toNative($data, $form), $this->writes));
        } catch (LyoException $e) {
            trigger_error("The session is stored in the form $current->value: {$e->getMessage()}", E_USER_WARNING);
            return $data;
        }
    }
}
