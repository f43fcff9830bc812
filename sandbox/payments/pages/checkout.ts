import type { Account } from "../account.ts";
import { find } from "../account.ts";
import { readCard } from "../cards.ts";
import { answerConfirmation, pay } from "../checkout.ts";
import type { Exchange, Reply } from "../exchange.ts";
import { html, seeOther } from "../exchange.ts";
import type { CheckoutSession } from "../wire/checkout-session.ts";
import { amountIn } from "../wire/price.ts";
import type { Typed } from "./card-form.ts";
import { cardFieldsHtml, confirmHtml, emailFieldHtml, readTyped, testCardsHtml } from "./card-form.ts";
import { alertHtml, escapeHtml, layout, linkHtml, messagePage } from "./layout.ts";
import type { Fault, Speech } from "./texts.ts";
import { speechOf } from "./texts.ts";

/** A page's state besides the session: what was typed and what was wrong with it. */
interface Shown {
  message: string | null;
  typed: Typed | null;
  faults: readonly Fault[];
}

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const untouched: Shown = { message: null, typed: null, faults: [] };

/** Returns the target of a paid session, with its id in the place that the merchant has marked. */
function successUrl(session: CheckoutSession): string {
  return session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** Returns the known e-mail address, from the session or its customer. */
function knownEmail(account: Account, session: CheckoutSession): string | null {
  if (session.customer === null) return session.customer_email;
  return find(account.customers, "customer", session.customer).email;
}

function formHtml(account: Account, session: CheckoutSession, speech: Speech, { typed, faults }: Shown): string {
  const { texts, money } = speech;
  const known = knownEmail(account, session);
  const email =
    known === null
      ? emailFieldHtml(speech, typed?.email ?? "", faults)
      : `<dl><dt>${escapeHtml(texts.email)}</dt><dd>${escapeHtml(known)}</dd></dl><p class="hint">${escapeHtml(texts.emailFixed)}</p>`;
  const amount = money(amountIn(session.currency), session.currency);
  return `<form method="post" class="box" novalidate>
${email}
${cardFieldsHtml(speech, typed, faults)}
<p class="actions"><button class="button">${escapeHtml(texts.subscribe(amount))}</button>
${session.cancel_url === null ? "" : linkHtml(session.cancel_url, texts.cancelAndReturn, "quiet")}</p>
</form>`;
}

function payPage(account: Account, session: CheckoutSession, speech: Speech, shown: Shown): Reply {
  const { texts, money } = speech;
  const amount = money(amountIn(session.currency), session.currency);
  const body = `<h1>${escapeHtml(texts.checkoutTitle)}</h1>
<section class="box" aria-labelledby="product"><h2 id="product">${escapeHtml(texts.product)}</h2>
<p class="amount">${escapeHtml(texts.monthly(amount))}</p><p class="hint">${escapeHtml(texts.paySummary)}</p></section>
${alertHtml(shown.message)}
${formHtml(account, session, speech, shown)}
${testCardsHtml(speech)}`;
  return html(layout(speech, texts.checkoutTitle, body));
}

/** Renders the page of a session that is no longer open. */
function endedPage(session: CheckoutSession, speech: Speech): Reply {
  const { texts } = speech;
  if (session.status === "complete")
    return html(
      messagePage(speech, texts.finishedTitle, texts.finishedText, { href: successUrl(session), text: texts.continueToMerchant }),
    );
  const back = session.cancel_url === null ? null : { href: session.cancel_url, text: texts.cancelAndReturn };
  return html(messagePage(speech, texts.expiredTitle, texts.expiredText, back));
}

function faultsOf(account: Account, session: CheckoutSession, typed: Typed): Fault[] {
  const email = knownEmail(account, session) ?? typed.email;
  const card = readCard(typed, account.clock.now());
  return [...(isEmail(email) ? [] : (["email"] as const)), ...(Array.isArray(card) ? card : [])];
}

function pressPay(account: Account, session: CheckoutSession, speech: Speech, body: string): Reply {
  // The second press of a double click arrives here: the session is paid, and its page continues.
  if (session.status === "complete") return seeOther(successUrl(session));
  if (session.status === "expired") return endedPage(session, speech);
  const typed = readTyped(body);
  const card = readCard(typed, account.clock.now());
  const faults = faultsOf(account, session, typed);
  if (faults.length > 0 || Array.isArray(card))
    return payPage(account, session, speech, { message: speech.texts.checkFields, typed, faults });
  const email = knownEmail(account, session) ?? typed.email;
  const result = pay(account, session, { email, name: typed.name === "" ? null : typed.name, card });
  if (result === "paid") return seeOther(successUrl(session));
  if (result === "needsConfirmation") return seeOther(`/c/pay/${session.id}/confirm`);
  return payPage(account, session, speech, { message: speech.texts.declined, typed, faults: [] });
}

function confirmReply(account: Account, session: CheckoutSession, speech: Speech, exchange: Exchange): Reply {
  if (session.status === "complete" && exchange.method === "POST") return seeOther(successUrl(session));
  if (session.status !== "open") return endedPage(session, speech);
  const waiting = account.checkouts.get(session.id)?.waiting ?? null;
  if (waiting === null) return seeOther(`/c/pay/${session.id}`);
  if (exchange.method !== "POST") {
    const amount = speech.money(amountIn(session.currency), session.currency);
    return html(layout(speech, speech.texts.confirmTitle, confirmHtml(speech, amount)));
  }
  const confirmed = new URLSearchParams(exchange.body).get("answer") === "confirm";
  const answered = answerConfirmation(account, session, confirmed);
  if (answered && confirmed) return seeOther(successUrl(session));
  return seeOther(`/c/pay/${session.id}?said=${answered ? "refused" : "nothing"}`);
}

/** Serves the hosted checkout page: `/c/pay/ID`, and `/confirm` below it. @throws StripeError for an unknown session */
export function serveCheckout(account: Account, exchange: Exchange, id: string, isConfirm: boolean): Reply {
  const session = find(account.checkoutSessions, "checkout.session", id);
  const speech = speechOf(session.locale, exchange.headers["accept-language"]);
  if (isConfirm) return confirmReply(account, session, speech, exchange);
  if (exchange.method === "POST") return pressPay(account, session, speech, exchange.body);
  if (session.status !== "open") return endedPage(session, speech);
  const said = exchange.url.searchParams.get("said");
  if (said === null) return payPage(account, session, speech, untouched);
  const message = said === "refused" ? speech.texts.refused : speech.texts.nothingToConfirm;
  return payPage(account, session, speech, { ...untouched, message });
}
