<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Dto;

use Symfony\Component\Serializer\Attribute\SerializedPath;
use Symfony\Component\Validator\Constraints as Assert;

/** What a form of several pages collects in the session. */
final class Registration
{
    #[Assert\NotBlank(groups: ["account"]), Assert\Email(mode: Assert\Email::VALIDATION_MODE_HTML5, groups: ["account"])]
    public ?string $email = null;

    #[Assert\PasswordStrength(minScore: Assert\PasswordStrength::STRENGTH_MEDIUM, groups: ["account"])]
    public ?string $password = null;

    #[Assert\NotBlank(groups: ["company"]), SerializedPath("[company][name]")]
    public ?string $company = null;

    #[Assert\Country(groups: ["company"])]
    public ?string $country = null;

    #[Assert\When("this.country in [\"DE\", \"FR\"]", [new Assert\NotBlank()], groups: ["company"])]
    public ?string $vat = null;

    #[Assert\Choice(choices: ["month", "year"], groups: ["plan"])]
    public string $interval = "month";

    #[Assert\Range(min: 1, max: 500, notInRangeMessage: "seats.range", groups: ["plan"])]
    public int $seats = 1;

    #[Assert\IsTrue(message: "terms.accept", groups: ["plan"])]
    public bool $terms = false;

    /** @var list<string> */
    #[Assert\Sequentially([new Assert\Count(min: 1), new Assert\All([new Assert\Url(requireTld: true)])])]
    public array $sites = [];
}
