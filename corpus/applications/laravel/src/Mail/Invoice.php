<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Mail;

use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Mail\Mailable;
use Illuminate\Queue\SerializesModels;

final class Invoice extends Mailable implements ShouldQueue
{
    use Queueable;
    use SerializesModels;

    /** @param list<array{name: string, quantity: int, price: string}> $lines */
    public function __construct(public string $number, public array $lines, public string $total) {}

    public function build(): self
    {
        return $this->subject('Invoice ' . $this->number)->markdown('mail.invoice');
    }
}
