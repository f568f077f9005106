<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Session;

use Lyo\Bridge\Settings;
use Lyo\Bridge\Writes;
use Lyo\Session\Form;
use Lyo\Session\Handler;

/**
 * Decides in each process what sessions are written as.
 *
 * @internal
 */
final class HandlerFactory
{
    /**
     * @param array<string, mixed> $settings "writes", "every_host_reads" and the options of an envelope
     */
    public static function create(\SessionHandlerInterface $inner, #[\SensitiveParameter] array $settings): Handler
    {
        $packer = Settings::packer($settings);

        return match ($packer->writes) {
            Writes::Lyo => new Handler($inner, Form::Lyo, envelope: array_diff_key($settings, ['writes' => 0, 'every_host_reads' => 0])),
            Writes::Igbinary => new Handler($inner, Form::Igbinary),
            default => new Handler($inner),
        };
    }
}
