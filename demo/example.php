<?php

declare(strict_types=1);

final class User
{
    public function __construct(public readonly int $id, public string $name, public ?User $invitedBy = null) {}
}

$users = [];
for ($id = 1; $id <= 100; $id++) {
    $users[] = new User($id, "user$id", $users[0] ?? null);
}

$bytes = lyo_serialize($users);
printf("serialize(): %d bytes, lyo: %d bytes\n", strlen(serialize($users)), strlen($bytes));
var_dump(serialize(lyo_unserialize($bytes)) === serialize($users));
