<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use Lyo\Compression;
use Lyo\Envelope\Envelope as Sealed;
use Lyo\Envelope\Opening;
use Lyo\Envelope\Terms;
use Lyo\Exception\LyoException;
use Lyo\Exception\SignatureException;
use Lyo\Exception\UnavailableException;
use Lyo\Failure;
use Lyo\Format;
use Lyo\Tools\Packed\Algorithm;
use Lyo\Translator;
use Lyo\Wire\ErrorCode;

use function array_column;
use function array_filter;
use function array_map;
use function array_slice;
use function array_values;
use function count;
use function implode;
use function in_array;
use function str_starts_with;
use function strlen;
use function substr;

/**
 * A stored value and what it is wrapped in: the head of a cache file, Base64, compression of a client, tags, an envelope of lyo. open() removes
 * these layers, and around() puts the same layers around other bytes. All commands read stored data in this way.
 */
final class Envelope
{
    /**
     * @param list<Layer> $layers from the outside to the inside
     * @param string|null $sealed description of an envelope of lyo; null if there is none
     * @param Terms|null $again what makes the same envelope of lyo; null if there is none, or if it needs a key
     */
    private function __construct(
        /** Bytes of the value, without layers. */
        public readonly string $data,
        public readonly Format $format,
        public readonly array $layers,
        public readonly ?string $sealed,
        public readonly ?Terms $again,
        /** Whether the envelope of lyo has a signature that was not verified. */
        public readonly bool $isSigned,
    ) {}

    /**
     * Removes all layers from stored data.
     *
     * @param Text $text what the place of the data can hold; it decides which text is taken for Base64
     * @param Algorithm|null $client what the client of the store says that it has compressed the data with, behind their size
     * @param Format|null $format the format of the data, with their first layer; null to find it out
     * @param Terms|null $terms keys of signatures, and dictionaries; this method sets its maxUnpacked to the limit of the commands
     *
     * @throws LyoException if the data are damaged, in an unknown format, or compressed with something that nothing here can unpack
     */
    public static function open(string $stored, Text $text = Text::Bytes, ?Algorithm $client = null, ?Format $format = null, ?Terms $terms = null): self
    {
        $layers = [];
        $data = $stored;
        $detected = null;
        while (true) {
            if (count($layers) > Compression::WRAPS) {
                throw Failure::limit('data that are wrapped too often, ' . self::named($layers), 0);
            }
            if ($client !== null) {
                $layer = Layer::client($client, substr($data, 0, 4));
                $client = null;
            } elseif ($format !== null) {
                $detected = $format;
                $layer = $format->wraps() ? Layer::format($format, $data) : null;
                $format = null;
            } else {
                [$layer, $detected] = Layer::outermost($data, $text, $layers === []);
            }
            if ($layer === null) {
                break;
            }
            $data = $layer->open($data);
            $layers[] = $layer;
        }
        $detected ??= throw Failure::unknownFormat($layers === [] ? 'data of an unknown format' : 'data of an unknown format within ' . self::named($layers));

        // Base64 of a place for text only: whatever is stored there later may need it.
        $layers = $text !== Text::Bytes && ($layers === [] || $layers[0]->name === 'base64') ? [Layer::text($text, $layers !== []), ...array_slice($layers, 1)] : $layers;

        $terms ??= new Terms();
        $terms->maxUnpacked = Compression::LIMIT;

        return self::unsealed($data, $detected, $layers, $terms);
    }

    /**
     * Removes all layers from the data of an entry.
     *
     * @param Terms|null $terms as for open()
     *
     * @throws LyoException as open()
     */
    public static function of(Entry $entry, ?Terms $terms = null): self
    {
        return self::open($entry->data, $entry->text, $entry->packed, terms: $terms);
    }

    /** Returns the names of the layers and of the format, from the outside to the inside: "file of Symfony > zlib > native". */
    public function path(): string
    {
        $around = self::named($this->layers);

        return ($around === '' ? '' : "$around > ") . ($this->sealed === null ? '' : "envelope ($this->sealed) > ") . $this->format->value;
    }

    /**
     * Returns the value as serialize() text.
     *
     * @throws LyoException if the data are damaged
     */
    public function native(): string
    {
        return Translator::toNative($this->data, $this->format);
    }

    /** Tells whether the envelope of lyo has a signature, and it was verified. */
    public function isVerified(): bool
    {
        return !$this->isSigned && $this->sealed !== null && str_starts_with($this->sealed, 'signed');
    }

    /** Tells whether there is a layer with this name. */
    public function has(string $name): bool
    {
        return in_array($name, array_column($this->layers, 'name'), true);
    }

    /**
     * Puts the same layers around other bytes. An envelope of lyo is not one of them.
     *
     * @throws LyoException if the data had a compression that nothing here can write
     */
    public function around(string $data): string
    {
        for ($layer = count($this->layers) - 1; $layer >= 0; $layer--) {
            $data = $this->layers[$layer]->around($data);
        }

        return $data;
    }

    /** Puts an envelope of lyo around data in this format. */
    public static function seal(string $data, Terms $terms): string
    {
        $carrier = Format::detect($data) === Format::LyoCarrier ? substr($data, 0, 4) : '';

        return $carrier . Sealed::seal(substr($data, strlen($carrier)), $terms);
    }

    /**
     * Removes an envelope of lyo. A newline behind it, or behind data whose end is known, is a layer of its own.
     *
     * @param list<Layer> $layers
     */
    private static function unsealed(string $data, Format $format, array $layers, Terms $terms): self
    {
        $carrier = $format === Format::LyoCarrier ? substr($data, 0, 4) : '';
        $inner = substr($data, strlen($carrier));
        if (($format !== Format::Lyo && $format !== Format::LyoCarrier) || !Sealed::is($inner)) {
            return new self($data, $format, $layers, null, null, false);
        }
        try {
            [$payload, $opening, $isSigned] = self::unseal($inner, $terms);
        } catch (LyoException $e) {
            if ($inner[strlen($inner) - 1] !== "\n" || $layers !== []) {
                throw $e;
            }
            [$payload, $opening, $isSigned] = self::unseal(substr($inner, 0, -1), $terms);
            $layers = [Layer::newline()];
        }

        return new self($carrier . $payload, $format, $layers, $opening->description(), $opening->again(), $isSigned);
    }

    /** @return array{string, Opening, bool} the payload, its envelope, and whether its signature was not verified */
    private static function unseal(string $data, Terms $terms): array
    {
        try {
            $opening = new Opening($data, $terms);

            return [$opening->payload(), $opening, false];
        } catch (SignatureException | UnavailableException $e) {
            if ($e instanceof SignatureException && !str_starts_with($e->getMessage(), ErrorCode::SignatureKey->message())) {
                throw $e;
            }
            // Without verification the extension lyo can unpack zstd. A checksum is verified in any case. A signature is verified before anything
            // is unpacked, so where only the compression is missing, it has been.
            $opening = new Opening($data, $terms, false);
            $payload = $opening->payload();

            return [$payload, $opening, $e instanceof SignatureException && str_starts_with($opening->description(), 'signed')];
        }
    }

    /** @param list<Layer> $layers */
    private static function named(array $layers): string
    {
        return implode(' > ', array_map(static fn(Layer $layer): string => $layer->name, array_values(array_filter($layers, static fn(Layer $layer): bool => $layer->name !== '' && $layer->name !== 'newline'))));
    }
}
