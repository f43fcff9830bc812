import { readFileSync } from "node:fs";
import type { Account } from "../account.ts";
import { find } from "../account.ts";
import { moveTo } from "../due.ts";
import type { Exchange, Reply, Sandbox } from "../exchange.ts";
import { html } from "../exchange.ts";
import { StripeError } from "../stripe-error.ts";
import { serveCheckout } from "./checkout.ts";
import { escapeHtml, layout, messagePage } from "./layout.ts";
import { servePortal } from "./portal.ts";
import { speechOf } from "./texts.ts";

const styles = readFileSync(new URL("../assets/payments.css", import.meta.url), "utf8");

/** Renders an invoice's page, which its payer may print. */
function serveInvoice(account: Account, exchange: Exchange, id: string): Reply {
  const invoice = find(account.invoices, "invoice", id);
  const speech = speechOf(exchange.url.searchParams.get("lang"), exchange.headers["accept-language"]);
  const { texts, money, day } = speech;
  const title = texts.invoiceTitle(invoice.number ?? invoice.id);
  const facts: [string, string][] = [
    [texts.plan, texts.product],
    [texts.date, day(invoice.created)],
    [texts.amount, money(invoice.total, invoice.currency)],
    [texts.state, texts.invoiceStatus[invoice.status]],
    [texts.paidBy, invoice.customer_email ?? invoice.customer],
  ];
  const list = facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join("");
  return html(layout(speech, title, `<h1>${escapeHtml(title)}</h1><dl class="box">${list}</dl>`));
}

function pageReply(account: Account, exchange: Exchange): Reply {
  const { pathname } = exchange.url;
  if (pathname === "/assets/payments.css") return { status: 200, type: "text/css; charset=utf-8", body: styles };
  const checkout = /^\/c\/pay\/([\w-]+)(\/confirm)?$/.exec(pathname);
  if (checkout !== null) return serveCheckout(account, exchange, checkout[1] ?? "", checkout[2] !== undefined);
  const portal = /^\/p\/session\/([\w-]+)(?:\/([a-z]+))?$/.exec(pathname);
  if (portal !== null) return servePortal(account, exchange, portal[1] ?? "", portal[2] ?? "");
  const invoice = /^\/i\/(\w+)$/.exec(pathname);
  if (invoice !== null) return serveInvoice(account, exchange, invoice[1] ?? "");
  throw new StripeError(404, { message: "No such page." });
}

/** Serves the pages of a payer: checkout, portal, invoice. */
export function servePage({ account }: Sandbox, exchange: Exchange): Reply {
  moveTo(account, account.clock.now());
  try {
    return pageReply(account, exchange);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const speech = speechOf(null, exchange.headers["accept-language"]);
    return html(messagePage(speech, speech.texts.missingTitle, speech.texts.missingText, null), 404);
  }
}
