<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Prints what WordPress keeps in its object cache: options, posts, terms, meta, users, comments.

declare(strict_types=1);

echo '<h1>', get_bloginfo('name'), '</h1><p>', esc_html((string) json_encode(get_option('sidebars_widgets'))), get_transient('lyo_transient')['text'] ?? '', '</p>';
wp_list_categories(['title_li' => '']);
while (have_posts()) {
    the_post();
    echo '<article id="', get_the_ID(), '"><h2>', get_the_title(), '</h2>';
    the_content();
    echo '<p>', get_the_author(), ' ', get_the_date(), ' ', get_the_author_meta('description'), ' ', esc_html((string) json_encode(get_post_meta((int) get_the_ID(), 'facts', true))), '</p>';
    the_category(', ');
    the_tags();
    foreach (get_comments(['post_id' => get_the_ID(), 'orderby' => 'comment_ID']) as $comment) {
        echo '<blockquote>', esc_html($comment->comment_content), ' (', get_comment_author($comment), ')</blockquote>';
    }
    echo "</article>\n";
}
foreach (get_users(['orderby' => 'ID']) as $user) {
    echo '<p>', esc_html($user->display_name), ' ', implode(', ', $user->roles), "</p>\n";
}
foreach (get_terms(['taxonomy' => 'post_tag', 'hide_empty' => false]) as $term) {
    echo '<p>', esc_html($term->name), ' ', $term->count, "</p>\n";
}
