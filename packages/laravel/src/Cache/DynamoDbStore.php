<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use Aws\Middleware;
use Aws\ResultInterface;
use Illuminate\Cache\DynamoDbStore as LaravelStore;
use Lyo\Laravel\Adopts;

/**
 * Laravel's cache store in DynamoDB. What is not UTF-8 has the type B, for bytes.
 *
 * @internal
 */
class DynamoDbStore extends LaravelStore
{
    use Adopts {
        adopt as private copy;
    }
    use PacksValues;

    /** What type() has packed: Laravel asks for the type of a value before it serializes the value. */
    private ?string $data = null;

    public static function adopt(LaravelStore $made): static
    {
        $ours = self::copy($made);
        // Laravel reads the types S and N.
        $attribute = $ours->valueAttribute;
        $ours->dynamo->getHandlerList()->appendInit(Middleware::mapResult(static fn (ResultInterface $result): ResultInterface => self::bytesAsText($result, $attribute)));

        return $ours;
    }

    /**
     * @param  mixed  $value
     */
    protected function type($value): string
    {
        if (is_numeric($value)) {
            return 'N';
        }
        $this->data = $this->packed($value);

        return preg_match('//u', $this->data) === 1 ? 'S' : 'B';
    }

    /**
     * @param  mixed  $value
     */
    protected function serialize($value): string
    {
        $data = is_numeric($value) ? (string) $value : $this->data ?? $this->packed($value);
        $this->data = null;

        return $data;
    }

    /**
     * @param  mixed  $value
     */
    protected function unserialize($value): mixed
    {
        return is_numeric($value) ? parent::unserialize($value) : (is_string($value) ? $this->unpack($value) : null);
    }

    /**
     * @param  ResultInterface<mixed>  $result
     * @return ResultInterface<mixed>
     */
    private static function bytesAsText(ResultInterface $result, string $attribute): ResultInterface
    {
        $read = static function (mixed $item) use ($attribute): mixed {
            if (is_array($item) && is_array($item[$attribute] ?? null) && isset($item[$attribute]['B'])) {
                $item[$attribute] = ['S' => $item[$attribute]['B']];
            }

            return $item;
        };
        if (isset($result['Item'])) {
            $result['Item'] = $read($result['Item']);
        }
        if (is_array($result['Responses'] ?? null)) {
            $result['Responses'] = array_map(static fn (mixed $items): mixed => is_array($items) ? array_map($read, $items) : $items, $result['Responses']);
        }

        return $result;
    }
}
