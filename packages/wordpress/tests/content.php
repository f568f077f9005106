<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// php content.php FOLDER   installs WordPress there: users, terms, a menu, and 50 posts with blocks and comments

declare(strict_types=1);

$_SERVER += ['HTTP_HOST' => 'example.org', 'SERVER_NAME' => 'example.org', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REMOTE_ADDR' => '127.0.0.1', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/'];
define('WP_INSTALLING', true);
require "$argv[1]/wp-load.php";
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('A site', 'admin', 'admin@example.org', true, '', 'password');
foreach (['ping_sites' => '', 'comment_moderation' => '0', 'posts_per_page' => '10'] as $name => $value) {
    update_option($name, $value);
}
for ($i = 1; $i <= 5; $i++) {
    $users[] = wp_insert_user(['user_login' => "user$i", 'user_pass' => 'x', 'display_name' => "User $i", 'description' => "About user $i", 'role' => 'author']);
    $terms[] = wp_insert_term("Category $i", 'category')['term_id'];
}
$blocks = static function (int $i): string {
    $list = implode('', array_map(static fn(int $n): string => "<!-- wp:list-item --><li>Item $n of post $i</li><!-- /wp:list-item -->", range(1, 5)));
    return "<!-- wp:heading --><h2 class=\"wp-block-heading\">Heading of post $i</h2><!-- /wp:heading -->\n"
        . '<!-- wp:paragraph --><p>' . str_repeat("Text of post $i. ", 40) . "</p><!-- /wp:paragraph -->\n"
        . "<!-- wp:list --><ul class=\"wp-block-list\">$list</ul><!-- /wp:list -->\n"
        . "<!-- wp:quote --><blockquote class=\"wp-block-quote\"><!-- wp:paragraph --><p>A quote in post $i</p><!-- /wp:paragraph --></blockquote><!-- /wp:quote -->\n"
        . '<!-- wp:latest-posts {"postsToShow":3} /-->' . "\n<!-- wp:categories /-->\n<!-- wp:tag-cloud /-->";
};
for ($i = 1; $i <= 50; $i++) {
    $id = wp_insert_post(['post_title' => "Post $i", 'post_content' => $blocks($i), 'post_status' => 'publish', 'post_author' => $users[$i % 5], 'post_category' => [$terms[$i % 5]], 'tags_input' => ['tag ' . $i % 7, 'tag'], 'post_date' => sprintf('2026-01-%02d %02d:00:00', 1 + $i % 28, $i % 24)], true);
    is_int($id) || throw new RuntimeException($id->get_error_message());
    update_post_meta($id, 'facts', ['number' => $i, 'list' => range(1, $i), 'text' => "O:8:\"stdClass\":0:{} $i"]);
    wp_insert_comment(['comment_post_ID' => $id, 'comment_content' => "Comment on $i: O:8:\"stdClass\":0:{}", 'comment_author' => "Visitor $i", 'comment_approved' => 1, 'comment_date' => '2026-02-01 10:00:00']);
}
echo "installed\n";
