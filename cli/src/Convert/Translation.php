<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Convert;

use Lyo\Exception\InexactException;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
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

/**
 * Translates stored data to another format without loading a class. Only the bytes of the value change. The head of a cache file, Base64 and
 * compression around them stay. Data that are not certainly a serialized value are not translated.
 */
final readonly class Translation
{
    /** Formats that can be recognised with certainty. JSON and msgpack cannot: digits may be a counter, and almost any bytes are valid msgpack. */
    private const FROM = [Format::Native, Format::Lyo, Format::LyoCarrier, Format::Igbinary1, Format::Igbinary2];

    /**
     * @param Format $to native, lyo, lyo-carrier or igbinary 2
     * @param Form|null $sessions if not null, the values are sessions; with $to = native they are written in this form
     * @param bool $scalars also translate serialize() text of strings, numbers, booleans and null, which Lyo's bridges write as such text
     */
    public function __construct(public Format $to, public ?Form $sessions = null, public bool $scalars = false) {}

    /** Returns the bytes to store, or the reason why the entry stays as it is. */
    public function of(Entry $entry): string|Stays
    {
        try {
            return match ($entry->origin) {
                Origin::Plain => Stays::Plain,
                Origin::Packed => Stays::Packed,
                Origin::Client => $this->to === Format::Lyo ? Stays::Client : $this->value($entry),
                Origin::Application => $this->sessions !== null ? $this->session($entry, $this->sessions) : $this->value($entry),
            };
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
        $envelope = Envelope::open($entry->data, $entry->text);
        $stays = match (true) {
            $envelope->format === $this->to => Stays::Already,
            !in_array($envelope->format, self::FROM, true) => $envelope->format === Format::SessionPhp || $envelope->format === Format::SessionPhpBinary ? Stays::Session : Stays::Other,
            $envelope->format === Format::Native && !$this->scalars && preg_match('/\A[sibdN]/', $envelope->data) === 1 => Stays::Scalar,
            default => null,
        };

        return $stays ?? $envelope->around(Translator::translate($envelope->data, $this->to, $envelope->format));
    }

    /**
     * @param Form $native the form to write if $to is native
     *
     * @throws LyoException if the data cannot be read or translated
     */
    private function session(Entry $entry, Form $native): string|Stays
    {
        $to = match ($this->to) {
            Format::Lyo, Format::LyoCarrier => Form::Lyo,
            Format::Native => $native,
            default => Form::Igbinary,
        };
        $form = Session::detect($entry->data);

        return match (true) {
            $entry->data === '', $form === $to => Stays::Already,
            $form === null => Stays::Unknown,
            default => Session::translate($entry->data, $to, $form),
        };
    }
}
