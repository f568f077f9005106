<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Convert;

use Lyo\Envelope\Algorithm;
use Lyo\Envelope\Dictionary;
use Lyo\Envelope\Options;
use Lyo\Envelope\Terms;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Format;
use Lyo\Implementation;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Envelope;

use function array_map;
use function count;
use function preg_match;
use function str_replace;
use function strlen;
use function substr;

/** The envelope of lyo that converted values get: checksum or signature, and compression. */
final readonly class Sealing
{
    /**
     * @param Options $options as lyo_serialize() takes them
     * @param string $context what a signature is bound to; "{key}" in it stands for the key of the entry
     * @param bool $sessions whether the entries are sessions, which are also bound to their id, as Lyo\Session\Handler does it
     */
    public function __construct(private Options $options, private string $context = '', private bool $sessions = false) {}

    /** Tells whether keys of signatures are given. */
    public function signs(): bool
    {
        return $this->options->sign !== null;
    }

    /** Returns what an envelope that is read may need. */
    public function reading(Entry $entry): Terms
    {
        $terms = $this->terms($entry);
        $terms->unsignedUntil = PHP_INT_MAX;

        return $terms;
    }

    /**
     * Returns data in an envelope; the data themselves if there is to be none.
     *
     * @param string $data lyo without an envelope
     *
     * @throws LyoException if this PHP cannot compress as wanted
     */
    public function around(string $data, Entry $entry): string
    {
        $terms = $this->terms($entry);
        if ($terms->isNone()) {
            return $data;
        }
        if ($terms->compress === Algorithm::Zstd && (!Algorithm::Zstd->available() || $terms->dictionaries !== [] && !Dictionary::available())) {
            $sealed = strlen($data) < $terms->minSize ? null : $this->byExtension($data, $terms, $entry);
            if ($sealed !== null) {
                return $sealed;
            }
            $terms->compress = null;
        }

        return Envelope::seal($data, $terms);
    }

    /**
     * Compresses with zstd of the extension lyo. It takes values and no bytes, so the result is opened and compared.
     *
     * @return string|null null for a value that is another one without its classes: it is not compressed
     */
    private function byExtension(string $data, Terms $terms, Entry $entry): ?string
    {
        Implementation::current() === Implementation::Extension || throw Failure::unavailable('zstd', 0);
        $carrier = Format::detect($data) === Format::LyoCarrier ? substr($data, 0, 4) : '';
        $payload = substr($data, $carrier === '' ? 0 : 4);
        try {
            $value = \lyo_unserialize($payload, ['allowed_classes' => false]);
            $sealed = \lyo_serialize($value, ['context' => $terms->context] + $this->options->forWriting());
        } catch (LyoException) {
            return null;
        }
        $opened = Envelope::open($sealed, terms: $this->reading($entry));

        return $opened->data === $payload ? $carrier . $sealed : null;
    }

    private function terms(Entry $entry): Terms
    {
        $terms = new Terms();
        $terms->checksum = $this->options->checksum || $this->options->sign !== null;
        $terms->compress = $this->options->compress === null ? null : Algorithm::named($this->options->compress);
        $terms->level = $this->options->level ?? (count($this->options->dictionaries) > 0 ? Dictionary::LEVEL : null);
        $terms->minSize = $this->options->minSize;
        $terms->minRatio = $this->options->minRatio;
        $terms->sign = $this->options->sign;
        $terms->context = $this->context($entry->key);
        $terms->dictionaries = array_map(static fn(string $bytes): Dictionary => new Dictionary($bytes), $this->options->dictionaries);

        return $terms;
    }

    private function context(string $key): string
    {
        $context = str_replace('{key}', $key, $this->context);

        return $this->sessions ? (new Options())->in($context)->within(self::id($key))->context : $context;
    }

    /** Returns the id of the session with this key: sess_ID is a file of PHP, PHPREDIS_SESSION:ID a key of phpredis, sf_sID one of Symfony. */
    private static function id(string $key): string
    {
        return preg_match('/\A(?:sf_s|.*[^A-Za-z0-9,-])?+([A-Za-z0-9,-]+)\z/s', $key, $match) === 1 ? $match[1] : $key;
    }
}
