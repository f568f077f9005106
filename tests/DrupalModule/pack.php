<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   php tests/DrupalModule/pack.php WEB FROM FILE   WEB is the folder web of a site with the module and the extension
//
// Writes copies of the database FROM, in which bins are compressed in other ways. FILE has the ways as JSON: the file of a copy => the options of
// lyo_serialize() by table. Prints for each copy the bytes of all values, and the CPU time that they take to write, in milliseconds.

declare(strict_types=1);

use Drupal\Core\DrupalKernel;
use Lyo\Bridge\Drupal\Packed;
use Symfony\Component\HttpFoundation\Request;

[, $web, $from, $file] = $argv;
chdir($web);
$loader = require 'autoload.php';
$kernel = DrupalKernel::createFromRequest(Request::create('http://localhost/en'), $loader, 'prod');
$kernel->boot(); // for the classes of the values
$kernel->preHandle(Request::create('http://localhost/en'));
foreach (json_decode((string) file_get_contents($file), true, flags: JSON_THROW_ON_ERROR) as $copy => $tables) {
    copy($from, $copy);
    $database = new PDO("sqlite:$copy", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
    $database->beginTransaction();
    $bytes = 0;
    $pieces = [];
    foreach ($tables as $table => $options) {
        $update = $database->prepare("UPDATE $table SET data = ? WHERE cid = ?");
        foreach ($database->query("SELECT cid, data, serialized FROM $table")->fetchAll(PDO::FETCH_ASSOC) as $row) {
            $stored = $row['data'];
            if ($row['serialized'] && Packed::isMarked($stored)) {
                $value = lyo_unserialize(Packed::data($stored));
                $data = lyo_serialize($value, ['checksum' => true] + $options);
                $pieces[] = [$value, $options];
                $stored = 's:' . strlen($data) . ":\"$data\";";
                $update->bindValue(1, $stored, PDO::PARAM_LOB);
                $update->bindValue(2, $row['cid']);
                $update->execute();
            }
            $bytes += strlen($stored);
        }
    }
    $database->commit();
    $before = getrusage();
    foreach ($pieces as [$value, $options]) {
        lyo_serialize($value, ['checksum' => true] + $options);
    }
    $time = getrusage();
    $time = ($time['ru_utime.tv_sec'] - $before['ru_utime.tv_sec']) * 1000 + ($time['ru_utime.tv_usec'] - $before['ru_utime.tv_usec']) / 1000;
    printf("\n%s: %d bytes, %.1f ms\n", $copy, $bytes, $time);
}
