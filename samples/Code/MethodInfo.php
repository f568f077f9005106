<?php

declare(strict_types=1);

namespace Lyo\Samples\Code;

final class MethodInfo
{
    /** @param list<ParameterInfo> $parameters */
    public function __construct(
        protected string $name,
        protected Visibility $visibility,
        protected bool $static,
        protected bool $abstract,
        protected bool $final,
        protected array $parameters,
        protected ?TypeInfo $returns,
    ) {}
}
