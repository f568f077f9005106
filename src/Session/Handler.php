<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Session;

use InvalidArgumentException;
use Lyo\ClassPolicy;
use Lyo\Envelope\Envelope;
use Lyo\Envelope\Options;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Functions\Configuration;
use Lyo\Functions\Options as LyoOptions;
use Lyo\Native\ClassNames;
use SensitiveParameter;
use SessionHandler;
use SessionHandlerInterface;
use SessionIdInterface;
use SessionUpdateTimestampHandlerInterface;
use UnexpectedValueException;

use function clearstatcache;
use function count;
use function end;
use function explode;
use function function_exists;
use function get_cfg_var;
use function implode;
use function ini_get;
use function ini_set;
use function is_file;
use function is_string;
use function preg_match;
use function session_create_id;
use function session_set_save_handler;
use function strlen;
use function sys_get_temp_dir;
use function trigger_error;

/**
 * A save handler for sessions that writes them to another save handler in the form that you choose, and reads sessions in every form. It needs no
 * extension.
 *
 * PHP itself encodes and decodes the variables, in the form of the setting session.serialize_handler. This class only translates that data to the
 * stored form and back. So the hooks of objects run as often as without this class, and no class is loaded here.
 */
final class Handler implements SessionHandlerInterface, SessionIdInterface, SessionUpdateTimestampHandlerInterface
{
    /** The form that is stored. */
    private readonly Form $writes;
    private readonly ?Options $envelope;
    /** Whether the inner handler is PHP's own for files. */
    private readonly bool $files;
    /** The path that open() was called with. */
    private string $path = '';
    /** Id of the open session; null before it is read, and after it was closed. */
    private ?string $id = null;
    /** The stored data of the open session, as they were read. */
    private string $stored = '';
    /** The form of the stored data; null if they could not be read. */
    private ?Form $form = null;
    /** The data that read() has returned to PHP. */
    private string $text = '';
    /** Whether the stored data could not be read, and have not been replaced since. */
    private bool $unread = false;
    /** @var array<string, string> data that validateId() has read, by id */
    private array $found = [];

    /**
     * @param SessionHandlerInterface $inner save handler that stores the sessions; SessionHandler uses the one of session.save_handler
     * @param Form|string|null $writes form that is stored; null for that of session.serialize_handler at this moment, and of lyo.session_write
     * @param ClassPolicy|null $classes allowed classes; null for all. A session with an object of another class, or of a missing one, cannot be
     *        read.
     * @param bool $throws throw an exception for data that cannot be read, instead of a warning and an empty session
     * @param Options|array<mixed>|null $envelope envelope of sessions in the form lyo: checksum, compression, signature. An array has the options by
     *        name, and "checksum" is true unless it is given; null means an empty array. A signature covers the id of the session, so that nobody
     *        can replace one session by another. If there is a context, it comes before the id.
     *
     * @throws UnexpectedValueException if the form does not exist, or has no envelope
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
        $this->files = $inner::class === SessionHandler::class && ini_get('session.save_handler') === 'files';
        if ($envelope !== null && $this->writes !== Form::Lyo) {
            throw new UnexpectedValueException("Sessions in the form {$this->writes->value} can have no envelope: it takes the form lyo");
        }
        $this->envelope = $this->writes !== Form::Lyo || $envelope instanceof Options ? $envelope : Configuration::options($envelope ?? []);
    }

    /**
     * Registers a handler for the sessions of this request. It also sets session.serialize_handler to php_serialize, because data in this form can hold
     * every key. If ini_set() is disabled, the setting stays, and the keys of the session have the limits of its form.
     *
     * @param Options|array<mixed>|null $envelope as for the constructor
     *
     * @return bool false if a session is active, or headers have been sent already
     *
     * @throws UnexpectedValueException if the form does not exist
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
            && (!function_exists('ini_set') || ini_set('session.serialize_handler', Form::PhpSerialize->value) !== false);
    }

    public function open(string $path, string $name): bool
    {
        $this->forget();
        $this->path = $path;
        return $this->inner->open($path, $name);
    }

    public function close(): bool
    {
        $this->forget();
        return $this->inner->close();
    }

    /** @throws LyoException if the data cannot be read and $throws is set */
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

    /** PHP calls this method instead of write() if session.lazy_write is on and the data are those that read() has returned. */
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

    /** If the inner handler cannot validate ids, an id is valid if there is a file for it, or if data are stored under it. */
    public function validateId(string $id): bool
    {
        if ($this->inner instanceof SessionUpdateTimestampHandlerInterface) {
            return $this->inner->validateId($id);
        }
        if ($this->files) { // reading would create the file
            return self::isStored($this->path, $id);
        }
        if ($this->id !== null) {
            return $id === $this->id; // called by session_create_id(); reading another session would release the lock of this one
        }
        $stored = $this->inner->read($id);
        if ($stored === false) {
            return false;
        }
        $this->found = [$id => $stored];
        return $stored !== '';
    }

    /**
     * Tells whether there is a file for an id.
     *
     * @param string $path as session.save_path: the folder, before it perhaps the number of levels of folders and the mode of files
     */
    private static function isStored(string $path, string $id): bool
    {
        $parts = explode(';', $path);
        $folder = end($parts) === '' ? sys_get_temp_dir() : end($parts);
        $levels = count($parts) > 1 ? (int) $parts[0] : 0;
        if (preg_match('/\A[A-Za-z0-9,-]{1,256}\z/', $id) !== 1 || strlen($id) <= $levels) {
            return false;
        }
        for ($i = 0; $i < $levels; $i++) {
            $folder .= "/$id[$i]";
        }
        clearstatcache(true, "$folder/sess_$id");
        $is = @is_file("$folder/sess_$id");
        clearstatcache(true, "$folder/sess_$id"); // PHP's handler deletes files without it
        return $is;
    }

    private static function named(string $form): Form
    {
        return Form::tryFrom($form)
            ?? throw new UnexpectedValueException("\"$form\" is not a form of sessions: lyo, php_serialize, php, php_binary, igbinary");
    }

    /** Returns the form that PHP would store without this class. For the handler "lyo" it is that of lyo.session_write, also if the extension is not loaded. */
    private static function setting(): string
    {
        $handler = (string) ini_get('session.serialize_handler');
        $form = $handler === 'lyo' ? ini_get('lyo.session_write') ?: get_cfg_var('lyo.session_write') : false;
        return is_string($form) ? $form : $handler;
    }

    /** Returns the form in which PHP passes sessions to this class and gets them back. */
    private static function current(): Form
    {
        return self::named((string) ini_get('session.serialize_handler'));
    }

    /**
     * Tells whether the stored data are kept. This is so if the session is unchanged and already stored in the form to write, or if the stored data
     * could not be read and the session is still empty.
     */
    private function isUntouched(string $id, string $data): bool
    {
        return $id === $this->id && ($this->unread ? self::isEmpty($data) : $this->form === $this->writes && $data === $this->text && $this->isSealed($id));
    }

    /** Tells whether the stored data have the signature that they would get now. Data without a signature, or with that of an old key, are written again. */
    private function isSealed(string $id): bool
    {
        return $this->envelope?->sign === null || $this->sealed($id, $this->opened($id, $this->stored)) === $this->stored;
    }

    /**
     * Opens the envelope of stored data, and returns what is in it.
     *
     * @throws LyoException
     */
    private function opened(string $id, string $stored): string
    {
        return $this->envelope === null ? $stored : Envelope::open($stored, LyoOptions::forReading($this->envelope->within($id)->forReading())->envelope);
    }

    /**
     * Puts data into an envelope.
     *
     * @throws LyoException
     */
    private function sealed(string $id, string $payload): string
    {
        return $this->envelope === null ? $payload : Envelope::seal($payload, LyoOptions::forWriting($this->envelope->within($id)->forWriting())->envelope);
    }

    /** Tells whether the data are a session without variables. */
    private static function isEmpty(string $data): bool
    {
        try {
            return Session::toNative($data) === 'a:0:{}';
        } catch (LyoException) {
            return false;
        }
    }

    /** Forgets the session that was read. */
    private function forget(): void
    {
        $this->id = null;
        $this->stored = '';
        $this->form = null;
        $this->text = '';
        $this->unread = false;
        $this->found = [];
    }

    /**
     * Translates stored data to the form in which PHP wants them, and checks the classes in them.
     *
     * @throws LyoException
     */
    private function translate(string $stored): string
    {
        $form = Session::detect($stored) ?? throw Failure::unknownFormat('its form is unknown');
        $text = Session::toNative($stored, $form);
        $this->classes?->orThrow()->check($text);
        Session::checkPayloads($text, $form, $this->classes);
        $missing = ClassNames::missingCases($text);
        if ($missing !== []) {
            throw Failure::mismatch('Enum case not found: ' . implode(', ', $missing)); // PHP would destroy the session
        }
        $current = self::current();
        // In the forms php and php_binary integer keys become names of digits, which PHP returns unchanged.
        $handed = $form === $current ? $stored : Session::fromNative($text, $current, true);
        $this->form = $form;
        return $handed;
    }

    /** Translates data from PHP to the stored form. If that is not possible, there is a warning, and the data are stored as they are. */
    private function pack(string $id, string $data): string
    {
        $current = self::current();
        if ($current === $this->writes && $current !== Form::Lyo && $current !== Form::Igbinary) {
            return $data;
        }
        try {
            // the handlers "lyo" and "igbinary" have settings with which they write other forms, so the form is detected
            $form = $current === Form::Lyo || $current === Form::Igbinary ? null : $current;
            return $this->sealed($id, Session::fromNative(Session::toNative($data, $form), $this->writes));
        } catch (LyoException $e) {
            trigger_error("The session is stored in the form $current->value: {$e->getMessage()}", E_USER_WARNING);
            return $data;
        }
    }
}
