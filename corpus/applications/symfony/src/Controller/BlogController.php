<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Controller;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\Routing\Attribute\Route;

#[Route("/blog", name: "blog_")]
final class BlogController
{
    #[Route("/{page<\d+>?1}", name: "index", methods: ["GET"])]
    public function index(int $page): Response
    {
        return new Response("page " . $page);
    }

    #[Route("/{year<\d{4}>}/{month<0[1-9]|1[0-2]>}/{slug}", name: "post", methods: ["GET", "HEAD"], priority: 2)]
    public function post(int $year, int $month, string $slug): Response
    {
        return (new Response("<h1>$slug</h1>"))->setPublic()->setMaxAge(600)->setEtag(sha1($slug));
    }

    #[Route("/search.{_format<html|json>}", name: "search", defaults: ["_format" => "html"])]
    public function search(Request $request): Response
    {
        $request->getSession()->set("search", $request->query->all());

        return new Response("found");
    }

    #[Route("/{slug}/comments", name: "comment", methods: ["POST"])]
    public function comment(string $slug): Response
    {
        return new Response("saved", Response::HTTP_CREATED);
    }
}
