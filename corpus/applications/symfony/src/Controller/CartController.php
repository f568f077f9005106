<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Controller;

use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\RedirectResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpFoundation\Session\FlashBagAwareSessionInterface;
use Symfony\Component\Routing\Attribute\Route;

final class CartController
{
    #[Route("/cart", name: "cart", methods: ["GET"])]
    public function show(Request $request): Response
    {
        return new JsonResponse($request->getSession()->get("cart", []));
    }

    #[Route("/cart/{article}/{count<\d+>}", name: "cart_add", methods: ["POST"])]
    public function add(Request $request, string $article, int $count): Response
    {
        $session = $request->getSession();
        $cart = $session->get("cart", []);
        $cart[$article] = ["count" => $count + ($cart[$article]["count"] ?? 0), "options" => $request->request->all()];
        $session->set("cart", $cart);
        if ($session instanceof FlashBagAwareSessionInterface) {
            $session->getFlashBag()->add("notice", "$article is in your cart.");
        }

        return new RedirectResponse("/cart");
    }

    #[Route("/{_locale<en|de|fr>}/checkout/{step}", name: "checkout", defaults: ["step" => "address"], methods: ["GET", "POST"])]
    public function checkout(Request $request, string $step): Response
    {
        $request->getSession()->set("_locale", $request->getLocale());
        $request->getSession()->set("checkout/" . $step, $request->request->all());

        return new Response($step);
    }
}
