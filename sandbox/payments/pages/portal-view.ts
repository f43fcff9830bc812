import type { Account, PortalVisit } from "../account.ts";
import { invoicesOf, subscriptionsOf } from "../account.ts";
import { amountIn } from "../wire/price.ts";
import type { Subscription } from "../wire/subscription.ts";
import { alertHtml, escapeHtml, layout, linkHtml } from "./layout.ts";
import type { Speech } from "./texts.ts";

/** Returns the portal's subscription: the newest that has begun. */
export function shownSubscription(account: Account, visit: PortalVisit): Subscription | null {
  const all = subscriptionsOf(account, visit.session.customer).filter(
    (one) => one.status !== "incomplete" && one.status !== "incomplete_expired",
  );
  return all.find((one) => one.status !== "canceled") ?? all[0] ?? null;
}

/** Describes a subscription's next date. */
function nextLine(subscription: Subscription, { texts, money, day }: Speech): string {
  const end = subscription.items.data[0].current_period_end;
  const amount = money(amountIn(subscription.currency), subscription.currency);
  if (subscription.status === "canceled") return texts.endedOn(day(subscription.ended_at ?? end));
  if (subscription.status === "past_due") return texts.pastDue(amount);
  return subscription.cancel_at !== null ? texts.endsOn(day(end)) : texts.nextPayment(day(end), amount);
}

function actionsHtml(path: string, subscription: Subscription, { texts }: Speech): string {
  if (subscription.status === "canceled") return "";
  if (subscription.cancel_at !== null)
    return `<form method="post" action="${path}/resume" class="actions"><button class="button">${escapeHtml(texts.resume)}</button></form>`;
  return `<p class="actions">${linkHtml(`${path}/cancel`, texts.cancelPlan, "quiet")}</p>`;
}

function planHtml(path: string, subscription: Subscription | null, speech: Speech): string {
  const { texts, money } = speech;
  const heading = `<h2 id="plan">${escapeHtml(texts.plan)}</h2>`;
  if (subscription === null) return `<section class="box" aria-labelledby="plan">${heading}<p>${escapeHtml(texts.noPlan)}</p></section>`;
  const amount = money(amountIn(subscription.currency), subscription.currency);
  const state = `state state-${subscription.status}`;
  return `<section class="box" aria-labelledby="plan">${heading}
<p><strong>${escapeHtml(texts.product)}</strong> <span class="${state}">${escapeHtml(texts.status[subscription.status])}</span></p>
<p class="amount">${escapeHtml(texts.monthly(amount))}</p>
<p>${escapeHtml(nextLine(subscription, speech))}</p>
${actionsHtml(path, subscription, speech)}</section>`;
}

function cardHtml(account: Account, path: string, subscription: Subscription | null, { texts }: Speech): string {
  const method = account.paymentMethods.get(subscription?.default_payment_method ?? "");
  if (subscription === null || subscription.status === "canceled" || method === undefined) return "";
  const { last4, exp_month: month, exp_year: year } = method.card;
  return `<section class="box" aria-labelledby="card"><h2 id="card">${escapeHtml(texts.card)}</h2>
<p>${escapeHtml(texts.cardLine(last4, `${String(month).padStart(2, "0")}/${year}`))}</p>
<p class="actions">${linkHtml(`${path}/card`, texts.changeCard, "quiet")}</p></section>`;
}

function invoicesHtml(account: Account, visit: PortalVisit, { language, texts, money, day }: Speech): string {
  const rows = invoicesOf(account, visit.session.customer).map(
    (one) => `<tr><td>${escapeHtml(day(one.created))}</td><td class="number">${escapeHtml(money(one.total, one.currency))}</td>
<td>${escapeHtml(texts.invoiceStatus[one.status])}</td>
<td><a href="/i/${one.id}?lang=${language}">${escapeHtml(one.number ?? one.id)}</a></td></tr>`,
  );
  const heads = [texts.date, texts.amount, texts.state, texts.invoiceNumber].map((head) => `<th scope="col">${escapeHtml(head)}</th>`);
  const table = `<div class="wide"><table><thead><tr>${heads.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
  return `<section class="box" aria-labelledby="invoices"><h2 id="invoices">${escapeHtml(texts.invoices)}</h2>
${rows.length === 0 ? `<p>${escapeHtml(texts.noInvoices)}</p>` : table}</section>`;
}

/** Renders the portal's first page. `path`: its own; `done`: the last action. */
export function portalPage(account: Account, visit: PortalVisit, speech: Speech, path: string, done: string | null): string {
  const { texts } = speech;
  const subscription = shownSubscription(account, visit);
  const failed = done === "cardFailed" ? texts.done.cardFailed : null;
  const said = done === "canceled" || done === "resumed" || done === "card" ? texts.done[done] : null;
  const back = visit.session.return_url;
  return layout(
    speech,
    texts.portalTitle,
    `<h1>${escapeHtml(texts.portalTitle)}</h1>
${alertHtml(failed)}${said === null ? "" : `<p class="said" role="status">${escapeHtml(said)}</p>`}
${planHtml(path, subscription, speech)}
${cardHtml(account, path, subscription, speech)}
${invoicesHtml(account, visit, speech)}
${back === null ? "" : `<p class="actions">${linkHtml(back, texts.returnToMerchant, "button")}</p>`}`,
  );
}

/** Renders the question before a plan is cancelled. */
export function cancelPage(subscription: Subscription, { texts, ...speech }: Speech, path: string): string {
  const end = speech.day(subscription.items.data[0].current_period_end);
  return layout(
    { texts, ...speech },
    texts.cancelTitle,
    `<h1>${escapeHtml(texts.cancelTitle)}</h1><p>${escapeHtml(texts.cancelText(end))}</p>
<form method="post" action="${path}/cancel" class="actions">
<button class="button">${escapeHtml(texts.cancelNow)}</button>${linkHtml(`${path}?stay=1`, texts.keepPlan, "quiet")}
</form>`,
  );
}
