import type { Account, PortalVisit } from "../account.ts";
import { find } from "../account.ts";
import { cancelByDate, changeCard, goOn, latestInvoice } from "../billing.ts";
import { readCard } from "../cards.ts";
import type { Exchange, Reply } from "../exchange.ts";
import { html, seeOther } from "../exchange.ts";
import { failInvoice, keepCard } from "../payments.ts";
import { missing } from "../stripe-error.ts";
import { amountIn } from "../wire/price.ts";
import type { Subscription } from "../wire/subscription.ts";
import type { Typed } from "./card-form.ts";
import { cardFieldsHtml, confirmHtml, readTyped, testCardsHtml } from "./card-form.ts";
import { alertHtml, escapeHtml, layout, linkHtml } from "./layout.ts";
import { cancelPage, portalPage, shownSubscription } from "./portal-view.ts";
import type { Fault, Speech } from "./texts.ts";
import { speechOf } from "./texts.ts";

const visitSeconds = 3600;

/** What the portal's pages share. */
interface Visiting {
  account: Account;
  visit: PortalVisit;
  speech: Speech;
  /** the portal's first page */
  path: string;
  exchange: Exchange;
  subscription: Subscription | null;
}

/** A card form: what was typed, and what was wrong with it. */
interface CardShown {
  message: string | null;
  typed: Typed | null;
  faults: readonly Fault[];
}

function visitOf(account: Account, secret: string): PortalVisit {
  const visit = find(account.portalVisits, "billing_portal.session", secret);
  if (account.clock.now() < visit.session.created + visitSeconds && account.customers.has(visit.session.customer)) return visit;
  account.portalVisits.delete(secret);
  throw missing("billing_portal.session", secret);
}

function home({ account, visit, speech, path, exchange, subscription }: Visiting): Reply {
  const query = exchange.url.searchParams;
  const { flow } = visit.session;
  // A session created for cancelling opens at its question.
  const asksToCancel =
    flow !== null && !query.has("stay") && !query.has("done") && subscription?.id === flow.subscription_cancel.subscription;
  if (asksToCancel && subscription !== null && isCancellable(subscription)) return html(cancelPage(subscription, speech, path));
  return html(portalPage(account, visit, speech, path, query.get("done")));
}

function isCancellable(subscription: Subscription): boolean {
  return subscription.status !== "canceled" && subscription.cancel_at === null;
}

function cancel({ account, visit, speech, path, exchange, subscription }: Visiting): Reply {
  if (subscription === null || subscription.status === "canceled") return seeOther(`${path}?stay=1`);
  if (exchange.method !== "POST")
    return isCancellable(subscription) ? html(cancelPage(subscription, speech, path)) : seeOther(`${path}?stay=1`);
  cancelByDate(account, subscription);
  return seeOther(visit.session.flow?.after_completion.redirect?.return_url ?? `${path}?done=canceled`);
}

function resume({ account, path, exchange, subscription }: Visiting): Reply {
  if (exchange.method !== "POST" || subscription === null || subscription.status === "canceled") return seeOther(`${path}?stay=1`);
  goOn(account, subscription);
  return seeOther(`${path}?done=resumed`);
}

function cardPage({ speech, path }: Visiting, { message, typed, faults }: CardShown): Reply {
  const { texts } = speech;
  const body = `<h1>${escapeHtml(texts.changeCard)}</h1>${alertHtml(message)}
<form method="post" action="${path}/card" class="box" novalidate>${cardFieldsHtml(speech, typed, faults)}
<p class="actions"><button class="button">${escapeHtml(texts.saveCard)}</button>${linkHtml(`${path}?stay=1`, texts.back, "quiet")}</p>
</form>${testCardsHtml(speech)}`;
  return html(layout(speech, texts.changeCard, body));
}

function saveCard({ account, path }: Visiting, subscription: Subscription, methodId: string): Reply {
  const paid = changeCard(account, subscription, methodId);
  return seeOther(`${path}?done=${paid ? "card" : "cardFailed"}`);
}

function card(visiting: Visiting): Reply {
  const { account, visit, speech, path, exchange, subscription } = visiting;
  if (subscription === null || subscription.status === "canceled") return seeOther(`${path}?stay=1`);
  const said = exchange.url.searchParams.get("said") === "refused" ? speech.texts.refused : null;
  if (exchange.method !== "POST") return cardPage(visiting, { message: said, typed: null, faults: [] });
  const typed = readTyped(exchange.body);
  const read = readCard(typed, account.clock.now());
  if (Array.isArray(read)) return cardPage(visiting, { message: speech.texts.checkFields, typed, faults: read });
  if (read.behaviour === "declined") return cardPage(visiting, { message: speech.texts.declined, typed, faults: [] });
  const customer = find(account.customers, "customer", visit.session.customer);
  const method = keepCard(account, customer, read, typed.name === "" ? null : typed.name);
  if (read.behaviour !== "needsConfirmation") return saveCard(visiting, subscription, method.id);
  visit.waitingPaymentMethod = method.id;
  return seeOther(`${path}/confirm`);
}

/** Handles a bank's question about a new card. */
function confirm(visiting: Visiting): Reply {
  const { account, visit, speech, path, exchange, subscription } = visiting;
  const methodId = visit.waitingPaymentMethod;
  if (methodId === null || subscription === null || subscription.status === "canceled") return seeOther(`${path}?stay=1`);
  if (exchange.method !== "POST") {
    const amount = speech.money(subscription.status === "past_due" ? amountIn(subscription.currency) : 0, subscription.currency);
    return html(layout(speech, speech.texts.confirmTitle, confirmHtml(speech, amount)));
  }
  visit.waitingPaymentMethod = null;
  if (new URLSearchParams(exchange.body).get("answer") === "confirm") return saveCard(visiting, subscription, methodId);
  if (subscription.status === "past_due") failInvoice(account, latestInvoice(account, subscription), methodId, false);
  return seeOther(`${path}/card?said=refused`);
}

const pages: Readonly<Record<string, (visiting: Visiting) => Reply>> = { "": home, cancel, resume, card, confirm };

/**
 * Serves the customer portal: `/p/session/SECRET`, and its actions below. The secret in the address is the only credential.
 * @throws StripeError if there is no such visit, or its hour is over
 */
export function servePortal(account: Account, exchange: Exchange, secret: string, page: string): Reply {
  const visit = visitOf(account, secret);
  const serve = pages[page];
  if (serve === undefined) throw missing("page", page);
  return serve({
    account,
    visit,
    exchange,
    speech: speechOf(visit.session.locale, exchange.headers["accept-language"]),
    path: `/p/session/${secret}`,
    subscription: shownSubscription(account, visit),
  });
}
