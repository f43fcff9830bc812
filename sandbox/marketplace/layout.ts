import type { Exchange } from "./exchange.ts";
import { escapeHtml, scriptJson } from "./html.ts";

interface PageParts {
  title: string;
  /** canonical path and query on www.etsy.com */
  path: string;
  /** further elements of the head */
  head: string;
  /** fields of the page's inline JSON */
  context: Record<string, unknown>;
  body: string;
}

function accountHtml(signedOut: boolean): string {
  if (signedOut) return `<a class="signin-header-action" href="/signin">Sign in</a>`;
  return `<a href="/your/account" aria-label="Your account">Sandbox Shopper</a>`;
}

/**
 * A whole page: head with token and canonical link, header with the sign-in state, and the page's inline JSON.
 * @param session whose token the page carries
 */
export function layout(exchange: Exchange, session: string, parts: PageParts): string {
  const { signedOut } = exchange.state.settings;
  const token = exchange.csrf.signToken(session);
  const context = {
    data: { ...parts.context, is_signed_in: !signedOut, user_id: signedOut ? null : 4711, csrf_nonce: token, locale: "en-US" },
  };
  return `<!DOCTYPE html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(parts.title)} - Etsy</title>
<link rel="canonical" href="https://www.etsy.com${escapeHtml(parts.path)}">
<link rel="stylesheet" href="/assets/marketplace.css">
<link rel="icon" href="data:,">
<meta name="csrf_nonce" content="${escapeHtml(token)}">
${parts.head}
</head>
<body>
<header class="top"><a class="logo" href="/">Sandbox marketplace</a><span class="note">A practice copy on this machine. Every shop, item and buyer is invented.</span>${accountHtml(signedOut)}</header>
<main>
${parts.body}
</main>
<script nonce="${exchange.nonce}">window.Sandbox=${scriptJson(context)};</script>
<script nonce="${exchange.nonce}" src="/assets/listing.js" defer></script>
</body>
</html>`;
}
