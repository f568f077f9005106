<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

/** The tables that a new application of Laravel has. */
return new class extends Migration {
    public function up(): void
    {
        $tables = [
            'users' => ['id' => 'id', 'string' => ['name', 'email', 'password'], 'timestamp' => ['email_verified_at'], 'rememberToken' => null, 'timestamps' => null],
            'cache' => ['text' => ['value'], 'bigInteger' => ['expiration']],
            'cache_locks' => ['string' => ['owner'], 'bigInteger' => ['expiration']],
            'sessions' => ['foreignId' => ['user_id'], 'string' => ['ip_address'], 'text' => ['user_agent', 'payload'], 'integer' => ['last_activity']],
            'jobs' => ['id' => 'id', 'string' => ['queue'], 'longText' => ['payload'], 'unsignedTinyInteger' => ['attempts'], 'unsignedInteger' => ['reserved_at', 'available_at', 'created_at']],
            'job_batches' => ['string' => ['name'], 'integer' => ['total_jobs', 'pending_jobs', 'failed_jobs', 'cancelled_at', 'created_at', 'finished_at'], 'longText' => ['failed_job_ids'], 'mediumText' => ['options']],
            'failed_jobs' => ['id' => 'id', 'string' => ['uuid'], 'text' => ['connection', 'queue'], 'longText' => ['payload', 'exception']],
        ];
        foreach ($tables as $name => $columns) {
            Schema::create($name, static function (Blueprint $table) use ($name, $columns): void {
                match ($name) {
                    'cache', 'cache_locks' => $table->string('key')->primary(),
                    'sessions', 'job_batches' => $table->string('id')->primary(),
                    default => null,
                };
                foreach ($columns as $type => $names) {
                    if (!is_array($names)) {
                        $table->$type();
                        continue;
                    }
                    foreach ($names as $column) {
                        $table->$type($column)->nullable();
                    }
                }
                $name === 'failed_jobs' && $table->timestamp('failed_at')->useCurrent();
            });
        }
    }

    public function down(): void
    {
        foreach (['users', 'cache', 'cache_locks', 'sessions', 'jobs', 'job_batches', 'failed_jobs'] as $name) {
            Schema::dropIfExists($name);
        }
    }
};
