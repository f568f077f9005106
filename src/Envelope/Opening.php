<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Envelope;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Pure\Tokens;
use Lyo\Wire\Algorithm as Number;
use Lyo\Wire\Entry;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;

use function addcslashes;
use function ord;
use function strlen;
use function substr;

/**
 * Takes an envelope off. Nothing but its first entry is looked at before its code has been verified.
 *
 * @internal
 */
final class Opening extends Tokens
{
    /** Where the content begins; the entries end there. */
    private int $content;
    private ?Algorithm $compression = null;
    /** Name of the key that has signed it, or "" for a checksum. */
    private string $key = '';
    private int $unpackedSize = 0;
    /** Name of the dictionary, or "". */
    private string $dictionary = '';
    /** Offset of the entry of the compression. */
    private int $compressionAt = 0;

    /**
     * @param string $data what Envelope::is()
     * @param bool $verify false for whoever only shows it, and need not have the key: a signature is then not looked at
     */
    public function __construct(string $data, private readonly Terms $terms, private readonly bool $verify = true)
    {
        $this->data = $data;
        $this->end = strlen($data);
    }

    /** @throws LyoException */
    public function payload(): string
    {
        $all = $this->end;
        $this->size();
        $this->end = $this->content;
        $this->short = ErrorCode::Size;
        $first = $this->at;
        $id = ord($this->data[$first]);
        $size = match ($id) {
            Entry::CHECKSUM => $this->verifyChecksum($all),
            Entry::SIGNATURE => $this->verifySignature($all),
            default => throw $this->fail(ErrorCode::Envelope, $first),
        };
        $this->others();
        $content = substr($this->data, $this->content, $all - $size - $this->content);
        if ($this->compression !== null) {
            $content = $this->unpack($this->compression, $content);
        }
        Envelope::refuse($content);
        return $content;
    }

    /** What the envelope is, once the payload has been taken out: "checksum, zlib". */
    public function description(): string
    {
        $code = $this->key === '' ? 'checksum' : 'signed with "' . addcslashes($this->key, "\0..\37\177..\377\"\\") . '"' . ($this->verify ? '' : ', not verified');
        return $this->compression === null ? $code : "$code, {$this->compression->name()}" . ($this->dictionary === '' ? '' : ' with ' . Dictionary::describe($this->dictionary));
    }

    /** The same protection and compression for another payload; null if it takes a key. */
    public function again(): ?Terms
    {
        $terms = new Terms();
        $terms->checksum = true;
        $terms->compress = $this->compression;
        $terms->minSize = 0;
        $terms->minRatio = 1;
        return $this->key === '' ? $terms : null;
    }

    /** Of the header. */
    private function size(): void
    {
        if (ord($this->data[1]) !== Envelope::HEAD) {
            throw $this->fail(ErrorCode::Reserved, 1);
        }
        $this->at = 2;
        $size = $this->varlen(2);
        if ($size < 0 || $size > $this->end - $this->at) {
            throw $this->ended(2);
        }
        if ($size === 0) {
            throw $this->fail(ErrorCode::Envelope, 2);
        }
        $this->content = $this->at + $size;
    }

    /** The data of the entry that begins here. */
    private function entry(): string
    {
        $token = $this->at++;
        $size = $this->varlen($token);
        $from = $this->skip($size < 0 ? PHP_INT_MAX : $size, $token);
        return substr($this->data, $from, $size);
    }

    /** Returns the size of the code. */
    private function verifyChecksum(int $all): int
    {
        $first = $this->at;
        if ($this->entry() !== '') {
            throw $this->fail(ErrorCode::Size, $first);
        }
        $code = $this->code($all, Limit::CHECKSUM);
        if (!$this->terms->mayBeUnsigned()) {
            throw $this->fail(ErrorCode::Unsigned, 0);
        }
        if (Envelope::checksum(substr($this->data, 0, -Limit::CHECKSUM)) !== $code) {
            throw $this->fail(ErrorCode::Checksum, $first);
        }
        return Limit::CHECKSUM;
    }

    /** Returns the size of the code. */
    private function verifySignature(int $all): int
    {
        $first = $this->at;
        $entry = $this->entry();
        if (strlen($entry) < 2 || strlen($entry) > 1 + Limit::KEY_ID) {
            throw $this->fail(ErrorCode::Size, $first);
        }
        if (ord($entry[0]) !== Number::HMAC_SHA_256_128) {
            throw $this->fail(ErrorCode::Entry, $first);
        }
        $code = $this->code($all, Limit::CODE);
        $ring = $this->terms->sign;
        $this->key = $name = substr($entry, 1);
        if (!$this->verify) {
            return Limit::CODE;
        }
        if ($ring === null || !$ring->has($name)) {
            throw $this->fail(ErrorCode::SignatureKey, $first);
        }
        if (!$ring->verifies($name, $this->terms->context, substr($this->data, 0, -Limit::CODE), $code)) {
            throw $this->fail(ErrorCode::Signature, $first);
        }
        return Limit::CODE;
    }

    private function code(int $all, int $size): string
    {
        if ($all - $this->content < $size) {
            throw Failure::truncated($this->content);
        }
        return substr($this->data, -$size);
    }

    /** Entries behind the first. */
    private function others(): void
    {
        $before = Entry::SIGNATURE & ~Entry::CRITICAL; // either that or a checksum was the first
        while ($this->at < $this->end) {
            $token = $this->at;
            $id = ord($this->data[$token]);
            $number = $id & ~Entry::CRITICAL;
            if ($number <= $before) {
                throw $this->fail(ErrorCode::Envelope, $token);
            }
            if ($id !== Entry::COMPRESSION && ($id & Entry::CRITICAL) !== 0) {
                throw $this->fail(ErrorCode::Entry, $token);
            }
            $this->entry();
            if ($id === Entry::COMPRESSION) {
                $this->compression($token);
            }
            $before = $number;
        }
    }

    /** Its entry, which is as long as it says. */
    private function compression(int $token): void
    {
        [$all, $end] = [$this->end, $this->at];
        $this->at = $token + 1;
        $this->varlen($token);
        $this->end = $end;
        if ($this->at === $end) {
            throw $this->fail(ErrorCode::Size, $token);
        }
        $this->compression = Algorithm::tryFrom(ord($this->data[$this->at++])) ?? throw $this->fail(ErrorCode::Entry, $token);
        $this->unpackedSize = $this->varlen($token);
        $left = $end - $this->at;
        if ($left !== 0 && ($this->compression !== Algorithm::Zstd || $left !== Dictionary::NAME)) {
            throw $this->fail(ErrorCode::Size, $token);
        }
        $this->dictionary = substr($this->data, $this->at, $left);
        $this->compressionAt = $token;
        [$this->at, $this->end] = [$end, $all];
    }

    private function unpack(Algorithm $algorithm, string $content): string
    {
        $size = $this->unpackedSize;
        $limit = $this->terms->maxUnpacked;
        if ($size < 0 || $size > PHP_INT_MAX >> 1 || ($limit !== 0 && $size > $limit)) {
            throw $this->fail(ErrorCode::Unpacked, $this->compressionAt);
        }
        if (!$this->verify && $algorithm === Algorithm::Zstd && (!$algorithm->available() || !Dictionary::available())) {
            $payload = ByExtension::unpack($content, $size, $this->dictionary());
            if ($payload !== null) {
                return $payload;
            }
        }
        if (!$algorithm->available()) {
            throw Failure::unavailable($algorithm->name(), $this->compressionAt);
        }
        if ($this->dictionary !== '' && !Dictionary::available()) {
            throw Failure::unavailable(Dictionary::NEEDS, $this->compressionAt);
        }
        $dictionary = $this->dictionary();
        if ($dictionary !== null && $dictionary->compress('', 1) === null) {
            throw $this->withoutDictionary();
        }
        return $algorithm->unpack($content, $size, $dictionary) ?? throw $this->fail(ErrorCode::Compression, $this->content);
    }

    /** Returns the dictionary that the envelope names; null if it names none. */
    private function dictionary(): ?Dictionary
    {
        return $this->dictionary === '' ? null : $this->terms->dictionaryNamed($this->dictionary) ?? throw $this->withoutDictionary();
    }

    private function withoutDictionary(): LyoException
    {
        return Failure::unavailable(Dictionary::describe($this->dictionary), $this->compressionAt);
    }
}
