import { sessionCookie } from "./csrf.ts";
import type { Exchange, Reply } from "./exchange.ts";
import { html, redirect } from "./exchange.ts";
import { escapeHtml } from "./html.ts";
import { layout } from "./layout.ts";
import { fixedListings } from "./listings.ts";
import { blockedReply } from "./review-request.ts";

/** A page of the marketplace, with a session for who has none; risk control shows its check in its place. */
export function pageReply(exchange: Exchange, make: (session: string) => string, status = 200): Reply {
  if (exchange.state.risk.isBlocked(performance.now())) return blockedReply(exchange);
  const known = exchange.csrf.readSession(exchange.headers.cookie);
  const session = known ?? exchange.csrf.newSession();
  const reply = html(status, make(session), exchange.nonce);
  const cookie = `${sessionCookie}=${session}; Path=/; Secure; HttpOnly; SameSite=Lax`;
  return known === null ? { ...reply, headers: { ...reply.headers, "set-cookie": cookie } } : reply;
}

function plainPage(exchange: Exchange, title: string, path: string, body: string, status = 200): Reply {
  return pageReply(exchange, (session) => layout(exchange, session, { title, path, head: "", context: {}, body }), status);
}

/** GET /: what there is to try. */
export function homePage(exchange: Exchange): Reply {
  const rows = fixedListings.map(
    (listing) =>
      `<li><a href="/listing/${listing.id}/${listing.slug}">${escapeHtml(listing.title)}</a> <span class="quiet">${listing.count.toLocaleString("en")} reviews</span></li>`,
  );
  return plainPage(
    exchange,
    "Home",
    "/",
    `<h1>Listings to try</h1><ul>${rows.join("")}</ul><p class="quiet">Any count works too: /listing/2CCCCCVVVV has CCCCC reviews.</p>`,
  );
}

/** GET /signin: where somebody signed out is sent. */
export function signInPage(exchange: Exchange): Reply {
  const body = `<h1>Sign in</h1><form method="post" action="/signin"><button>Sign in as Sandbox Shopper</button></form>`;
  return plainPage(exchange, "Sign in", "/signin", body);
}

/** POST /signin: ends the signed-out state that a control began. */
export function signIn(exchange: Exchange): Reply {
  exchange.state.apply({ signedOut: false });
  return redirect("/", 303);
}

/** The page for an address that names nothing. */
export function notFound(exchange: Exchange): Reply {
  return plainPage(
    exchange,
    "Not found",
    "/",
    `<h1>There is nothing here</h1><p>The item may have been removed. <a href="/">Back to the listings</a></p>`,
    404,
  );
}
