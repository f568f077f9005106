<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Convert;

use Lyo\Exception\InexactException;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Exception\SignatureException;
use Lyo\Exception\UnavailableException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Format;
use Lyo\Session\Form;
use Lyo\Session\Session;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Envelope;
use Lyo\Tools\Store\Origin;
use Lyo\Translator;

use function in_array;
use function preg_match;
use function str_starts_with;

/**
 * Translates stored data to another format without loading a class. Only the bytes of the value change. The head of a cache file, Base64 and
 * compression around them stay. Data that are not certainly a serialized value are not translated.
 */
final readonly class Translation
{
    /** Formats that can be recognised with certainty. JSON and msgpack cannot: digits may be a counter, and almost any bytes are valid msgpack. */
    private const FROM = [Format::Native, Format::Lyo, Format::LyoCarrier, Format::Igbinary1, Format::Igbinary2];

    /** Those of FROM that their first bytes alone tell from all other data. */
    private const MARKED = [Format::Lyo, Format::LyoCarrier, Format::Igbinary1, Format::Igbinary2];

    /**
     * @param Format $to native, lyo, lyo-carrier or igbinary 2
     * @param Form|null $sessions if not null, the values are sessions; with $to = native they are written in this form
     * @param bool $scalars also translate serialize() text of strings, numbers, booleans and null, which Lyo's bridges write as such text
     * @param Sealing|null $sealing the envelope of lyo that all values get; null to keep what they have
     */
    public function __construct(public Format $to, public ?Form $sessions = null, public bool $scalars = false, private ?Sealing $sealing = null) {}

    /** Returns the bytes to store, or the reason why the entry stays as it is. */
    public function of(Entry $entry): string|Stays
    {
        try {
            return match ($entry->origin) {
                Origin::Plain => Stays::Plain,
                Origin::Client => $this->to === Format::Lyo ? Stays::Client : $this->value($entry),
                Origin::Application => $this->sessions !== null ? $this->session($entry, $this->sessions) : $this->value($entry),
            };
        } catch (UnavailableException) {
            return Stays::Packed;
        } catch (SignatureException) {
            return Stays::Unverified;
        } catch (UnknownFormatException) {
            return Stays::Unknown;
        } catch (LimitException) {
            return Stays::Limit;
        } catch (InexactException) {
            return Stays::Inexact;
        } catch (LyoException) {
            return Stays::Damaged;
        }
    }

    /** @throws LyoException if the data cannot be read or translated */
    private function value(Entry $entry): string|Stays
    {
        $envelope = Envelope::of($entry, $this->sealing?->reading($entry));
        $stays = match (true) {
            $envelope->has('slashes') => Stays::Message,
            $envelope->isSigned && ($envelope->format !== $this->to || $this->sealing !== null) => Stays::Signed, // what nobody has verified is not signed again
            $envelope->format === $this->to => $this->sealing === null || !$this->isLyo() ? $this->already($envelope, $entry) : null,
            !in_array($envelope->format, self::FROM, true) => $envelope->format === Format::SessionPhp || $envelope->format === Format::SessionPhpBinary ? Stays::Session : Stays::Other,
            $envelope->format === Format::Native && !$this->scalars && preg_match('/\A[sibdN]/', $envelope->data) === 1 => Stays::Scalar,
            default => null,
        };
        if ($stays !== null) {
            return $stays;
        }
        $data = $envelope->format === $this->to ? $envelope->data : Translator::translate($envelope->data, $this->to, $envelope->format);
        if ($this->isLyo()) {
            $data = $this->sealing !== null ? $this->sealing->around($data, $entry) : ($envelope->again === null ? $data : Envelope::seal($data, $envelope->again));
        }
        $data = $envelope->around($data);

        return $data === $entry->data ? Stays::Already : $data;
    }

    /** @throws LyoException if the data are damaged */
    private function already(Envelope $envelope, Entry $entry): string|Stays
    {
        $envelope->native();
        // Tags of Symfony may be in another format than the value.
        $data = $this->isLyo() || !$envelope->has(Format::TagAware->value) ? $entry->data : $envelope->around($envelope->data);

        return $data === $entry->data ? Stays::Already : $data;
    }

    private function isLyo(): bool
    {
        return $this->to === Format::Lyo || $this->to === Format::LyoCarrier;
    }

    /**
     * Tells whether the translation loses an envelope of lyo, because the new format has none, and whether the value had no signature, although keys
     * of signatures are given.
     *
     * @return array{unsealed: bool, unsigned: bool}
     */
    public function protection(Entry $entry): array
    {
        $loses = !$this->isLyo() && $this->sessions === null;
        $verifies = $this->sealing?->signs() ?? false;
        if (!$loses && !$verifies) {
            return ['unsealed' => false, 'unsigned' => false];
        }
        try {
            $envelope = Envelope::of($entry, $this->sealing?->reading($entry));
        } catch (LyoException) { // a session in the form of PHP has no envelope
            return ['unsealed' => false, 'unsigned' => $verifies];
        }

        return ['unsealed' => $loses && $envelope->sealed !== null, 'unsigned' => $verifies && !$envelope->isVerified()];
    }

    /**
     * @param Form $native the form to write if $to is native
     *
     * @throws LyoException if the data cannot be read or translated
     */
    private function session(Entry $entry, Form $native): string|Stays
    {
        if (in_array(Format::detect($entry->data), self::MARKED, true)) {
            // Nothing else begins like these formats. What cannot be read is damaged, signed or packed, and counts as left.
            $data = $this->value($entry);

            return match (true) {
                $data instanceof Stays, $this->to !== Format::Native => $data,
                str_starts_with($data, 'a:') => Session::fromNative($data, $native),
                default => Stays::Unknown, // a session is an array
            };
        }
        $form = Session::detect($entry->data);
        if ($form === null) {
            return $entry->data === '' ? Stays::Already : $this->packedSession($entry, $native);
        }
        if ($this->to === Format::Native) {
            return $form === $native ? Stays::Already : Session::translate($entry->data, $native, $form);
        }
        $data = Translator::translate(Session::translate($entry->data, Form::PhpSerialize, $form), $this->to, Format::Native);

        return $this->sealing !== null && $this->isLyo() ? $this->sealing->around($data, $entry) : $data;
    }

    /**
     * Translates a session that phpredis or another client has compressed.
     *
     * @throws LyoException
     */
    private function packedSession(Entry $entry, Form $native): string|Stays
    {
        $envelope = Envelope::open($entry->data, $entry->text, $entry->packed, terms: $this->sealing?->reading($entry));
        if ($envelope->isSigned) {
            return Stays::Signed;
        }
        if ($envelope->data === $entry->data || !in_array($envelope->format, [Format::SessionPhp, Format::SessionPhpBinary, ...self::FROM], true)) {
            return Stays::Unknown;
        }
        $data = $this->session(new Entry($entry->key, $envelope->data), $native);

        return $data instanceof Stays ? $data : $envelope->around($data);
    }
}
