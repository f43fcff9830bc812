import type { Account } from "./account.ts";
import { subscriptionsOf } from "./account.ts";
import { StripeError } from "./stripe-error.ts";
import { lineItems } from "./wire/checkout-session.ts";
import { currencyOptions, productId, productOf } from "./wire/price.ts";

type Shown = Record<string, unknown>;

const deepest = 4;

function isShown(value: unknown): value is Shown {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectOf(account: Account, id: string): object | null {
  if (id === productId) return productOf();
  const shelves: ReadonlyMap<string, object>[] = [
    account.customers,
    account.subscriptions,
    account.invoices,
    account.paymentIntents,
    account.paymentMethods,
    account.charges,
    account.checkoutSessions,
  ];
  for (const shelf of shelves) {
    const found = shelf.get(id);
    if (found !== undefined) return structuredClone(found);
  }
  return null;
}

const listOf = (data: object[], url: string): Shown => ({ object: "list", data: structuredClone(data), has_more: false, url });

/** Returns fields that the API omits unless requested. */
function included(account: Account, node: Shown, name: string): unknown {
  const id = String(node["id"]);
  switch (`${String(node["object"])}.${name}`) {
    case "price.currency_options":
      return currencyOptions();
    case "checkout.session.line_items": {
      const session = account.checkoutSessions.get(id);
      return session === undefined ? undefined : lineItems(session, account.priceId);
    }
    case "invoice.payments":
      return listOf(
        [...account.invoicePayments.values()].filter((one) => one.invoice === id),
        `/v1/invoice_payments?invoice=${id}`,
      );
    case "charge.refunds":
      return listOf(
        [...account.refunds.values()].filter((one) => one.charge === id),
        `/v1/charges/${id}/refunds`,
      );
    case "customer.subscriptions":
      return listOf(
        subscriptionsOf(account, id).filter((one) => one.status !== "canceled"),
        `/v1/subscriptions?customer=${id}`,
      );
    default:
      return undefined;
  }
}

function expandStep(account: Account, node: unknown, path: readonly string[], full: string): void {
  const [name, ...rest] = path;
  if (name === undefined || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) expandStep(account, one, path, full);
    return;
  }
  if (!isShown(node)) throw new StripeError(400, { message: `This property cannot be expanded (${full}).`, param: "expand" });
  if (!Object.hasOwn(node, name)) {
    const value = included(account, node, name);
    if (value === undefined) throw new StripeError(400, { message: `This property cannot be expanded (${full}).`, param: "expand" });
    node[name] = value;
  }
  const value = node[name];
  if (typeof value === "string") {
    const object = objectOf(account, value);
    if (object === null && rest.length > 0)
      throw new StripeError(400, { message: `This property cannot be expanded (${full}).`, param: "expand" });
    node[name] = object ?? value;
  }
  expandStep(account, node[name], rest, full);
}

/** Copies an answer with the named ids replaced by their objects. @throws StripeError for a name that cannot be expanded */
export function expanded(account: Account, answer: object, paths: readonly (string | null)[]): object {
  const shown = structuredClone(answer);
  for (const path of paths) {
    const steps = (path ?? "").split(".");
    if (steps.length > deepest)
      throw new StripeError(400, { message: "You can expand at most four levels of a property.", param: "expand" });
    expandStep(account, shown, steps, path ?? "");
  }
  return shown;
}
